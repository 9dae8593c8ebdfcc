"""Variants: in one column, shredded in every way, and below others."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from parquet_format.parquet import VariantType
from tests.readers.probes.probe import Probe
from tests.readers.sources import footer_of, with_footer

OBJECTS: Final[list[str | None]] = [
    '{"id":1,"name":"nut"}',
    '{"id":2}',
    '{"id":"three","more":[1]}',
]
LISTS: Final[list[str | None]] = ["[1,2]", "[]", '["x",3]']
NUMBERS: Final[list[str | None]] = ["1", "-7", '"x"', "null"]


def variants() -> Iterator[Probe]:
    pa = importlib.import_module("pyarrow")
    shapes: dict[str, tuple[list[str | None], Any]] = {
        "not shredded": (OBJECTS, None),
        "not shredded, and no Variant in a row": ([*OBJECTS, None], None),
        "shredded, and no Variant in a row": ([*NUMBERS, None], pa.int64()),
        "shredded, numbers": (NUMBERS, pa.int64()),
        "shredded, an object": (OBJECTS, pa.struct({"id": pa.int64(), "name": pa.string()})),
        "shredded, an object in an object": (
            ['{"a":{"b":1}}', '{"a":{"b":2,"c":3}}', '{"a":5}'],
            pa.struct({"a": pa.struct({"b": pa.int64()})}),
        ),
        "shredded, a list": (LISTS, pa.list_(pa.int64())),
        "shredded, a list of objects": (
            ['[{"id":1},{"id":2}]', "[]", '[{"id":"x"}]'],
            pa.list_(pa.struct({"id": pa.int64()})),
        ),
    }
    for row, (texts, schema) in shapes.items():
        yield Probe(
            row, partial(_write, texts=texts, schema=schema), _values(texts), _stored(texts, schema)
        )
    ones: list[str | None] = ["1", "2", "3"]
    alone = partial(_write_typed_alone, texts=ones)
    yield Probe(
        "shredded, without `value`",
        alone,
        _values(ones),
        {"c": [{"metadata": b"\x11\0\0", "typed_value": n} for n in (1, 2, 3)]},
    )
    for place in ("a list", "a map", "a struct"):
        for schema, how in ((None, "not shredded"), (pa.int64(), "shredded")):
            write = partial(_write_below, place=place, schema=schema)
            yield Probe(
                f"in {place}, {how}",
                write,
                {"c": _below(place, [1, "x"])},
                _stored_below(place, schema),
            )


def _values(texts: Sequence[str | None]) -> dict[str, list[Any]]:
    return {"c": [text and json.loads(text) for text in texts]}


def _below(place: str, values: Sequence[Any]) -> list[Any]:
    first, second = values
    rows: dict[str, list[Any]] = {
        "a list": [[first, second], []],
        "a map": [{"k": first, "l": second}, {}],
        "a struct": [{"v": first}, {"v": second}],
    }
    return rows[place]


def _array(texts: Sequence[str | None], schema: Any) -> Any:
    variant: Any = importlib.import_module("inlay.variant")
    array = variant.from_json_array(texts)
    return array if schema is None else variant.shred(array, schema)


def _stored(texts: Sequence[str | None], schema: Any) -> dict[str, list[Any]]:
    return {"c": _array(texts, schema).storage.to_pylist()}


def _stored_below(place: str, schema: Any) -> dict[str, list[Any]]:
    return {"c": _below(place, _array(["1", '"x"'], schema).storage.to_pylist())}


def _write(path: Path, texts: Sequence[str | None], schema: Any) -> None:
    _write_column(path, _array(texts, schema))


def _write_below(path: Path, place: str, schema: Any) -> None:
    pa: Any = importlib.import_module("pyarrow")
    inner = _array(["1", '"x"'], schema)
    if place == "a list":
        column = pa.ListArray.from_arrays(pa.array([0, 2, 2], pa.int32()), inner)
    elif place == "a map":
        keys = pa.array(["k", "l"])
        column = pa.MapArray.from_arrays(pa.array([0, 2, 2], pa.int32()), keys, inner)
    else:
        column = pa.StructArray.from_arrays([inner], fields=[pa.field("v", inner.type)])
    _write_column(path, column)


def _write_column(path: Path, column: Any) -> None:
    pa: Any = importlib.import_module("pyarrow")
    write: Any = importlib.import_module("inlay.variant").write_table
    write(pa.table({"c": column}), path, store_schema=False)


def _write_typed_alone(path: Path, texts: Sequence[str | None]) -> None:
    """All values are numbers, and the column `value`, which would be empty, is not there."""
    pa: Any = importlib.import_module("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    storage = _array(texts, pa.int64()).storage
    kept = ["metadata", "typed_value"]
    struct = pa.StructArray.from_arrays(
        [storage.field(name) for name in kept], fields=[storage.type.field(name) for name in kept]
    )
    parquet.write_table(pa.table({"c": struct}), path, store_schema=False)
    metadata = footer_of(path)
    metadata.schema[1].logicalType = VariantType(specification_version=1)
    with_footer(path, metadata)
