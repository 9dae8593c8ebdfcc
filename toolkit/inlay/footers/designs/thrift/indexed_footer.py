"""A Thrift footer read through its index: no part is believed to be what the index says before its bytes have said so.

Every method raises DecodeError for an index that is not of this footer, as far as what was asked for shows it.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Final

from inlay.footers.designs.thrift.find_index import FooterBytes
from inlay.footers.designs.wanted import WantedChunks
from inlay.footers.index.offsets import ROW_GROUPS, SCHEMA
from inlay.footers.index.view import FooterPart, IndexView
from inlay.ground.wording import amounts
from inlay_runtime.columnar import ExtractedColumn, ExtractionPlan, extract
from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.errors import InvalidValueError
from inlay_runtime.text import bytes_of
from inlay_runtime.wire_types import LIST, STRUCT
from parquet_format.modular import FileMetadataModule, SchemaModule
from parquet_format.parquet import ColumnChunk, KeyValue, SchemaElement

KEY_VALUES: Final = 5
_PATH: Final = "meta_data.path_in_schema[]"
_TRAILING: Final = "@trailing"
_LONGEST_HEADER: Final = 10
"""Bytes of a field's header, of the header of its list, and of the size of that."""


def plan_for(*fields: str) -> ExtractionPlan:
    """What `chunks` extracts of column chunks."""
    return ExtractionPlan(ColumnChunk, {"": (*fields, _PATH, _TRAILING)})


_NOTHING_ELSE: Final = plan_for()


class IndexedFooter:
    """`view` is the index of the footer that `data` has the bytes of."""

    def __init__(self, data: FooterBytes, view: IndexView) -> None:
        self._data = data
        self._view = view
        self._is_checked = False
        self._names: dict[int, Sequence[bytes]] = {}

    @property
    def num_columns(self) -> int:
        self._check([])
        return self._view.num_columns

    @property
    def num_row_groups(self) -> int:
        self._check([])
        return self._view.num_row_groups

    @property
    def num_chunks(self) -> int:
        """As the index has it."""
        return self._view.num_columns * self._view.num_row_groups

    @property
    def schema(self) -> list[SchemaElement]:
        """Raises DecodeError, as `key_values` does, for a field that is not listed: only a walk shows that it is not there."""
        module = SchemaModule.decode(b"\x19" + self._list_in(SCHEMA) + b"\0")
        if len(module.schema) != self._view.num_elements:
            raise _stale(f"the schema has {amounts.count(len(module.schema), 'element')}")
        return module.schema

    @property
    def key_values(self) -> list[KeyValue]:
        module = FileMetadataModule.decode(b"\x29" + self._list_in(KEY_VALUES) + b"\0")
        return module.key_value_metadata or []

    def wanted(
        self, columns: Sequence[int] | None, row_groups: Sequence[int] | None
    ) -> WantedChunks:
        """Raises RequestError for what the index does not know."""
        return WantedChunks(columns, row_groups, self._view.num_columns, self._view.num_row_groups)

    def fetch_chunks(self, wanted: WantedChunks) -> list[bytes]:
        """The ColumnChunk of each, up to where the next part begins."""
        parts: list[tuple[int, int]] = []
        for column in wanted.columns:
            of_column = self._view.chunks_of(column)
            parts += [of_column[group] for group in wanted.row_groups]
        return list(map(bytes, self._check(wanted.columns, parts)))

    def chunks(self, wanted: WantedChunks) -> list[ColumnChunk]:
        """All that is said of each."""
        pieces = self.fetch_chunks(wanted)
        self.extract(wanted, pieces, _NOTHING_ELSE)
        return [ColumnChunk.decode(piece) for piece in pieces]

    def extract(
        self, wanted: WantedChunks, pieces: list[bytes], plan: ExtractionPlan
    ) -> Mapping[str, ExtractedColumn]:
        """The fields of a plan, a row for each chunk. Every chunk ends where the next part begins and has the path of its column."""
        extraction = extract(plan, pieces)
        for error in extraction.errors.values():
            raise error
        columns = extraction.tables[""].columns
        if any(columns[_TRAILING].values):
            raise _stale("a column chunk ends before the next one begins")
        self._require_paths(wanted, columns[_PATH])
        return columns

    def find(self, keys: Sequence[bytes]) -> int:
        """The column whose path is one of these, whose names are joined by NUL bytes.

        Raises InvalidValueError where the index leads to none or to several: only a walk shows that this is so.
        """
        view = self._view
        columns: set[int] = set()
        for key in keys:
            for ordinal in view.candidates(key) or ():
                column = view.column_of(ordinal)
                if column is not None:
                    if column not in self._names:
                        self._check([column])
                    if b"\0".join(self._names[column]) == key:
                        columns.add(column)
        if len(columns) != 1:
            raise InvalidValueError(
                f"the index leads to {amounts.count(len(columns), 'column')} of this name", 0
            )
        return columns.pop()

    def _list_in(self, field_id: int) -> bytes:
        part = self._view.field(field_id)
        if part is None:
            raise _stale(f"field {field_id} is not listed")
        (piece,) = self._data.get([part])
        data = bytes(piece)
        cursor = Cursor(data)
        wire_type, _ = cursor.field_header(0)
        start = cursor.position
        if wire_type != LIST:
            raise _stale(f"field {field_id} is not a list")
        cursor.skip(wire_type)
        if cursor.position != len(data):
            raise _stale(f"field {field_id} ends before the next one begins")
        return data[start:]

    def _check(
        self, columns: Sequence[int], parts: Sequence[tuple[int, int]] = ()
    ) -> Sequence[bytes | memoryview]:
        """The bytes of the parts; in the same step, that the index is of this footer, and the names of the columns."""
        view = self._view
        new = [column for column in dict.fromkeys(columns) if column not in self._names]
        elements = list(dict.fromkeys(at for column in new for at in view.path_of(column)))
        frame = [] if self._is_checked else self._frame()
        pieces = self._data.get([*frame, *map(view.element, elements), *parts])
        if frame:
            self._check_frame(pieces[0], pieces[1])
        named = {
            ordinal: _name_of(piece)
            for ordinal, piece in zip(elements, pieces[len(frame) :], strict=False)
        }
        for column in new:
            self._names[column] = [named[at] for at in view.path_of(column)]
        return pieces[len(frame) + len(elements) :]

    def _frame(self) -> list[FooterPart]:
        view = self._view
        schema, groups = view.field(SCHEMA), view.field(ROW_GROUPS)
        if schema is None or groups is None:
            raise _stale("it does not list schema and row groups")
        return [
            FooterPart(schema.start, view.element(0).end),
            FooterPart(groups.start, min(groups.end, groups.start + _LONGEST_HEADER)),
        ]

    def _check_frame(self, schema: bytes | memoryview, groups: bytes | memoryview) -> None:
        view = self._view
        count, behind = _list_header(bytes(schema))
        root, end = SchemaElement.decode_from(bytes(schema), behind)
        if count != view.num_elements or end != len(schema):
            raise _stale(f"the schema has {amounts.count(count, 'element')}")
        if view.is_flat and root.num_children != view.num_columns:
            raise _stale(f"the root of the schema has {root.num_children} children")
        count, _ = _list_header(bytes(groups))
        if count != view.num_row_groups:
            raise _stale(f"the footer has {amounts.count(count, 'row group')}")
        self._is_checked = True

    def _require_paths(self, wanted: WantedChunks, paths: ExtractedColumn) -> None:
        """All at once, in the design of Arrow: the bytes of all names, where each ends, and where each path does."""
        groups = len(wanted.row_groups)
        names = [self._names[column] for column in wanted.columns for _ in range(groups)]
        lengths = [len(name) for path in names for name in path]
        items = paths.items
        if (
            items is None
            or paths.null_count
            or bytes(items.values) != b"".join([name for path in names for name in path])
            or bytes(items.offsets or b"") != _offsets(lengths)
            or bytes(paths.offsets or b"") != _offsets([len(path) for path in names])
        ):
            raise _stale("a column chunk has another path than was asked for")


def _offsets(lengths: Sequence[int]) -> bytes:
    return array("i", accumulate(lengths, initial=0)).tobytes()


def _list_header(data: bytes) -> tuple[int, int]:
    """How many structs the list of a field has, and where the first one begins. The list may go on behind the bytes."""
    cursor = Cursor(data)
    wire_type, _ = cursor.field_header(0)
    size, element_type = cursor.byte(), 0
    element_type, size = size & 0x0F, size >> 4
    if size == 15:
        size = cursor.varint(5)
    if wire_type != LIST or (size and element_type != STRUCT):
        raise _stale("no list of structs is where one should be")
    return size, cursor.position


def _name_of(piece: bytes | memoryview) -> bytes:
    element, end = SchemaElement.decode_from(bytes(piece))
    if end != len(piece):
        raise _stale("an element of the schema ends before the next one begins")
    return bytes_of(element.name)


def _stale(what: str) -> InvalidValueError:
    return InvalidValueError(f"the index is not of this footer: {what}", 0)
