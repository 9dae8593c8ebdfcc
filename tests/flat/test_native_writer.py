"""The native writer writes what the pure builder writes, to the byte, or leaves it to that one."""

from __future__ import annotations

from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay_runtime.flat import builder
from inlay_runtime.limits import Limits
from inlay_runtime.shown import whole
from tests.flat.compiled import compile_text, compiled
from tests.flat.fuzz import agree, one_seed
from tests.flat.sample import full, kitchen
from tests.flat.test_round_trip import NAMES, pure
from tests.flat.values import tables
from tests.flat.wrong_values import WRONG
from tests.support.examples import examples
from tests.support.same_error import outcome

pytestmark = pytest.mark.needs("native core")
few = examples(15)
GREATEST = 3.4028234663852886e38
"""Of numbers of 32 bits."""


@pytest.mark.parametrize("name", NAMES)
def test_any_value(name: str) -> None:
    @few
    @given(st.data())
    def check(data: st.DataObject) -> None:
        value = data.draw(tables(getattr(kitchen(), name)))
        assert agree(value)
        lazy = type(value).decode(value.encode())
        assert agree(lazy)

    check()


@few
@given(st.data())
def test_any_value_of_a_schema_with_an_identifier(data: st.DataObject) -> None:
    assert agree(data.draw(tables(compiled("interop").All)))


def test_everything() -> None:
    assert agree(full())


def test_texts_that_are_shared_and_vectors_that_are_never_none() -> None:
    module = compile_text(
        "table T { a: string (shared); b: string (shared); c: [string]; d: [int] = []; "
        'e: [ubyte] = []; f: string = "x"; g: [T] = []; } root_type T;'
    )
    for value in (
        module.T(),
        module.T(a="same", b="same", c=["same", "other", "other"], d=[1], e=b"1", f="y"),
        module.T(g=[module.T(a=""), module.T(a="", b="")]),
    ):
        assert agree(value)
        assert whole(type(value).decode(value.encode())) == whole(pure(module.T, value.encode()))


def test_what_is_stored_once() -> None:
    """As many strings and tables as make the tables of what is stored grow, some of them twice."""
    k = kitchen()
    texts = [f"text {at % 700}" for at in range(2_000)]
    leaves = [k.Leaf(value=at % 300, name=texts[at]) for at in range(900)]
    scalars = [
        k.Vectors(longs=[at % 5] * (at % 40), ints=[at % 5], data=b"x" * (at % 40))
        for at in range(300)
    ]
    carriers = [k.Node(value=at % 17, children=[k.Node(value=at % 3)]) for at in range(100)]
    assert agree(k.Vectors(texts=texts, leaves=leaves))
    for value in (*scalars[:50], k.Node(children=carriers)):
        assert agree(value)


@pytest.mark.parametrize("depth", [0, 1, 3, 4, 5, 127, 128, 200])
def test_depth(depth: int) -> None:
    k = kitchen()
    for levels in (0, 3, 4, 126, 127, 128, 140):
        node = k.Node(value=1)
        for _ in range(levels):
            node = k.Node(next=node)
        assert agree(node, Limits(depth=depth)) == (levels < min(depth, 128))
    loop = k.Node()
    loop.next = loop
    assert not agree(loop, Limits(depth=depth))


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_values_that_do_not_belong(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every slot of every table: what comes of it is the same, errors with their path among it."""
    for part in "scalars optionals vectors structs unions needed carrier node".split():
        cls = type(getattr(full(), part))
        for field in (*cls.SCHEMA.fields, None):
            whole = full()
            table_ = getattr(whole, part)
            setattr(table_, "extension" if field is None else field.slot, WRONG[number]())
            with monkeypatch.context() as patch:
                patch.setattr(builder, "native_encode", None)
                expected = outcome(whole.encode)
            assert outcome(whole.encode) == expected, (part, field and field.name)


def test_a_list_that_changes_while_it_is_written() -> None:
    values: list[float] = []

    class Clearing(int):
        def __float__(self) -> float:
            values.clear()
            return 0.5

    values += [Clearing(), 1.5, 2.5]
    vectors = kitchen().Vectors(reals=values)
    assert kitchen().Vectors.decode(vectors.encode()).reals == []


@pytest.mark.parametrize(
    "value",
    [
        nan,
        inf,
        -inf,
        GREATEST,
        -GREATEST,
        3.4028235677973362e38,
        3.4028235677973366e38,
        1e39,
        1e-46,
        -0.0,
        True,
        2**24 + 1,
        10**400,
    ],
)
def test_a_number_at_the_ends_of_a_float(value: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a vector; the two that follow the greatest are a float, and none."""
    vectors = kitchen().Vectors(singles=[0.5, value])
    with monkeypatch.context() as patch:
        patch.setattr(builder, "native_encode", None)
        expected = outcome(vectors.encode)
    assert outcome(vectors.encode) == expected


def test_a_value_is_smaller_than_the_last() -> None:
    """As much room is made as that took."""
    for count in (100_000, 1, 3_000, 0, 100_000):
        assert agree(kitchen().Vectors(longs=[5] * count))


def test_a_field_that_a_mask_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    cls, data = kitchen().Kitchen, full().encode()
    for fields in (["scalars"], ["vectors.leaves[0]"], ["node.children", "part"]):
        value = cls.decode(data, fields=fields)
        with monkeypatch.context() as patch:
            patch.setattr(builder, "native_encode", None)
            expected = outcome(value.encode)
        assert outcome(value.encode) == expected


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for depth in range(6):
        with monkeypatch.context() as patch:
            patch.setattr(builder, "native_encode", None)
            expected = outcome(full().encode, limits=Limits(depth=depth))
        assert outcome(full().encode, limits=Limits(depth=depth)) == expected


def test_a_fuzz_sample() -> None:
    assert sum(map(one_seed, range(40))) > 10
