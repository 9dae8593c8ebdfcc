"""`python -m tests.encoding.alp.bits [--values N]`: bit patterns of every class through the native core and back.

A page in a thousand goes through the pure core as well, which has to write the same bytes. The sample in the suite is `test_page`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from itertools import cycle
from typing import Final

import numpy as np

from inlay.encoding.alp.choice import rank_preset
from inlay.encoding.alp.float_kind import FloatKind
from inlay.encoding.alp.native import NATIVE
from inlay.encoding.alp.page import decode_page, encode_page
from tests.encoding.alp.pages import KINDS

PAGE: Final = 1_000_000
PURE_PAGE: Final = 2_000

Chance = np.random.Generator
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


def main(values: int) -> int:
    if NATIVE is None:
        print("the native core is not built")
        return 2
    chance = np.random.default_rng(10)
    done = bytes_in = bytes_out = 0
    for draw, kind in zip(cycle(CLASSES), cycle(KINDS.values())):
        numbers = memoryview(draw(chance, kind).tobytes())
        preset = rank_preset([(numbers, PAGE)], kind).preset
        page = NATIVE.encode_page(numbers, preset, kind.size)
        assert page is not None
        if NATIVE.decode_page(memoryview(page), PAGE, kind.size) != bytes(numbers):
            print(f"{draw.__name__}, {kind.bits} bits, after {done:,} values: other bits")
            return 1
        few = numbers[: PURE_PAGE * kind.size]
        small = NATIVE.encode_page(few, preset, kind.size)
        if done % (50 * PAGE) == 0 and (
            encode_page(few, preset, kind) != small
            or decode_page(memoryview(small or b""), PURE_PAGE, kind) != few
        ):
            print(f"{draw.__name__}, {kind.bits} bits, after {done:,} values: the cores differ")
            return 1
        done, bytes_in, bytes_out = done + PAGE, bytes_in + len(numbers), bytes_out + len(page)
        if done >= values:
            break
    print(f"{done:,} values came back bit for bit, {bytes_out / bytes_in:.2f} of their bytes")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.encoding.alp.bits")
    parser.add_argument("--values", type=int, default=1_000_000_000)
    sys.exit(main(parser.parse_args().values))
