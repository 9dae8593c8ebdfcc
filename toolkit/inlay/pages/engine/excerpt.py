"""A footer of some columns, cut out of one that has an index, or is long: what nobody asked for is not looked at.

Of the whole footer, everything but the column chunks is walked. Those of the columns are found through the index and copied as
they lie there, so the result is the footer that a writer of these columns alone would have written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import pyarrow as pa

from inlay.footers.designs.fetch import CountedFetch, Range
from inlay.footers.designs.fetch_again import fetch_beside
from inlay.footers.designs.thrift.find_index import FooterBytes, find_index, may_have_index
from inlay.footers.designs.thrift.indexed_footer import KEY_VALUES
from inlay.footers.footer.footer import Footer
from inlay.footers.index import IndexView
from inlay.footers.index.build import CannotIndexError, build_index
from inlay.footers.index.offsets import ROW_GROUPS, SCHEMA
from inlay.ground.arrow_fields import field_in
from inlay.ground.schema.encoded_path import encode_path
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.schema_copies.arrow_schema import read_arrow_schema, write_arrow_schema
from inlay.ground.schema_copies.errors import CannotAgreeError
from inlay.ground.schema_copies.keys import ARROW_SCHEMA
from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.core import load_native
from inlay_runtime.errors import DecodeError, InvalidValueError
from inlay_runtime.extension import EXTENSION_ID, SPEC_WIRE_ID
from inlay_runtime.limits import DEFAULT_LIMITS
from inlay_runtime.text import bytes_of
from inlay_runtime.wire_types import BINARY, LIST
from parquet_format.modular import FileMetadataModule, SchemaModule
from parquet_format.parquet import ColumnChunk, SchemaElement

LONG: Final = 1 << 20
"""Bytes of a footer that is worth an index of its own."""

_COLUMN_ORDERS: Final = 7
_ENCRYPTION: Final = 8
_SHARE: Final = 2
_compiled = load_native("inlay.footers.index.native_index")


class _Top(NamedTuple):
    """A top column: its place among them, its elements in the bytes, its leaves among all."""

    name: bytes
    position: int
    start: int
    end: int
    first_leaf: int
    leaves: int


def cut_columns(footer: Footer, names: Sequence[str] | None) -> bytes | None:
    """The Thrift of the top columns that these names, or paths joined by dots, are in. None where the whole footer has to be
    read: it is short and has no index, or one that is wrong; too much is asked for, or what is not there; an encrypted or an odd footer.
    """
    if not names or isinstance(names, str) or not _has_only_texts(names):
        return None
    if footer.is_encrypted or footer.is_derived or _compiled is None:
        return None
    thrift = footer.thrift
    try:
        view = _view_index(footer)
        return None if view is None else _Cut(thrift, view, names).splice()
    except (DecodeError, CannotAgreeError, CannotIndexError, UnicodeEncodeError):
        return None


def _view_index(footer: Footer) -> IndexView | None:
    """The index that it has; or a new one of a long footer, which takes a tenth of what pyarrow takes for all of it."""
    thrift = footer.thrift
    if may_have_index(thrift):
        place = Range(footer.offset, len(thrift))
        index = find_index(FooterBytes(CountedFetch(fetch_beside(footer, place, thrift)), place))
        return None if index is None else IndexView(*index)
    if len(thrift) < LONG:
        return None
    return IndexView(build_index(thrift).encode(), len(thrift))


class _Cut:
    """Raises DecodeError for what is not a FileMetaData, and for what is not plain."""

    def __init__(self, thrift: bytes, view: IndexView, names: Sequence[str]) -> None:
        self._thrift = thrift
        self._view = view
        self._names = names
        self._tops: Sequence[_Top] = ()
        self._num_tops = 0
        self._paths: dict[int, Sequence[bytes]] = {}
        """Of the leaves that stay, by their ordinals."""

    def splice(self) -> bytes:
        """The footer with the parts that are cut in place of the whole ones."""
        # Not of the object: it would hold itself then, and with it a long footer.
        parts: Mapping[int, Callable[[int], tuple[bytes, int]]] = {
            SCHEMA: self._schema,
            ROW_GROUPS: self._row_groups,
            KEY_VALUES: self._pairs,
            _COLUMN_ORDERS: self._column_orders,
        }
        thrift, cursor = self._thrift, Cursor(self._thrift)
        pieces: list[bytes] = []
        cut: list[int] = []
        copied = 0
        for wire_type, field_id, start in cursor.field_headers():
            begin = cursor.position
            if part := parts.get(field_id):
                _require(wire_type == LIST and field_id not in cut)
                piece, cursor.position = part(begin)
                pieces += (thrift[copied:begin], piece)
                copied = cursor.position
                cut.append(field_id)
                continue
            cursor.skip(wire_type)
            if field_id in (EXTENSION_ID, SPEC_WIRE_ID):
                _require(wire_type == BINARY and thrift[cursor.position :] == b"\0")
                pieces.append(thrift[copied:start])
                copied = cursor.position
            else:
                _require(field_id != _ENCRYPTION)
        _require(cursor.position == len(thrift) and {SCHEMA, ROW_GROUPS} <= set(cut))
        return b"".join([*pieces, thrift[copied:]])

    def _schema(self, begin: int) -> tuple[bytes, int]:
        firsts = {bytes_of(name).partition(b".")[0] for name in self._names}
        # A column whose own name has dots may be meant, too: that is for the whole schema to say.
        asked = firsts.union(map(bytes_of, self._names))
        end, leaves, tops = _call_core("choose_elements", self._thrift, begin, asked)
        self._tops = [_Top(*top) for top in tops]
        # Of two columns of one name, an index may know one.
        _require(sorted(top.name for top in self._tops) == sorted(firsts))
        chosen = sum(top.leaves for top in self._tops)
        _require(leaves == self._view.num_columns and chosen * _SHARE <= leaves)
        cursor = Cursor(self._thrift, begin)
        cursor.list_header()
        root, _ = SchemaElement.decode_from(self._thrift, cursor.position)
        self._num_tops = root.num_children or 0
        elements = [root.replace(num_children=len(self._tops))]
        for top in self._tops:
            at = top.start
            while at < top.end:
                element, at = SchemaElement.decode_from(self._thrift, at)
                elements.append(element)
        paths = [leaf.path for leaf in SchemaTree(elements).leaves]
        _require(set(self._names) <= _list_prefixes(map(".".join, paths)))
        _require(len(set(paths)) == len(paths) == chosen)
        ordinals = [top.first_leaf + at for top in self._tops for at in range(top.leaves)]
        self._paths = {
            ordinal: [*map(bytes_of, path)] for ordinal, path in zip(ordinals, paths, strict=True)
        }
        return SchemaModule(schema=elements).encode()[1:-1], end

    def _row_groups(self, begin: int) -> tuple[bytes, int]:
        numbers = self._view.chunk_offsets
        paths = list(map(encode_path, self._paths.values()))
        part: tuple[bytes, int] = _call_core(
            "cut_row_groups",
            ColumnChunk,
            self._thrift,
            begin,
            numbers.data,
            numbers.width,
            self._view.num_columns,
            list(self._paths),
            paths,
        )
        return part

    def _column_orders(self, begin: int) -> tuple[bytes, int]:
        """One for each leaf."""
        count = self._view.num_columns
        part: tuple[bytes, int] = _call_core(
            "cut_structs", self._thrift, begin, count, list(self._paths)
        )
        return part

    def _pairs(self, begin: int) -> tuple[bytes, int]:
        """Arrow's copy of the schema is of the same columns; all others stay."""
        cursor = Cursor(self._thrift, begin)
        cursor.skip(LIST)
        whole = self._thrift[begin : cursor.position]
        if bytes_of(ARROW_SCHEMA) not in whole:
            return whole, cursor.position
        pairs = FileMetadataModule.decode(b"\x29" + whole + b"\0").key_value_metadata or []
        copies = [pair for pair in pairs if pair.key == ARROW_SCHEMA]
        _require(len(copies) == 1)
        for pair in copies:
            schema = read_arrow_schema(pair.value or "")
            _require(len(schema) == self._num_tops)
            fields = [field_in(schema, top.position) for top in self._tops]
            described: Any = schema.metadata or {}
            pair.value = write_arrow_schema(pa.schema(fields, described))
        return FileMetadataModule(key_value_metadata=pairs).encode()[1:-1], cursor.position


def _has_only_texts(names: Sequence[object]) -> bool:
    return all(isinstance(name, str) for name in names)


def _call_core(name: str, *arguments: object) -> Any:
    """What a function of the core says. Raises InvalidValueError where that is nothing, and where there is no core."""
    result = getattr(_compiled, name)(*arguments, DEFAULT_LIMITS) if _compiled else None
    _require(result is not None)
    return result


def _list_prefixes(paths: Iterable[str]) -> set[str]:
    """What names each of them, or what is above it: all of it up to a dot."""
    prefixes = set[str]()
    for path in paths:
        prefixes.add(path)
        at = path.find(".")
        while at >= 0:
            prefixes.add(path[:at])
            at = path.find(".", at + 1)
    return prefixes


def _require(is_so: bool) -> None:
    if not is_so:
        raise InvalidValueError("this footer is read as a whole", 0)
