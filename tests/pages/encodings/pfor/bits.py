"""`python -m tests.pages.encodings.pfor.bits [--values N]`: integers of every class through the native core and back.

The sample in the suite is `test_page`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

import numpy as np

from inlay.pages.encodings.pfor.integer_kind import IntegerKind
from inlay.pages.encodings.pfor.native import NATIVE
from inlay.pages.encodings.pfor.page import decode_page, encode_page
from tests.pages.encodings.pfor.pages import KINDS
from tests.pages.encodings.vectors.bits import PAGE, Chance, Class, Cores, send_classes

Integers = np.ndarray[tuple[int, ...], np.dtype[np.signedinteger]]
Draw = Callable[[Chance, IntegerKind], Integers]


def any_bits(chance: Chance, kind: IntegerKind) -> Integers:
    return np.frombuffer(chance.bytes(PAGE * kind.size), dtype=kind.code)


def any_width(chance: Chance, kind: IntegerKind) -> Integers:
    """Of each integer its own."""
    shifts = chance.integers(0, kind.bits, PAGE).astype(kind.code)
    shifted: Integers = any_bits(chance, kind) >> shifts
    return shifted


def below(chance: Chance, kind: IntegerKind) -> Integers:
    """Integers of one width, somewhere."""
    low = any_bits(chance, kind)[0]
    width = int(chance.integers(0, kind.bits))
    integers: Integers = (low + chance.integers(0, 1 << width, PAGE)).astype(kind.code)
    return integers


def rising(chance: Chance, kind: IntegerKind) -> Integers:
    """Steps of a few bits, and now and then of any; they wrap around."""
    steps = chance.integers(0, 1 << int(chance.integers(0, 16)), PAGE).astype(kind.code)
    jumps = np.where(chance.random(PAGE) < 0.003, any_bits(chance, kind), steps)
    return np.cumsum(jumps, dtype=kind.code)


def edges(chance: Chance, kind: IntegerKind) -> Integers:
    half = 1 << kind.bits - 1
    return chance.choice(np.array([-half, half - 1, 0, -1, 1, -half + 1], kind.code), PAGE)


CLASSES: Final[tuple[Draw, ...]] = (any_bits, any_width, below, rising, edges)


def prepare(_: memoryview, kind: IntegerKind) -> Cores:
    assert NATIVE is not None
    native = NATIVE
    return Cores(
        lambda values: native.encode_page(values, kind.size),
        lambda page, count: native.decode_page(page, count, kind.size),
        lambda values: encode_page(values, kind),
        lambda page, count: decode_page(page, count, kind),
    )


if __name__ == "__main__":
    if NATIVE is None:
        sys.exit("the native core is not built")
    classes = [Class(draw, kind) for kind in KINDS.values() for draw in CLASSES]
    sys.exit(send_classes("python -m tests.pages.encodings.pfor.bits", classes, prepare))
