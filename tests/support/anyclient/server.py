"""The web server of the fixture page: it serves the page and keeps what the page tells."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
_KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}


@contextmanager
def serving_page(truth: Path, pages: Mapping[str, str] | None = None) -> Iterator[str]:
    """Serve the page on the loopback; yield its address. What it tells is added to `truth`.

    `pages` are further pages by their names.
    """

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = FOLDER / Path(self.path.partition("?")[0]).name
            own = (pages or {}).get(path.name)
            found = own is not None or (path.suffix in _KINDS and path.exists())
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", _KINDS.get(path.suffix, "text/plain"))
            self.end_headers()
            if own is not None:
                self.wfile.write(own.encode())
            elif found:
                self.wfile.write(path.read_bytes())

        def do_POST(self) -> None:
            told = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with truth.open("a") as file:
                file.write(json.dumps(told) + "\n")
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/page.html"
        finally:
            server.shutdown()
            thread.join()
