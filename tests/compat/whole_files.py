"""Evidence of what concerns a file as a whole: its form, its names, what it lacks."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

from inlay.changes.life_cycle.steps import build_tail
from inlay.footers.footer.form import Form
from inlay.verbs.set.convert_footer import convert_footer
from tests.compat.written import KEY, Evidence, Half, Tried, halves, with_nan
from tests.readers.sources import footer_of, split, with_footer


def whole_files(half: Half) -> Iterator[Evidence]:
    rows = 3 if half == "made" else 40
    c = [n / 4 for n in range(rows)] if half == "made" else [f"name {n}" for n in range(rows)]
    both = {"c": Tried(c), KEY: Tried(range(rows))}
    for form in (Form.PRIVATE, Form.MIGRATION, Form.FINAL):
        yield Evidence(f"form {form.value}", half, partial(_form, c=c, form=form), both)
    for form in (Form.MODULAR, Form.PARX):
        yield Evidence(f"form {form.value}", half, partial(_design, c=c, form=form), both)
    nothing = {"c": Tried([]), KEY: Tried([])}
    yield Evidence("file no rows", half, partial(_write, c=c, groups=[0]), nothing)
    yield Evidence("file no row groups", half, partial(_write, c=c, groups=[]), nothing)
    holed = partial(_write, c=c, groups=[rows, 0])
    yield Evidence("file a row group without rows", half, holed, both)
    yield Evidence("file no column orders", half, partial(_unordered, c=c), both)
    for name, other in (
        ("names empty", ""),
        ("names with a dot", "a.b"),
        ("names differ in case", "KEY"),
    ):
        named = {other: Tried(c), KEY: Tried(range(rows))}
        yield Evidence(name, half, partial(_write, c=c, groups=[rows], name=other), named)
    for name, plaintext in (("encryption footer", False), ("encryption columns", True)):
        write = partial(_encrypted, c=c, plaintext=plaintext)
        yield Evidence(name, half, write, both)
    for type_, values in _filtered(rows).items():
        column = {"c": halves(values, type_), KEY: Tried(range(rows))}
        write = partial(_index, c=values, type_=type_, what="bloom-filter")
        yield Evidence(f"index Bloom filter of {type_}", half, write, column, ["c"])
    ratios = [float("nan"), *(n / 4 for n in range(1, rows))]
    counted = {"c": with_nan(ratios), KEY: Tried(range(rows))}
    write = partial(_index, c=ratios, type_="float64", what="nan-counts")
    yield Evidence("bounds with NaN, counted", half, write, counted, ["c"])


def _write(path: Path, c: Any, groups: list[int], name: str = "c") -> None:
    pa: Any = importlib.import_module("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    table = pa.table({name: c, KEY: pa.array(range(len(c)), pa.int64())})
    with parquet.ParquetWriter(path, table.schema, store_schema=False) as writer:
        for rows in groups:
            writer.write_table(table.slice(0, rows))


def _form(path: Path, c: list[Any], form: Form) -> None:
    _write(path, c, [len(c)])
    data, footer = split(path.read_bytes())
    path.write_bytes(data + build_tail(form, footer))


def _design(path: Path, c: list[Any], form: Form) -> None:
    _write(path, c, [len(c)])
    convert_footer(str(path), form.value)


def _unordered(path: Path, c: list[Any]) -> None:
    _write(path, c, [len(c)])
    metadata = footer_of(path)
    metadata.column_orders = None
    with_footer(path, metadata)


def _filtered(rows: int) -> dict[str, list[Any]]:
    """Values in reverse, so that the one that is looked for is not the least."""
    numbers = range(rows, 0, -1)
    day = date(2024, 2, 1)
    return {
        "int32": [*numbers],
        "int64": [n << 33 for n in numbers],
        "float64": [n / 4 for n in numbers],
        "float16": [n / 4 for n in numbers],
        "string": [f"name {n}" for n in numbers],
        "date32": [day + timedelta(days=n) for n in numbers],
        "decimal": [Decimal(n) / 4 for n in numbers],
        "timestamp[us]": [datetime(2024, 2, 1) + timedelta(hours=n) for n in numbers],
        "uint32": [n + 2**31 for n in numbers],
    }


def _index(path: Path, c: list[Any], type_: str, what: str) -> None:
    pa: Any = importlib.import_module("pyarrow")
    if type_ == "float16":  # for which pyarrow writes one
        parquet: Any = importlib.import_module("pyarrow.parquet")
        key = pa.array(range(len(c)), pa.int64())
        table = pa.table({"c": pa.array(c, pa.float16()), KEY: key})
        parquet.write_table(table, path, store_schema=False, bloom_filter_options={"c": True})
        return
    kind = pa.decimal128(30, 2) if type_ == "decimal" else pa.type_for_alias(type_)
    _write(path, pa.array(c, kind), [len(c)])
    inlay: Any = importlib.import_module("inlay")
    add: Callable[..., object] = inlay.add_index
    target: Callable[..., object] = inlay.Target
    add(str(path), what=[what], target=target(in_place=True))


def _encrypted(path: Path, c: list[Any], plaintext: bool) -> None:
    pa: Any = importlib.import_module("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    encryption: Any = importlib.import_module("pyarrow.parquet.encryption")
    properties = encryption.create_encryption_properties(
        b"0123456789abcdef", plaintext_footer=plaintext
    )
    table = pa.table({"c": c, KEY: pa.array(range(len(c)), pa.int64())})
    parquet.write_table(table, path, store_schema=False, encryption_properties=properties)
