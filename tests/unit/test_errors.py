"""The error tree: every class has its code and says what to try."""

from __future__ import annotations

from autosweep import errors


def all_errors(root: type[errors.AutosweepError]) -> list[type[errors.AutosweepError]]:
    found = [root]
    for child in root.__subclasses__():
        if child.__module__ == "autosweep.errors":
            found += all_errors(child)
    return found


def test_the_tree_in_the_docstring_is_the_tree() -> None:
    """Every class stands in the drawn tree with its exit code, and is exported."""
    drawn = errors.__doc__ or ""
    for kind in all_errors(errors.AutosweepError):
        line = next(line for line in drawn.splitlines() if f" {kind.__name__} " in f" {line} ")
        assert str(int(kind.exit_code)) in line.split(), kind
        assert kind.__name__ in errors.__all__


def test_a_remedy_can_be_given_or_is_the_class_own() -> None:
    assert errors.NoDisplay("no").remedy == errors.NoDisplay.default_remedy
    assert errors.NoDisplay("no", remedy="try").remedy == "try"
