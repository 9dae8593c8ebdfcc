"""Chains of commands lose nothing: a sample; `python -m tests.chains.soak` runs 10,000. And the laws see what breaks them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from parquet_format.parquet import FileMetaData
from tests.chains.seen import look_at
from tests.chains.soak import BrokenLaw, require_equal, soak
from tests.chains.steps import Planned
from tests.pages.encodings.files import pa, pq
from tests.support.footers import edit_footer


def test_chains_lose_nothing() -> None:
    soaked = soak(seed=100, chains=8)
    assert soaked.broken == []
    assert soaked.steps.total() > 12


def _lose_rows(metadata: FileMetaData) -> None:
    metadata.num_rows -= metadata.row_groups.pop().num_rows


def _lose_a_bound(metadata: FileMetaData) -> None:
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    assert meta.statistics is not None
    meta.statistics.max_value = (1).to_bytes(8, "little")


@pytest.mark.parametrize(
    ("lose", "said"), [(_lose_rows, "pyarrow reads"), (_lose_a_bound, "findings: .*value-bounds")]
)
def test_what_is_lost_is_told(
    lose: Callable[[FileMetaData], None], said: str, tmp_path: Path
) -> None:
    path, changed = tmp_path / "0.parquet", tmp_path / "1.parquet"
    pq.write_table(pa.table({"row": pa.array([1, 2, 3, None])}), path, row_group_size=2)
    before = look_at(path, 0)
    assert (before.findings, before.lost) == (frozenset(), frozenset())
    changed.write_bytes(edit_footer(path.read_bytes(), lose))
    with pytest.raises(BrokenLaw, match=said):
        require_equal(Planned((), before.views), [before], look_at(changed, 0))
