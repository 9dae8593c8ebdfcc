"""The owners of a struct's fields, and what the rows of a ledger add up to, natively."""

from array import array
from collections.abc import Callable, Iterable, Sequence

from inlay.verbs.layout.ledger import Ledger
from inlay_runtime.limits import Limits
from inlay_runtime.native.flat_walk import FlatPieces
from parquet_format.parquet import PageHeader

class OwnerPlan:
    """The fields of a struct by id, for one ledger."""

    def define(self, fields: Iterable[tuple[int, str, int, int, OwnerPlan | None]]) -> None:
        """Id, name, wire type of what is looked into or 0, what elements count, and what is below."""

class OwnerColumns:
    """The columns of a ledger, which grow."""

    def __init__(
        self, ledger: Ledger, number: Callable[[str], int], struct_kind: int, field_kind: int
    ) -> None: ...
    def append(
        self,
        kind: int,
        start: int,
        size: int,
        name: int,
        row_group: int,
        column: int,
        page: int,
        encoding: int,
        parent: int,
        /,
    ) -> int:
        """A row behind those that the ledger has; its number."""

    def sum_chunks(self) -> array[int]:
        """From now on, owners in the elements of `columns` are no rows: four numbers for each column."""

    def forget_names(self) -> None:
        """The numbers of elements' names are no longer those of the ledger."""

def add_owners(
    columns: OwnerColumns,
    data: bytes,
    at: int,
    plan: OwnerPlan,
    offset: int,
    parent: int,
    row_group: int,
    column: int,
) -> tuple[int, int] | None:
    """Where the struct ends, and the bytes of its fields; None where Python has to do it."""

def add_flat_owners(
    columns: OwnerColumns, pieces: FlatPieces, offset: int, parent: int
) -> tuple[int, int]:
    """Rows for the pieces of a FlatBuffer: how many bytes are theirs, and where the last one ends."""

def find_extent(data: bytes, columns: int) -> tuple[int, int] | None:
    """Where the pages of the row group `data` begin and end, if it has so many chunks and nothing but their pages, side by side and in
    their order; None otherwise."""

class GroupWriter:
    """Adds what is in row groups of a file."""

    def __init__(
        self,
        columns: OwnerColumns,
        cls: type[PageHeader],
        levels: list[tuple[int, int]],
        kinds: Sequence[int],
        limits: Limits,
        /,
    ) -> None: ...
    def add(
        self,
        data: bytes,
        pages: bytes | memoryview,
        start: int,
        names: list[int],
        parent: int,
        row_group: int,
        /,
    ) -> bool:
        """The chunks of the row group `data`, whose `pages` begin at `start` of the file. False where Python has to do it, and then
        nothing is added."""

def find_purposes(
    start: array[int],
    length: array[int],
    kind: array[int],
    of_kind: Sequence[int],
    wholes: Sequence[int],
    other: int,
) -> array[int]:
    """The purpose of each row."""

def group_owners(
    column: array[int],
    kind: array[int],
    encoding: array[int],
    purpose: array[int],
    own: array[int],
    parent: array[int],
    parts: Sequence[int],
) -> list[array[int]]:
    """Column, kind, encoding, purpose, bytes and number of the owners that are alike."""

def list_stretches(
    start: array[int], own: array[int], purpose: array[int], first: int, size: int
) -> tuple[array[int], array[int], array[int]]:
    """Where purposes begin and end, and which they are."""
