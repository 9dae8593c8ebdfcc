"""The process that Spark forks its Python workers from, without tracebacks that mean nothing.

Spark ends an idle worker by closing its socket. The worker (4.3) takes that for an error and tells it to the other end;
over TCP this goes nowhere, while a unix socket answers that nobody is there, which it then prints.
`spark.python.daemon.module` names this module in sessions of our own.
"""

from __future__ import annotations

from socket import socket

from pyspark import daemon

_worker = daemon.worker


def run_worker(sock: socket, authenticated: bool) -> int:
    """What `pyspark.daemon` runs after a fork; 1 ends the process."""
    try:
        return _worker(sock, authenticated)
    except BrokenPipeError:
        return 1


if __name__ == "__main__":
    daemon.worker = run_worker
    daemon.manager()
