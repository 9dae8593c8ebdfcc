"""The process that Spark forks its Python workers from, without tracebacks that mean nothing.

Spark ends an idle worker by closing its socket. The worker (4.3) takes that for an error and tells it to the other end;
over TCP this goes nowhere, while a unix socket answers that nobody is there, which it then prints.
`spark.python.daemon.module` names this module in sessions of our own.
"""

from __future__ import annotations

from socket import socket
from typing import Protocol

from pyspark import daemon

from inlay.ground.free_memory import keep_large_pieces_apart

_worker = daemon.worker


class Worker(Protocol):
    def __call__(self, sock: socket, authenticated: bool) -> int: ...


def run_worker(sock: socket, authenticated: bool) -> int:
    """What `pyspark.daemon` runs after a fork; 1 ends the process."""
    try:
        return _worker(sock, authenticated)
    except BrokenPipeError:
        return 1


def serve(worker: Worker = run_worker) -> None:
    """Forks workers until Spark ends. They have nobody else's tasks, so their memory is divided as that of a command."""
    keep_large_pieces_apart()
    daemon.worker = worker
    daemon.manager()


if __name__ == "__main__":
    serve()
