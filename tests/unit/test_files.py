"""Files from strangers are read with a bound, inside their folder, and never waited for."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from autosweep.files import (
    create_file,
    inside,
    load_toml,
    read_bounded,
    replacing,
    write_file,
    write_remedy,
)

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


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_whole_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    write_file(path, b"one")
    path.chmod(0o640)
    write_file(path, b"two")
    assert path.read_bytes() == b"two"
    assert left_in(tmp_path) == ["page.html"]
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o777 == 0o640


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    """A full disk, or anything else, in the middle of it."""
    path = tmp_path / "page.html"

    def fill(place: Path) -> None:
        place.write_bytes(b"half")
        raise OSError(errno.ENOSPC, "full")

    with pytest.raises(OSError, match="full"), replacing(path, named=True) as place:
        fill(place)
    assert left_in(tmp_path) == []
    path.write_bytes(b"before")
    with pytest.raises(OSError, match="full"), replacing(path) as place:
        fill(place)
    assert path.read_bytes() == b"before"
    assert left_in(tmp_path) == ["page.html"]


def test_the_new_file_has_the_ending_of_the_old_one_and_no_foreseeable_name(tmp_path: Path) -> None:
    names = set()
    for _ in range(5):
        with replacing(tmp_path / "film.mp4") as place:
            assert place.suffix == ".mp4"
            assert place.parent == tmp_path
            names.add(place.name)
    assert len(names) == 5


@unix
def test_a_link_where_a_name_of_ours_is_expected_is_refused(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (tmp_path / "final.png").symlink_to(victim)
    with pytest.raises(OSError, match="symbolic link"):
        write_file(tmp_path / "final.png", b"x")
    with pytest.raises(FileExistsError):
        create_file(tmp_path / "final.png")
    assert victim.read_text() == "precious"


@unix
def test_a_link_that_the_user_named_is_followed(tmp_path: Path) -> None:
    real = tmp_path / "real.html"
    real.write_text("old")
    (tmp_path / "page.html").symlink_to(real)
    write_file(tmp_path / "page.html", b"new", named=True)
    assert (tmp_path / "page.html").is_symlink()
    assert real.read_text() == "new"
    (tmp_path / "later.html").symlink_to(tmp_path / "none.html")
    write_file(tmp_path / "later.html", b"new", named=True)
    assert (tmp_path / "none.html").read_text() == "new"


@unix
def test_devices_and_folders(tmp_path: Path) -> None:
    write_file(Path(os.devnull), b"x", named=True)
    assert Path(os.devnull).is_char_device()
    with pytest.raises(IsADirectoryError):
        write_file(tmp_path, b"x", named=True)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not a regular file"):
        write_file(tmp_path / "pipe", b"x")
    with pytest.raises(FileNotFoundError):
        write_file(tmp_path / "none" / "file", b"x", named=True)


@unix
@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="root may write anywhere")
def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(PermissionError):
        write_file(path, b"new", named=True)
    path.chmod(0o644)
    tmp_path.chmod(0o555)
    try:
        write_file(path, b"new", named=True)
    finally:
        tmp_path.chmod(0o755)
    assert path.read_text() == "new"
