"""What a new file is put together from: sources, pieces, edits, and an output (`docs/pages.md`)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, overload

from inlay.pages.engine.body import Body
from inlay.pages.engine.piece import Piece, Place
from inlay.pages.engine.thrift_file import ThriftFile
from parquet_format.parquet import FileMetaData, OffsetIndex, RowGroup


class Origin(NamedTuple):
    """The chunk of a source."""

    source: ThriftFile
    place: Place


class OwnChunks(Sequence[Origin]):
    """Those of one row group of a source, in their order, each made when it is asked for."""

    def __init__(self, source: ThriftFile, group: int, count: int) -> None:
        self.source = source
        self.group = group
        self._count = count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Origin: ...
    @overload
    def __getitem__(self, at: slice) -> list[Origin]: ...
    def __getitem__(self, at: int | slice) -> Origin | list[Origin]:
        columns = range(self._count)[at]
        if isinstance(columns, int):
            return Origin(self.source, (self.group, columns))
        return [Origin(self.source, (self.group, column)) for column in columns]

    def __iter__(self) -> Iterator[Origin]:
        return (Origin(self.source, (self.group, column)) for column in range(self._count))


class Move(NamedTuple):
    """A piece as it is, or a run of them. Where somebody had to look at it before, `data` are its first bytes, and `offset_index` is what an
    offset index says. `seal` encrypts the index as it lies in the new file."""

    source: ThriftFile
    piece: Piece
    data: bytes = b""
    offset_index: OffsetIndex | None = None
    seal: Callable[[bytes], bytes] | None = None


class Replace(NamedTuple):
    """Other pages in the place of a chunk's, made as they are taken; what lies behind the old ones stays."""

    source: ThriftFile
    piece: Piece
    pages: Iterable[bytes]


class Insert(NamedTuple):
    """Bytes that no source has. Whoever wants to know where they have landed asks by `name`."""

    name: Hashable
    data: bytes


Step: TypeAlias = "Move | Replace | Insert"


@dataclass(frozen=True, slots=True)
class Output:
    """The new file. Until the plan has run, the offsets in `metadata` are those of the sources.

    `origins` has, for each row group, which chunk of which source each of its chunks is.
    """

    metadata: FileMetaData
    origins: Sequence[Sequence[Origin]]

    def row_groups(self) -> Iterator[tuple[RowGroup, Sequence[Origin]]]:
        """Each with its origins."""
        return zip(self.metadata.row_groups, self.origins, strict=True)

    def sources(self) -> set[ThriftFile]:
        known: set[ThriftFile] = set()
        for origins in self.origins:
            if isinstance(origins, OwnChunks):
                known.add(origins.source)
            else:
                known.update(origin.source for origin in origins)
        return known


@dataclass(frozen=True, slots=True)
class Plan:
    """`steps` are taken one by one and once, in the order of the new file.

    `bodies` are the sources that are cut up whole: offsets in them that lead to none of their chunks follow the piece that
    they lie in. Those in other sources are cleared.
    """

    steps: Iterable[Step]
    output: Output
    bodies: Mapping[ThriftFile, Body] = field(default_factory=dict[ThriftFile, Body])


def rearrange(
    source: ThriftFile, metadata: FileMetaData, body: Body, steps: Iterable[Step]
) -> Plan:
    """The plan of a file whose own chunks stay its chunks, in another order. `metadata` is decoded from its footer."""
    origins = [
        OwnChunks(source, number, body.chunk_counts.get(number, 0))
        for number in range(len(metadata.row_groups))
    ]
    return Plan(steps, Output(metadata, origins), {source: body})
