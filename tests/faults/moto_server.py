"""moto's S3 as a process of its own: an implementation that is not ours, with which ours has nothing in common."""

from __future__ import annotations

import os
import re
import socket
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple
from urllib.request import urlopen

from tests.support.programs import find_program

PROGRAM: Final = "moto_server"
_REQUEST: Final = re.compile(r'"(?:\x1b\[\S*?m)?([A-Z]+) (\S+) HTTP/1.1')


class MotoServer(NamedTuple):
    """`url` is where it listens, on the loopback alone; `log` has a line for each request."""

    url: str
    log: Path

    def requests(self) -> list[tuple[str, str]]:
        """Method and target of all so far."""
        return _REQUEST.findall(self.log.read_text(encoding="utf-8"))


@contextmanager
def serving_moto(folder: Path) -> Generator[MotoServer]:
    program = find_program(PROGRAM)
    assert program is not None, "the mark `needs` has to skip the test"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = folder / "moto.log"
    keys = {"AWS_ACCESS_KEY_ID": "nobody", "AWS_SECRET_ACCESS_KEY": "nothing"}
    with log.open("w", encoding="utf-8") as sink:
        process = subprocess.Popen(
            [program, "-H", "127.0.0.1", "-p", str(port)],
            stdout=sink,
            stderr=sink,
            env={**os.environ, **keys, "PYTHONPATH": "", "PYTHONUNBUFFERED": "1"},
        )
        try:
            server = MotoServer(f"http://127.0.0.1:{port}", log)
            _wait_for(server, process)
            yield server
        finally:
            process.terminate()
            process.wait()


def _wait_for(server: MotoServer, process: subprocess.Popen[bytes]) -> None:
    while True:
        assert process.poll() is None, server.log.read_text(encoding="utf-8")
        try:
            with urlopen(f"{server.url}/moto-api/", timeout=60):
                return
        except OSError:
            try:
                process.wait(0.2)
            except subprocess.TimeoutExpired:
                continue
