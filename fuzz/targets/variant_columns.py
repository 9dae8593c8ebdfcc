"""Any bytes as rows of a column of Variants: checked, shredded, put together, looked up, cast, counted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import pyarrow as pa

from fuzz.target import Target
from fuzz.variant_seeds import list_variants, mutate_variant, pack, store, unpack
from inlay.variant import Variant
from inlay_runtime.errors import InlayError
from inlay_variant.arrow import kernels, pure
from inlay_variant.arrow.schema_text import parse_schema
from inlay_variant.storage.shape import Group, parse_shape
from inlay_variant.value.limits import DEFAULT_LIMITS

SCHEMAS: Final = tuple(
    parse_schema(text)
    for text in (
        "struct<a: bigint, b: struct<a: list<boolean>>>", "list<int8>", "list<list<string>>", "string", "bigint", "double",
        "decimal(9, 2)", "decimal(38, 10)", "timestamp[us]", "timestamp[ns, UTC]", "binary", "uuid", "date", "time", "float",
        "struct<`long name`: int16, `é`: list<struct<x: string>>>", "struct<a: struct<b: struct<c: int32>>>",
    )
)  # fmt: skip
GROUPS: Final = tuple(map(parse_shape, SCHEMAS))
PATHS: Final = [[], ["a"], ["a", "b", "c"], [0], [-1], ["b", "a", 1], ["é", 0]]


def check(data: bytes) -> None:
    """The first byte chooses the schema, the highest bit whether shredding is exact."""
    if not data:
        return
    schema, group, exact, storage = _choose(data)
    works: list[Callable[[Any], Any]] = [
        lambda how: how.check(storage, DEFAULT_LIMITS),
        lambda how: how.count_values(storage, DEFAULT_LIMITS),
        lambda how: how.shred(storage, group, DEFAULT_LIMITS, exact=exact),
        *(partial(_look_up, storage=storage, at=at) for at in range(len(PATHS))),
    ]
    if not pa.types.is_nested(schema):
        works.append(lambda how: how.cast_values(storage.field("value"), group.typed, strict=exact))
    outcomes = [outcome(partial(work, kernels)) for work in works]
    for natively, work in zip(outcomes, works, strict=True):
        assert agree(natively, outcome(partial(work, pure)))
    if isinstance(shredded := outcomes[2], pa.Array):
        _hold_inverse(storage, shredded, group, exact=exact)


def quick(data: bytes) -> None:
    """The native functions alone: what they shred exactly, and put together, is shredded and put together as the same."""
    if not data:
        return
    schema, group, exact, storage = _choose(data)
    native = kernels.native
    if native.check(storage, DEFAULT_LIMITS) is None:
        native.count_values(storage, DEFAULT_LIMITS)
    native.look_up_values(storage, PATHS, DEFAULT_LIMITS)
    if not pa.types.is_nested(schema):
        native.cast_values(storage.field("value"), group.typed, exact)
    shredded = native.shred(storage, group, DEFAULT_LIMITS, exact)
    if isinstance(shredded, pa.Array):
        back = native.unshred(shredded, group, DEFAULT_LIMITS, False)
        if exact:
            again = native.shred(back, group, DEFAULT_LIMITS, exact)
            assert native.unshred(again, group, DEFAULT_LIMITS, False) == back


def _choose(data: bytes) -> tuple[Any, Group, bool, Any]:
    which = (data[0] & 0x7F) % len(SCHEMAS)
    return SCHEMAS[which], GROUPS[which], data[0] > 0x7F, store(None, unpack(data[1:]))


def _hold_inverse(storage: Any, shredded: Any, group: Group, *, exact: bool) -> None:
    works = [
        partial(how.unshred, shredded, group, DEFAULT_LIMITS, tolerant=False)
        for how in (kernels, pure)
    ]
    back = [outcome(work) for work in works]
    assert back[0] == back[1]
    if exact:
        given, unshredded = (each.to_pylist()[1] for each in (storage, back[0]))
        assert _canonical(given) == _canonical(unshredded)


def _canonical(row: Any) -> Variant:
    return Variant(row["metadata"], row["value"]).canonical()


def _look_up(how: Any, *, storage: Any, at: int) -> Any:
    return how.look_up_values(storage, PATHS, DEFAULT_LIMITS)[at]


def outcome(run: Callable[[], Any]) -> Any:
    """The result, or the error in full."""
    try:
        result = run()
    except InlayError as error:
        return type(error), str(error)
    if isinstance(result, pa.Array):
        result.validate(full=True)
    return result


def agree(one: Any, other: Any) -> bool:
    """Whether two outcomes are the same; to Arrow, a column that holds a NaN is not equal to itself."""
    if not isinstance(one, pa.Array) or not isinstance(other, pa.Array):
        return bool(one == other)
    return one.equals(other) or (
        one.type == other.type and repr(one.to_pylist()) == repr(other.to_pylist())
    )


def seeds() -> list[bytes]:
    packed = [pack(variant) for variant in list_variants()]
    return [bytes([number % 17 + 128 * (number % 2)]) + each for number, each in enumerate(packed)]


def mutate(data: bytes, rng: Any) -> bytes:
    first = data[:1] if data and rng.randrange(4) else bytes([rng.randrange(256)])
    return first + mutate_variant(data[1:], rng)


TARGET: Final = Target(
    "kernels and pure Python give the same column or the same error; what is shredded exactly comes back to the byte",
    check,
    seeds,
    mutate,
    quick=quick if kernels.native else None,
)
