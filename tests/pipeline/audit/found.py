"""What the tables of an audit say, and what they should."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import inlay


def read(out: Path, table: str) -> list[dict[str, Any]]:
    """All rows, in an order that does not depend on tasks."""
    parts = [pq.read_table(path) for path in sorted((out / table).glob("*.parquet"))]
    rows = pa.concat_tables(parts).to_pylist() if parts else []
    return sorted(rows, key=lambda row: json.dumps(row, default=str, sort_keys=True))


def expect(paths: list[Path]) -> Iterator[tuple[str, str, str, str, str]]:
    """What `inlay.verify` finds, file by file."""
    for path in paths:
        for each in inlay.verify(path, values=True).explained:
            yield str(path), each.finding.code, each.finding.at, each.writer, each.defect


def list_found(out: Path) -> list[tuple[str, str, str, str, str]]:
    return [
        (row["path"], row["code"], row["at"], row["writer"] or "", row["defect"] or "")
        for row in read(out, "findings")
    ]


def expect_advice(paths: list[Path]) -> Iterator[tuple[str, str, str, str, str]]:
    """What `inlay.verify` advises, file by file."""
    for path in paths:
        verified = inlay.verify(path, values=True)
        for each in verified.advice:
            yield str(path), each.code, each.at, each.what, verified.writer


def list_advised(out: Path) -> list[tuple[str, str, str, str, str]]:
    return [
        (row["path"], row["code"], row["at"], row["what"], row["writer"] or "")
        for row in read(out, "advice")
    ]


def count_notes(run: Path) -> int:
    """Tasks that are done."""
    return sum(path.suffix == ".done" for path in run.iterdir()) if run.is_dir() else 0
