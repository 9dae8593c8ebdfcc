"""Objects and arrays as JSON of Spark: what is written natively is what Python writes, damage included."""

from __future__ import annotations

import math
import struct
from decimal import Decimal
from typing import Any, Final

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.variant import PrimitiveType, Variant, encode, from_pairs, scalar, try_variant_get
from inlay_variant.arrow import casting, kernels
from inlay_variant.value.errors import RowError
from tests.support.examples import examples
from tests.variant.values import VARIANTS, damaged

pytestmark = pytest.mark.needs("native core")

ZONES: Final = ("UTC", "Europe/Berlin")
POWERS: Final = [float(f"{digit}e{power}") for power in range(-324, 309, 7) for digit in (1, 2, 9)]
EDGES: Final = [5e-324, 2e-323, 9.99e-4, 1e-3, 0.1, -0.0, 100.0, 9999999.0, 1e7, 1.5e300, math.nan, math.inf]  # fmt: skip
DECIMALS: Final = ["0", "0.000", "0.005", "-5.00", "12.00", "-7e-38", "1200", "9" * 38]
TABLE: Final[dict[str, list[Any]]] = {
    "texts": [{chr(code): f"{chr(code)}a{chr(code)}"} for code in range(0xA0)],
    "doubles": [[number, -number] for number in [*POWERS, *EDGES]],
    "integers": [[sign * 2**bits, sign * 2**bits - 1] for bits in range(63) for sign in (1, -1)],
    "decimals": [[scalar(PrimitiveType.DECIMAL16, Decimal(number))] for number in DECIMALS],
    "nested": [{}, [], [[], [{}]], {"": {}}, {"b": [None, True, False], "a": {"é": "😀"}}, None],
}


def answer(pairs: list[Variant], zone: str) -> object:
    try:
        return try_variant_get(from_pairs(pairs), "$", pa.string(), timezone=zone).to_pylist()
    except RowError as error:
        return type(error), str(error)


def check_both(pairs: list[Variant], zone: str) -> None:
    natively = answer(pairs, zone)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(kernels, "native", None)
        assert natively == answer(pairs, zone)


@pytest.mark.parametrize("name", TABLE)
def test_each_kind_of_value(name: str) -> None:
    check_both([encode(value) for value in TABLE[name]], ZONES[1])


@examples(25)
@given(st.lists(VARIANTS, min_size=1, max_size=4), damaged(), st.sampled_from(ZONES))
def test_any_value_and_any_damage(sound: list[Variant], hostile: Variant, zone: str) -> None:
    check_both(sound, zone)
    check_both([*sound, hostile], zone)


def test_ordinary_documents_need_no_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(casting, "_cast_each")
    document = {"id": 7, "price": 2.5, "tags": ["a", None, True], "more": {"text": 'say "x"\n'}}
    small: float = struct.unpack("<d", bytes(range(8)))[0]
    column = try_variant_get(from_pairs([encode(document), encode([small])]), "$", pa.string())
    assert column.to_pylist() == [
        '{"id":7,"more":{"text":"say \\"x\\"\\n"},"price":2.5,"tags":["a",null,true]}',
        "[7.949928895127363E-275]",
    ]
