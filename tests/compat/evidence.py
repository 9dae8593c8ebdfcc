"""The files that readers are measured with. All are valid.

Each has a column `key` of plain integers, so that it shows whether a reader loses a column or the file. Rules are made of the half
`made`, and held against the half `judged`: other values in other pages, several row groups, another codec and another neighbour.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import isnan
from pathlib import Path
from typing import Any, Final, Literal

from parquet_format.parquet import ColumnOrder, FileMetaData, GeometryType
from tests.readers.probes.encodings import ARROW, CODECS, TYPES, VALUES
from tests.readers.probes.types import POINT, Column, Edit, columns, two_levels
from tests.readers.sources import footer_of, with_footer

Half = Literal["made", "judged"]
Values = Sequence[Any]

KEY: Final = "key"
ROWS: Final = 60
_STRIDE: Final = 7
"""From a column to its neighbour in the other half."""


@dataclass(frozen=True, slots=True)
class Tried:
    """`stored` are the values by a reader that passes over the type of the column, `parsed` by one that knows more of it."""

    values: Values
    stored: Values | None = None
    parsed: Values | None = None

    def first(self, rows: int) -> Tried:
        every = (None if it is None else it[:rows] for it in (self.stored, self.parsed))
        return Tried(self.values[:rows], *every)


@dataclass(frozen=True, slots=True)
class Evidence:
    """`sought` are columns whose first value is looked for by a filter."""

    name: str
    half: Half
    write: Callable[[Path], None]
    columns: Mapping[str, Tried]
    sought: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Written:
    """A column as pyarrow gets it. With a `mixes` of False it has options that others would not bear."""

    arrow: Any
    given: Values
    tried: Tried
    edit: Edit | None = None
    whole: Mapping[str, Any] = field(default_factory=dict[str, Any])
    encoding: str = "RLE_DICTIONARY"
    codec: str = "snappy"
    simple: bool = False

    @property
    def mixes(self) -> bool:
        return self.edit is None and not self.whole


def evidence() -> Iterator[Evidence]:
    """All files, those that rules are made of first."""
    made = _columns("made")
    judged = _columns("judged")
    for name, column in made.items():
        yield _file(name, "made", {"c": column})
    names = [name for name, column in judged.items() if column.mixes]
    for at, (name, column) in enumerate(judged.items()):
        other = judged[names[(at * _STRIDE + 3) % len(names)]]
        beside = (
            {"d": other} if column.mixes and name != names[(at * _STRIDE + 3) % len(names)] else {}
        )
        yield _file(name, "judged", {"c": column, **beside})
    for half in ("made", "judged"):
        yield from _of_whole_files(half)


def _columns(half: Half) -> dict[str, Written]:
    found: dict[str, Written] = {}
    for name, column in columns().items():
        found[f"type {name}"] = _typed(column, half)
    for encoding, types in TYPES.items():
        for type_ in types:
            found[f"encoding {encoding} of {type_}"] = _encoded(encoding, type_, half)
    for codec, name in CODECS.items():
        found[f"codec {codec}"] = _compressed(name, half)
    found["type GEOMETRY with another CRS"] = Written(
        _arrow().binary(),
        _turned([POINT, None, POINT], half),
        Tried(_turned([POINT, None, POINT], half)),
        _crs,
        {"write_statistics": False},
    )
    found["bounds with NaN"] = _with_nan(half)
    found["order IEEE 754"] = _ordered(half)
    return found


def _turned(values: Values, half: Half) -> list[Any]:
    """In the other half the values are turned round, and there are more of them."""
    return list(values) if half == "made" else [*reversed(values)] * 5


def _typed(column: Column, half: Half) -> Written:
    values = _turned(column.values, half)
    stored, parsed = (
        None if it is None else _turned(it, half) for it in (column.stored, column.parsed)
    )
    given = column.values if column.given is None else column.given
    return Written(
        column.arrow,
        _turned(given, half),
        Tried(values, stored, parsed),
        _two_levels if column.edit is two_levels else column.edit,
        {**(column.options or {}), **({"write_statistics": False} if column.edit else {})},
        codec="snappy" if half == "made" else "zstd",
        simple=not isinstance(column.values[0], list | dict),
    )


def _encoded(encoding: str, type_: str, half: Half) -> Written:
    shift = 0 if half == "made" else 11
    numbers = [None if n % 7 == 3 else n // 5 + shift for n in range(ROWS)]
    values = [None if n is None else VALUES[type_](n) for n in numbers]
    pa = _arrow()
    kind = pa.binary(4) if type_ == "FIXED_LEN_BYTE_ARRAY" else pa.type_for_alias(ARROW[type_])
    whole: dict[str, Any] = {}
    if type_ == "INT96":
        whole["use_deprecated_int96_timestamps"] = True
    if encoding == "PLAIN_DICTIONARY":
        whole["version"] = "1.0"
    codec = "none" if half == "made" else "snappy"
    return Written(kind, values, Tried(values), None, whole, encoding, codec, True)


def _compressed(codec: str, half: Half) -> Written:
    values = [VALUES["INT64"](n) for n in range(ROWS if half == "made" else 2 * ROWS)]
    return Written(_arrow().int64(), values, Tried(values), None, {}, "PLAIN", codec, True)


def with_nan(values: Values) -> Tried:
    """pandas says NaN for what is not there, too."""
    return Tried(values, parsed=[None if it is not None and isnan(it) else it for it in values])


def _with_nan(half: Half) -> Written:
    values = [float("nan"), 1.5, None, -2.0, 7.25]
    turned = values if half == "made" else [*values, 3.5] * 4
    return Written(_arrow().float64(), turned, with_nan(turned), encoding="PLAIN", simple=True)


def _ordered(half: Half) -> Written:
    values = _turned([1.5, None, -0.25], half)

    def edit(metadata: FileMetaData) -> None:
        assert metadata.column_orders is not None
        metadata.column_orders[0] = ColumnOrder.IEEE_754_TOTAL_ORDER

    return Written(_arrow().float64(), values, Tried(values), edit, simple=True)


def _crs(metadata: FileMetaData) -> None:
    metadata.schema[1].logicalType = GeometryType(crs="EPSG:3857")


def _two_levels(metadata: FileMetaData) -> None:
    """The same as of a file with one column."""
    key = metadata.schema.pop()
    chunks = [group.columns.pop() for group in metadata.row_groups]
    two_levels(metadata)
    metadata.schema.append(key)
    for group, chunk in zip(metadata.row_groups, chunks, strict=True):
        group.columns.append(chunk)


def _file(name: str, half: Half, written: Mapping[str, Written]) -> Evidence:
    sought = [column for column, it in written.items() if it.simple and it.given[0] is not None]
    tried = {column: it.tried for column, it in written.items()}
    rows = min(len(it.given) for it in written.values())
    cut = {column: it.first(rows) for column, it in tried.items()}
    return Evidence(
        name,
        half,
        partial(_write, written=written, half=half, rows=rows),
        {**cut, KEY: Tried(range(rows))},
        sought,
    )


def _write(path: Path, written: Mapping[str, Written], half: Half, rows: int) -> None:
    pa = _arrow()
    arrays = {name: pa.array(list(it.given[:rows]), it.arrow) for name, it in written.items()}
    table = pa.table({**arrays, KEY: pa.array(range(rows), pa.int64())})
    options: dict[str, Any] = {}
    for it in written.values():
        options |= it.whole
    dictionary = [name for name, it in written.items() if it.encoding.endswith("DICTIONARY")]
    encodings = {
        name: it.encoding for name, it in written.items() if not it.encoding.endswith("DICTIONARY")
    }
    parquet: Any = importlib.import_module("pyarrow.parquet")
    leaves = _leaves(table)
    parquet.write_table(
        table,
        path,
        store_schema=False,
        use_dictionary=[leaf for name in dictionary for leaf in leaves[name]] or False,
        column_encoding={**encodings, KEY: "PLAIN"},
        compression={
            **{leaf: it.codec for name, it in written.items() for leaf in leaves[name]},
            KEY: "none",
        },
        row_group_size=rows if half == "made" else max(rows // 2, 1),
        write_page_index=half == "judged",
        **options,
    )
    for it in written.values():
        if it.edit is not None:
            metadata = footer_of(path)
            it.edit(metadata)
            with_footer(path, metadata)


def _leaves(table: Any) -> dict[str, list[str]]:
    """The paths of leaves below each column, as pyarrow names them for its options."""
    parquet: Any = importlib.import_module("pyarrow.parquet")
    sink = _arrow().BufferOutputStream()
    parquet.write_table(table.slice(0, 0), sink)
    schema = parquet.ParquetFile(_arrow().BufferReader(sink.getvalue())).schema
    found: dict[str, list[str]] = {name: [] for name in table.column_names}
    for at in range(len(schema)):
        path = schema.column(at).path
        found[path.partition(".")[0]].append(path)
    return found


def _of_whole_files(half: Half) -> Iterator[Evidence]:
    from tests.compat.whole_files import whole_files

    yield from whole_files(half)


def _arrow() -> Any:
    return importlib.import_module("pyarrow")
