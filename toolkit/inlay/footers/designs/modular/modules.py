"""What lies where in a modular footer: its modules, and the structs that their directories lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

from inlay.footers.designs.fetch import CountedFetch, Range
from inlay.footers.designs.footer_modules import NOTHING, ROOT, FooterModule, ModuleNumber
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.modular.frame import SIZE as MODULAR_FRAME
from inlay.footers.designs.modular.module_bytes import ModularBytes
from inlay.footers.designs.modular.root import Root, read_root
from inlay.footers.designs.modular.supplement import KIND, SEAL_SIZE
from inlay.footers.designs.ranges import Tail
from inlay.footers.footer.end_pieces import Role
from inlay_runtime.errors import DecodeError
from inlay_runtime.struct import Struct
from parquet_format import modular
from parquet_format.modular import ModuleKind

SCRIPT: Final = "script"
CHECKSUMS: Final = "CRCs"
SEAL: Final = "seal"

_MODULES: Final[dict[int, type[Struct]]] = {
    ModuleKind.SCHEMA: modular.SchemaModule,
    ModuleKind.PLACEMENT: modular.PlacementModule,
    ModuleKind.ROW_GROUP_STATISTICS: modular.RowGroupStatisticsModule,
    ModuleKind.OFFSET_INDEX: modular.PageIndexModule,
    ModuleKind.COLUMN_INDEX: modular.PageIndexModule,
    ModuleKind.FILE_METADATA: modular.FileMetadataModule,
    ModuleKind.SCHEMA_INDEX: modular.SchemaIndexModule,
}

_AT_ONCE: Final = 1 << 12
"""Entries of a directory that are followed at once."""

_SEAL: Final = (
    ModuleNumber(8, "bytes of the script", Role.LENGTH, (SCRIPT,)),
    ModuleNumber(4, "CRC of the placement", Role.CHECKSUM, ("PLACEMENT",)),
    ModuleNumber(4, "CRC of the schema", Role.CHECKSUM, ("SCHEMA",)),
    ModuleNumber(4, "CRC of the file's metadata", Role.CHECKSUM, ("FILE_METADATA",)),
    ModuleNumber(4, "CRC of the schema index", Role.CHECKSUM, ("SCHEMA_INDEX",)),
    ModuleNumber(2, "flags"),
    ModuleNumber(4, "CRC, also of all that follows the seal", Role.CHECKSUM, (SEAL, ROOT)),
)


def list_modules(data: bytes, offset: int) -> list[FooterModule]:
    """Of a modular footer with its frame, which lies at `offset`; in the order of the file, without the frame.

    Raises DecodeError where the root cannot be read. What cannot be read beside it is left out.
    """
    tail = _tail_of(data, offset)
    root = read_root(tail)
    end = offset + len(data) - MODULAR_FRAME
    return _in_order(
        [
            *_modules(root),
            *_described(tail, root),
            FooterModule(root.start, end, ROOT, modular.ModularFooter),
        ]
    )


def _modules(root: Root) -> Iterator[FooterModule]:
    for kind, (start, length) in root.modules.items():
        if kind == KIND and root.seal is not None:
            script = start + root.seal.script
            seal = start + length - SEAL_SIZE
            yield FooterModule(start, script, SCRIPT)
            yield FooterModule(script, seal, CHECKSUMS, are_checksums=True)
            yield FooterModule(seal, start + length, SEAL, numbers=_SEAL)
        else:
            yield FooterModule(start, start + length, ModuleKind(kind).name, _MODULES.get(kind))


def _described(tail: Tail, root: Root) -> Iterator[FooterModule]:
    """What directories lead to: statistics of columns, page indexes of chunks. CRCs of them stand in this order, too."""
    columns, groups = root.num_columns, root.num_row_groups
    before = columns
    source = ModularBytes(tail, root)
    for kind, type_, count in (
        (ModuleKind.ROW_GROUP_STATISTICS, modular.ColumnStatistics, columns),
        (ModuleKind.OFFSET_INDEX, modular.OffsetIndexChunk, columns * groups),
        (ModuleKind.COLUMN_INDEX, modular.ColumnIndexChunk, columns * groups),
    ):
        if kind not in root.modules:
            continue
        each = 1 if kind == ModuleKind.ROW_GROUP_STATISTICS else groups
        of_kind: list[FooterModule] = []
        with suppress(DecodeError):
            for first in range(0, count, _AT_ONCE):
                wanted = range(first, min(first + _AT_ONCE, count))
                pieces = source.described(kind, wanted, count, before)
                for at, (start, piece) in zip(wanted, pieces, strict=True):
                    group = NOTHING if kind == ModuleKind.ROW_GROUP_STATISTICS else at % each
                    name = type_.__name__
                    of_kind.append(
                        FooterModule(start, start + len(piece), name, type_, group, at // each)
                    )
            yield from of_kind
        before += count


def _tail_of(data: bytes, offset: int) -> Tail:
    size = len(data)
    return Tail(CountedFetch(fetch_from(data, offset)), Range(offset, size), size)


def _in_order(parts: Iterable[FooterModule]) -> list[FooterModule]:
    """Those with bytes of their own."""
    kept: list[FooterModule] = []
    for part in sorted(parts, key=lambda part: (part.start, part.end)):
        if part.end > part.start and (not kept or part.start >= kept[-1].end):
            kept.append(part)
    return kept
