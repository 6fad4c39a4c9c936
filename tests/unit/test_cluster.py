"""A real scheduler with a real worker makes the boards that one process makes."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator

import pytest

from autosweep.cli.main import main
from autosweep.cluster import executor_of
from autosweep.errors import EnvironmentFault, MissingExtra
from autosweep.generate.request import Request
from autosweep.generate.series import make_boards

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A scheduler and a worker with two threads, in this process."""
    distributed = pytest.importorskip("distributed")
    with (
        warnings.catch_warnings(action="ignore"),
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
        ) as cluster,
    ):
        yield cluster.scheduler_address


def test_boards_from_a_cluster_are_the_same(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autosweep.cluster._knock", lambda _address: None)
    request = Request(9, 9, 14, no_guess=True)
    with executor_of(address) as (executor, threads):
        assert threads == 2
        made = list(make_boards(request, 4, executor=executor, workers=4))
    assert made == list(make_boards(request, 4))


def test_a_cluster_that_is_not_there_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")

    def refuse(*_: object, **__: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("autosweep.cluster.create_connection", refuse)
    words = ["generate", "--no-guess", "--cluster", "tcp://127.0.0.1:1"]
    assert main(words) == EnvironmentFault.exit_code
    assert "There is no Dask scheduler at tcp://127.0.0.1:1." in capsys.readouterr().err


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtra) as told, executor_of("127.0.0.1:1"):
        pass
    assert "autosweep-minesweeper[cluster]" in told.value.remedy
