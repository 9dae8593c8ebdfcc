"""Bounds of statistics from Thrift to FlatBuffers, natively."""

from typing import Any

class BoundsPacker:
    def __init__(self, thrift: type[Any], flat: type[Any]) -> None: ...
    def __call__(
        self, thrift: Any, flat: Any, type_: int | None, may_pack: bool, may_truncate: bool
    ) -> bool:
        """Whether it was done; if not, nothing was."""
