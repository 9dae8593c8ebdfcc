"""What lies where in a modular footer: its modules, and the structs that their directories lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from inlay.footers.designs.fetch import CountedFetch, Range
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.mfp1 import SIZE
from inlay.footers.designs.modular_bytes import ModularBytes
from inlay.footers.designs.modular_root import Root, read_root
from inlay.footers.designs.ranges import Tail
from inlay.footers.designs.supplement import KIND, SEAL_SIZE
from inlay.verbs.layout.ledger import NOTHING
from inlay_runtime.errors import DecodeError
from inlay_runtime.struct import Struct
from parquet_format import modular
from parquet_format.modular import ModuleKind

SCRIPT: Final = "script"
CHECKSUMS: Final = "CRCs"
SEAL: Final = "seal"
ROOT: Final = "root"

_MODULES: Final[dict[int, type[Struct]]] = {
    ModuleKind.SCHEMA: modular.SchemaModule,
    ModuleKind.PLACEMENT: modular.PlacementModule,
    ModuleKind.ROW_GROUP_STATISTICS: modular.RowGroupStatisticsModule,
    ModuleKind.OFFSET_INDEX: modular.PageIndexModule,
    ModuleKind.COLUMN_INDEX: modular.PageIndexModule,
    ModuleKind.FILE_METADATA: modular.FileMetadataModule,
    ModuleKind.SCHEMA_INDEX: modular.SchemaIndexModule,
}


class ModularPart(NamedTuple):
    """Bytes from `start` to `end` of the file; a struct of this type, or other bytes. Some are of one column, or of a chunk."""

    start: int
    end: int
    name: str
    type: type[Struct] | None = None
    row_group: int = NOTHING
    column: int = NOTHING


def list_parts(data: bytes, offset: int) -> list[ModularPart]:
    """Of a modular footer with its frame, which lies at `offset`; in the order of the file, without the frame.

    Raises DecodeError where the root cannot be read. What cannot be read beside it is left out.
    """
    tail = _tail_of(data, offset)
    root = read_root(tail)
    end = offset + len(data) - SIZE
    return _in_order(
        [
            *_modules(root),
            *_described(tail, root),
            ModularPart(root.start, end, ROOT, modular.ModularFooter),
        ]
    )


def _modules(root: Root) -> Iterator[ModularPart]:
    for kind, (start, length) in root.modules.items():
        if kind == KIND and root.seal is not None:
            script = start + root.seal.script
            seal = start + length - SEAL_SIZE
            yield ModularPart(start, script, SCRIPT)
            yield ModularPart(script, seal, CHECKSUMS)
            yield ModularPart(seal, start + length, SEAL)
        else:
            yield ModularPart(start, start + length, ModuleKind(kind).name, _MODULES.get(kind))


def _described(tail: Tail, root: Root) -> Iterator[ModularPart]:
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
        with suppress(DecodeError):
            pieces = source.described(kind, range(count), count, before)
            for at, (start, piece) in enumerate(pieces):
                group = NOTHING if kind == ModuleKind.ROW_GROUP_STATISTICS else at % each
                name = type_.__name__
                yield ModularPart(start, start + len(piece), name, type_, group, at // each)
        before += count


def _tail_of(data: bytes, offset: int) -> Tail:
    size = len(data)
    return Tail(CountedFetch(fetch_from(data, offset)), Range(offset, size), size)


def _in_order(parts: Iterable[ModularPart]) -> list[ModularPart]:
    """Those with bytes of their own."""
    kept: list[ModularPart] = []
    for part in sorted(parts, key=lambda part: (part.start, part.end)):
        if part.end > part.start and (not kept or part.start >= kept[-1].end):
            kept.append(part)
    return kept
