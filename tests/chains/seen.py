"""What readers see of a file: values by pyarrow and by DuckDB, findings, row groups, and rows that filters find."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

import inlay
from inlay.pages.engine.chunk_metadata import metadata_of
from tests.pages.encodings.files import pa, pq

duckdb: Any = importlib.import_module("duckdb")
dataset: Any = importlib.import_module("pyarrow.dataset")

Column: TypeAlias = tuple[str, list[str]]
"""Its name, and its values as text, in which zeros have a sign and NaN equals itself."""

Change: TypeAlias = Callable[[list[Column]], list[Column]]

_THRIFT: Final = b"PAR1"
_FILTERED: Final = 2
"""Columns, of each file."""


class Seen(NamedTuple):
    """`views` has the columns by each reader, and is empty for a file that has no Thrift footer. `lost` are filters that lose rows."""

    path: Path
    views: Mapping[str, list[Column]]
    findings: frozenset[str]
    groups: Sequence[int]
    lost: frozenset[str]

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.views.get("pyarrow", [])]


def look_at(path: Path, seed: int) -> Seen:
    findings = frozenset(it.code for it in inlay.verify(path, data=True, values=True).findings)
    metadata = inlay.read_metadata(path)
    groups = [group.num_rows for group in metadata.row_groups]
    if path.read_bytes()[-4:] != _THRIFT:
        return Seen(path, {}, findings, groups, frozenset())
    table = pq.ParquetFile(path).read()
    views = {"pyarrow": _columns_of(table), "DuckDB": _columns_by_duckdb(path)}
    lost = {*_find_lost(path, table, Random(seed)), *_find_false_counts(metadata, table)}
    return Seen(path, views, findings, groups, frozenset(lost))


def _columns_of(table: Any) -> list[Column]:
    return [
        (name, [repr(value) for value in column.to_pylist()])
        for name, column in zip(table.column_names, table.columns, strict=True)
    ]


def _columns_by_duckdb(path: Path) -> list[Column]:
    with duckdb.connect() as connection:
        return _columns_of(connection.sql(f"from read_parquet('{path}')").to_arrow_table())


def _find_lost(path: Path, table: Any, random: Random) -> Iterator[str]:
    """Filters by values of some columns with which pyarrow or Inlay do not find what is there."""
    flat = [it.name for it in table.schema if not pa.types.is_nested(it.type)]
    rows = dataset.dataset(path)
    for name in random.sample(flat, min(_FILTERED, len(flat))) if table.num_rows else ():
        field, value = dataset.field(name), random.choice(table[name])
        asked = [("is null", field.is_null()), ("is not null", field.is_valid())]
        if value.is_valid:
            asked += [("=", field == value), ("<", field < value), (">", field > value)]
        for sign, condition in asked:
            expected = table.filter(condition)[name].to_pylist()
            if repr(rows.to_table(filter=condition)[name].to_pylist()) != repr(expected):
                yield f"pyarrow: {sign}"
            if sign.startswith("is") or pa.types.is_integer(value.type):
                shown = sign if sign.startswith("is") else f"{sign} {value}"
                by_us = inlay.read_table(path, filters=f'"{name}" {shown}')[name].to_pylist()
                if repr(by_us) != repr(expected):
                    yield f"Inlay: {sign}"


def _find_false_counts(metadata: Any, table: Any) -> Iterator[str]:
    """Rows, and nulls of columns outside of groups."""
    if metadata.num_rows != table.num_rows:
        yield "number of rows"
    start = 0
    for group in metadata.row_groups:
        for chunk in group.columns:
            meta = metadata_of(chunk)
            said = meta.statistics.null_count if meta.statistics is not None else None
            if said is not None and len(meta.path_in_schema) == 1:
                rows = table[meta.path_in_schema[0]].slice(start, group.num_rows)
                if rows.null_count != said:
                    yield "number of nulls"
        start += group.num_rows
