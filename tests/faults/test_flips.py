"""Single bits flipped in tails; `flips.py` flips all of them."""

from __future__ import annotations

import pytest

from tests.faults.flips import STEPS, after, flip_all, is_guarded, small


@pytest.mark.parametrize("count", [1, 2, 3])
def test_what_is_guarded_is_noticed(count: int) -> None:
    counts = flip_all(after(small(), STEPS[:count]), every=23)
    assert sum(counts.values()) > 200
    for (meaning, who), number in counts.items():
        assert who == "reader" or not is_guarded(meaning), f"{number} in {meaning}: {who}"
    # The Thrift beside a FlatBuffer is under its CRC as well.
    assert {who for (_, who) in counts} == {"reader"}
