"""A FlatBuffer, table by table: scalars lie in their tables, and strings and vectors have places of their own.

Parts may lie in any order and may be shared, so they are gathered from the root on and written in the order of the bytes; a
shared one belongs to what led to it first. What nothing leads to, such as padding, is the FlatBuffer's own.
"""

from __future__ import annotations

from struct import Struct
from typing import Final, NamedTuple, TypeAlias

from inlay.look.kinds import OwnerKind
from inlay.look.ledger import NOTHING, LedgerWriter
from inlay_runtime.errors import DecodeError
from inlay_runtime.flat.fixed import Fixed
from inlay_runtime.flat.schema import EnumOf, Scalar, String, TableSchema, UnionSchema, VectorOf
from inlay_runtime.flat.table import Table
from parquet_format import footer as v1
from parquet_format import footer_prototype as prototype
from parquet_format import footer_v0 as v0

FlatClass: TypeAlias = type[v0.FileMetaData] | type[v1.FileMetaData] | type[prototype.FileMetaData]

_U16: Final = Struct("<H")
_I32: Final = Struct("<i")
_U32: Final = Struct("<I")
_VTABLES: Final = "vtables"
_OFFSET: Final = 4
"""Bytes of an offset, which stands for whatever is not in line."""


class _Place(NamedTuple):
    """Which names, row group and column the parts have."""

    path: str
    row_group: int = NOTHING
    column: int = NOTHING

    def below(self, name: str, number: int = NOTHING) -> _Place:
        """That of a field, or of an element of a vector in it."""
        group, column = self.row_group, self.column
        if number >= 0 and name == "row_groups":
            group = number
        elif number >= 0 and name == "columns":
            column = number
        return _Place(f"{self.path}.{name}", group, column)


def add_flatbuffer(writer: LedgerWriter, data: bytes, base: int, cls: FlatClass) -> None:
    """The FlatBuffer `data`, which lies at `base` of the file; as one owner where the verifier refuses it."""
    writer.begin(OwnerKind.FLATBUFFER, base, "")
    try:
        cls.decode(data)
    except DecodeError as error:
        writer.find("verifier", base + error.offset, f"the FlatBuffer: {error.reason}")
    else:
        gatherer = _Gatherer(data)
        gatherer.table(_U32.unpack_from(data)[0], cls.SCHEMA, _Place(cls.SCHEMA.name))
        position = 0
        for start, (end, place) in sorted(gatherer.parts.items()):
            begin = max(start, position)
            if end > begin:
                _add(writer, base + begin, base + end, place)
                position = end
    writer.end(base + len(data))


def _add(writer: LedgerWriter, start: int, end: int, place: _Place) -> None:
    path, group, column = place
    writer.add(OwnerKind.FIELD, start, end, path, row_group=group, column=column)


class _Gatherer:
    """`parts` has where each ends and whose it is, by where it begins. The verifier has seen to it that all is inside."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._tables: set[int] = set()
        self.parts: dict[int, tuple[int, _Place]] = {}

    def table(self, at: int, schema: TableSchema, place: _Place) -> None:
        if at in self._tables:
            return
        self._tables.add(at)
        data = self._data
        vtable = at - _I32.unpack_from(data, at)[0]
        length = _U16.unpack_from(data, vtable)[0]
        self._part(vtable, vtable + length, _Place(_VTABLES))
        self._part(at, at + _U16.unpack_from(data, vtable + 2)[0], place)
        for field in schema.fields:
            slot = self._slot(vtable, length, field.id)
            if not slot:
                continue
            type_: object = field.type
            if isinstance(type_, UnionSchema):
                tag = self._slot(vtable, length, field.id - 1)
                type_ = type_.variants.get(data[at + tag]) if tag else None
            self._value(at + slot, type_, place, field.name)

    def _slot(self, vtable: int, length: int, number: int) -> int:
        """Where a field lies in its table; 0 where it is absent."""
        at = 4 + 2 * number
        return int(_U16.unpack_from(self._data, vtable + at)[0]) if at + 2 <= length else 0

    def _part(self, start: int, end: int, place: _Place) -> None:
        self.parts.setdefault(start, (end, place))

    def _value(self, at: int, type_: object, place: _Place, name: str, number: int = -1) -> None:
        """What does not lie in line."""
        if type_ is None or isinstance(type_, Scalar | EnumOf) or _is_fixed(type_):
            return
        target = at + _U32.unpack_from(self._data, at)[0]
        if isinstance(type_, String):
            size = _U32.unpack_from(self._data, target)[0]
            self._part(target, target + _OFFSET + size + 1, place.below(name))
        elif isinstance(type_, VectorOf):
            self._vector(target, type_.element, place, name)
        elif isinstance(type_, type) and issubclass(type_, Table):
            self.table(target, type_.SCHEMA, place.below(name, number))

    def _vector(self, at: int, element: object, place: _Place, name: str) -> None:
        count = _U32.unpack_from(self._data, at)[0]
        size = _size_of(element)
        first = at + _OFFSET
        self._part(at, first + count * size, place.below(name))
        if not isinstance(element, Scalar | EnumOf | UnionSchema) and not _is_fixed(element):
            for number in range(count):
                self._value(first + number * size, element, place, name, number)


def _is_fixed(type_: object) -> bool:
    return isinstance(type_, type) and issubclass(type_, Fixed)


def _size_of(element: object) -> int:
    if isinstance(element, EnumOf):
        return element.scalar.size
    if isinstance(element, Scalar):
        return element.size
    if isinstance(element, type) and issubclass(element, Fixed):
        return element.SIZE
    return _OFFSET
