"""The DuckDB that DuckLake is built for, which is another one than ours, in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from tests.readers.place import PLACE, find_extension
from tests.registrars.literals import cut, spell_column
from tests.registrars.table_format import Answer, Question, Table

EXTENSIONS: Final = ("ducklake", "avro", "iceberg", "delta")
_SIGNS: Final = ("=", ">=", "<=", "<>", "<", ">")
_CHILD: Final = Path(__file__).with_name("duckdb_child.py")


class ClientError(Exception):
    """What DuckDB raised, by the name of its class."""


class DuckDBProcess:
    """Tables are `ducklake:CATALOG`, or the function that reads one."""

    def __init__(self) -> None:
        found = [find_extension(name) for name in EXTENSIONS]
        self.extensions = [name for name, path in zip(EXTENSIONS, found, strict=True) if path]
        self._process = subprocess.Popen(
            [sys.executable, str(_CHILD), *(str(path) for path in found if path)],
            env={**os.environ, "PYTHONPATH": str(PLACE / "ducklake")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> DuckDBProcess:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process.wait(timeout=60)

    def ask(self, verb: str, **request: Any) -> Any:
        """Raises ClientError."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps({"verb": verb, **request}), file=self._process.stdin, flush=True)
        answer = json.loads(self._process.stdout.readline())
        if "error" in answer:
            raise ClientError(answer["error"], answer["text"])
        return answer["answer"]


def ask_duckdb(
    duckdb: DuckDBProcess,
    name: Callable[[Table], str],
    tables: Sequence[Table],
    question: Question,
) -> list[Answer]:
    """Of a table and of the one whose catalog says nothing, which `name` names to DuckDB. Raises ClientError."""
    seen, plain = (name(it) if it.is_registered else [*map(str, it.paths)] for it in tables)
    rows = duckdb.ask(
        "compare",
        seen=seen,
        plain=plain,
        column=spell_column(question.column),
        signs=[[sign for sign in _SIGNS if question.is_asked(sign, at)] for at in range(2)],
    )
    return [Answer(cut(text), *counts) for text, *counts in rows]
