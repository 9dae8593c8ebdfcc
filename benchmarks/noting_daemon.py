"""The process that Spark forks its Python workers from, for `wide_spark`: each notes what it has taken, behind every task.

`spark.python.daemon.module` names this module. Nobody waits for a worker and could ask: its parent lets the system do that.
"""

from __future__ import annotations

import os
import resource
import signal
from pathlib import Path
from socket import socket
from typing import Final

from inlay_spark.session import worker_daemon

FOLDER: Final = "INLAY_WORKER_NOTES"
"""The variable that says where notes go: one for each process, by its number."""


def run_and_note(sock: socket, authenticated: bool) -> int:
    """One task. Spark ends all workers when it has what the last one says, and not before that one has noted it."""
    _note()  # that it is there
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    code = worker_daemon.run_worker(sock, authenticated)
    _note()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP})
    return code


def _note() -> None:
    spent = resource.getrusage(resource.RUSAGE_SELF)
    note = Path(os.environ[FOLDER], str(os.getpid()))
    note.with_suffix(".new").write_text(
        f"{spent.ru_utime + spent.ru_stime} {spent.ru_maxrss >> 10}", encoding="ascii"
    )
    note.with_suffix(".new").replace(note)


if __name__ == "__main__":
    worker_daemon.serve(run_and_note)
