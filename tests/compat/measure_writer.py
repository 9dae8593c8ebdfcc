"""One writer, asked for each encoding: what the headers of its pages say, and whether its values come back."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import inlay
from inlay.pages.encodings.on_files import list_encodings
from inlay.pages.encodings.plugins import load_plugins
from tests.compat.asked_writer import AskedWriter
from tests.compat.asked_writers import WRITERS
from tests.compat.encodings_written import FEW_WRITE, TYPES, Answer, Written
from tests.readers.process import NOT_TEXT, ROOT
from tests.readers.verdict import shorten

ROWS: Final = 400
_NEW: Final = ("ALP", "FSST", "PFOR")
"""Encodings that pyarrow does not read; the last two have no number in Parquet."""


def measure_writer(name: str, folder: Path, place: str = "") -> Written:
    """A writer that lies in `place`. Raises CalledProcessError for one that a question ends, and LookupError if it is not installed."""
    writer = WRITERS[name](place)
    version = writer.version()
    if version is None:
        raise LookupError(f"{name} is not installed")
    tables = _tables(writer)
    for type_, table in tables.items():
        importlib.import_module("pyarrow.parquet").write_table(
            table, folder / f"{type_}.parquet", use_dictionary=False, store_schema=False
        )
    cases = list(_cases(writer))
    outs = [folder / f"{at}.out.parquet" for at in range(len(cases))]
    questions = [
        [str(folder / f"{type_}.parquet"), str(out), asked]
        for (type_, asked, _), out in zip(cases, outs, strict=True)
    ]
    (folder / "questions.json").write_text(json.dumps(questions), encoding="utf-8")
    command = [sys.executable, "-m", "tests.compat.writer_child", name, place, str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    errors = json.loads((folder / "answers.json").read_text(encoding="utf-8"))
    return Written(
        version,
        [
            Answer(type_, asked, how, "", _plain(error, folder))
            if error
            else judge_file(type_, asked, how, out, tables[type_]["c"].to_pylist())
            for (type_, asked, how), out, error in zip(cases, outs, errors, strict=True)
        ],
    )


def _cases(writer: AskedWriter) -> Iterator[tuple[str, str, str]]:
    """Type, what is asked, and how."""
    for type_ in TYPES:
        for way, how in writer.unasked.items():
            yield type_, way, how
    for encoding, type_ in FEW_WRITE:
        option = writer.option(encoding)
        if option is not None:
            yield type_, encoding, option


def _tables(writer: AskedWriter) -> dict[str, Any]:
    """All values differ, so that a dictionary does not pay."""
    pa: Any = importlib.import_module("pyarrow")
    decimals = ([Decimal(n) / 4 for n in range(ROWS)], pa.decimal128(38, 2))
    fixed = ([b"%016d" % n for n in range(ROWS)], pa.binary(16))
    columns = {
        "INT32": ([n * 1000 - 7 for n in range(ROWS)], pa.int32()),
        "INT64": ([n * 10_000_000_000 - 7 for n in range(1, ROWS)], pa.int64()),
        "FLOAT": ([n / 4 for n in range(ROWS)], pa.float32()),
        "DOUBLE": ([n / 4 for n in range(ROWS)], pa.float64()),
        "BYTE_ARRAY": ([f"name {n}" for n in range(ROWS)], pa.string()),
        "FIXED_LEN_BYTE_ARRAY": fixed if writer.fixed == "bytes" else decimals,
    }
    return {
        name: pa.table(
            [pa.array(values, kind)], schema=pa.schema([pa.field("c", kind, nullable=False)])
        )
        for name, (values, kind) in columns.items()
    }


def judge_file(type_: str, asked: str, how: str, out: Path, values: list[Any]) -> Answer:
    (leaf,) = (row for row in inlay.schema_table(str(out)).to_pylist() if row["physical_type"])
    if leaf["physical_type"] != type_:
        return Answer(type_, asked, how, "", f"it stores {leaf['physical_type']}")
    if _values_of(out, asked) != values:
        return Answer(type_, asked, how, "", "other values come back")
    pages = [
        row["encoding"]
        for row in inlay.page_table(str(out)).to_pylist()
        if row["page_type"].startswith("DATA_PAGE")
    ]
    beside = [it.encoding.name.upper() for it in list_encodings(str(out)) if it.encoding]
    return Answer(type_, asked, how, ", ".join(dict.fromkeys(beside or pages)))


def _values_of(path: Path, asked: str) -> list[Any]:
    """By pyarrow, but for what it does not know."""
    if asked not in _NEW:
        whole: list[Any] = (
            importlib.import_module("pyarrow.parquet").read_table(path)[0].to_pylist()
        )
        return whole
    known = load_plugins([name.lower() for name in _NEW], {})
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # the old pages were read
        values: list[Any] = inlay.read_table(str(path), encodings=known)["c"].to_pylist()
    return values


def _plain(error: str, folder: Path) -> str:
    """One line of it, without places."""
    lines = [line for line in error.replace(str(folder), "").splitlines() if line.strip()]
    said = next((it for it in lines if "rror" in it or ":" in it), lines[0])
    return shorten(NOT_TEXT.sub("?", re.sub(r"(?<!\w)/?\d+\.out\.parquet", "FILE", said)).strip())
