"""A path of a file is what it is of an array, however deep in shredded objects and lists, and only its columns are read."""

from __future__ import annotations

import random
import uuid
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pytest

from inlay.variant import read_path, to_python, variant_array, variant_get, write_table
from tests.support.examples import TIMES

CASES: Final[dict[str, tuple[list[object], pa.DataType, list[str]]]] = {
    "a list of numbers": ([[1, 2], "x"], pa.list_(pa.int64()), ["$[0]", "$[5]", "$.a"]),
    "a list of objects": ([[{"a": 1}, {"a": 2}], "x", []], pa.list_(pa.struct([("a", pa.int64())])), ["$[0]", "$[0].a", "$[1].a", "$[1].b"]),
    "objects of several fields": ([[{"a": 1, "b": 2, "c": 3}, {"a": 2}], "x"], pa.list_(pa.struct([("a", pa.int64()), ("b", pa.int64())])), ["$[0]", "$[0].a", "$[1].b", "$[0].c"]),
    "a list of lists": ([[[1, 2], []], [None]], pa.list_(pa.list_(pa.int64())), ["$[0]", "$[0][0]", "$[0][1]", "$[0].a"]),
    "a list in an object": ([{"a": [1, 2]}, None, {"a": 3}], pa.struct([("a", pa.list_(pa.int64()))]), ["$.a", "$.a[0]", "$.b"]),
    "lists of objects with lists": ([{"a": [{"b": [5]}, {"c": 1}]}], pa.struct([("a", pa.list_(pa.struct([("b", pa.list_(pa.int64()))])))]), ["$.a", "$.a[0]", "$.a[0].b", "$.a[0].b[0]", "$.a[0].c", "$.a[1].c", "$.c"]),
    "UUIDs in lists": ([[{"u": uuid.UUID(int=7)}], [{"u": "no"}]], pa.list_(pa.struct([("u", pa.uuid())])), ["$[0].u", "$[0]"]),
    "lists that are not typed": ([[1, {"a": 2}]], pa.list_(pa.null()), ["$[0]", "$[1].a"]),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("type_", [None, pa.int64()], ids=["any", "int64"])
def test_a_path_is_read_as_it_is_looked_up(
    both: str, name: str, type_: pa.DataType | None, tmp_path: Path
) -> None:
    values, schema, paths = CASES[name]
    array: Any = variant_array(values)
    file = tmp_path / "v.parquet"
    write_table(pa.table({"v": array}), file, shred={"v": schema})
    for path in paths:
        read: Any = read_path(file, "v", path, type_)
        wanted: Any = variant_get(array, path, type_)
        if type_ is None:
            assert to_python(read) == to_python(wanted), path
        else:
            assert read.to_pylist() == wanted.to_pylist(), path


def some_value(rng: random.Random, depth: int) -> object:
    kind = rng.randrange(6 if depth else 4)
    if kind == 4:
        return [some_value(rng, depth - 1) for _ in range(rng.randrange(3))]
    if kind == 5:
        return {name: some_value(rng, depth - 1) for name in "ab" if rng.random() < 0.6}
    return [None, rng.randrange(9), "x", 0.5][kind]


def some_schema(rng: random.Random, depth: int) -> pa.DataType:
    kind = rng.randrange(2, 5) if depth else rng.randrange(2)
    if kind == 3:
        return pa.list_(some_schema(rng, depth - 1))
    if kind == 4:
        return pa.struct([(name, some_schema(rng, depth - 1)) for name in "ab"])
    kinds: list[pa.DataType] = [pa.int64(), pa.string(), pa.null()]
    return kinds[kind]


@pytest.mark.parametrize("seed", range(24 * TIMES))
def test_random_files_and_paths(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    array: Any = variant_array([some_value(rng, 3) for _ in range(20)])
    file = tmp_path / "v.parquet"
    write_table(pa.table({"v": array}), file, shred={"v": some_schema(rng, 3)})
    for _ in range(12):
        path = "$" + "".join(
            rng.choice([".a", ".b", "[0]", "[1]"]) for _ in range(rng.randrange(4))
        )
        assert to_python(read_path(file, "v", path)) == to_python(variant_get(array, path)), path
        read: Any = read_path(file, "v", path, pa.int64())
        wanted: Any = variant_get(array, path, pa.int64())
        assert read.to_pylist() == wanted.to_pylist(), path
