"""Units of a benchmark on a Dask cluster.

The scheduler hands the units of a lost worker to others; as a unit always gives the same outcomes
and each is taken over once, it does not matter who played it or how often.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import astuple
from hashlib import sha256
from typing import Any

from autosweep import __version__
from autosweep.bench.playing import Outcome
from autosweep.bench.run import Unit
from autosweep.cluster import TRIES, connect
from autosweep.engine import core
from autosweep.errors import EnvironmentFault
from autosweep.solver.strategy import find_strategy
from autosweep.solver.strategy.expert import Expert
from autosweep.solver.strategy.values import network

_IN_FLIGHT = 4
"""Units handed out at the same time for each thread of the cluster: enough to keep it busy."""
_AGAIN = "With --keep FILE the games that are done are not played again."


def fingerprint(strategy: str) -> str:
    """Return what must be the same everywhere for outcomes to be the same."""
    player = find_strategy(strategy)
    numbers = astuple(player.policy) if isinstance(player, Expert) else ()
    learned = sha256(network()).hexdigest()
    about = (__version__, core() is not None, player.name, numbers, learned)
    return sha256(repr(about).encode()).hexdigest()


def play_unit(unit: Unit) -> tuple[str, list[Outcome]]:
    """Play a unit on a worker; the answer begins with the worker's fingerprint."""
    return fingerprint(unit.strategy), unit.play()


def play_on_cluster(units: list[Unit], address: str) -> Generator[tuple[Unit, list[Outcome]]]:
    """Play units on the cluster of that scheduler and yield each once, in any order.

    Raises MissingExtra without dask.distributed, and EnvironmentFault where the scheduler cannot be
    reached, is lost, has no workers, or where a worker is another version.
    """
    with connect(address) as client:
        from distributed import as_completed

        waiting = iter(units)
        pending = as_completed(loop=client.loop, raise_errors=False)
        names: dict[str, Unit] = {}
        try:
            for _ in range(_IN_FLIGHT * max(1, sum(client.nthreads().values()))):
                _submit(client, pending, names, next(waiting, None))
            for future in pending:
                unit = names.pop(future.key)
                outcomes = _result(future, unit)
                future.release()
                _submit(client, pending, names, next(waiting, None))
                yield unit, outcomes
        except GeneratorExit:
            client.cancel(list(pending.futures))
            raise


def _submit(client: Any, pending: Any, names: dict[str, Unit], unit: Unit | None) -> None:
    if unit is None:
        return
    future = client.submit(play_unit, unit, pure=False, retries=TRIES)
    names[future.key] = unit
    pending.add(future)


def _result(future: Any, unit: Unit) -> list[Outcome]:
    """Return the outcomes of a finished unit; raises EnvironmentFault where there are none."""
    if future.status != "finished":
        error = future.exception() if future.status == "error" else None
        why = f"{type(error).__name__}: {error}" if error is not None else "the scheduler is gone"
        msg = f"The cluster could not play a unit of games ({why})."
        remedy = f"Look at the workers: each needs this version of autosweep. {_AGAIN}"
        raise EnvironmentFault(msg, remedy=remedy)
    worker, outcomes = future.result()
    if worker != fingerprint(unit.strategy):
        msg = "A worker of the cluster has another version or build of autosweep than this machine."
        remedy = f"Install the same everywhere, with or without the engine. {_AGAIN}"
        raise EnvironmentFault(msg, remedy=remedy)
    return list(outcomes)
