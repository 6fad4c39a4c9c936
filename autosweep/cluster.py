"""A Dask cluster, where the extra `cluster` is installed: connecting, and an executor on it.

Every fault of the connection is a sentence of its own. Imports nothing of the project but the
errors.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from socket import create_connection
from typing import Any
from urllib.parse import urlsplit

from autosweep.errors import EnvironmentFault, MissingExtra, install_command

TRIES = 10
"""How often a task may be lost with its worker before the cluster is given up."""
_TIMEOUT = "15s"
_KNOCK = 5.0
"""Seconds to wait for an answer of the scheduler's machine."""
_PORT = 8786
"""Where a scheduler listens unless told otherwise."""


@contextmanager
def connect(address: str) -> Iterator[Any]:
    """Connect to a scheduler; yields its client as soon as there is a worker.

    Raises MissingExtra without dask.distributed, and EnvironmentFault where the scheduler cannot be
    reached or has no workers.
    """
    try:
        from distributed import Client
    except ImportError:
        msg = "A cluster needs dask.distributed, which is not installed."
        remedy = f"Install it with `{install_command('cluster')}`."
        raise MissingExtra(msg, remedy=remedy) from None
    _knock(address)
    with Client(address, timeout=_TIMEOUT, set_as_default=False) as client:
        _wait_for_workers(client, address)
        yield client


@contextmanager
def executor_of(address: str) -> Iterator[tuple[Executor, int]]:
    """Connect to a scheduler; yields an executor and how many threads its workers have."""
    with connect(address) as client:
        threads = sum(client.nthreads().values())
        # pure=False: a task that was asked for twice is not looked up but done
        with client.get_executor(pure=False, retries=TRIES) as executor:
            yield executor, max(1, threads)


def _knock(address: str) -> None:
    """Raise EnvironmentFault where nobody listens: the client itself would try for a long time."""
    place = urlsplit(address if "://" in address else f"tcp://{address}")
    try:
        create_connection((place.hostname or "", place.port or _PORT), timeout=_KNOCK).close()
    except (OSError, ValueError):
        msg = f"There is no Dask scheduler at {address}."
        remedy = "Start one with `dask scheduler`, workers with `dask worker ADDRESS`."
        raise EnvironmentFault(msg, remedy=remedy) from None


def _wait_for_workers(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=_TIMEOUT)
    except TimeoutError:
        msg = f"The scheduler at {address} has no workers."
        remedy = f"Start some with `dask worker {address}`."
        raise EnvironmentFault(msg, remedy=remedy) from None
