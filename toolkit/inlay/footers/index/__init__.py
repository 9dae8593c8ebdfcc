"""The index in a footer: where its chunks, the elements of its schema and its fields begin (docs/next_footer.md)."""

from inlay.footers.index.build import CannotIndexError, build_index
from inlay.footers.index.view import IndexView

__all__ = ["CannotIndexError", "IndexView", "build_index"]
