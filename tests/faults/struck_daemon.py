"""The process that Spark forks its Python workers from, in which the file system is struck.

`spark.python.daemon.module` names this module. What is to be struck is read by each worker when it begins, so one session has
many strikes; `spark.python.worker.reuse` has to be off.
"""

from __future__ import annotations

from socket import socket

from pyspark import daemon

from inlay_spark.session import worker_daemon
from tests.faults.struck_workers import WorkerSystem
from tests.support.ready_daemon import import_needed


def run_worker(sock: socket, authenticated: bool) -> int:
    system = WorkerSystem.told()
    if system is None:
        return worker_daemon.run_worker(sock, authenticated)
    with system.installed():
        return worker_daemon.run_worker(sock, authenticated)


if __name__ == "__main__":
    import_needed()
    daemon.worker = run_worker
    daemon.manager()
