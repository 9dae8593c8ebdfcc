"""An evidence file, what it has, and how it is written."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import isnan
from pathlib import Path
from struct import pack
from typing import Any, Final, Literal

from tests.readers.probes.types import Edit
from tests.readers.sources import footer_of, with_footer

Half = Literal["made", "judged"]
Values = Sequence[Any]

KEY: Final = "key"


@dataclass(frozen=True, slots=True)
class Tried:
    """`stored` are the values by a reader that passes over the type of the column, `untyped` by one that passes over types within it, too,
    and `parsed` by one that knows more of it."""

    values: Values
    stored: Values | None = None
    parsed: Values | None = None
    untyped: Values | None = None

    def first(self, rows: int) -> Tried:
        others = (self.stored, self.parsed, self.untyped)
        return Tried(self.values[:rows], *(None if it is None else it[:rows] for it in others))


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


def with_nan(values: Values) -> Tried:
    """pandas says NaN for what is not there, too."""
    return Tried(values, parsed=[None if it is not None and isnan(it) else it for it in values])


def halves(values: Values, type_: str) -> Tried:
    """A half-precision number is stored as two bytes."""
    if type_ != "float16":
        return Tried(values)
    return Tried(values, [None if it is None else pack("<e", it) for it in values])


def evidence_of(
    name: str, half: Half, write: Callable[[Path], None], tried: Tried, is_sought: bool = True
) -> Evidence:
    columns = {"c": tried, KEY: Tried(range(len(tried.values)))}
    return Evidence(name, half, write, columns, ["c"] if is_sought else [])


def file_of(name: str, half: Half, written: Mapping[str, Written]) -> Evidence:
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
    pa = arrow()
    arrays = {name: pa.array(list(it.given[:rows]), it.arrow) for name, it in written.items()}
    table = pa.table({**arrays, KEY: pa.array(range(rows), pa.int64())})
    options: dict[str, Any] = {}
    for it in written.values():
        options |= it.whole
    dictionary = [name for name, it in written.items() if it.encoding.endswith("DICTIONARY")]
    encodings = {
        name: it.encoding for name, it in written.items() if not it.encoding.endswith("DICTIONARY")
    }
    leaves = _leaves(table)
    parquet().write_table(
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
    sink = arrow().BufferOutputStream()
    parquet().write_table(table.slice(0, 0), sink)
    schema = parquet().ParquetFile(arrow().BufferReader(sink.getvalue())).schema
    found: dict[str, list[str]] = {name: [] for name in table.column_names}
    for at in range(len(schema)):
        path = schema.column(at).path
        found[path.partition(".")[0]].append(path)
    return found


def arrow() -> Any:
    return importlib.import_module("pyarrow")


def parquet() -> Any:
    return importlib.import_module("pyarrow.parquet")
