"""`python -m tests.pages.encodings.alp.bits [--values N]`: bit patterns of every class through the native core and back.

The sample in the suite is `test_page`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

import numpy as np

from inlay.pages.encodings.alp.choice import rank_preset
from inlay.pages.encodings.alp.float_kind import FloatKind
from inlay.pages.encodings.alp.native import NATIVE
from inlay.pages.encodings.alp.page import decode_page, encode_page
from tests.pages.encodings.alp.pages import KINDS
from tests.pages.encodings.vectors.bits import PAGE, Chance, Class, Cores, send_classes

Numbers = np.ndarray[tuple[int, ...], np.dtype[np.floating]]


def any_bits(chance: Chance, kind: FloatKind) -> Numbers:
    return np.frombuffer(chance.bytes(PAGE * kind.size), dtype=kind.code)


def any_exponent(chance: Chance, kind: FloatKind) -> Numbers:
    """Few bits of mantissa at every exponent: subnormals, infinities and NaNs among them."""
    mantissa, exponents = (23, 1 << 8) if kind.size == 4 else (52, 1 << 11)
    bits = chance.integers(0, 2 * exponents, PAGE, dtype=np.uint64) << np.uint64(mantissa)
    bits |= chance.integers(0, 16, PAGE, dtype=np.uint64)
    return bits.astype(f"u{kind.size}").view(kind.code)


def decimals(chance: Chance, kind: FloatKind) -> Numbers:
    digits = int(chance.integers(0, kind.largest_exponent))
    return np.round(chance.normal(0, 10.0 ** chance.integers(0, 6), PAGE), digits).astype(kind.code)


def integers(chance: Chance, kind: FloatKind) -> Numbers:
    half = 1 << int(chance.integers(1, kind.bits - 1))
    return chance.integers(-half, half, PAGE).astype(kind.code)


def decimals_among_noise(chance: Chance, kind: FloatKind) -> Numbers:
    return np.where(chance.random(PAGE) < 0.05, chance.random(PAGE), decimals(chance, kind)).astype(
        kind.code
    )


CLASSES: Final[tuple[Callable[[Chance, FloatKind], Numbers], ...]] = (
    any_bits,
    any_exponent,
    decimals,
    integers,
    decimals_among_noise,
)


def prepare(values: memoryview, kind: FloatKind) -> Cores:
    assert NATIVE is not None
    native = NATIVE
    preset = rank_preset([(values, PAGE)], kind).preset
    return Cores(
        lambda values: native.encode_page(values, preset, kind.size),
        lambda page, count: native.decode_page(page, count, kind.size),
        lambda values: encode_page(values, preset, kind),
        lambda page, count: decode_page(page, count, kind),
    )


if __name__ == "__main__":
    if NATIVE is None:
        sys.exit("the native core is not built")
    classes = [Class(draw, kind) for kind in KINDS.values() for draw in CLASSES]
    sys.exit(send_classes("python -m tests.pages.encodings.alp.bits", classes, prepare))
