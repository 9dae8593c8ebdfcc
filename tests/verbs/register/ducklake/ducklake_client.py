"""DuckLake's own client, in a process of its own: its DuckDB is another one than that of the tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any, Final

from tests.readers.place import PLACE, find_extension

_SCRIPT: Final = (
    "import duckdb, json, sys\n"
    "client = duckdb.connect()\n"
    "client.execute('SET enable_progress_bar = false')\n"  # it is printed if the machine is busy
    "for statement in json.loads(sys.argv[1]):\n"
    "    rows = client.execute(statement).fetchall()\n"
    "print(json.dumps(rows, default=str))\n"
)


def run_python(*arguments: str) -> str:
    """What it prints."""
    environment = {**os.environ, "PYTHONPATH": str(PLACE / "ducklake")}
    program = [sys.executable, *arguments]
    done = subprocess.run(
        program, env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def ask_ducklake(
    catalog: object, data: object, *statements: str, extensions: tuple[str, ...] = ("ducklake",)
) -> list[Any]:
    """The rows of the last statement; the catalog is attached as `lake`."""
    loads = [f"LOAD '{find_extension(name)}'" for name in extensions]
    attach = f"ATTACH 'ducklake:{catalog}' AS lake (DATA_PATH '{data}/')"
    rows: list[Any] = json.loads(
        run_python("-c", _SCRIPT, json.dumps([*loads, attach, *statements]))
    )
    return rows
