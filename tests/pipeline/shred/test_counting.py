"""Counts of parts add up to those of the whole, in any order; and schemas are text and back."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.files.entries import FileEntry
from inlay.variant import StorageError
from inlay_spark.shredding.sampling import pick_files
from inlay_variant.arrow.inference import SAMPLE, infer_from_counts
from inlay_variant.arrow.schema_text import SchemaTextError, format_schema, parse_schema
from inlay_variant.storage.shape import parse_shape
from inlay_variant.value.counting import Seen
from inlay_variant.value.nodes import Node
from inlay_variant.value.primitives import PrimitiveType, Scalar, scalar
from tests.support.examples import examples
from tests.variant.values import NODES, SCHEMAS

quick = examples(150)


def counted(nodes: Sequence[Node]) -> Seen:
    seen = Seen()
    for node in nodes:
        seen.note(node)
    return seen


@quick
@given(parts=st.lists(st.lists(NODES, max_size=5), max_size=6), seed=st.randoms())
def test_parts_add_up_to_the_whole(parts: list[list[Node]], seed: random.Random) -> None:
    whole = [node for part in parts for node in part]
    counts = [Seen.from_json(json.loads(json.dumps(counted(part).as_json()))) for part in parts]
    assert counts == [counted(part) for part in parts]
    seed.shuffle(counts)
    while len(counts) > 1:  # in any order, and in any grouping
        one = counts.pop(seed.randrange(len(counts)))
        counts[seed.randrange(len(counts))].merge(one)
    merged = counts[0] if counts else Seen()
    assert merged == counted(whole)
    assert infer_from_counts(merged) == infer_from_counts(counted(whole))


def test_merging_leaves_the_other_as_it_is() -> None:
    node: Node = {"a": [{"b": Scalar(PrimitiveType.TRUE)}]}
    one, other = counted([node]), counted([node])
    one.merge(other)
    one.merge(other)
    assert other == counted([node])
    assert one == counted([node] * 3)


def test_keys_that_are_data_are_thinned() -> None:
    true = Scalar(PrimitiveType.TRUE)
    rows: list[Node] = [{"id": true, f"k{at}": true, "in": {f"j{at}": true}} for at in range(300)]
    seen = counted(rows)
    before = infer_from_counts(seen).type
    seen.thin(10_000)
    assert seen.places() == 603
    seen.thin(100)
    assert seen.places() == 3
    assert (seen.rows, seen.fields["id"].rows) == (300, 300)
    assert infer_from_counts(seen).type == before == pa.struct([("id", pa.bool_()), ("in", pa.null())])  # fmt: skip


def test_ties_are_told_in_the_same_order() -> None:
    text, number = scalar(PrimitiveType.STRING, "x"), scalar(PrimitiveType.INT8, 1)
    whys = {
        infer_from_counts(counted(nodes)).choices[0].why for nodes in ([text, number], [number, text])
    }  # fmt: skip
    assert whys == {"no type has 80% of the values: STRING 1, integer 1"}


@quick
@given(schema=SCHEMAS)
def test_schemas_are_text_and_back(schema: pa.DataType) -> None:
    assert parse_schema(format_schema(schema)) == schema
    assert parse_shape(parse_schema(format_schema(schema))) == parse_shape(schema)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("struct<a bigint, b: array<timestamp>, c decimal(9)>", "struct<a: int64, b: list<timestamp[us, UTC]>, c: decimal(9, 0)>"),
        ("Struct< `x ``y`: Timestamp_NTZ >", "struct<`x ``y`: timestamp[us]>"),
        ("list<element: timestamp[us, tz=UTC]>", "list<timestamp[us, UTC]>"),
        ("struct<struct: struct<list: int>>", "struct<struct: struct<list: int32>>"),
        ("null", "variant"),
    ],
)  # fmt: skip
def test_names_of_spark_and_arrow(text: str, same: str) -> None:
    assert format_schema(parse_schema(text)) == same


@pytest.mark.parametrize(
    ("text", "offset", "what"),
    [
        ("", 0, "a type should be here"),
        ("struct<a: foo>", 10, "'foo' is none of struct<...>"),
        ("struct<a: int64", 15, "'>' should be here"),
        ("struct<a: int64, a: date>", 17, "the field 'a' again"),
        ("struct<>", 7, "an object without fields"),
        ("int64>", 5, "'>' where the schema should end"),
        ("decimal(39, 2)", 0, "1 to 38 digits"),
        ("decimal(x)", 0, "two numbers"),
        ("struct<`a: int64>", 7, "a backquote"),
        ("list<" * 200, 505, "more than 100"),
    ],
)
def test_what_is_no_schema(text: str, offset: int, what: str) -> None:
    with pytest.raises(SchemaTextError, match=what.replace("(", r"\(")) as caught:
        parse_schema(text)
    assert caught.value.offset == offset


def test_unsigned_numbers_are_no_types_to_shred_by() -> None:
    with pytest.raises((SchemaTextError, StorageError)):
        parse_schema("uint8")


@quick
@given(
    sizes=st.lists(st.integers(0, 10_000) | st.integers(0, 2**40), max_size=60),
    most=st.integers(1, 50),
)
def test_picks_are_as_frequent_as_files_are_large(sizes: list[int], most: int) -> None:
    files = [FileEntry(f"f{at}", size, 0) for at, size in enumerate(sizes)]
    found = pick_files(files, most, rows=most)
    total = sum(sizes)
    assert sum(pick.rows for pick in found) == (most if total else 0)
    for pick in found:
        assert abs(pick.rows - pick.entry.size * most / total) < 1.000001
        assert 0 <= pick.start < 1
    assert [pick.entry.path for pick in found] == sorted(
        {pick.entry.path for pick in found}, key=lambda path: int(path[1:])
    )
    if len(files) == 1 and total:
        assert found == [(files[0], most, 0.0)]


def test_a_sample_is_bounded() -> None:
    files = [FileEntry(f"f{at}", 1_000 + at, 0) for at in range(20_000)]
    found = pick_files(files)
    assert len(found) == 1_000
    assert sum(pick.rows for pick in found) == SAMPLE
