"""Two footers as pyarrow sees them, part by part: it holds a footer of 28 MB in 310, and two of them at once.

Parts are bytes of the footer, cut between row groups, and all of them are shown; what is in them is for pyarrow to say.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.footers.extensions.carrier import cursor_at
from inlay.ground.files.source import Seekable, read_at
from inlay.ground.free_memory import give_back
from inlay.pages.engine.encoded_footer import EncodedList, fill_lists
from inlay_runtime.compact.spans import FieldSpan, field_header, find_field_spans
from inlay_runtime.wire_types import LIST, STRUCT
from parquet_format import parquet

if TYPE_CHECKING:
    from pyarrow.parquet import FileMetaData

Part: TypeAlias = Callable[[], "FileMetaData"]
"""Shows it to pyarrow: for as long as it is looked at, it is in memory."""

LONG: Final = 8 << 20
"""Bytes of a footer that is shown at once, and of row groups that are worth a part."""

_ROW_GROUPS: Final = 4
_EMPTY: Final = bytes([STRUCT])
"""A list of no structs."""

_NEEDED: Final = frozenset({1, 2, 3, _ROW_GROUPS, 6, 7})
"""What pyarrow opens no footer without, or understands chunks by: version, schema, rows, row groups, writer, orders."""

_NO_COLUMNS: Final = parquet.FileMetaData(
    version=1, schema=[parquet.SchemaElement(name="schema")], num_rows=0, row_groups=[]
)
"""Half of what pyarrow takes for a part goes into its schema."""


def pair_parts(
    old_tail: bytes, new_tail: bytes, *, with_columns: bool
) -> Iterator[tuple[Part, Part]]:
    """The same parts of the footers that two files end with, both with `PAR1`: all but row groups, then some row groups each, of which pyarrow
    can be asked for columns only `with_columns`. Of short footers, and where row groups are not as many, all at once.

    Raises DecodeError for a long one that is cut off; a part raises what pyarrow raises.
    """
    if len(old_tail) > LONG:
        old, new = _CutFooter(old_tail, with_columns), _CutFooter(new_tail, with_columns)
        if old.row_groups == new.row_groups > 1:
            step = old.step
            yield old.show_beside, new.show_beside
            give_back()
            for first in range(0, old.row_groups, step):
                last = min(first + step, old.row_groups)
                yield partial(old.show, first, last), partial(new.show, first, last)
                give_back()
            return
    yield partial(_show_end, old_tail), partial(_show_end, new_tail)


def find_tail(file: Seekable, size: int) -> bytes:
    """As others find it: by the length before the magic."""
    length = int.from_bytes(read_at(file, size - 8, 4), "little") + 8
    return read_at(file, size - length, length)


def count_rows(path: str) -> int:
    """As the footer of a file says to pyarrow, which is shown all of it. Raises what pyarrow raises."""
    rows, *_ = [part.num_rows for part in iter_footer_parts(path)]
    return rows


def iter_footer_parts(path: str) -> Iterator[FileMetaData]:
    """All of the footer of a file, each part to be looked at before the next: all but row groups, and then some row groups each; of a short one,
    all at once. Raises what pyarrow raises."""
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        if size <= LONG:
            yield pq.read_metadata(file)
            return
        tail = find_tail(file, size)
    if len(tail) > LONG:
        whole = _CutFooter(tail, False)
        if whole.row_groups > 1:
            yield whole.show_beside()
            give_back()
            for first in range(0, whole.row_groups, whole.step):
                yield whole.show(first, min(first + whole.step, whole.row_groups))
                give_back()
            return
    yield _show_end(tail)


class _CutFooter:
    def __init__(self, tail: bytes, with_columns: bool) -> None:
        fields = find_field_spans(cursor_at(tail, _start_of(tail)))
        lists = [*filter(_has_row_groups, fields)]
        self._tail = tail
        self._ends = _list_ends(tail, lists[0].value) if len(lists) == 1 else [0]
        self.row_groups = len(self._ends) - 1
        self._fields = fields
        needed = [field for field in fields if field.wire_id in _NEEDED]
        self._frame = _without_row_groups(tail, needed) if with_columns else _NO_COLUMNS.encode()

    @property
    def step(self) -> int:
        """Row groups of a part: they outweigh what each part has beside them."""
        each = (self._ends[-1] - self._ends[0]) // self.row_groups
        return max(-(-max(len(self._frame), LONG) // max(each, 1)), 1)

    def show_beside(self) -> FileMetaData:
        """Everything but row groups, as it is."""
        return _show([_without_row_groups(self._tail, self._fields)])

    def show(self, first: int, last: int) -> FileMetaData:
        """These row groups, and what is needed beside them."""
        row_groups = self._tail[self._ends[first] : self._ends[last]]
        whole = {_ROW_GROUPS: EncodedList([row_groups], last - first)}
        return _show([*fill_lists(self._frame, whole)])


def _list_ends(thrift: bytes, position: int) -> list[int]:
    """Where the first row group begins, and where each ends."""
    cursor = cursor_at(thrift, position)
    count, kind = cursor.list_header()
    ends = [cursor.position]
    for _ in range(count if kind == STRUCT else 0):
        find_field_spans(cursor)
        ends.append(cursor.position)
    return ends


def _without_row_groups(thrift: bytes, fields: Iterable[FieldSpan]) -> bytes:
    pieces: list[bytes] = []
    before = 0
    for field in fields:
        value = _EMPTY if _has_row_groups(field) else thrift[field.value : field.end]
        pieces += (field_header(field.wire_id, field.wire_type, before), value)
        before = field.wire_id
    return b"".join([*pieces, b"\0"])


def _has_row_groups(field: FieldSpan) -> bool:
    return field.wire_id == _ROW_GROUPS and field.wire_type == LIST


def _start_of(tail: bytes) -> int:
    return len(tail) - 8 - int.from_bytes(tail[-8:-4], "little")


def _show(pieces: Sequence[bytes]) -> FileMetaData:
    """Of the Thrift of a footer."""
    size = sum(map(len, pieces)).to_bytes(4, "little")
    return pq.read_metadata(pa.BufferReader(b"".join([b"PAR1", *pieces, size, b"PAR1"])))


def _show_end(tail: bytes) -> FileMetaData:
    """pyarrow looks no further than the tail."""
    return pq.read_metadata(pa.BufferReader(b"PAR1" + tail))
