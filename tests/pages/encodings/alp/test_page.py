"""Pages of both cores: equal bytes, equal values, and the example of AlpEncoding.md."""

from __future__ import annotations

import struct
from fractions import Fraction
from math import nan

import pytest

from inlay.pages.encodings.alp.choice import rank_preset, require_smaller
from inlay.pages.encodings.alp.float_kind import DOUBLE, INVERSES, POWERS, FloatKind
from inlay.pages.encodings.alp.native import NATIVE
from inlay.pages.encodings.alp.page import EMPTY, decode_page, encode_page
from inlay.pages.encodings.alp.parameters import Parameters, rank_parameters
from inlay.pages.encodings.alp.plugin import Alp
from inlay.pages.encodings.alp.vector import encode_vector
from inlay.pages.encodings.errors import DeclinedError
from inlay.pages.encodings.vectors.samples import choose_vectors
from parquet_format.parquet import Type
from tests.pages.encodings.alp.pages import CASES, KINDS, plain_values


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("case", CASES)
def test_every_bit_comes_back(case: str, name: str) -> None:
    kind = KINDS[name]
    values = plain_values(case, kind)
    count = len(values) // kind.size
    preset = rank_preset([(values, count)], kind).preset
    page = encode_page(values, preset, kind)
    assert decode_page(memoryview(page), count, kind) == values
    if NATIVE is not None:
        assert NATIVE.encode_page(values, preset, kind.size) == page
        assert NATIVE.decode_page(memoryview(page), count, kind.size) == bytes(values)


@pytest.mark.parametrize("name", KINDS)
def test_both_cores_choose_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = KINDS[name]
    pages = [
        (values, len(values) // kind.size)
        for values in (plain_values(case, kind) for case in CASES)
    ]
    chosen = rank_preset(pages, kind)
    monkeypatch.setattr("inlay.pages.encodings.alp.choice.NATIVE", None)
    assert rank_preset(pages, kind) == chosen
    assert len(chosen.preset) > 1


def test_the_example_of_the_specification() -> None:
    """Worked Example: Exceptions and Non-Zero Factor."""
    numbers = struct.pack("<4d", 1500.0, nan, 2500.0, 333.5)
    vector = encode_vector(memoryview(numbers).cast("d"), Parameters(4, 3), DOUBLE)
    packed = sum(delta << 15 * at for at, delta in enumerate([11_665, 11_665, 21_665, 0]))
    assert vector == (
        struct.pack("<BBHqB", 4, 3, 1, 3335, 15)
        + packed.to_bytes(8, "little")
        + struct.pack("<H", 1)
        + struct.pack("<d", nan)
    )
    assert len(vector) == 31


@pytest.mark.parametrize("name", KINDS)
def test_powers_are_rounded_correctly(name: str) -> None:
    """The nearest number of the type: no neighbour is nearer to the decimal literal."""
    kind = KINDS[name]
    for exponent in range(kind.largest_exponent + 1):
        for power, exact in (
            (POWERS[exponent], Fraction(10) ** exponent),
            (INVERSES[exponent], Fraction(1, 10**exponent)),
        ):
            rounded = kind.round(power)
            distance = abs(Fraction(rounded) - exact)
            assert all(
                distance <= abs(Fraction(near) - exact) for near in neighbours(rounded, kind)
            )


def neighbours(number: float, kind: FloatKind) -> list[float]:
    code = "<f" if kind.size == 4 else "<d"
    bits = int.from_bytes(struct.pack(code, number), "little")
    return [struct.unpack(code, (bits + step).to_bytes(kind.size, "little"))[0] for step in (-1, 1)]


def test_the_sizes_of_prices() -> None:
    """Two decimals up to some thousands are integers of some 18 bits."""
    values = plain_values("prices", DOUBLE)
    page = Alp().encode(values, 3_000, Type.DOUBLE)
    assert len(page) < len(values) / 3.2


def test_vectors_are_chosen_over_all_pages() -> None:
    counts = [1_024 * 5 + 1, 10, 1_024 * 9]
    vectors = choose_vectors(counts)
    assert len(vectors) == 8
    assert {page for page, _, _ in vectors} == {0, 1, 2}
    assert all(0 <= start < end <= counts[page] for page, start, end in vectors)
    assert choose_vectors([3]) == [(0, 0, 3)]


@pytest.mark.parametrize("name", KINDS)
def test_noise_is_declined(name: str) -> None:
    """What ALP would make larger is not tried, and `encode` takes it all the same."""
    kind = KINDS[name]
    values = plain_values("any bits", kind)
    ranked = rank_preset([(values, 2_100)], kind)
    with pytest.raises(DeclinedError, match="by samples, ALP takes"):
        require_smaller(ranked, kind)
    page = Alp().encode(values, 2_100, Type[name])
    assert Alp().decode(memoryview(page), 2_100, Type[name]) == values


def test_a_page_without_values() -> None:
    assert bytes([0, 0, 10, 0, 0, 0, 0]) == EMPTY
    assert decode_page(memoryview(EMPTY), 0, DOUBLE) == b""
    assert rank_parameters([], DOUBLE).preset == (Parameters(18, 18),)


def test_memory_that_is_not_aligned() -> None:
    values = plain_values("prices", DOUBLE)
    shifted = memoryview(b"x" + values)[1:]
    assert Alp().encode(shifted, 3_000, Type.DOUBLE) == Alp().encode(values, 3_000, Type.DOUBLE)
