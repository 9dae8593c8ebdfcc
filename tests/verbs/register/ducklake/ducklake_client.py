"""DuckLake's own client, in a process of its own: its DuckDB is another one than that of the tests. To start it takes longer than most
statements do, so one answers all; between two answers it has no catalog, as a client that begins."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from functools import cache
from typing import Any, Final

from tests.readers.place import PLACE, find_extension

_SCRIPT: Final = """
import duckdb, json, sys
client = duckdb.connect()
client.execute("SET enable_progress_bar = false")  # it is printed if the machine is busy
client.execute("SET threads = 1")
for line in sys.stdin:
    extensions, attach, statements = json.loads(line)
    try:
        for path in extensions:
            client.execute(f"LOAD '{path}'")
        client.execute(attach)
        try:
            for statement in statements:
                rows = client.execute(statement).fetchall()
        finally:
            client.execute("DETACH lake")
        answer = {"rows": rows}
    except duckdb.Error as error:
        answer = {"error": str(error)}
    print(json.dumps(answer, default=str), flush=True)
"""


def run_python(*arguments: str) -> str:
    """What it prints."""
    program = [sys.executable, *arguments]
    done = subprocess.run(
        program, env=_environment(), capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def ask_ducklake(
    catalog: object, data: object, *statements: str, extensions: tuple[str, ...] = ("ducklake",)
) -> list[Any]:
    """The rows of the last statement; the catalog is attached as `lake`."""
    paths = [str(find_extension(name)) for name in extensions]
    attach = f"ATTACH 'ducklake:{catalog}' AS lake (DATA_PATH '{data}/')"
    process = _start()
    assert process.stdin is not None
    assert process.stdout is not None
    print(json.dumps([paths, attach, statements]), file=process.stdin, flush=True)
    answer: dict[str, Any] = json.loads(process.stdout.readline())
    assert "error" not in answer, answer
    rows: list[Any] = answer["rows"]
    return rows


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(PLACE / "ducklake")}


@cache
def _start() -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", _SCRIPT],
        env=_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(process.kill)
    return process
