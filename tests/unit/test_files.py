"""Files from strangers are read with a bound, inside their folder, and never waited for."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from autosweep.files import inside, load_toml, read_bounded, write_remedy

unix = pytest.mark.skipif(sys.platform == "win32", reason="needs devices, pipes and links")


def test_a_file_is_read_up_to_its_bound(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_bounded(path, 5) == b"12345"
    with pytest.raises(OSError, match="more than 4 bytes"):
        read_bounded(path, 4)


@unix
def test_a_device_without_an_end_is_not_read_to_it() -> None:
    with pytest.raises(OSError, match="more than 1000 bytes"):
        read_bounded(Path("/dev/zero"), 1000)


@unix
def test_a_pipe_that_nobody_writes_to_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not a regular file"):
        read_bounded(tmp_path / "pipe", 1000, only_files=True)


@unix
def test_links_may_not_lead_outside_or_in_a_circle(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "secret").write_text("x")
    (home / "real").write_text("x")
    (home / "near").symlink_to("real")
    (home / "far").symlink_to(tmp_path / "secret")
    (home / "circle").symlink_to("circle")
    assert inside(home, "near") == (home / "real").resolve()
    for name in ("far", "circle", "../secret", str(tmp_path / "secret"), "none", "a\0b", "a" * 999):
        assert inside(home, name) is None


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 50_000,
        "x = " + "\n[" * 50_000,
        "a." * 30_000 + "b = 1",
        '"\u2028".' * 20_000 + "b = 1",
        "x = " + "9" * 5_000,
        "x = " + "9" * 1_999,
        "\0",
    ],
)
def test_toml_that_costs_more_than_its_size_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "file.toml"
    path.write_text(text, "utf-8")
    try:
        load_toml(path, 200_000)
    except ValueError:
        return
    assert text.startswith("x = 9"), "only a long number may be read"


def test_the_remedy_goes_with_the_reason() -> None:
    assert "room" in write_remedy(OSError(errno.ENOSPC, "full"))
    assert "may write" in write_remedy(OSError(errno.EACCES, "no"))
    assert "not a folder" in write_remedy(OSError(errno.EISDIR, "folder"))
    assert "folder that exists" in write_remedy(OSError(errno.ENOENT, "none"))
