"""The base of generated tables."""

from __future__ import annotations

from contextlib import suppress
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from inlay_runtime.core import is_native
from inlay_runtime.errors import DecodeError, EncodeError, LimitError
from inlay_runtime.flat.schema import (
    TableSchema,
)  # not only to type checkers: typing.get_type_hints
from inlay_runtime.flat.size_prefix import PREFIX_SIZE, check_size_prefix, root_position
from inlay_runtime.flat.verifier import verify
from inlay_runtime.limits import DEFAULT_LIMITS, Limits
from inlay_runtime.record import Record
from inlay_runtime.remainder import Remainder
from inlay_runtime.shown import Unread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    from inlay_runtime.flat.builder import TableBuilder
    from inlay_runtime.flat.flatc_document import JsonDialect
    from inlay_runtime.flat.masked import Chosen
    from inlay_runtime.flat.view import TableView
    from inlay_runtime.json_values import Json
    from inlay_runtime.struct import Buffer

    OpenView: TypeAlias = Callable[[bytes, int, bool, Chosen | None], TableView]
    ReadTable: TypeAlias = Callable[[type[Any], bytes, int, Any], Any]
    Compare: TypeAlias = Callable[[Any, Any], bool | None]


def _view_opener() -> OpenView:
    if is_native("flat_view"):
        from inlay_runtime.native.flat_view import View

        return View
    from inlay_runtime.flat import masked

    return masked.open_view


open_view: OpenView = _view_opener()
"""Opens a table of which a mask may ask for some: buffer, position, lazy, what is asked for."""


def _find_reader() -> tuple[ReadTable | None, Compare | None]:
    if not is_native("flat_reader"):
        return None, None
    from inlay_runtime.native import flat_reader

    return flat_reader.read, flat_reader.are_equal


read_table: ReadTable | None
compare_tables: Compare | None
read_table, compare_tables = _find_reader()
"""Reads a table and all below it, or fills a lazy one; gives None for what the views have to decide. And whether two tables
are equal; None for what pure Python has to decide."""

_MATERIALISING: Final = RLock()
"""Two threads may touch one lazy table; both have to find the same values in it."""


class Table(Record):
    """A FlatBuffers table. Subclasses are generated.

    A lazy instance has empty slots and a `source`, the buffer, the position and what a mask asks for:
    the first touch of an empty slot fills all that are empty, and the tables below stay lazy. What was
    set before stays.
    """

    __slots__ = ("source",)

    SCHEMA: ClassVar[TableSchema]

    if TYPE_CHECKING:
        source: tuple[bytes, int, Chosen | None] | None
        """Where a lazy table lies, and what a mask asks for; of others None, as an empty slot is."""

    if not TYPE_CHECKING and compare_tables is not None:

        def __eq__(self, other: object) -> bool:
            if compare_tables is not None and isinstance(other, Table):
                answer = compare_tables(self, other)
                if answer is not None:
                    return answer
            return super().__eq__(other)

    @classmethod
    def record_schema(cls) -> TableSchema:
        return cls.SCHEMA

    if TYPE_CHECKING:  # generated

        def fill(self, view: TableView) -> None:
            """Sets every attribute from a verified table."""

        def write(self, builder: TableBuilder) -> int:
            """Writes the table behind its children; returns its offset for the builder."""
            ...

    @classmethod
    def decode(
        cls,
        data: Buffer,
        *,
        eager: bool = False,
        fields: Sequence[str] | None = None,
        limits: Limits = DEFAULT_LIMITS,
        size_prefixed: bool = False,
    ) -> Self:
        """The table at the root of a buffer, which is verified first, all of it.

        All of it is verified now, whatever is read when. A table is read when it is first touched, and holds a copy of
        `data` until then, or `data` itself if it is `bytes`. `eager` reads all of them now, and keeps nothing. `fields`
        is a mask: paths such as `row_groups[0:2].columns[3,17].metadata`; touching anything else raises
        NotDecodedError. `size_prefixed` is for a buffer behind its size, in four bytes, little-endian.

        Raises DecodeError, with the offset and the path, unless every offset and size holds, and the file identifier is
        that of the schema, if it has one;
        ValueError for a mask that names no field.
        """
        chosen = cls._chosen(fields)
        buffer = data if isinstance(data, bytes) else bytes(memoryview(data))
        try:
            start = check_size_prefix(buffer) if size_prefixed else 0
            verified = verify(buffer, cls.SCHEMA, limits, start=start)
            self = cls.view(buffer, verified.position, not eager, chosen)
        except DecodeError as error:
            error.root = cls.SCHEMA.name
            raise
        except RecursionError:
            raise LimitError("nested deeper than Python's own recursion limit", 0) from None
        if verified.is_newer:
            undecoded = frozenset[str]() if chosen is None else chosen.undecoded
            self.remainder = Remainder(original=buffer, undecoded=undecoded)
        return self

    @classmethod
    def from_verified(
        cls,
        buffer: bytes,
        *,
        eager: bool = False,
        fields: Sequence[str] | None = None,
        size_prefixed: bool = False,
    ) -> Self:
        """The root of a buffer that has been verified before: nothing is checked again."""
        position = root_position(buffer, PREFIX_SIZE if size_prefixed else 0)
        return cls.view(buffer, position, not eager, cls._chosen(fields))

    @classmethod
    def _chosen(cls, fields: Sequence[str] | None) -> Chosen | None:
        if fields is None:
            return None
        from inlay_runtime.flat.masked import chosen_for

        return chosen_for(cls.SCHEMA, fields if isinstance(fields, str) else tuple(fields))

    @classmethod
    def view(cls, buffer: bytes, position: int, lazy: bool, chosen: Chosen | None = None) -> Self:
        if read_table is not None and not lazy and chosen is None:
            table: Self | None = read_table(cls, buffer, position, None)
            if table is not None:
                return table
        self = cls.__new__(cls)
        self.remainder = None if chosen is None else chosen.remainder
        if lazy:
            self.source = (buffer, position, chosen)
            return self
        self.source = None
        self.extension = None
        self.fill(open_view(buffer, position, lazy, chosen))
        if chosen is not None:
            for name in chosen.undecoded:
                object.__delattr__(self, name)
        return self

    def materialise(self) -> None:
        """Fills the empty slots of a lazy instance; of any other, nothing happens."""
        source = self.source
        if source is None:
            return
        buffer, position, chosen = source
        if (
            read_table is not None
            and chosen is None
            and read_table(type(self), buffer, position, self) is not None
        ):
            return
        with _MATERIALISING:
            if self.source is None:
                return
            read = type(self).__new__(type(self))
            read.extension = None
            read.fill(open_view(buffer, position, True, chosen))
            for name in self.SCHEMA.attributes if chosen is None else chosen.decoded:
                if not _is_filled(self, name):
                    setattr(self, name, getattr(read, name))
            self.source = None  # at last: who sees it finds every slot filled

    def encode(self, *, limits: Limits = DEFAULT_LIMITS, size_prefixed: bool = False) -> bytes:
        """The table as the root of a new buffer; if that is `size_prefixed`, behind its size in four bytes.

        A table that was read with fields of a newer schema cannot be laid out anew, since their types
        are not known; while nothing in it was changed, it is written as it was read. Raises
        EncodeError, with the path, for a value that its field cannot hold.
        """
        from inlay_runtime.flat.builder import encode_root

        return encode_root(self, limits, size_prefixed=size_prefixed)

    def _document(self) -> dict[str, Json]:
        from inlay_runtime.flat.document import document_table

        return document_table(self)

    def to_json(self, *, dialect: JsonDialect = "inlay") -> str:
        """The table as JSON, in ASCII, over many lines; in the `dialect` "flatc" as `flatc --json --strict-json` has it.

        Raises what `to_dict` does; EncodeError, with the path, for what flatc's JSON cannot say; ValueError for a dialect that
        there is not.
        """
        from inlay_runtime.flat.flatc_document import check_dialect, document_table
        from inlay_runtime.json_values import format_json

        check_dialect(dialect)
        if dialect == "inlay":
            return super().to_json()
        return format_json(self._written_by(lambda: document_table(self)))

    @classmethod
    def from_json(cls, text: str | bytes | bytearray, *, dialect: JsonDialect = "inlay") -> Self:
        """What `to_json` gave in the same dialect, or flatc. Raises what `from_dict` does, EncodeError for text that is not JSON,
        and ValueError for a dialect that there is not."""
        from inlay_runtime.flat.flatc_document import check_dialect
        from inlay_runtime.flat.read_flatc_document import parse_flatc_json, read_table

        check_dialect(dialect)
        if dialect == "inlay":
            return super().from_json(text)
        return cls._read_by(lambda document: read_table(cls, document), parse_flatc_json(text))

    @classmethod
    def _of_document(cls, document: object) -> Self:
        from inlay_runtime.flat.read_document import read_table

        return read_table(cls, document)

    def _first_mistake(self) -> EncodeError | None:
        """Of what a newer schema wrote, nothing is known."""
        if self.remainder is not None and self.remainder.original:
            return None
        from inlay_runtime.flat.validate import first_mistake

        return first_mistake(self, DEFAULT_LIMITS)

    def __delattr__(self, name: str) -> None:
        self.materialise()
        super().__delattr__(name)

    def __parts__(self, decodes: bool) -> Iterator[tuple[str, object]]:
        """As of any record; the extension once, and of a remainder no more than that it is there. Of what is lazy a copy is read."""
        if decodes:
            self.materialise()
        source = self.source
        shown = dict(super().__parts__(decodes) if source is None else self._peek(*source))
        shown.pop("remainder", None)
        yield from shown.items()
        if self.remainder is not None and self.remainder.original:
            yield "remainder", Unread.NEWER

    def _peek(
        self, buffer: bytes, position: int, chosen: Chosen | None
    ) -> Iterator[tuple[str, object]]:
        """What was set before, and the rest from a copy."""
        from inlay_runtime.flat.peek import peek_at

        there: Table | None = None
        with suppress(Exception):  # of bytes that somebody vouched for
            there = peek_at(type(self), buffer, position, chosen)
        slots = [(field.attribute, field.slot) for field in self.SCHEMA.fields]
        for attribute, slot in (*slots, ("extension", "extension")):
            if _is_filled(self, slot):
                value = object.__getattribute__(self, slot)
            else:
                value = None if there is None else there._value(slot)
            if value is not None:
                yield attribute, value
        if there is None:
            yield "", Unread.DAMAGED

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name in ("source", "remainder"):
                return None
            if name in self.SCHEMA.attributes:
                self.materialise()
                try:
                    return object.__getattribute__(self, name)
                except AttributeError:
                    pass
                if name in self._undecoded():
                    return self._empty_slot(name)  # raises
                for field in self.SCHEMA.fields:
                    if field.slot == name and field.default is not None:
                        return field.default
            return self._empty_slot(name)


def _is_filled(table: Table, name: str) -> bool:
    try:
        object.__getattribute__(table, name)
    except AttributeError:
        return False
    return True
