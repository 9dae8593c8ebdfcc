"""Digests are equal exactly where the texts of all values are, whatever form the values have in memory."""

from __future__ import annotations

import struct
import uuid
from decimal import Decimal
from itertools import combinations
from typing import Any, Final

import pyarrow
import pytest

from inlay.verbs.vet.digests import digest_columns
from inlay.verbs.vet.texts import BLOCK, texts_at
from tests.verbs.vet.test_texts import SAME

pa: Any = pyarrow
ODD_NAN: Final = struct.unpack("<d", bytes.fromhex("010000000000f8ff"))[0]
CUT: Final = pa.array([b"pp", None, b"", b"q", b"r"])[1:4]
"""Offsets that do not begin at 0."""

ARRAYS: Final[list[Any]] = [
    *(array for arrays in SAME.values() for array in arrays),
    *(pa.array([0, None, 1], kind) for kind in (pa.int8(), pa.uint16(), pa.float16(), pa.float32(), pa.float64())),
    pa.array([0, 0, 1]),
    pa.array([0.0, None, 1.0]),
    pa.array([-0.0, None, 1.0]),
    pa.array([-0.0, None, 1.0], pa.float32()),
    pa.array([float("nan"), 0.1]),
    pa.array([ODD_NAN, 0.1]),
    pa.array([float("nan"), 0.1], pa.float32()),
    pa.array([float("nan"), 0.1], pa.float16()),
    pa.array([1 << 63, 1], pa.uint64()),
    pa.array([(1 << 63) - 1, 1], pa.uint64()),
    pa.array([(1 << 63) - 1, 1], pa.int64()),
    pa.array([-1, 1]),
    pa.array([Decimal(1), Decimal(0)]),
    pa.array([True, False]),
    pa.array([1, 0]),
    *(pa.array([None, None, None], kind) for kind in (pa.null(), pa.int32(), pa.string(), pa.float64())),
    *(pa.array(["", None, "q"], kind) for kind in (pa.string(), pa.large_binary(), pa.string_view())),
    CUT,
    pa.array(["", "", "q"]),
    pa.array(["q", None, ""]),
    pa.array([b"abcd", None], pa.binary(4)),
    pa.array(["abcd", None]),
    pa.array(["ab", "cd"]),
    pa.array([b"x" * 300, None]),
    pa.array([b"x" * 299 + b"y", None], pa.binary_view()),
    pa.ExtensionArray.from_storage(pa.uuid(), pa.array([uuid.UUID(int=7).bytes], pa.binary(16))),
    pa.array([uuid.UUID(int=7).bytes]),
    pa.array([5, 5, 6]).dictionary_encode(),
    pa.RunEndEncodedArray.from_arrays([2, 3], pa.array([5, 6])),
    pa.array([5, 5, 6], pa.int16()),
]  # fmt: skip


def digest(values: Any) -> list[str]:
    (column,) = digest_columns(pa.table({"a": values}))
    return column


def test_digests_are_equal_where_texts_are() -> None:
    told = [(digest(it), texts_at(pa.table({"a": it}), 0, 0), it) for it in ARRAYS]
    equal = 0
    for (one, texts, left), (other, others, right) in combinations(told, 2):
        assert (one == other) is (texts == others), (left, right)
        equal += one == other
    assert equal > 40


@pytest.mark.parametrize("values", [[*range(9)], [float(it) for it in range(9)], [*"abcdefghi"]])
def test_where_a_reader_cuts_is_not_seen(values: list[Any]) -> None:
    whole = pa.array(values)
    for cut in range(len(values)):
        chunks = pa.chunked_array([whole[:cut], whole[cut:]])
        assert digest(chunks) == digest(whole)
        wide = pa.chunked_array([whole[:cut], whole[cut:]]).cast(
            pa.large_string() if isinstance(values[0], str) else whole.type
        )
        assert digest(wide) == digest(whole)


def test_each_block_has_its_own() -> None:
    values = [*range(BLOCK), *range(BLOCK), 1]
    first, second, third = digest(pa.array(values))
    assert first == second != third
    values[BLOCK + 7] = -1
    assert digest(pa.array(values))[0] == first != digest(pa.array(values))[1]
