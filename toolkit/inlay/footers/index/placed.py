"""An index as it lies in a file."""

from __future__ import annotations

from dataclasses import dataclass

from inlay_runtime.errors import DecodeError
from parquet_format.jump_table import FileMetadataFooterIndex


@dataclass(frozen=True)
class PlacedIndex:
    """`content` is the index in the compact protocol, `place` what leads to it. `offset` is where that lies in the file, or its
    container; None inside a FlatBuffer. `metadata` is the FileMetaData that it is of."""

    content: bytes
    place: str
    offset: int | None
    metadata: bytes

    @property
    def index(self) -> FileMetadataFooterIndex | None:
        """None for what cannot be decoded."""
        try:
            return FileMetadataFooterIndex.decode(self.content)
        except DecodeError:
            return None
