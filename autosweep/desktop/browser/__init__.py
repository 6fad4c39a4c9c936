"""A page of a browser as a desktop: captured and clicked by the browser's own protocol."""
