"""Layouts: ways to write down what a footer says. All of them answer the same questions (docs/next_footer.md)."""

from inlay.layouts.answers import BOUNDS, PAGES, PLACEMENT, PageIndex
from inlay.layouts.fetch import CountedFetch, Fetch, FetchCost, Range
from inlay.layouts.layout import FooterContents, FooterLayout, NotCarriedError, PageFacts

__all__ = [
    "BOUNDS",
    "PAGES",
    "PLACEMENT",
    "FetchCost",
    "CountedFetch",
    "Fetch",
    "FooterContents",
    "FooterLayout",
    "NotCarriedError",
    "PageFacts",
    "PageIndex",
    "Range",
]
