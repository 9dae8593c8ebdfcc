"""parquet-rs as a reader and a writer of encrypted files: in DataFusion 49, whose package takes keys. `python -m tests.readers.install
python` puts it into `build/readers`; it runs in a process of its own, beside the DataFusion of the tests, which stays for the next file.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from inlay.footers.encryption.master_keys import LocalMasterKeys
from tests.readers.place import PLACE
from tests.support.encrypted_files import MASTERS

_CRYPTO: Final = "format.crypto"
_SCRIPT: Final = """
import datafusion, json, sys
for line in sys.stdin:
    context = datafusion.SessionContext(datafusion.SessionConfig().with_target_partitions(1))
    try:
        for statement in json.loads(line):
            rows = [row for batch in context.sql(statement).collect() for row in batch.to_pylist()]
        answer = {"rows": rows}
    except BaseException as error:  # a panic is not an Exception
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
"""


class ParquetRsError(Exception):
    """It refuses, or is gone."""


def read_column(path: Path, column: str, keys: Mapping[str, bytes]) -> list[str]:
    """Raises ParquetRsError where the reader refuses."""
    options = _options_of("decryption", keys)
    given = f" OPTIONS ({_write(options)})" if options else ""
    table = f"CREATE EXTERNAL TABLE given STORED AS PARQUET LOCATION '{path}'{given}"
    return [row[column] for row in _run(table, f"SELECT {column} FROM given")]


def write_file(
    path: Path,
    query: str,
    keys: Mapping[str, bytes],
    masters: Mapping[str, str] | None = None,
    *,
    footer: Literal["encrypted", "plaintext"] = "encrypted",
    options: Mapping[str, str] | None = None,
) -> None:
    """The rows of a query. `masters` name the master key of each key, and then the file says how it is wrapped; `options` are those of
    DataFusion for a file of Parquet."""
    chosen = {f"format.{name}": value for name, value in (options or {}).items()}
    chosen |= _options_of("encryption", keys)
    chosen[f"{_CRYPTO}.file_encryption.encrypt_footer"] = str(footer == "encrypted").lower()
    for whose, master in (masters or {}).items():
        name = f"column_metadata_as_hex::{whose}" if whose else "footer_key_metadata_as_hex"
        wrapped = _wrap(keys[whose], master, is_footer=not whose)
        chosen[f"{_CRYPTO}.file_encryption.{name}"] = wrapped.encode().hex()
    _run(f"COPY ({query}) TO '{path}' STORED AS PARQUET OPTIONS ({_write(chosen)})")


def _wrap(key: bytes, master: str, *, is_footer: bool) -> str:
    """Key metadata, as parquet-java and Arrow write it; parquet-rs takes any."""
    material = {
        "keyMaterialType": "PKMT1",
        "internalStorage": True,
        "isFooterKey": is_footer,
        "masterKeyID": master,
        "wrappedDEK": LocalMasterKeys(MASTERS).wrap_key(key, master),
        "doubleWrapping": False,
    }
    if is_footer:
        material |= {"kmsInstanceID": "DEFAULT", "kmsInstanceURL": "DEFAULT"}
    return json.dumps(material)


def _options_of(work: str, keys: Mapping[str, bytes]) -> dict[str, str]:
    return {
        f"{_CRYPTO}.file_{work}."
        + (f"column_key_as_hex::{path}" if path else "footer_key_as_hex"): (key.hex())
        for path, key in keys.items()
    }


def _write(options: Mapping[str, str]) -> str:
    return ", ".join(f"'{name}' '{value}'" for name, value in options.items())


def _run(*statements: str) -> list[dict[str, Any]]:
    """The rows of the last one. No key is an argument of its process."""
    process = _start()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(statements) + "\n")
    process.stdin.flush()
    line = process.stdout.readline()
    if not line:
        _start.cache_clear()
        raise ParquetRsError(f"its process ends with {process.wait()}")
    answer = json.loads(line)
    if "error" in answer:
        raise ParquetRsError(answer["error"])
    rows: list[dict[str, Any]] = answer["rows"]
    return rows


@cache
def _start() -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", _SCRIPT],
        env={**os.environ, "PYTHONPATH": str(PLACE / "parquet-rs")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    atexit.register(process.kill)
    return process
