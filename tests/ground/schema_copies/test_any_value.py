"""Whatever stands under the keys, and whatever the schema is: nothing is raised but the refusal to merge."""

from __future__ import annotations

import json
from contextlib import suppress

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.schema.tree import SchemaTree
from inlay.ground.schema_copies import PairSource, SchemaChange, UnmergeableError, follow, merge
from inlay.ground.schema_copies.keys import ARROW_SCHEMA
from inlay.ground.schema_copies.readings import READING_OF
from inlay.ground.schema_copies.table import RULES
from parquet_format.parquet import KeyValue, SchemaElement
from tests.ground.schema_copies.schemas import metadata_of
from tests.ground.schema_copies.test_follow import (
    NEW,
    OLD,
    arrow_pair,
    avro,
    geo,
    iceberg,
    pandas,
    spark,
)

SCHEMA = metadata_of(OLD).schema
DEEP = [SchemaElement(name="g", num_children=1) for _ in range(5_000)]
GOOD = [
    spark(*"axpv"),
    avro(*"axpv"),
    iceberg(*"axpv"),
    pandas("a"),
    geo("a", "x"),
    arrow_pair(OLD).value or "",
    arrow_pair(NEW.with_metadata({"pandas": "{"})).value or "",
]
NAMES = st.sampled_from(
    "a s name fields type columns index_columns field_name primary_column bbox covering items".split()
)
LEAVES = st.none() | st.booleans() | st.integers(-3, 3) | st.floats() | NAMES
JSON = st.recursive(
    LEAVES, lambda inside: st.lists(inside, max_size=4) | st.dictionaries(NAMES, inside, max_size=4)
)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(GOOD))
    at = draw(st.integers(0, len(text)))
    return text[:at] + draw(st.sampled_from(["", "{", "null", "1", "]", "\udcff"])) + text[at + 1 :]


VALUES = st.none() | st.sampled_from(GOOD) | damaged() | JSON.map(json.dumps) | st.text(max_size=9)
PAIRS = st.lists(
    st.builds(
        lambda key, value: KeyValue(key=key, value=value),
        st.sampled_from([ARROW_SCHEMA, *RULES, *READING_OF, "mine"]),
        VALUES,
    ),
    max_size=6,
)
NUMBERS = st.integers(0, len(SCHEMA) - 1)
CHANGES = st.builds(
    SchemaChange,
    st.sampled_from([SCHEMA, SCHEMA[:4], DEEP, []]),
    st.none() | st.lists(st.integers(0, len(SchemaTree(SCHEMA).leaves) - 1), unique=True),
    st.dictionaries(NUMBERS, NAMES, max_size=3),
    st.dictionaries(NUMBERS, st.none() | st.integers(0, 9), max_size=2),
    st.frozensets(NUMBERS, max_size=2),
    st.booleans(),
)


@given(PAIRS, CHANGES)
def test_to_follow_never_raises(pairs: list[KeyValue], change: SchemaChange) -> None:
    kept, notes = follow(pairs, change)
    left = iter(pairs)
    assert all(any(old.key == pair.key for old in left) for pair in kept), "the order stays"
    gone = len(pairs) - len(kept)
    assert sum(" is left out: " in note for note in notes) == gone
    again = follow(kept, SchemaChange(change.schema))
    assert again.pairs == kept


@given(st.lists(PAIRS, min_size=1, max_size=3))
def test_to_merge_raises_its_refusal_only(all_pairs: list[list[KeyValue]]) -> None:
    sources = [PairSource(str(at), pairs, at, SCHEMA) for at, pairs in enumerate(all_pairs)]
    with suppress(UnmergeableError):
        merge(sources)


def test_a_range_may_be_of_any_length() -> None:
    counted = {"kind": "range", "start": 0, "stop": 1 << 99, "step": 1}
    value = json.dumps({"index_columns": [counted], "columns": []})
    sources = [PairSource(name, [KeyValue(key="pandas", value=value)], 1, SCHEMA) for name in "ab"]
    assert merge(sources).pairs == []


def test_what_is_written_is_read_again() -> None:
    schema = pa.schema([pa.field("a", pa.dictionary(pa.int8(), pa.string()), metadata={"k": "v"})])
    pair = arrow_pair(schema)
    elements = metadata_of(schema).schema
    (changed,), _ = follow([pair], SchemaChange(elements, names={1: "b"}))
    assert follow(
        [changed],
        SchemaChange(
            metadata_of(schema.set(0, schema.field(0).with_name("b"))).schema, names={1: "a"}
        ),
    ).pairs == [pair]
