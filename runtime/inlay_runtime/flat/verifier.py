"""Proves that a buffer can be traversed: every offset in range, every size as declared.

What is verified can be read to the last field without a check and without an error. The rules are those of
the C++ verifier, and these beside: offsets are computed without wrapping; no offset is 0, so that
nothing can contain itself; and the visits, and the memory that a traversal would take, are bounded,
since whatever lies out of line may be shared and a small buffer can describe a tree of millions.

The native core does the same without the errors; what it refuses is verified again here, to say why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from inlay_runtime import amounts
from inlay_runtime.core import is_native
from inlay_runtime.errors import (
    DecodeError,
    InvalidValueError,
    LimitError,
    MissingFieldError,
    TruncatedError,
    UnionError,
)
from inlay_runtime.flat.fixed import Fixed
from inlay_runtime.flat.prices import (
    BYTES,
    OBJECT_PRICE,
    TEXT_PRICE,
    VISITS_PER_BYTE,
    VISITS_TO_BEGIN_WITH,
    price_of,
)
from inlay_runtime.flat.schema import (
    BOOL,
    U8,
    EnumOf,
    Scalar,
    SlotSchema,
    String,
    TableSchema,
    UnionSchema,
    VectorOf,
)
from inlay_runtime.limits import DEFAULT_LIMITS, Limits

if TYPE_CHECKING:
    from inlay_runtime.flat.schema import SlotType

    class NativeVerify(Protocol):
        def __call__(
            self, buffer: bytes, root: TableSchema, limits: Limits, start: int = 0, /
        ) -> tuple[int, bool] | None: ...


_OFFSET_SIZE: Final = 4


class Verified(NamedTuple):
    """Where the root table is, and whether the buffer holds what only a newer schema has."""

    position: int
    is_newer: bool


def _find_native() -> NativeVerify | None:
    if not is_native("flat_verifier"):
        return None
    from inlay_runtime.native import flat_verifier

    return flat_verifier.verify


native_verify: NativeVerify | None = _find_native()
"""Where the root table is and whether the buffer is newer, or None where the pure verifier decides."""


def verify(
    buffer: bytes, root: TableSchema, limits: Limits = DEFAULT_LIMITS, *, start: int = 0
) -> Verified:
    """Raises DecodeError, with the offset and the path, unless the buffer can be traversed.

    The offset of the root is at `start`, in bytes, and the file identifier behind it. What is in front of it counts for
    alignment, as flatc counts the size in front of a buffer.
    """
    if native_verify is not None:
        accepted = native_verify(buffer, root, limits, start)
        if accepted is not None:
            return Verified(*accepted)
    return Verifier(buffer, limits).root(root, start)


class Verifier:
    """One pass over a buffer. What is shared is visited as often as a traversal would visit it, so that
    verified also means that a traversal is not much longer than the buffer."""

    def __init__(self, buffer: bytes, limits: Limits) -> None:
        self._buffer = buffer
        self._size = len(buffer)
        self._limits = limits
        self._depth = 0
        self._visits = VISITS_PER_BYTE * len(buffer) + VISITS_TO_BEGIN_WITH
        self._budget = limits.memory(len(buffer))
        self._path: list[str] = []
        self._is_newer = False

    def root(self, schema: TableSchema, start: int = 0) -> Verified:
        if schema.identifier:
            self._identifier(schema.identifier.encode(), start + 4)
        position = self._follow(start)
        self.table(position, schema)
        return Verified(position, self._is_newer)

    def _identifier(self, expected: bytes, at: int) -> None:
        self._need(at, 4, 4)
        identifier = self._buffer[at : at + 4]
        if identifier != expected:
            message = f"expected the file identifier {expected!r}, found {identifier!r}"
            if self._buffer[8:12] == expected:
                message += "; behind a size, as it seems: decode with size_prefixed=True"
            raise self._bad(InvalidValueError, message, at)

    def table(self, position: int, schema: TableSchema) -> None:
        self._enter(position)
        self._charge(schema.price, position)
        self._need(position, 4, 4)
        vtable = position - self._i32(position)
        if not 0 <= vtable <= self._size - 4:
            raise self._bad(InvalidValueError, f"the vtable would lie at {vtable}", position)
        self._need(vtable, 4, 2)
        vtable_size = self._u16(vtable)
        if vtable_size < 4 or vtable_size % 2:
            raise self._bad(
                InvalidValueError, f"a vtable of {amounts.count(vtable_size, 'byte')}", vtable
            )
        self._need(vtable, vtable_size, 2)
        table_size = self._u16(vtable + 2)
        if table_size < 4:
            raise self._bad(
                InvalidValueError, f"a table of {amounts.count(table_size, 'byte')}", vtable + 2
            )
        self._need(position, table_size, 4)
        view = _Slots(self._buffer, position, vtable, vtable_size, table_size)
        for entry in range(vtable + 4, vtable + vtable_size, 2):
            offset = self._u16(entry)
            if offset >= table_size:
                raise self._bad(InvalidValueError, "a field that lies outside its table", entry)
            if offset and entry >= vtable + 4 + 2 * schema.slots:
                self._is_newer = True
        for field in schema.fields:
            self._path.append(f".{field.name}" if self._path else field.name)
            self._field(view, field)
            self._path.pop()
        self._depth -= 1

    def _field(self, view: _Slots, field: SlotSchema) -> None:
        type_ = field.type
        if isinstance(type_, UnionSchema):
            self._union(view, field, type_)
            return
        if isinstance(type_, VectorOf) and isinstance(type_.element, UnionSchema):
            self._union_vector(view, field, type_.element)
            return
        at = view.position_of(field.id)
        if at == 0:
            if field.required:
                raise self._bad(MissingFieldError, "required, but absent", view.position)
            return
        self._inline(type_, at, view.end)

    def _inline(self, type_: SlotType, at: int, end: int) -> None:
        """A value in a table: itself, or the offset of it."""
        match type_:
            case Scalar():
                self._within(at, type_.size, type_.size, end)
                self._boolean(type_, at)
            case EnumOf(scalar=scalar):
                self._within(at, scalar.size, scalar.size, end)
            case String() | VectorOf():
                self._within(at, _OFFSET_SIZE, _OFFSET_SIZE, end)
                self._out_of_line(type_, self._follow(at))
            case UnionSchema():
                raise AssertionError("a union needs the slot of its type, too")
            case _:
                if issubclass(type_, Fixed):
                    self._within(at, type_.SIZE, type_.ALIGNMENT, end)
                    self._fixed(type_, at, 1)
                else:
                    self._within(at, _OFFSET_SIZE, _OFFSET_SIZE, end)
                    self.table(self._follow(at), type_.SCHEMA)

    def _out_of_line(self, type_: String | VectorOf, at: int) -> None:
        if isinstance(type_, String):
            self._string(type_, at)
        else:
            self._vector(type_.element, at)

    def _string(self, type_: String, at: int) -> None:
        self._visit(at)
        self._need(at, 4, 4)
        length = self._u32(at)
        if length > self._limits.binary:
            raise self._over(
                "binary",
                f"{amounts.count(length, 'byte exceeds', 'bytes exceed')} {self._limits.binary:,}",
                at,
            )
        price = TEXT_PRICE if type_.is_text else 1
        self._charge(OBJECT_PRICE + price * length, at)
        self._need(at + 4, length + 1, 1)
        if self._buffer[at + 4 + length] != 0:
            raise self._bad(InvalidValueError, "a string that does not end with a 0", at)
        if not type_.is_strict:
            return
        try:
            self._buffer[at + 4 : at + 4 + length].decode()
        except UnicodeDecodeError as error:
            raise self._bad(InvalidValueError, "not UTF-8", at + 4 + error.start) from None

    def _vector(self, element: SlotType, at: int) -> None:
        self._visit(at)
        self._need(at, 4, 4)
        length = self._u32(at)
        match element:
            case Scalar():
                size, alignment = element.size, element.size
            case EnumOf(scalar=scalar):
                size, alignment = scalar.size, scalar.size
            case String() | VectorOf() | UnionSchema():
                size, alignment = _OFFSET_SIZE, _OFFSET_SIZE
            case type() if issubclass(element, Fixed):
                size, alignment = element.SIZE, element.ALIGNMENT
            case _:
                size, alignment = _OFFSET_SIZE, _OFFSET_SIZE
        name = "binary" if element in BYTES else "container"
        limit: int = getattr(self._limits, name)
        if length > limit:
            raise self._over(
                name,
                f"{amounts.count(length, 'element exceeds', 'elements exceed')} the limit of {limit:,}",
                at,
            )
        # Without an element there is nothing to align, and some writers do not.
        self._need(at + 4, length * size, alignment if length else 1)
        self._charge(OBJECT_PRICE + length * price_of(element), at)
        if isinstance(element, Scalar | EnumOf):
            if element is BOOL:
                self._booleans(at + 4, length)
            return
        if isinstance(element, type) and issubclass(element, Fixed):
            self._fixed(element, at + 4, length)
            return
        for index in range(length):
            self._path.append(f"[{index}]")
            self._inline(element, at + 4 + 4 * index, self._size)
            self._path.pop()

    def _union(self, view: _Slots, field: SlotSchema, union: UnionSchema) -> None:
        type_at = view.position_of(field.id - 1)
        value_at = view.position_of(field.id)
        if type_at:
            self._within(type_at, 1, 1, view.end)
        tag = self._buffer[type_at] if type_at else 0
        if tag == 0 and field.ignores_untyped:
            value_at = 0
        if (tag == 0) != (value_at == 0):
            raise self._bad(UnionError, "a union's type and value come together", view.position)
        if tag == 0:
            if field.required:
                raise self._bad(MissingFieldError, "required, but absent", view.position)
            return
        self._within(value_at, _OFFSET_SIZE, _OFFSET_SIZE, view.end)
        self._variant(union, tag, self._follow(value_at))

    def _union_vector(self, view: _Slots, field: SlotSchema, union: UnionSchema) -> None:
        places = view.position_of(field.id - 1), view.position_of(field.id)
        if places == (0, 0):
            if field.required:
                raise self._bad(MissingFieldError, "required, but absent", view.position)
            return
        if 0 in places:
            raise self._bad(UnionError, "a union's types and values come together", view.position)
        for place in places:
            self._within(place, _OFFSET_SIZE, _OFFSET_SIZE, view.end)
        tags, values = (self._follow(place) for place in places)
        self._vector(U8, tags)
        self._need(values, 4, 4)
        length = self._u32(values)
        if length != self._u32(tags):
            raise self._bad(UnionError, "a union's types and values differ in number", values)
        self._need(values + 4, 4 * length, 4)
        self._charge(OBJECT_PRICE + length * OBJECT_PRICE, values)
        for index in range(length):
            self._path.append(f"[{index}]")
            tag = self._buffer[tags + 4 + index]
            if tag == 0:
                raise self._bad(UnionError, "no variant", tags + 4 + index)
            self._variant(union, tag, self._follow(values + 4 + 4 * index))
            self._path.pop()

    def _variant(self, union: UnionSchema, tag: int, at: int) -> None:
        self._charge(2 * OBJECT_PRICE, at)
        type_ = union.variants.get(tag)
        if type_ is None:  # opaque, and never followed
            self._is_newer = True
            return
        if isinstance(type_, String):
            self._string(type_, at)
        elif isinstance(type_, Scalar | EnumOf | VectorOf | UnionSchema):
            raise AssertionError("no variant of a union")
        elif issubclass(type_, Fixed):
            self._need(at, type_.SIZE, type_.ALIGNMENT)
            self._fixed(type_, at, 1)
        else:
            self.table(at, type_.SCHEMA)

    def _fixed(self, type_: type[Fixed], at: int, length: int) -> None:
        """The structs at a position: all bytes will do, but for booleans."""
        places = type_.SCHEMA.booleans()
        for place in places:
            stop = at + length * type_.SIZE
            values = self._buffer[at + place : stop : type_.SIZE].translate(None, b"\x00\x01")
            if values:
                raise self._bad(
                    InvalidValueError, "a struct with a boolean that is neither 0 nor 1", at
                )

    def _boolean(self, scalar: Scalar, at: int) -> None:
        if scalar is BOOL and self._buffer[at] > 1:
            raise self._bad(InvalidValueError, f"{self._buffer[at]} is not a boolean", at)

    def _booleans(self, at: int, length: int) -> None:
        values = self._buffer[at : at + length].translate(None, b"\x00\x01")
        if values:
            raise self._bad(
                InvalidValueError, "a vector of booleans with a byte that is neither 0 nor 1", at
            )

    # Bytes

    def _enter(self, position: int) -> None:
        self._visit(position)
        self._depth += 1
        if self._depth > self._limits.depth:
            reason = f"nested deeper than {amounts.count(self._limits.depth, 'level')}"
            raise self._over("depth", reason, position)

    def _visit(self, position: int) -> None:
        self._visits -= 1
        if self._visits < 0:
            raise self._bad(LimitError, "more visits than the buffer can be worth", position)

    def _charge(self, price: int, at: int) -> None:
        self._budget -= price
        if self._budget < 0:
            reason = f"more objects than {amounts.count(self._size, 'byte')} can be worth"
            raise self._over("memory_factor", reason, at)

    def _follow(self, at: int) -> int:
        """Where the offset at a position leads."""
        self._visit(at)
        self._need(at, 4, 4)
        offset = self._u32(at)
        if offset == 0:
            raise self._bad(InvalidValueError, "an offset that points at itself", at)
        if offset >= self._size - at:
            raise self._bad(TruncatedError, f"an offset of {offset:,} leads out of the buffer", at)
        return at + offset

    def _need(self, at: int, size: int, alignment: int) -> None:
        if at % alignment:
            raise self._bad(InvalidValueError, f"not aligned to {alignment}", at)
        left = max(self._size - at, 0)  # of a place behind the end, nothing
        if size > left:
            raise self._bad(
                TruncatedError,
                f"needs {amounts.count(size, 'byte')}, {amounts.count(left, 'is left', 'are left')}",
                at,
            )

    def _within(self, at: int, size: int, alignment: int, end: int) -> None:
        if at % alignment:
            raise self._bad(InvalidValueError, f"not aligned to {alignment}", at)
        if at + size > end:
            raise self._bad(InvalidValueError, "a value that reaches beyond its table", at)

    def _i32(self, at: int) -> int:
        return int.from_bytes(self._buffer[at : at + 4], "little", signed=True)

    def _u32(self, at: int) -> int:
        return int.from_bytes(self._buffer[at : at + 4], "little")

    def _u16(self, at: int) -> int:
        return self._buffer[at] | self._buffer[at + 1] << 8

    def _bad(self, error: type[DecodeError], reason: str, at: int) -> DecodeError:
        return error(reason, at, "".join(self._path))

    def _over(self, limit: str, reason: str, at: int) -> LimitError:
        return LimitError.of(limit, reason, at, "".join(self._path))


class _Slots:
    """A table's vtable: where its fields are."""

    __slots__ = ("_buffer", "_size", "_vtable", "end", "position")

    def __init__(
        self, buffer: bytes, position: int, vtable: int, vtable_size: int, table_size: int
    ) -> None:
        self._buffer = buffer
        self._vtable = vtable
        self._size = vtable_size
        self.position = position
        self.end = position + table_size

    def position_of(self, slot: int) -> int:
        """Where a field is, or 0 where it is absent."""
        entry = 4 + 2 * slot
        if entry >= self._size:
            return 0
        at = self._vtable + entry
        offset = self._buffer[at] | self._buffer[at + 1] << 8
        return self.position + offset if offset else 0
