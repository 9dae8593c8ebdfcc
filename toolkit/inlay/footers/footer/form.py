"""The forms that the footer of a file has."""

from __future__ import annotations

from enum import Enum, unique


@unique
class Form(Enum):
    """What the footer of a file is made of; the same names everywhere: API, commands, Spark, docs."""

    THRIFT = "thrift"
    """A FileMetaData in the compact protocol."""

    PRIVATE = "private"
    """The same, with a FlatBuffer (v0) in its extension."""

    MIGRATION = "migration"
    """The same, with a FlatBuffer (v1) in its extension."""

    FINAL = "final"
    """A FlatBuffer (v1) and no Thrift."""

    DUAL = "dual"
    """A FileMetaData, with a footer of another design in its extension."""

    MODULAR = "modular"
    """A modular footer alone."""

    PARX = "parx"
    """A FileMetaData in the frame of PARX."""

    ENCRYPTED = "encrypted"
    """A FileCryptoMetaData, then a FileMetaData that only the key opens."""

    PROTOTYPE = "arrow-prototype"
    """A FileMetaData with the FlatBuffer of Arrow's prototype in its extension."""

    OTHER = "other"
    """A footer in a design that an installed package brings, alone: `inlay.designs`."""

    @property
    def is_plain(self) -> bool:
        """Whether there is a FileMetaData, and no other footer."""
        return self is Form.THRIFT
