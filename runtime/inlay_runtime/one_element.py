"""One struct of a long list, for those who look at one column of each row group: the others are not built."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from inlay_runtime.core import is_native

if TYPE_CHECKING:
    from inlay_runtime.record import Record

if is_native("compact") and not TYPE_CHECKING:
    from inlay_runtime.native.compact import build_element
else:

    def build_element(record: Record, slot: str, wanted: int) -> Any:
        """Never one of its own in pure Python, where lists are built at once."""
        return None


def look_at_element(record: Record, attribute: str, at: int) -> Any:
    """The struct at a place of a list, to look at and not to change: it may be one of its own. None where the list is shorter."""
    element = build_element(record, attribute, at)
    if element is not None:
        return element
    elements = getattr(record, attribute)
    return elements[at] if at < len(elements) else None
