"""Random tables with what pages of nested columns can look like: structs, lists, maps, lists of lists, Variants, beside flat columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, cast

import pyarrow as pa

from inlay import variant
from tests.registrars.random_lakes import TYPES

VARIANT: Final = "variant"

COLUMNS: Final = (2, 5)

_VARIANTS: Final[list[dict[str, bytes]]] = [
    {"metadata": it.metadata, "value": it.value}
    for it in map(variant.from_json, ('{"a": 1, "b": ["x", null]}', "17", '"abc"', "[]"))
]

_NESTED: Final[Mapping[str, tuple[pa.DataType, Callable[[Random], Any]]]] = {
    "bytes": (pa.binary(), lambda random: random.randbytes(random.choice((0, 3, 40)))),
    "fixed": (pa.binary(4), lambda random: random.randbytes(4)),
    "struct": (
        pa.struct([("x", pa.int64()), ("y", pa.string())]),
        lambda random: {"x": random.randrange(9), "y": random.choice(("", "a", None))},
    ),
    "list": (
        pa.list_(pa.string()),
        lambda random: ["abc"[: random.randrange(4)]] * random.randrange(4),
    ),
    "list of structs": (
        pa.list_(pa.struct([("x", pa.int32()), ("y", pa.list_(pa.float64()))])),
        lambda random: [
            {"x": random.randrange(99), "y": [random.random()] * random.randrange(3)}
            for _ in range(random.randrange(3))
        ],
    ),
    "list of lists": (
        pa.list_(pa.list_(pa.int64())),
        lambda random: [[random.randrange(1 << 40)] * random.randrange(3)] * random.randrange(3),
    ),
    "map": (
        pa.map_(pa.string(), pa.int32()),
        lambda random: {key: random.randrange(9) for key in "abc"[: random.randrange(4)]},
    ),
    VARIANT: (
        pa.struct([("metadata", pa.binary()), ("value", pa.binary())]),
        lambda random: random.choice(_VARIANTS),
    ),
}
KINDS: Final = {**TYPES, **_NESTED}


def make_table(seed: int, *, rows: int, without: tuple[str, ...] = ()) -> pa.Table:
    """Some columns of random kinds, in random order: of few values or of many, with nulls or without."""
    random = Random(seed)
    names = random.sample(sorted(KINDS.keys() - {*without}), random.randint(*COLUMNS))
    columns = {name.replace(" ", "_"): _draw_column(random, name, rows) for name in names}
    return pa.table(cast("Any", columns))


def _draw_column(random: Random, name: str, rows: int) -> pa.Array[Any]:
    type_, draw = KINDS[name]
    pool = [draw(random) for _ in range(random.choice((1, 5, rows)))]
    if name != VARIANT and random.random() < 0.5:
        pool += [None] * random.randint(1, len(pool))
    return pa.array(random.choices(pool, k=rows), type_)
