"""A PostgreSQL of its own, in a temporary folder, behind a socket there: no port is opened."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.support.programs import find_program

USER: Final = "inlay"
_DEBIAN: Final = Path("/usr/lib/postgresql")
"""Its servers lie there, in a folder for each version, and not on PATH."""


def find_postgres() -> Path | None:
    """The folder of its programs."""
    beside = find_program("initdb")
    if beside is not None:
        return Path(beside).parent
    return max((path.parent for path in _DEBIAN.glob("*/bin/initdb")), default=None)


@contextmanager
def serving_postgres() -> Generator[str]:
    """Gives the connection string of an empty database."""
    programs = find_postgres()
    assert programs is not None, "the mark `needs` has to skip the test"
    folder = Path(tempfile.mkdtemp(prefix="inlay-pg-"))  # a socket's path has at most 107 bytes
    user = None
    if os.geteuid() == 0:  # which it refuses to run as
        user = "nobody"
        shutil.chown(folder, user)

    def run(program: str, *arguments: str) -> None:
        # Not through pipes: the server inherits what is open, and they would never end.
        command = [str(programs / program), *arguments]
        with open(os.devnull, "wb") as sink:
            subprocess.run(command, cwd=folder, user=user, stdout=sink, stderr=sink, check=True)

    control = ["--pgdata", "data"]
    settings = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off"
    try:
        run("initdb", "--username", USER, "--auth", "trust", "--no-sync", "data")
        run("pg_ctl", *control, "start", "--wait", "--log", "log", "--options", settings)
        try:
            yield f"dbname=postgres user={USER} host={folder}"
        finally:
            run("pg_ctl", *control, "stop", "--mode", "immediate")
    finally:
        shutil.rmtree(folder)
