"""Evidence of Variants, of columns that may not be null, and of encodings that few know."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import inlay.variant as variants
from inlay.pages.encodings.alp.plugin import Alp
from inlay.pages.encodings.choose import choose_columns
from inlay.pages.encodings.fsst.plugin import Fsst
from inlay.pages.encodings.on_files import add_to_file, ratify_file
from inlay.pages.encodings.pfor.plugin import Pfor
from inlay.pages.encodings.plugins import Encodings
from tests.compat.written import KEY, Evidence, Half, Tried, Values, arrow, evidence_of, parquet
from tests.readers.probes.encodings import VALUES
from tests.readers.probes.variants import LISTS, NUMBERS, OBJECTS

ENCODED: Final[Mapping[str, Alp | Pfor | Fsst]] = {
    "DOUBLE": Alp(),
    "INT64": Pfor(),
    "BYTE_ARRAY": Fsst(),
}
"""An encoding for each of these types, beside the old pages."""


def surprises(half: Half) -> Iterator[Evidence]:
    yield from _of_variants(half)
    yield from _of_nulls(half)
    yield from _of_encodings(half)


def _of_variants(half: Half) -> Iterator[Evidence]:
    pa = arrow()
    ids = [uuid.UUID(int=2**127 + 7), uuid.UUID(int=1), uuid.UUID(int=2**64)]
    fields = pa.struct({"id": pa.int64(), "name": pa.string()})
    shapes: dict[str, tuple[Sequence[str | None], Any]] = {
        "type VARIANT": (OBJECTS, None),
        "type VARIANT that is null": ([*OBJECTS, None], None),
        "type VARIANT, numbers shredded": (NUMBERS, pa.int64()),
        "type VARIANT, an object shredded": (OBJECTS, fields),
        "type VARIANT, a list shredded": (LISTS, pa.list_(pa.int64())),
    }
    for name, (texts, schema) in shapes.items():
        array = variants.from_json_array(_more(texts, half))
        values = [it and json.loads(it) for it in _more(texts, half)]
        yield _variant(name, half, array, schema, values)
    given = _more(ids, half)
    array = variants.variant_array(given)
    yield _variant("type VARIANT, UUIDs shredded", half, array, pa.uuid(), [*map(str, given)])


def _more(values: Sequence[Any], half: Half) -> list[Any]:
    return list(values) if half == "made" else [*reversed(values)] * 4


def _variant(name: str, half: Half, array: Any, schema: Any, values: Values) -> Evidence:
    column = array if schema is None else variants.shred(array, schema)
    stored = column.storage.to_pylist()
    tried = Tried(values, stored, untyped=[_as_bytes(it) for it in stored])
    return evidence_of(name, half, partial(_write_variants, column=column), tried, False)


def _as_bytes(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _as_bytes(inner) for name, inner in value.items()}
    return value.bytes if isinstance(value, uuid.UUID) else value


def _write_variants(path: Path, column: Any) -> None:
    keys = arrow().array(range(len(column)), arrow().int64())
    variants.write_table(arrow().table({"c": column, KEY: keys}), path, store_schema=False)


def _of_nulls(half: Half) -> Iterator[Evidence]:
    """A column that may not be null, and one within a struct that is."""
    pa = arrow()
    kinds: Mapping[str, tuple[Any, Values, bool]] = {
        "type INT32, required": (pa.int32(), [7, 1, 3], False),
        "type BYTE_ARRAY, required": (pa.string(), ["b", "a", "c"], False),
        "type a required field of a struct that is null": (
            pa.struct([pa.field("a", pa.int32(), nullable=False)]),
            [{"a": 1}, None, {"a": 2}],
            True,
        ),
    }
    for name, (kind, values, is_nullable) in kinds.items():
        every = _more(values, half)
        field = pa.field("c", kind, nullable=is_nullable)
        write = partial(_write_field, field=field, values=every)
        yield evidence_of(name, half, write, Tried(every), not is_nullable)


def _write_field(path: Path, field: Any, values: Values) -> None:
    pa = arrow()
    schema = pa.schema([field, pa.field(KEY, pa.int64())])
    keys = pa.array(range(len(values)), pa.int64())
    parquet().write_table(
        pa.table([pa.array(values, field.type), keys], schema=schema), path, store_schema=False
    )


def _of_encodings(half: Half) -> Iterator[Evidence]:
    """ALP in the place of the old pages, and others beside them."""
    rows = 300 if half == "made" else 700
    for type_ in ("FLOAT", "DOUBLE"):
        values = [None if n % 7 == 3 else VALUES[type_](n // 5) for n in range(rows)]
        write = partial(_write_encoded, values=values, type_=type_, encoding=Alp(), is_alone=True)
        yield evidence_of(f"encoding ALP of {type_}", half, write, Tried(values))
    for type_, encoding in ENCODED.items():
        values = [None if n % 7 == 3 else VALUES[type_](n // 5) for n in range(rows)]
        write = partial(_write_encoded, values=values, type_=type_, encoding=encoding)
        yield evidence_of(f"extension {encoding.name} beside {type_}", half, write, Tried(values))


def _write_encoded(
    path: Path, values: Values, type_: str, encoding: Any, is_alone: bool = False
) -> None:
    kind = {"FLOAT": "float32", "DOUBLE": "float64", "INT64": "int64", "BYTE_ARRAY": "string"}[
        type_
    ]
    table = {"c": arrow().array(values, kind), KEY: arrow().array(range(len(values)), "int64")}
    parquet().write_table(
        arrow().table(table),
        path,
        use_dictionary=False,
        column_encoding={"c": "PLAIN", KEY: "PLAIN"},
        compression="none",
        store_schema=False,
    )
    known = Encodings(encoding)
    add_to_file(str(path), choose_columns(["c"], encoding), encodings=known)
    if is_alone:
        ratify_file(str(path), encodings=known)
