"""Enums of FlatBuffers: of any integer type, open as those of Thrift."""

from __future__ import annotations

from enum import KEEP, IntFlag
from typing import ClassVar

from inlay_runtime.enums import OpenEnum


class FlatEnum(OpenEnum):
    """An unknown value is a member too, as long as any scalar of FlatBuffers can hold it."""

    @classmethod
    def _bits(cls) -> int:
        return 64


class OpenFlag(IntFlag, boundary=KEEP):
    """An enum that is `bit_flags`: any combination, unknown bits included."""

    __source__: ClassVar[tuple[str, int]]
    """The file and the line of its definition in the IDL."""
