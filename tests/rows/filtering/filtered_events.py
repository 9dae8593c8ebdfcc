"""Files with a Variant in them, whatever is in it and however they are written, and filters over it: for laws."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
from hypothesis import strategies as st

from inlay.rows.pruning.filters import AllOf, AnyOf, ColumnTest, FilterTree
from inlay.variant import variant_array, write_table
from inlay_variant.value.path import parse_path

SCALARS: list[Any] = [
    None, True, False, 0, 1, 7, -300, 70_000, 1 << 40, 0.5, 7.0, float("nan"), -1e300, "", "a", "ä" * 30, "2026-01-02", b"a", b"",
    Decimal("1.25"), Decimal("7.00"), Decimal("123456789012.345"), Decimal("-99999999999999999999.5"), date(2026, 1, 2),
    datetime(2026, 1, 2, 3, 4, 5), datetime(2026, 1, 2, tzinfo=UTC),
]  # fmt: skip
LITERALS: list[Any] = [
    True, 0, 1, 7, -300, 70_001, 10**30, Decimal("1.25"), Decimal("0.5"), Decimal("6.999"), Decimal("-1e300"), "a", "", "ä", "2026-01-02",
    "2026-01-02 03:04:05", b"a",
]  # fmt: skip
LEAVES = [
    pa.int64(), pa.int8(), pa.float64(), pa.string(), pa.decimal128(9, 2), pa.decimal128(38, 3), pa.bool_(), pa.date32(), pa.binary(),
    pa.timestamp("us"), pa.timestamp("us", "UTC"), pa.null(),
]  # fmt: skip
PATHS = ["$", "$.a", "$.b", "$.a.b", "$.a.a", "$.a[0]", "$[0]", "$[-1].a", "$.c", "$.b.c"]

scalars = st.sampled_from(SCALARS)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["a", "b", "c"]), inner, max_size=3)
    ),
    max_leaves=5,
)
schemas: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: (
        st.builds(pa.list_, inner)
        | st.dictionaries(st.sampled_from(["a", "b"]), inner, min_size=1).map(
            lambda fields: pa.struct(list(fields.items()))
        )
    ),
    max_leaves=4,
)
operators = st.sampled_from(["=", "<", "<=", ">", ">="])
literals = st.sampled_from(LITERALS)
questions = (
    st.tuples(operators, st.tuples(literals))
    | st.tuples(st.just("in"), st.tuples(literals, literals))
    | st.tuples(st.just("is null"), st.just(()))
)


def make_test(path: str, question: tuple[str, tuple[Any, ...]], negated: bool) -> ColumnTest:
    operator, compared = question
    steps = tuple(parse_path(path))
    return ColumnTest(("event",), operator, compared, steps, is_negated=negated)


path_tests = st.builds(make_test, st.sampled_from(PATHS), questions, st.booleans())
id_tests = st.builds(
    lambda operator, bound: ColumnTest(("id",), operator, (bound,)), operators, st.integers(-1, 20)
)


@st.composite
def filters(draw: st.DrawFn, depth: int = 2) -> FilterTree:
    kind = draw(st.sampled_from(["test"] * 3 + (["and", "or"] if depth else [])))
    if kind == "test":
        return draw(path_tests | id_tests)
    parts = draw(st.lists(filters(depth - 1), min_size=2, max_size=3))
    return (AllOf if kind == "and" else AnyOf)(tuple(parts))


def as_text(tree: FilterTree) -> str:
    if isinstance(tree, ColumnTest):
        return str(tree)
    joined = (" and " if isinstance(tree, AllOf) else " or ").join(map(as_text, tree.parts))
    return f"({joined})"


settings = st.fixed_dictionaries(
    {
        "row_group_size": st.sampled_from([3, 7, 30]),
        "max_rows_per_page": st.sampled_from([1, 2, 5, 30]),
        "write_page_index": st.sampled_from([True, True, False]),
        "write_statistics": st.sampled_from([True, True, False]),
        "use_dictionary": st.booleans(),
        "data_page_version": st.sampled_from(["1.0", "2.0"]),
        "compression": st.sampled_from(["none", "snappy", "zstd"]),
    }
)


class Events(NamedTuple):
    """What a file holds, `id` (counted from 0) and the Variant `event`, and how it is written."""

    rows: list[Any]
    schema: pa.DataType | None
    written: dict[str, Any]

    def write(self, folder: Path) -> Path:
        file = folder / "law.parquet"
        ids = pa.array(range(len(self.rows)), pa.int64())
        table = pa.table({"id": ids, "event": variant_array(self.rows)})
        shred = None if self.schema is None else {"event": self.schema}
        write_table(table, file, shred=shred, **self.written)
        return file


@st.composite
def written_events(draw: st.DrawFn) -> Events:
    """Few different values in any order, so that whole pages and row groups have one type, or none."""
    some = draw(st.lists(values, min_size=1, max_size=6))
    order = draw(st.lists(st.integers(0, 5), min_size=1, max_size=20))
    in_runs = sorted(order) if len(order) % 2 else order
    rows = [some[at % len(some)] for at in in_runs]
    schema = draw(schemas | st.none())
    return Events(rows, schema, draw(settings))
