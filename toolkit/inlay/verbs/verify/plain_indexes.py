"""Page indexes in which nothing is odd, as nearly all are: one native look answers most of what is asked of them."""

from __future__ import annotations

from typing import Final

from inlay.verbs.verify.check import Check
from inlay.verbs.verify.index_counts import COUNTS_OF_INDEXES
from inlay.verbs.verify.index_statements import STATEMENTS_OF_CHUNKS, STATEMENTS_OF_INDEXES
from inlay.verbs.verify.page_indexes import INDEX_CHECKS
from inlay.verbs.verify.page_subjects import WalkedChunk
from inlay.verbs.verify.pages import SUM_CHECKS
from inlay.verbs.verify.subjects import is_flat

_INDEX_CHECKS: Final[tuple[Check[WalkedChunk], ...]] = (
    *INDEX_CHECKS,
    *COUNTS_OF_INDEXES,
    *STATEMENTS_OF_INDEXES,
)
CHECKS_OF_SUMS: Final[tuple[Check[WalkedChunk], ...]] = (
    *SUM_CHECKS,
    *_INDEX_CHECKS,
    *STATEMENTS_OF_CHUNKS,
)
_LEFT: Final = frozenset({"index-sums"})
_LEFT_OF_TEXT: Final = _LEFT | {"page-bounds", "index-distinct"}
"""They hold bytes of values against bounds."""


def _keep(codes: frozenset[str]) -> tuple[Check[WalkedChunk], ...]:
    left = [check for check in _INDEX_CHECKS if check.code in codes]
    return (*SUM_CHECKS, *left, *STATEMENTS_OF_CHUNKS)


_CHECKS_OF_PLAIN: Final = _keep(_LEFT)
_CHECKS_OF_PLAIN_TEXT: Final = _keep(_LEFT_OF_TEXT)


def choose_checks(walked: WalkedChunk) -> tuple[Check[WalkedChunk], ...]:
    """Those that may find something in a chunk whose pages have all been walked over."""
    if not _is_plain(walked):
        return CHECKS_OF_SUMS
    leaf = walked.chunk.leaf
    return _CHECKS_OF_PLAIN_TEXT if leaf is not None and leaf.is_cut else _CHECKS_OF_PLAIN


def _is_plain(walked: WalkedChunk) -> bool:
    """Whether the pages of both indexes surely are those of the chunk: two values or more in each that are not null, bounds in their order,
    whose hull has the very bytes of the chunk's, and nulls that add up."""
    leaf, said = walked.chunk.leaf, walked.chunk.statistics
    offsets, bounds = walked.offset_bytes, walked.column_bytes
    if leaf is None or said is None or offsets is None or bounds is None or not is_flat(leaf):
        return False
    low, high, plain = said.min_value, said.max_value, leaf.plain
    if plain is None or low is None or high is None:
        return False
    if said.nan_count is not None or said.distinct_count is not None:
        return False
    rows = walked.chunk.group.num_rows
    return plain.agrees_page_by_page(
        offsets, bounds, rows, walked.page_values, low, high, said.null_count
    )
