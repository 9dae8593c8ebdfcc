"""Whether two arrays hold the same values. Arrow says so of all but NaN, which equals nothing there, not even itself."""

from __future__ import annotations

from typing import Any, Final

_ALL: Final = 1 << 30


def have_same_values(left: Any, right: Any) -> bool:
    return left.type == right.type and (left.equals(right) or _show(left) == _show(right))


def _show(array: Any) -> str:
    """All of it as Arrow prints it, which is exact; a Variant of ours would print itself as JSON."""
    storage = getattr(array, "storage", array)
    return str(storage.to_string(window=_ALL, container_window=_ALL, element_size_limit=_ALL))
