"""Playing what is on the screen: the loop, the refusal rules, the planner, statistics."""
