"""A path that is read by the pages of its own columns gives what pyarrow's rows give, errors included."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pytest

from inlay import read_metadata
from inlay.changes.life_cycle.change_form import change_form
from inlay.changes.life_cycle.steps import add, finalize, promote
from inlay.pages.engine.chunk_metadata import locate_pages, metadata_of
from inlay.pages.engine.errors import ChunkError
from inlay.rows.variants.leaf_reading import read_by_leaves
from inlay.rows.variants.path_reading import read_by_rows
from inlay.variant import (
    CastError,
    DamagedRowError,
    PrimitiveType,
    Scalar,
    StorageError,
    VariantArray,
    read_path,
    shred,
    variant_array,
    write_table,
)
from inlay_variant.arrow.casting import choose_casting
from inlay_variant.arrow.variant_get import parse_paths
from tests.support.examples import TIMES

pytestmark = pytest.mark.needs("native core")

NULL: Final = Scalar(PrimitiveType.NULL)
SCALARS: Final[list[object]] = [
    NULL, True, False, 0, 7, -300, 70_000, 1 << 40, 0.5, 1e300, "", "text", "ä" * 20, b"bytes", Decimal("1.25"), Decimal("123456789012.345"),
    date(2026, 1, 2), time(3, 4, 5), datetime(2026, 1, 2, 3, 4, 5), datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC), uuid.UUID(int=9),
]  # fmt: skip
TYPES: Final[list[pa.DataType]] = [
    pa.bool_(), pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.float32(), pa.float64(), pa.string(), pa.binary(), pa.decimal128(9, 2),
    pa.decimal128(18, 3), pa.decimal128(38, 4), pa.date32(), pa.time64("us"), pa.timestamp("us"), pa.timestamp("us", "UTC"),
    pa.timestamp("ns"), pa.uuid(),
]  # fmt: skip


def outcome(read: Callable[[], Any]) -> tuple[object, ...]:
    """What a look-up gives, in a form that can be compared."""
    try:
        column = read()
    except (CastError, DamagedRowError, StorageError) as error:
        return type(error), str(error)
    rows: list[object] = []
    for chunk in column.chunks:
        is_variant = isinstance(chunk, VariantArray)
        rows += chunk.variants() if is_variant else chunk.to_pylist()
    return column.type, rows


def both_ways(
    file: Path,
    path: str,
    type_: pa.DataType | None,
    *,
    strict: bool = False,
    row_groups: list[int] | None = None,
) -> tuple[tuple[object, ...] | None, tuple[object, ...]]:
    """By leaves, None where that is left to pyarrow, and by rows."""
    casting = choose_casting("strict" if strict else None, "UTC")
    paths = list(parse_paths(path, type_, casting).values())
    by_leaves = outcome(
        lambda: (
            read_by_leaves(file, "v", paths, casting, row_groups=row_groups, tolerant=False)
            or [pa.chunked_array([], pa.null())]
        )[0]
    )
    by_rows = outcome(
        lambda: read_by_rows(file, "v", paths, casting, row_groups=row_groups, tolerant=False)[0]
    )
    return None if by_leaves == (pa.null(), []) else by_leaves, by_rows


def some_schema(rng: random.Random, depth: int) -> pa.DataType:
    kind = rng.randrange(10)
    if depth and kind < 6:
        return pa.struct(
            [(name, some_schema(rng, depth - 1)) for name in "abc" if rng.random() < 0.8]
            or [("a", pa.int64())]
        )
    if depth and kind == 6:
        return pa.list_(some_schema(rng, depth - 1))
    return pa.null() if kind == 7 else rng.choice(TYPES)


def value_like(rng: random.Random, schema: pa.DataType, stray: float) -> object:
    """Mostly of the schema, with fields that are missing or null, and with values of other types."""
    if rng.random() < stray:
        return rng.choice([*SCALARS, {"a": 1, "z": {"a": "odd"}}, [1, "two"]])
    if pa.types.is_struct(schema):
        fields = [schema.field(index) for index in range(schema.num_fields)]
        return {
            field.name: value_like(rng, field.type, stray) for field in fields if rng.random() < 0.8
        }
    if pa.types.is_list(schema):
        return [value_like(rng, schema.value_type, stray) for _ in range(rng.randrange(3))]
    return rng.choice(fitting_scalars(schema) or SCALARS)


@cache
def fitting_scalars(schema: pa.DataType) -> list[object]:
    """Those that go into a column of this type."""
    array = shred(variant_array(SCALARS), schema).storage
    typed: Any = (
        array.field("typed_value") if array.type.get_field_index("typed_value") >= 0 else []
    )
    return [scalar for scalar, value in zip(SCALARS, typed, strict=False) if value.is_valid]


def write(file: Path, array: Any, schema: pa.DataType, **options: Any) -> None:
    """With columns on both sides, as files have them."""
    others = pa.array(range(len(array)))
    write_table(
        pa.table({"first": others, "v": array, "last": others}),
        file,
        shred={"v": schema},
        **options,
    )


def some_options(rng: random.Random) -> dict[str, Any]:
    return {
        "row_group_size": rng.choice([9, 20, 1000]),
        "compression": rng.choice(["none", "snappy", "zstd", "gzip"]),
        "use_dictionary": rng.random() < 0.5,
        "data_page_version": rng.choice(["1.0", "2.0"]),
        "data_page_size": rng.choice([20, 1 << 20]),
        "write_batch_size": rng.choice([5, 1024]),
        "write_statistics": rng.random() < 0.7,
        "write_page_checksum": rng.random() < 0.5,
    }


@pytest.mark.parametrize("seed", range(30 * TIMES))
def test_both_ways_say_the_same_of_random_files(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    fields = {name: some_schema(rng, 2) for name in "ab"}
    schema = pa.struct(list(fields.items()))
    stray = rng.choice([0.0, 0.0, 0.1, 0.4])
    rows = [None if rng.random() < 0.1 else value_like(rng, schema, stray) for _ in range(40)]
    file = tmp_path / "v.parquet"
    write(file, variant_array(rows), schema, **some_options(rng))
    by_leaves = 0
    for _ in range(25):
        steps = rng.choices([".a", ".b", ".c", ".z", "[0]"], [6, 6, 3, 1, 1], k=rng.randrange(1, 4))
        path = "$" + "".join(steps)
        type_ = rng.choice(TYPES) if rng.random() < 0.9 else None
        groups = rng.choice([None, None, [0]])
        new, old = both_ways(file, path, type_, strict=rng.random() < 0.3, row_groups=groups)
        by_leaves += new is not None
        assert new in (None, old), (path, type_)
    assert by_leaves >= 3


DEEP: Final = pa.struct([("a", pa.struct([("b", pa.struct([("c", pa.int64())]))]))])
ROWS: Final[dict[str, list[object]]] = {
    "all there": [{"a": {"b": {"c": number}}} for number in range(9)],
    "null at every level": [None, NULL, {"a": NULL}, {"a": {"b": NULL}}, {"a": {"b": {"c": NULL}}}, {"a": {"b": {"c": 1}}}],
    "missing at every level": [{}, {"a": {}}, {"a": {"b": {}}}, {"a": {"b": {"c": 1}}}, {"z": 1}],
    "other types at every level": ["x", {"a": 5}, {"a": {"b": [1]}}, {"a": {"b": {"c": "7"}}}, {"a": {"b": {"c": 2.0}}}],
    "objects and arrays at the end": [{"a": {"b": {"c": {"d": 1}}}}, {"a": {"b": {"c": [1]}}}, {"a": {"b": {"c": 3}}}],
    "only nulls": [None] * 5,
    "left over in one row group": [*[{"a": {"b": {"c": number}}} for number in range(8)], {"a": {"b": {"c": "x"}}}, None],
    "beside the columns": [{"a": {"x": number, "b": {"x": {"y": number}}}} for number in range(6)],
}  # fmt: skip
PATHS: Final = ["$.a.b.c", "$.a.b.c.d", "$.a.x", "$.a.b.x.y", "$.z", "$.a.b", "$.a"]


@pytest.mark.parametrize("name", ROWS)
def test_both_ways_say_the_same_of_nulls(name: str, tmp_path: Path) -> None:
    file = tmp_path / "v.parquet"
    write(file, variant_array(ROWS[name]), DEEP, row_group_size=4)
    for path in PATHS:
        for type_ in (None, pa.int64(), pa.float64(), pa.string()):
            for strict in (False, True):
                new, old = both_ways(file, path, type_, strict=strict)
                assert new in (None, old), (path, type_, strict)
                is_object = path in ("$.a", "$.a.b")
                assert (new is None) == (is_object and (type_ is None or strict)), (path, type_)


def test_only_pages_of_the_path_are_read(tmp_path: Path) -> None:
    """What is left over nowhere is not read, nor is any other column: damage there goes unnoticed."""
    file = tmp_path / "v.parquet"
    write(file, variant_array(ROWS["all there"]), DEEP)
    data = bytearray(file.read_bytes())
    for chunk in read_metadata(file).row_groups[0].columns:
        meta = metadata_of(chunk)
        if meta.path_in_schema[-2:] != ["c", "typed_value"]:
            start, end = locate_pages(meta)
            data[start:end] = b"\xff" * (end - start)
    file.write_bytes(data)
    assert read_path(file, "v", "$.a.b.c", pa.int64()).to_pylist() == list(range(9))


def test_other_forms(tmp_path: Path) -> None:
    file = tmp_path / "v.parquet"
    write(file, variant_array(ROWS["left over in one row group"]), DEEP, row_group_size=4)
    before, rows = both_ways(file, "$.a.b.c", pa.int64())
    assert before == rows
    for step in (add, promote, finalize):
        change_form(str(file), step)
        assert both_ways(file, "$.a.b.c", pa.int64()) == (before, before)


def _damage_page(file: Path) -> None:
    data = bytearray(file.read_bytes())
    chunk = next(
        metadata_of(chunk)
        for chunk in read_metadata(file).row_groups[1].columns
        if metadata_of(chunk).path_in_schema[-2:] == ["c", "typed_value"]
    )
    data[locate_pages(chunk)[1] - 1] ^= 1
    file.write_bytes(data)


def test_damage_names_the_file_and_the_column(tmp_path: Path) -> None:
    file = tmp_path / "bad.parquet"
    write(file, variant_array(ROWS["all there"]), DEEP, row_group_size=4, write_page_checksum=True)
    _damage_page(file)
    said = r"bad\.parquet: row group 1: column v\.typed_value\.a\..*\.c\.typed_value: a page does not match its CRC"
    with pytest.raises(ChunkError, match=said):
        read_path(file, "v", "$.a.b.c", pa.int64())


def test_errors_count_rows_from_the_first_row_group(tmp_path: Path) -> None:
    file = tmp_path / "v.parquet"
    write(file, variant_array(ROWS["left over in one row group"]), DEEP, row_group_size=4)
    with pytest.raises(CastError, match="row 8"):
        read_path(file, "v", "$.a.b.c", pa.int64(), cast="strict")
