"""The ledger: a row of numbers for each owner, in the order of the file, parents before what is inside of them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from inlay.ground.files.source import Source
from inlay.ground.missing import explain_missing
from inlay.ground.wording.amounts import count
from inlay.verbs.layout.kinds import OwnerKind
from inlay_runtime.errors import InlayError
from inlay_runtime.finding import Finding
from inlay_runtime.public_home import public_in
from parquet_format.parquet import Encoding

if TYPE_CHECKING:
    import pyarrow as pa

    from inlay.footers.extensions.shapes import CarrierShape
    from inlay.verbs.layout.native_owners import GroupWriter
    from inlay.verbs.layout.sealed_rows import SealedRows
    from inlay.verbs.layout.totals import OwnerGroups
    from inlay_runtime.flat.schema import TableSchema

NOTHING: Final = -1
"""In place of a number that does not apply."""


class Owner(NamedTuple):
    """A row. `size` counts all that is inside, `own` what is not; numbers that do not apply are -1."""

    start: int
    size: int
    own: int
    kind: OwnerKind
    name: str
    row_group: int
    column: int
    page: int
    encoding: int
    parent: int

    @property
    def end(self) -> int:
        return self.start + self.size


@public_in("inlay")
class Ledger:
    """Who owns each byte of a file of `size` bytes. `paths` are those of the columns, by ordinal; `codecs` the names of
    their codecs. `findings` say what could not be told, and why; `error` is set where the footer cannot be read. The sum of
    `own` is `size`. `source` is what was read, and is read again for a page."""

    def __init__(self, name: str, size: int, form: str, source: Source | None = None) -> None:
        self.file = name
        self.source = source
        self.size = size
        self.form = form
        self.paths: list[str] = []
        self.codecs: list[str] = []
        self.findings: list[Finding] = []
        self.error: InlayError | None = None
        self.start = array("q")
        self.length = array("q")
        self.own = array("q")
        self.kind = array("b")
        self.name = array("i")
        self.row_group = array("i")
        self.column = array("i")
        self.page = array("i")
        self.encoding = array("i")
        self.parent = array("i")
        self.names: list[str] = []
        self.sealed: SealedRows | None = None
        """The first rows, where they are only listed in the end."""
        self.chunk_sums = array("q")
        """Of owners that are no rows, since totals alone are asked for: those in the footer's column chunks, and in other structs
        of a column there. Four numbers for each column: the bytes and the number of the structs, and of the fields."""

    def __len__(self) -> int:
        return len(self.start)

    def __getitem__(self, row: int) -> Owner:
        name = self.name[row]
        return Owner(
            self.start[row],
            self.length[row],
            self.own[row],
            OwnerKind(self.kind[row]),
            "" if name < 0 else self.names[name],
            self.row_group[row],
            self.column[row],
            self.page[row],
            self.encoding[row],
            self.parent[row],
        )

    def __iter__(self) -> Iterator[Owner]:
        return map(self.__getitem__, range(len(self)))

    def __repr__(self) -> str:
        return f"<Ledger {self.file!r}: {self.form}, {count(self.size, 'byte')}, {count(len(self), 'owner')}>"

    @cached_property
    def table(self) -> pa.Table:
        """The rows as an Arrow table: docs/look.md has the columns."""
        with explain_missing("Ledger.table"):
            from inlay.verbs.layout.as_arrow import table_of

            return table_of(self)

    @cached_property
    def purposes(self) -> array[int]:
        """What each row is for: numbers of `inlay.verbs.layout.purposes.Purpose`."""
        from inlay.verbs.layout.purposes import purposes_of

        return purposes_of(self)

    @cached_property
    def groups(self) -> OwnerGroups:
        """Bytes and number of the owners that are alike, for totals."""
        from inlay.verbs.layout.totals import group_owners

        return group_owners(self)

    def children(self, row: int) -> Iterator[int]:
        """The rows inside of this one, in the order of the file."""
        at, end = row + 1, self.start[row] + self.length[row]
        while at < len(self) and self.start[at] < end:
            if self.parent[at] == row:
                yield at
            at += 1

    def path(self, row: int) -> str:
        """Of a struct or a field of the footer, as paths in footers are written."""
        steps: list[str] = []
        while row > 0 and self.kind[row] in _NAMED:
            name = self.name[row]
            steps.append("" if name < 0 else self.names[name])
            row = self.parent[row]
        return ".".join(reversed(steps)).replace(".[", "[")

    def hide_names(self) -> Ledger:
        """The same numbers without the names of the file and its columns, and without its bytes; for what others may see."""
        from inlay.verbs.layout.hide_names import hide_names

        return hide_names(self)

    def to_html(self) -> str:
        """A page that needs nothing else: a picture that can be zoomed, and the bytes of the metadata. Of the path, it has
        the last name alone. Raises OSError for a file that cannot be opened again."""
        from inlay.verbs.layout.page import render_page

        return render_page(self)

    def to_svg(self) -> str:
        """A picture of the file, and of where its bytes went."""
        from inlay.verbs.layout.picture import draw_picture

        return draw_picture(self)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return self.to_svg()


def columns_of(ledger: Ledger) -> tuple[array[int], ...]:
    """Those of numbers, in the order of the Arrow table."""
    return (
        ledger.start,
        ledger.length,
        ledger.own,
        ledger.kind,
        ledger.name,
        ledger.row_group,
        ledger.column,
        ledger.page,
        ledger.encoding,
        ledger.parent,
    )


def list_pieces(ledger: Ledger, number: int) -> Iterable[array[int]]:
    """The rows of one of these, one piece after the other, be they sealed or not."""
    if ledger.sealed is None:
        return [columns_of(ledger)[number]]
    return ledger.sealed.list_pieces(number)


_NAMED: Final = (OwnerKind.STRUCT, OwnerKind.FIELD, OwnerKind.EXTENSION)


class LedgerWriter:
    """Writes rows from the first byte of a file to its last; what is open is inside of what was opened before."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.position = 0
        """Up to which every byte has its owner, or is that of what is open."""
        self._open: list[int] = []
        self._starts: list[int] = []
        self._inside: list[int] = []
        self._numbers: dict[str, int] = {}
        from inlay.verbs.layout.native_walk import NativeWalk, native_owners

        self._walk = None if native_owners is None else NativeWalk(self, native_owners)
        self._add_row = self._add_purely if self._walk is None else self._walk.append

    def begin(
        self,
        kind: OwnerKind,
        start: int,
        name: str = "",
        *,
        row_group: int = NOTHING,
        column: int = NOTHING,
        page: int = NOTHING,
    ) -> None:
        """Opens an owner; what it has before the first thing inside of it is its own."""
        self._open.append(self._append(kind, start, 0, name, row_group, column, page, NOTHING))
        self._starts.append(start)
        self._inside.append(0)
        self.position = start

    def end(self, at: int) -> None:
        """Closes the owner that was opened last, at its end."""
        row, inside = self._open.pop(), self._inside.pop()
        size = at - self._starts.pop()
        self._set_sizes(row, size, size - inside)
        if self._inside:
            self._inside[-1] += size
        self.position = at

    def add(
        self,
        kind: OwnerKind,
        start: int,
        end: int,
        name: str = "",
        *,
        row_group: int = NOTHING,
        column: int = NOTHING,
        page: int = NOTHING,
        encoding: int = NOTHING,
    ) -> None:
        """An owner with nothing inside; none of no bytes."""
        size = end - start
        if size > 0:
            self._append(kind, start, size, name, row_group, column, page, encoding)
            if self._inside:
                self._inside[-1] += size
        self.position = end

    def add_fields(
        self,
        data: bytes,
        at: int,
        offset: int,
        shape: CarrierShape,
        names: dict[int, str],
        place: tuple[int, int],
    ) -> int | None:
        """The fields of a struct natively: `NativeWalk.add_fields`. None where nothing is added, and Python has to do it."""
        if self._walk is None or type(data) is not bytes:
            return None
        return self._walk.add_fields(data, at, offset, shape, names, place)

    def add_flatbuffer(self, data: bytes, offset: int, schema: TableSchema) -> bool:
        """The pieces of a FlatBuffer natively: `NativeWalk.add_flatbuffer`. False where Python has to do it."""
        return self._walk is not None and self._walk.add_flatbuffer(data, offset, schema)

    def sum_chunks(self) -> None:
        """What follows in structs of a column is `Ledger.chunk_sums`, where that is compiled."""
        if self._walk is not None:
            self.ledger.chunk_sums = self._walk.sum_chunks()

    def write_groups(self, levels: list[tuple[int, int]]) -> GroupWriter:
        """What adds the chunks of small row groups natively, where that is compiled."""
        assert self._walk is not None
        return self._walk.write_groups(levels)

    def close(self) -> None:
        """No row follows. The native walk knows this writer, and both know the columns: these would stay until a collection."""
        del self._walk, self._add_row

    @property
    def depth(self) -> int:
        """How many owners are open."""
        return len(self._open)

    @property
    def innermost(self) -> int:
        """The row of the owner that was opened last, or -1."""
        return self._open[-1] if self._open else NOTHING

    def grow(self, size: int, end: int) -> None:
        """Owners of so many bytes were added inside of what is open, and the last of these ends there."""
        if self._inside:
            self._inside[-1] += size
        self.position = end

    def _set_sizes(self, row: int, length: int, own: int) -> None:
        sealed = self.ledger.sealed
        if sealed is not None and row < sealed.count:
            sealed.set_sizes(row, length, own)
            return
        row -= 0 if sealed is None else sealed.count
        self.ledger.length[row] = length
        self.ledger.own[row] = own

    def find(self, code: str, offset: int, what: str, at: str = "") -> None:
        """Something that cannot be told, or is not as it is said to be."""
        self.ledger.findings.append(Finding(code, offset, what, at))

    def _append(
        self,
        kind: int,
        start: int,
        size: int,
        name: str,
        row_group: int,
        column: int,
        page: int,
        encoding: int,
    ) -> int:
        number = self.number(name) if name else NOTHING
        parent = self._open[-1] if self._open else NOTHING
        return self._add_row(kind, start, size, number, row_group, column, page, encoding, parent)

    def _add_purely(
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
    ) -> int:
        ledger = self.ledger
        row = len(ledger.start)
        ledger.start.append(start)
        ledger.length.append(size)
        ledger.own.append(size)
        ledger.kind.append(kind)
        ledger.name.append(name)
        ledger.row_group.append(row_group)
        ledger.column.append(column)
        ledger.page.append(page)
        ledger.encoding.append(encoding)
        ledger.parent.append(parent)
        return row

    def number(self, name: str) -> int:
        """Of a name in the ledger, which has each once."""
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = len(self.ledger.names)
            self.ledger.names.append(name)
        return number

    def forget_names(self, known: int) -> None:
        """Those that are not among the first so many."""
        for name in self.ledger.names[known:]:
            del self._numbers[name]
        del self.ledger.names[known:]


def name_encoding(number: int) -> str:
    """As the IDL calls it; empty where there is none."""
    return Encoding(number).name if number >= 0 else ""


def name_column(paths: Sequence[str], column: int) -> str:
    """Its path; its ordinal where the schema has no such column."""
    return paths[column] if 0 <= column < len(paths) else f"column {column}"
