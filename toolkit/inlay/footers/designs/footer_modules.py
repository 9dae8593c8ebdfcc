"""What a footer of packed parts is made of, by where it lies in the file."""

from __future__ import annotations

from typing import Final, NamedTuple

from inlay.footers.footer.end_pieces import Role
from inlay_runtime.struct import Struct

NOTHING: Final = -1
"""In place of a row group or a column, where a module is of none."""

ROOT: Final = "root"
"""The module that leads to all others."""


class ModuleNumber(NamedTuple):
    """`size` bytes of a module, little-endian. A length is that of the module `of` this name, and a checksum is a CRC-32 of it.

    A checksum of two is of the first one up to this number, and of the other one up to the end of the file.
    """

    size: int
    meaning: str
    role: Role = Role.NUMBER
    of: tuple[str, ...] = ()


class FooterModule(NamedTuple):
    """Bytes from `start` to `end` of the file. Some are of one column, or of a chunk.

    They are a struct of this `type`, or begin with these `numbers`, or `are_checksums` of other modules, of four bytes each, or
    other bytes.
    """

    start: int
    end: int
    name: str
    type: type[Struct] | None = None
    row_group: int = NOTHING
    column: int = NOTHING
    numbers: tuple[ModuleNumber, ...] = ()
    are_checksums: bool = False


class ModuleLocation(NamedTuple):
    """The struct that says where a module lies, and the numbers of its fields for offset and length."""

    struct: str
    offset: int
    length: int
