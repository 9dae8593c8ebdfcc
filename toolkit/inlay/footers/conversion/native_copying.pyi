"""Instances copied, and bounds of statistics packed, natively."""

from typing import Any

class NativeCopier:
    def __init__(self, source: type[Any], copier: Any) -> None: ...
    def __call__(self, source: Any) -> Any:
        """The copy; None for an instance of another class, and for one that is lazy."""

class BoundsPacker:
    def __init__(self, thrift: type[Any], flat: type[Any]) -> None: ...
    def __call__(
        self, thrift: Any, flat: Any, type_: int | None, may_pack: bool, may_truncate: bool
    ) -> bool:
        """Whether it was done; if not, nothing was."""
