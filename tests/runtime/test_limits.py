"""`decode` reads what `encode` wrote; what is refused says which limit it was."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay_runtime.errors import EncodeError, LimitError
from inlay_runtime.limits import Limits
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    FileMetaData,
    RowGroup,
    SchemaElement,
    Type,
)
from tests.flat.compiled import compile_text as compile_flat
from tests.runtime.compiled import compile_text
from tests.runtime.values import Random
from tests.support.examples import examples

PER_BYTE: Final = Limits(memory_base=1 << 10)
"""The defaults without the room that they begin with: what is left must do for every byte that is written."""


@pytest.fixture(scope="module")
def wide() -> Any:
    """A struct of 300 fields, in every container."""
    fields = ", ".join(f"{at}: optional i32 f{at}" for at in range(1, 301))
    return compile_text(
        f"struct W {{ {fields} }} union U {{ 1: W w, 2: list<W> ws }}"
        "struct L { 1: list<W> ws, 2: map<i32, W> m, 3: list<list<W>> ll, 4: list<U> us, 5: set<list<i32>> s,"
        " 6: list<string> t, 7: list<bool> b, 8: list<double> d, 9: map<string, list<i32>> ml }"
    )


CONTENTS: Final[dict[str, Callable[[Any, int], object]]] = {
    "ws": lambda m, n: [m.W(**{f"f{1 + at % 300}": at}) for at in range(n)],
    "empty": lambda m, n: [m.W() for _ in range(n)],
    "m": lambda m, n: {at: m.W() for at in range(n)},
    "ll": lambda m, n: [[m.W()] for _ in range(n)],
    "s": lambda _, n: [[] for _ in range(n)],
    "t": lambda _, n: [""] * n,
    "b": lambda _, n: [True] * n,
    "d": lambda _, n: [0.5] * n,
    "ml": lambda _, n: {str(at): list[int]() for at in range(n)},
}


@pytest.mark.parametrize("name", CONTENTS)
@pytest.mark.parametrize("eager", [True, False])
def test_sparse_and_empty_values_are_read_whatever_their_number(
    wide: Any, name: str, eager: bool
) -> None:
    for count in (600, 2_000):
        value = wide.L(**{name.replace("empty", "ws"): CONTENTS[name](wide, count)})
        data = value.encode()
        assert wide.L.decode(data, eager=eager, limits=PER_BYTE).encode() == data


@examples(60, shrink=False)
@given(
    rng=st.randoms(use_true_random=True),
    cls=st.sampled_from(["Scalars", "Lists", "Sets", "Maps", "Unions", "Tree", "Nest", "Wide"]),
)
def test_what_is_written_is_read_under_the_default_limits(
    kitchen: Any, rng: random.Random, cls: str
) -> None:
    value = Random(rng, kitchen).struct(getattr(kitchen, cls))
    data = value.encode()
    assert getattr(kitchen, cls).decode(data) == value


def test_tables_of_many_slots_are_read_whatever_their_number() -> None:
    fields = " ".join(f"f{at}: int;" for at in range(300))
    m = compile_flat(f"table W {{ {fields} }} table L {{ ws: [W]; }} root_type L;")
    data = m.L(ws=[m.W(f7=1) for _ in range(6_000)]).encode()
    assert len(m.L.decode(data, limits=PER_BYTE).ws) == 6_000


TOO_MUCH: Final[list[tuple[str, Limits, str]]] = [
    ("container", Limits(container=9), "texts"),
    ("container", Limits(container=9), "map"),
    ("binary", Limits(binary=9), "long text"),
    ("binary", Limits(binary=200), "longer text"),
]


@pytest.mark.parametrize(("limit", "limits", "kind"), TOO_MUCH)
def test_nothing_is_written_that_the_same_limits_would_not_read(
    wide: Any, limit: str, limits: Limits, kind: str
) -> None:
    value = {
        "texts": wide.L(t=["a"] * 10),
        "map": wide.L(m={at: wide.W() for at in range(10)}),
        "long text": wide.L(t=["a" * 10]),
        "longer text": wide.L(t=["a" * 201]),
    }[kind]
    remedy = rf"limits=Limits\({limit}=\.\.\.\) allows more"
    with pytest.raises(EncodeError, match=remedy):
        value.encode(limits=limits)
    with pytest.raises(LimitError, match=remedy):
        wide.L.decode(value.encode(), limits=limits)


@pytest.mark.parametrize(
    ("limits", "field"),
    [
        (Limits(depth=1), "depth"),
        (Limits(container=9), "container"),
        (Limits(binary=2), "binary"),
        (Limits(memory_base=0, memory_factor=2), "memory_factor"),
    ],
)
def test_an_error_names_the_limit_and_the_way_to_allow_more(
    wide: Any, limits: Limits, field: str
) -> None:
    data = wide.L(t=["abc"] * 10, ws=[wide.W()] * 5).encode()
    with pytest.raises(
        LimitError, match=rf", at offset \d+; limits=Limits\({field}=\.\.\.\) allows more$"
    ):
        wide.L.decode(data, limits=limits)
    flat = compile_flat("table T { t: [string]; below: T; } root_type T;")
    data = flat.T(t=["abc"] * 10, below=flat.T()).encode()
    with pytest.raises(
        LimitError, match=rf", at offset \d+; limits=Limits\({field}=\.\.\.\) allows more$"
    ):
        flat.T.decode(data, limits=limits)


def footer(columns: int, row_groups: int) -> FileMetaData:
    leaves = [SchemaElement(name=f"c{at}", type=Type.INT64) for at in range(columns)]
    chunks = [
        ColumnChunk(
            file_offset=4,
            meta_data=ColumnMetaData(
                type=Type.INT64,
                encodings=[],
                path_in_schema=[f"c{at}"],
                codec=CompressionCodec.SNAPPY,
                num_values=1,
                total_uncompressed_size=9,
                total_compressed_size=9,
                data_page_offset=4,
            ),
        )
        for at in range(columns)
    ]
    group = RowGroup(columns=chunks, total_byte_size=9, num_rows=1)
    return FileMetaData(
        version=2,
        schema=[SchemaElement(name="schema", num_children=columns), *leaves],
        num_rows=row_groups,
        row_groups=[group] * row_groups,
    )


@pytest.mark.parametrize(("columns", "row_groups"), [(20_000, 1), (4, 2_000)])
def test_strict_limits_read_footers_of_many_columns_and_row_groups(
    columns: int, row_groups: int
) -> None:
    data = footer(columns, row_groups).encode()
    assert FileMetaData.decode(data, limits=Limits.strict()).encode() == data


def test_strict_limits_are_stricter_in_everything() -> None:
    for strict, default in zip(Limits.strict(), Limits(), strict=True):
        assert strict < default
