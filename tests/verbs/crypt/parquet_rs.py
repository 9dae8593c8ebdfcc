"""parquet-rs as a reader and a writer of encrypted files: in DataFusion 49, whose package takes keys. `python -m tests.readers.install
python` puts it into `build/readers`; it runs in a process of its own, beside the DataFusion of the tests.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tests.readers.place import PLACE

_SCRIPT: Final = (
    "import datafusion, json, sys\n"
    "context = datafusion.SessionContext(datafusion.SessionConfig().with_target_partitions(1))\n"
    "for statement in json.load(sys.stdin):\n"
    "    rows = [row for batch in context.sql(statement).collect() for row in batch.to_pylist()]\n"
    "print(json.dumps(rows))\n"
)


def read_column(path: Path, column: str, keys: Mapping[str, bytes]) -> list[str]:
    """Raises CalledProcessError where the reader refuses."""
    options = _options_of("decryption", keys)
    given = f" OPTIONS ({_write(options)})" if options else ""
    table = f"CREATE EXTERNAL TABLE given STORED AS PARQUET LOCATION '{path}'{given}"
    return [row[column] for row in _run(table, f"SELECT {column} FROM given")]


def write_file(path: Path, query: str, keys: Mapping[str, bytes], **options: str) -> None:
    """The rows of a query. `options` are those of DataFusion for a file of Parquet, with `__` for a dot and for `::`."""
    chosen = _options_of("encryption", keys)
    chosen |= {f"format.{name.replace('__', '.')}": value for name, value in options.items()}
    _run(f"COPY ({query}) TO '{path}' STORED AS PARQUET OPTIONS ({_write(chosen)})")


def _options_of(work: str, keys: Mapping[str, bytes]) -> dict[str, str]:
    whose = {
        path: f"column_key_as_hex::{path}" if path else "footer_key_as_hex" for path in keys
    }
    return {f"format.crypto.file_{work}.{whose[path]}": key.hex() for path, key in keys.items()}


def _write(options: Mapping[str, str]) -> str:
    return ", ".join(f"'{name}' '{value}'" for name, value in options.items())


def _run(*statements: str) -> list[dict[str, Any]]:
    """The rows of the last one. No key is an argument of its process."""
    environment = {**os.environ, "PYTHONPATH": str(PLACE / "parquet-rs")}
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT],
        input=json.dumps(statements),
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows
