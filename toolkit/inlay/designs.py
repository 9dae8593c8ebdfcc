"""Designs: ways to write down what a footer says. All of them answer the same questions (docs/next_footer.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay.ground.missing import explain_missing_of
from inlay_runtime.lazy_names import lazy_names

if TYPE_CHECKING:
    from inlay.footers.designs.answer_schemas import BOUNDS, PAGES, PLACEMENT, PageIndex
    from inlay.footers.designs.design import (
        FooterContents,
        FooterDesign,
        NotCarriedError,
    )
    from inlay.footers.designs.fetch import (
        CountedFetch,
        DecodedFetch,
        Fetch,
        FetchCost,
        Range,
    )

__all__ = [
    "BOUNDS",
    "PAGES",
    "PLACEMENT",
    "CountedFetch",
    "DecodedFetch",
    "Fetch",
    "FetchCost",
    "FooterContents",
    "FooterDesign",
    "NotCarriedError",
    "PageIndex",
    "Range",
]

_HOMES = {
    "inlay.footers.designs.answer_schemas": "BOUNDS PAGES PLACEMENT PageIndex",
    "inlay.footers.designs.fetch": "CountedFetch DecodedFetch Fetch FetchCost Range",
    "inlay.footers.designs.design": "FooterContents FooterDesign NotCarriedError",
}
"""All of it needs pyarrow."""

if not TYPE_CHECKING:
    _get_lazily, __dir__ = lazy_names(__name__, _HOMES)
    __getattr__ = explain_missing_of(__name__, _get_lazily)
