"""Whether a footer passes every check, natively."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from inlay_runtime.limits import Limits
from parquet_format.parquet import FileMetaData

Leaf = TypeVar("Leaf", bound=tuple[Any, ...])
Chunk = TypeVar("Chunk")
Described: TypeAlias = tuple[int | None, bool, tuple[int, ...], tuple[int, ...]]

def define(
    footer: type[FileMetaData],
    root: Mapping[int, int],
    element: Mapping[int, int],
    group: Mapping[int, int],
    chunk: Mapping[int, int],
    column: Mapping[int, int],
    statistics: Mapping[int, int],
    sizes: Mapping[int, int],
    sorting: Mapping[int, int],
    offset_index: Mapping[int, int],
    column_index: Mapping[int, int],
    location: Mapping[int, int],
    pages: Mapping[int, int],
) -> None:
    """The wire types of the fields of these structs, by id."""

NAMES: frozenset[str]
"""The checks that `passes` makes, as `inlay.verbs.verify.check.Check.name` has them: who adds one adds its name."""

def passes(
    data: bytes, footer: int, depth: int, describe: Callable[[int, int], Described | None]
) -> bool:
    """Whether no check finds anything in a footer that begins at `footer` in its file; False for what is left to them."""

class Leaves:
    """What is asked of the leaves of a schema: worked out once for all footers that have it."""

    def __init__(self, leaves: list[tuple[int, int, int, int]], kinds: list[Described], /) -> None:
        """Of each leaf its highest levels, its type, and the number of its kind."""

    def find_doubtful(self, data: bytes, depth: int) -> list[tuple[int, int]] | None:
        """The numbers of row group and leaf; None for a footer that has other columns, or none that is known here."""

def list_said(
    data: bytes, depth: int, leaves: int, row_groups: Sequence[int], /
) -> tuple[bytes, bytes] | None:
    """Of numbers of nulls and of bounds, for each leaf, whether some of these row groups say it (1), and whether some do not (2). `data`
    is a footer that was decoded; None where it has other columns, or anything that is not known here.
    """

class CountedChunks:
    """Of each chunk of a footer what `chunk_numbers.py` describes."""

    group_sizes: list[int]
    """Compressed bytes of each row group."""
    index_size: int
    """Bytes of all column indexes and offset indexes."""
    paths_size: int
    """Bytes of all paths in the footer."""

    def of_column(self, leaf: int, /) -> tuple[int, ...]:
        """The fields of `ColumnNumbers`."""

    def bytes_of(self, leaf: int, /) -> bytes:
        """All that is said of its chunks: equal for columns of which the same is said."""

    def of_chunks(self, leaf: int, kind: type[Chunk], /) -> list[Chunk]:
        """Of each row group; `kind` is a tuple with the fields of `ChunkNumbers`."""

def count_chunks(data: bytes, depth: int, types: bytes, /) -> CountedChunks | None:
    """Of a footer that was decoded from `data`, whose leaves have these types. None where it has other columns, chunks that are encrypted
    or elsewhere, or anything that is not known here."""

PlainLists: TypeAlias = tuple[list[int], list[int], list[bytes], list[bytes], list[Any], list[Any]]
"""First rows and nulls of pages, their bounds, and what these are compared by; behind the last first row, the number of rows."""

PlainChunk: TypeAlias = tuple[int, bytes, bytes, bool | None, bool | None, Any, Any]
"""Nulls, bounds, whether these are exact, and what they are compared by: None for decimals, here and in the lists above."""

class PlainStatements:
    """What is looked for in the statistics and page indexes of a column, and what its bounds mean: worked out once for all its chunks."""

    def __init__(
        self,
        offset_index: type,
        column_index: type,
        limits: Limits,
        order: int,
        width: int,
        highest: int,
        can_be_null: bool,
        is_text: bool,
        is_decimal: bool,
        /,
    ) -> None:
        """`width` is that of each bound, or -1; `highest` the definition level of a value, 0 where no levels are looked at."""

    def read_chunk(self, chunk: object, rows: int) -> PlainChunk | None:
        """Of a chunk that nobody has touched since it was decoded. None where anything is odd, and for a chunk with no value for each row."""

    def list_ranges(
        self, chunks: CountedChunks, leaf: int, /
    ) -> tuple[list[Any], list[Any]] | None:
        """The least values of all chunks of a column, and the greatest, as they are compared. None where anything is odd in one, and for
        decimals."""

    def agrees(
        self, offsets: bytes, bounds: bytes, rows: int, low: bytes, high: bytes, nulls: int | None
    ) -> bool:
        """Whether they are plain, and have these bounds and so many nulls altogether, as their chunk has."""

    def agrees_page_by_page(
        self,
        offsets: bytes,
        bounds: bytes,
        rows: int,
        values: list[int],
        low: bytes,
        high: bytes,
        nulls: int | None,
    ) -> bool:
        """The same, where these are the values of the pages. False where levels are counted of a column that has none."""

    def read(self, offsets: bytes, bounds: bytes, rows: int) -> tuple[PlainLists, int] | None:
        """With the number of all nulls. None for indexes that are not plain."""

def place_indexes(
    rules: PlainStatements, chunks: list[Any], rows: list[int], places: Sequence[int], /
) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Offsets, sizes and places of column indexes; and the places of chunks that have to be looked at more closely."""

def find_unlike(
    rules: PlainStatements,
    chunks: list[Any],
    rows: list[int],
    places: list[tuple[int, int, int]],
    data: bytes,
    start: int,
    /,
) -> list[int]:
    """The places of chunks that do not surely say what their column indexes say, which lie in `data`, from `start` of the file."""

KnownLeaf: TypeAlias = tuple[tuple[object, ...], bool, bool, bool]
"""What a leaf begins with; whether its bounds are floats, whether they may be exact, and whether bytes of byte arrays are counted."""

class FoldedLeaves:
    """What is stated of the leaves of a footer: `key` is what says how all of it is meant, and `offsets` are where the first page of each
    row group lies."""

    key: bytes
    offsets: list[int]
    rows: int
    """Of all row groups."""

    stated_rows: int
    """Of the file, as it says."""

    def sizes_of(self, leaf: int, /) -> tuple[int, int]:
        """The values of a leaf, and its compressed bytes."""

    def list_leaves(
        self, known: list[KnownLeaf], leaf_kind: type[Leaf], bound_kind: type, /
    ) -> list[Leaf | None]:
        """Of each leaf a tuple of this kind, with a bound of that kind at each end. None where anything is odd in a chunk."""

def fold_statements(
    rules: list[PlainStatements | None], footers: list[bytes], limits: Limits, /
) -> list[FoldedLeaves | None]:
    """Of each of these footers. None for one that has other columns, an encrypted one, one that is not known here, and one that does not
    decode within these limits. Other threads run meanwhile."""
