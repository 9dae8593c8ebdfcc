"""The questions that every design of a footer answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Self

import pyarrow as pa

from inlay.footers.designs.answer_schemas import PageIndex
from inlay.footers.designs.fetch import CountedFetch, Fetch, FetchCost, Range
from inlay.footers.designs.footer_modules import FooterModule, ModuleLocation
from inlay.footers.footer.end_pieces import EndPiece
from inlay.ground.schema.names import ColumnNameError, refuse_shared_path
from inlay.ground.schema.tree import SchemaTree
from inlay_runtime.errors import InlayError, InvalidValueError, RequestError
from parquet_format.parquet import ColumnIndex, FileMetaData, KeyValue, OffsetIndex, SchemaElement


class NotCarriedError(InlayError):
    """The design does not hold what was asked for."""


@dataclass(frozen=True)
class FooterContents:
    """What a design is built from.

    `thrift` is the footer's own bytes. The indexes are those of the chunks that have them, by (column, row group).
    """

    thrift: bytes
    offset_indexes: Mapping[tuple[int, int], OffsetIndex] = field(
        default_factory=dict[tuple[int, int], OffsetIndex]
    )
    column_indexes: Mapping[tuple[int, int], ColumnIndex] = field(
        default_factory=dict[tuple[int, int], ColumnIndex]
    )

    @property
    def metadata(self) -> FileMetaData:
        """The meaning of `thrift`, decoded each time: who is done with it lets go of as much again as the bytes are."""
        return FileMetaData.decode(self.thrift)


class FooterDesign(ABC):
    """One footer in one design. Columns are the ordinals of leaves, and None stands for all.

    Every question raises DecodeError for bytes that break a rule of the design, with the place, NotCarriedError for
    what the design does not hold, and RequestError for an ordinal that there is not.
    """

    name: ClassVar[str]
    """As in `--design NAME`."""

    magic: ClassVar[bytes] = b""
    """Four bytes that a file ends in whose only footer is in this design; none, where it only lies beside Thrift."""

    def __init__(self, fetch: CountedFetch, footer: Range) -> None:
        self._fetch = fetch
        self._footer = footer

    @classmethod
    @abstractmethod
    def build(cls, contents: FooterContents, offset: int) -> bytes:
        """The footer in this design, to be written at `offset` of the file. Raises NotCarriedError for what it cannot say."""

    @classmethod
    def open(cls, fetch: Fetch, footer: Range) -> Self:
        """The footer whose bytes lie at `footer`. Nothing but what every question needs is fetched."""
        return cls(CountedFetch(fetch), footer)

    options: ClassVar[frozenset[str]] = frozenset()
    """The names that `build_with` takes from who converts a file."""

    location: ClassVar[ModuleLocation | None] = None
    """What says where modules lie; None where nothing does, or not in a struct."""

    @classmethod
    def build_with(
        cls, contents: FooterContents, offset: int, options: Mapping[str, object]
    ) -> bytes:
        """The same with options of the design, by name. Raises RequestError for one that it does not have."""
        if options:
            raise RequestError(f"a {cls.name} footer has no option {', '.join(options)}")
        return cls.build(contents, offset)

    @classmethod
    def find_start(cls, tail: bytes, size: int) -> int:
        """Where the footer of a file of `size` bytes begins, of which `tail` are the last ones, the magic included.

        Raises DecodeError where they do not say that.
        """
        raise InvalidValueError(f"a {cls.name} footer does not stand alone", size)

    @classmethod
    def frame_pieces(cls) -> Sequence[EndPiece]:
        """What stands between the footer and the magic, without offsets: as much in every file."""
        return ()

    @classmethod
    def modules(cls, data: bytes, offset: int) -> list[FooterModule]:
        """What lies where in a footer at `offset` of the file, without its frame; in the order of the file.

        Raises DecodeError where that cannot be read.
        """
        return []

    @classmethod
    def search(cls, data: bytes, base: int) -> Iterator[tuple[int, bytes]]:
        """Footers in data that begins at `base` of a file, where the frame is lost: their end in the data, and the frame and
        the magic that belong behind it."""
        return iter(())

    @property
    def cost(self) -> FetchCost:
        """What the answers took so far, opening included."""
        return self._fetch.cost

    @property
    def is_protected(self) -> bool:
        """Whether CRCs of the design's own vouch for every answer."""
        return False

    def thrift(self) -> bytes:
        """The bytes of the FileMetaData that this footer was built from. Raises NotCarriedError where it does not lead back."""
        raise NotCarriedError(f"a {self.name} footer does not lead back to the bytes of Thrift")

    def equivalent_thrift(self) -> bytes:
        """A FileMetaData that says what this footer does, where nothing leads back to the bytes that it was made from.

        Raises NotCarriedError where it does not say what Thrift has to.
        """
        return self.thrift()

    @property
    @abstractmethod
    def num_columns(self) -> int:
        """Leaves of the schema."""

    @property
    @abstractmethod
    def num_row_groups(self) -> int: ...

    @property
    @abstractmethod
    def schema(self) -> list[SchemaElement]:
        """The elements of the schema, depth first, the root included."""

    @property
    @abstractmethod
    def key_values(self) -> list[KeyValue]:
        """The key-value pairs, in their order."""

    @abstractmethod
    def find(self, paths: Sequence[str]) -> pa.Int32Array:
        """The column of each path (names joined by dots), null where the schema has no such leaf.

        Raises what `refuse_shared_path` gives, for a path that several leaves have.
        """

    def refuse_shared_path(self, path: str) -> ColumnNameError:
        """The error of a path that several leaves have, with a name for each of them."""
        return refuse_shared_path(SchemaTree(self.schema), path)

    @abstractmethod
    def place(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        """Where chunks lie: `PLACEMENT`."""

    @abstractmethod
    def bounds(
        self, columns: Sequence[int] | None = None, row_groups: Sequence[int] | None = None
    ) -> pa.RecordBatch:
        """What the statistics of chunks say: `BOUNDS`."""

    @abstractmethod
    def page_index(self, column: int, row_group: int) -> PageIndex | None:
        """The pages of one chunk; None for a chunk without an OffsetIndex."""
