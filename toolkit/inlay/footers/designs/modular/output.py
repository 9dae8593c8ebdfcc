"""The bytes of a modular footer that is being written: modules, their directory, the root and the frame."""

from __future__ import annotations

from zlib import crc32

from inlay.footers.designs.modular.frame import Frame, pack_frame
from inlay.footers.designs.modular.supplement import SEAL_SIZE, Seal, pack_seal
from parquet_format.modular import ModularFooter, ModuleDirectoryEntry, ModuleKind, ModuleLocation
from parquet_format.parquet import FileMetaData


class NewModules:
    """The bytes so far, and what goes into the directory."""

    def __init__(self, base: int) -> None:
        self.data = bytearray()
        self.modules: list[ModuleDirectoryEntry] = []
        self._base = base

    @property
    def position(self) -> int:
        """Where the next byte lies, as offsets of this footer say it."""
        return self._base + len(self.data)

    def put(self, kind: int, module: bytes) -> int:
        """Writes a module; its CRC."""
        location = ModuleLocation(offset=self.position, length=len(module))
        self.modules.append(ModuleDirectoryEntry(kind=ModuleKind(kind), location=location))
        self.data += module
        return crc32(module)

    def put_each(self, parts: list[bytes]) -> list[int]:
        """Writes what a directory leads to; where each part begins, and where the last one ends."""
        offsets = [self.position]
        for part in parts:
            self.data += part
            offsets.append(self.position)
        return offsets


def begin_root(metadata: FileMetaData) -> ModularFooter:
    """What the root says of the whole file; no module yet."""
    return ModularFooter(
        version=metadata.version,
        num_row_groups=len(metadata.row_groups),
        num_columns=sum(element.type is not None for element in metadata.schema),
        num_rows=metadata.num_rows,
        row_group_num_rows=[group.num_rows for group in metadata.row_groups],
        modules=[],
    )


def finish(out: NewModules, begun: ModularFooter, offset: int, seal: Seal | None = None) -> bytes:
    """The footer with its root and its frame."""
    root = begun.replace(modules=out.modules).encode()
    start = len(out.data) + (SEAL_SIZE if seal is not None else 0)
    rest = root + pack_frame(Frame(offset, start))
    return b"".join([out.data, b"" if seal is None else pack_seal(seal, rest), rest])
