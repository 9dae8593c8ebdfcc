"""The index of a footer, held against the footer."""

from __future__ import annotations

from inlay.changes.life_cycle.placed_index import find_indexes
from inlay.footers.footer.footer import Footer
from inlay.footers.index.compare import find_lie
from inlay.footers.index.placed import PlacedIndex
from inlay_runtime.errors import DecodeError
from inlay_runtime.finding import Finding

CODE = "index"
_HINT = "`inlay footer index add` makes it anew; readers walk the footer meanwhile"


def check_footer_index(footer: Footer) -> list[Finding]:
    """What is wrong with the indexes of a footer of any form. Raises FooterError for a footer that cannot be decoded."""
    try:
        return [finding for placed in find_indexes(footer) for finding in _findings(placed)]
    except DecodeError as error:
        return [
            Finding(CODE, footer.offset, f"no index where field 10 points: {error}", hint=_HINT)
        ]


def _findings(placed: PlacedIndex) -> list[Finding]:
    lie = find_lie(placed.content, placed.metadata)
    if lie is None:
        return []
    return [
        Finding(CODE, placed.offset, f"the index in {placed.place} is wrong: {lie}", hint=_HINT)
    ]
