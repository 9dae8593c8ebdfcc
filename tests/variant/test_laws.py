"""What holds for all values, schemas and bytes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.variant import (
    Variant,
    VariantArray,
    decode,
    encode,
    from_json,
    from_pairs,
    shred,
    to_json,
    unshred,
    variant_get,
)
from inlay_runtime.errors import InlayError
from inlay_variant.arrow import kernels, pure
from inlay_variant.storage.normalize_storage import normalize_storage
from inlay_variant.storage.shape import Group, parse_shape
from inlay_variant.value.limits import DEFAULT_LIMITS
from tests.support.examples import examples
from tests.variant.meaning import meaning
from tests.variant.same_values import have_same_values
from tests.variant.values import ARRAYS, LEAVES, NAMES, SCHEMAS, VARIANTS, damaged

quick = examples(120)
PLAIN = Group(True, None)


def rows(array: Any) -> list[Variant | None]:
    return [None if one is None else one.canonical() for one in array.variants()]


@quick
@given(variant=VARIANTS)
def test_reading_and_writing_are_inverse(variant: Variant) -> None:
    assert variant.canonical() == variant
    assert encode(decode(variant, typed=True)) == variant
    assert repr(decode(encode(decode(variant)))) == repr(decode(variant))
    again = from_json(to_json(variant))
    assert from_json(to_json(again)) == again


@quick
@given(array=ARRAYS, schema=SCHEMAS)
def test_unshredding_leads_back_to_equal_values(
    both: str, array: VariantArray, schema: pa.DataType
) -> None:
    shredded = shred(array, schema)
    shredded.validate(full=True)
    back = unshred(shredded)
    back.validate(full=True)
    assert [one and meaning(one.node()) for one in back.variants()] == [
        one and meaning(one.node()) for one in array.variants()
    ]


@quick
@given(array=ARRAYS, schema=SCHEMAS, start=st.integers(0, 3))
def test_exact_shredding_leads_back_to_the_same_bytes(
    both: str, array: VariantArray, schema: pa.DataType, start: int
) -> None:
    shredded = shred(array, schema, exact=True)
    assert rows(unshred(shredded)) == rows(array)
    assert rows(unshred(shredded.slice(start))) == rows(array)[start:]
    assert rows(shred(unshred(shredded), schema, exact=True)) == rows(array)


@quick
@given(array=ARRAYS, schema=SCHEMAS, data=st.data())
def test_getting_from_shredded_columns_is_getting_from_the_value(
    both: str, array: VariantArray, schema: pa.DataType, data: st.DataObject
) -> None:
    steps = data.draw(st.lists(st.sampled_from(NAMES[:3]) | st.integers(0, 2), max_size=3))
    path = "$" + "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in steps)
    shredded = shred(array, schema, exact=True)
    got = variant_get(shredded, path)
    assert rows(got) == rows(variant_get(array, path))
    leaf: Any = data.draw(st.sampled_from(LEAVES[:-1]))
    assert have_same_values(variant_get(shredded, path, leaf), variant_get(array, path, leaf))


@pytest.fixture
def native() -> None:
    if kernels.native is None:
        pytest.skip("the native core is not built, or INLAY_PURE is set")


def outcome(run: Callable[[], Any]) -> object:
    """The result as Arrow compares it, or the error in full."""
    try:
        made = run()
    except InlayError as error:
        return type(error), str(error)
    return None if made is None else _Values(made)


class _Values:
    def __init__(self, array: Any) -> None:
        array.validate(full=True)
        self.array = array

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Values) and have_same_values(self.array, other.array)


PATHS: Final = [[], [1, "b"], ["a", 0], ["a"], ["a", "b"], [-1], ["a", 0, "b"]]


def look_up_one(how: Any, *, storage: pa.StructArray, at: int) -> Any:
    """The values of one of several paths."""
    return how.look_up_values(storage, PATHS, DEFAULT_LIMITS)[at]


@quick
@given(
    variants=st.lists(st.none() | VARIANTS | damaged(), min_size=1, max_size=4),
    schema=SCHEMAS,
    exact=st.booleans(),
    leaf=st.sampled_from(LEAVES[:-1]),
)
def test_native_and_pure_agree_on_arbitrary_bytes(
    native: None,
    variants: list[Variant | None],
    schema: pa.DataType,
    exact: bool,
    leaf: pa.DataType,
) -> None:
    limits, group = DEFAULT_LIMITS, parse_shape(schema)
    leaf_type = parse_shape(leaf).typed
    storage = normalize_storage(from_pairs(variants).storage, PLAIN)
    works: list[Callable[[Any], Any]] = [
        lambda how: how.check(storage, limits),
        lambda how: how.shred(storage, group, limits, exact=exact),
        lambda how: how.look_up_values(storage, [["a"]], limits)[0],
        *(partial(look_up_one, storage=storage, at=at) for at in range(len(PATHS))),
        lambda how: how.cast_values(storage.field("value"), leaf_type, strict=exact),
    ]
    for work in works:
        assert outcome(partial(work, kernels)) == outcome(partial(work, pure))


@quick
@given(array=ARRAYS, schema=SCHEMAS, data=st.data())
def test_native_and_pure_agree_on_columns_that_contradict_each_other(
    native: None, array: VariantArray, schema: pa.DataType, data: st.DataObject
) -> None:
    """The value columns of two rows change places, at the top and one level down."""
    group = parse_shape(schema)
    storage = normalize_storage(shred(array, schema).storage, group)
    order = pa.array(data.draw(st.permutations(range(len(array)))), pa.int64())
    children = [storage.field(index) for index in range(storage.type.num_fields)]
    moved = data.draw(st.integers(0, len(children) - 1))
    children[moved] = children[moved].take(order)
    mixed = pa.StructArray.from_arrays(children, fields=[*storage.type])
    for tolerant in (False, True):
        arguments = (mixed, group, DEFAULT_LIMITS)
        assert outcome(partial(kernels.unshred, *arguments, tolerant=tolerant)) == outcome(
            partial(pure.unshred, *arguments, tolerant=tolerant)
        )


FRAGMENTS = st.sampled_from(
    ["{", "}", "[", "]", ",", ":", '"a"', '"b"', '"\\u00e9"', '"\\ud800"', "1", "-0.5", "1e3", "00", " ", "null",
     "true", "1" * 20, "1" * 39, "0." + "0" * 38 + "1", '"\\n"', "\x01", "1e999", '"x'])  # fmt: skip


@quick
@given(texts=st.lists(st.none() | st.lists(FRAGMENTS, max_size=9).map("".join), max_size=3))
def test_native_and_pure_agree_on_arbitrary_text(native: None, texts: list[str | None]) -> None:
    column = pa.array([None if text is None else text.encode() for text in texts], pa.binary())
    assert outcome(lambda: kernels.parse_json(column, DEFAULT_LIMITS)) == outcome(
        lambda: pure.parse_json(column, DEFAULT_LIMITS)
    )


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
@pytest.mark.parametrize("depth", [128, 129, 1000])
def test_native_and_pure_agree_on_what_is_too_deep(
    native: None, opening: str, closing: str, depth: int
) -> None:
    column = pa.array([f"{opening * depth}1{closing * depth}".encode()], pa.binary())
    assert outcome(lambda: kernels.parse_json(column, DEFAULT_LIMITS)) == outcome(
        lambda: pure.parse_json(column, DEFAULT_LIMITS)
    )


@quick
@given(variants=st.lists(VARIANTS, min_size=1, max_size=4))
def test_native_and_pure_agree_on_json(native: None, variants: list[Variant]) -> None:
    column = pa.array([to_json(one).encode() for one in variants], pa.binary())
    assert outcome(lambda: kernels.parse_json(column, DEFAULT_LIMITS)) == outcome(
        lambda: pure.parse_json(column, DEFAULT_LIMITS)
    )
