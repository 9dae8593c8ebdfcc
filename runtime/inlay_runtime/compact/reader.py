"""Reads the Thrift compact protocol into the values that the IDL declares.

Generated `read` methods drive it: they loop over `fields(schema)`, which takes care of headers, and call
the method of each field's type. What input may ask for is bounded by `Cursor`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Final, TypeVar

from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.compact.declared import (
    ANOTHER_TYPE,
    declared_type,
    found_type,
    is_declared,
    is_same_element,
)
from inlay_runtime.compact.scalars import ScalarReader
from inlay_runtime.compact.spans import (
    NO_EXTENSION,
    find_field_spans,
    fold_extension,
    spans_between,
)
from inlay_runtime.errors import (
    DuplicateFieldError,
    InvalidValueError,
    MissingFieldError,
    UnionError,
    WireTypeError,
)
from inlay_runtime.extension import EXTENSION_ID, SPEC_WIRE_ID, Extension, Header
from inlay_runtime.limits import DEFAULT_LIMITS, Limits
from inlay_runtime.remainder import Remainder, UnknownField
from inlay_runtime.wire_types import BOOL, FALSE, STOP, name_of

if TYPE_CHECKING:
    from inlay_runtime.schema import FieldType, StructSchema

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")

_NOTHING_KNOWN: Final[dict[int, int]] = {}
_STRUCT_PRICE: Final = 64  # what is set in it pays with its own bytes
_CONTAINER_PRICE: Final = 64
_ELEMENT_PRICE: Final = 40
_ENTRY_PRICE: Final = 128  # a dict that grows is there twice, and a key is an object
_FRAME_PRICE: Final = 500
NOTE_PRICE: Final = 200


class _Frame:
    """What one struct held beyond its fields, while it is being read; made on first need."""

    __slots__ = ("element_types", "extension", "other_types", "unknown_fields")

    def __init__(self) -> None:
        self.unknown_fields: list[UnknownField] = []
        # by field id, where one of another type starts, and the type that is declared
        self.other_types: dict[int, tuple[int, FieldType]] = {}
        self.element_types: dict[int, int] = {}  # by offset in the buffer
        self.extension: Extension | None = None


class CompactReader(ScalarReader):
    """A cursor that knows the field it is at, and what the struct around it held besides.

    `field_id` is that of a field which the IDL does not have, or of a union. A `strict` one refuses fields of
    another type than declared and strings that are not UTF-8; any other takes the fields for unknown, and escapes
    the text.
    """

    __slots__ = (
        "_frame",
        "_other_types",
        "_short",
        "field_id",
        "header",
        "remainder",
    )

    def __init__(
        self,
        buffer: bytes,
        position: int = 0,
        limits: Limits = DEFAULT_LIMITS,
        *,
        strict: bool = False,
    ) -> None:
        super().__init__(buffer, position, limits, strict=strict)
        self.field_id = 0
        self.header = Header.ZIGZAG
        self.remainder: Remainder | None = None
        self._frame: _Frame | None = None
        # of the struct that `remainder` belongs to
        self._other_types: dict[int, tuple[int, FieldType]] = {}
        # sizes below it take one byte and are within the limits
        self._short = min(15, limits.container + 1)

    # Structs

    def fields(self, schema: StructSchema) -> Iterator[int]:
        """The id of each field of a struct, with `position` at its value.

        An extension has id 32767 in either spelling. A field of another type than declared is kept as
        unknown fields are; a variant of another type has an id that no variant has. After the loop,
        `remainder` is what the struct held beyond its fields. The caller reads or skips each value before
        it asks for the next.

        `_fields_in_full` says what a struct is; before it come the fields that well-behaved writers emit,
        whose headers are found in a table (`StructSchema.make_transitions`).

        Raises WireTypeError, DuplicateFieldError, LimitError, TruncatedError, UnionError.
        """
        self.depth += 1
        self._budget -= _STRUCT_PRICE
        if self.depth > self._deepest or self._budget < 0:
            self._refuse()
        transitions = schema.transitions or schema.make_transitions()
        elements = _NOTHING_KNOWN if self.strict or schema.closed else schema.elements
        outer = self._frame
        if outer is not None:
            self._frame = None
        buffer, begin = self.buffer, self.position
        row = transitions[0]
        last_id = 0
        while True:
            start = self.position
            try:
                byte = buffer[start]
                known = row[byte]
            except LookupError:
                break
            self.position = start + 1
            if not known:  # the stop byte
                break
            self.wire_type = byte & 0x0F
            if known in elements and not self._holds(elements[known], schema.by_id[known].type):
                self.position = start
                break
            row = transitions[known]
            last_id = known
            yield known
        order: dict[int, None] | None = None
        if self.position == start:  # at a header that the table does not have
            order = yield from self._fields_in_full(schema, begin, last_id)
        self.depth -= 1
        self._leave(outer, order, begin)

    def _fields_in_full(
        self, schema: StructSchema, begin: int, wire_id: int
    ) -> Generator[int, None, dict[int, None] | None]:
        """The fields of a struct from the one at the cursor on, which follows the field `wire_id` (0: none does).

        This is the specification. `begin` is where the first field is. Gives the keys of all fields in their
        order, where that does not ascend. What is quoted is thrift-compact-protocol.md, "Struct" and
        "Struct encoding".
        """
        refuses = self.strict or schema.closed
        keys: dict[int, None] | None = None
        variants, field_id = 0, wire_id
        while True:
            # "Each field starts with a field header": the distance to the id before, or an id, and a type.
            start = self.position
            self.wire_type, wire_id = self.field_header(wire_id)
            if self.wire_type == STOP:
                break
            previous_id, field_id = field_id, fold_extension(wire_id, self.wire_type)
            key = field_id if refuses else _key(self, schema, field_id, self.wire_type)

            # "The fields can be encoded in any order", but none twice; they are noted once they do not ascend.
            if keys is None and field_id <= previous_id and start > begin:
                keys = self._keys_between(schema, begin, start, refuses=refuses)
            if keys is not None:
                self._note_key(keys, key, field_id, start)

            # Binary Protocol Extensions: field 32767 is an extension, unless the IDL has a field of that id.
            self.field_id, tag = field_id, key
            if schema.has_own_extension_field:
                self.field_id = wire_id
                tag = wire_id if refuses else _key(self, schema, wire_id, self.wire_type)
            elif field_id == EXTENSION_ID:
                self.header = Header.SPEC if wire_id == SPEC_WIRE_ID else Header.ZIGZAG
                if schema.is_union:
                    self._own_frame().extension = self.extension()
                    continue

            # "Handle unknown fields [...]; these are simply ignored", here kept; so are, of a struct, those of
            # "another field-type than what is expected", for which one may "ignore the field, or return a
            # protocol exception": that is for strict readers.
            if self.field_id == NO_EXTENSION or (tag != self.field_id and not schema.is_union):
                self._keep_undeclared(schema, wire_id, start)
                continue
            if refuses:
                self._check_type(schema.wire_types.get(self.field_id), start)

            # "A Union [has] the additional restriction that at most 1 field may be encoded"; ours has to have it.
            variants += 1
            if schema.is_union and variants > 1:
                raise UnionError("more than one variant", start)
            yield tag
        if schema.is_union and not variants and not schema.may_be_empty:
            raise UnionError("no variant", start)
        return keys

    def _leave(self, outer: _Frame | None, order: dict[int, None] | None, begin: int) -> None:
        """Sets `remainder` to what the struct held beyond its fields, and goes back to the struct around it."""
        self.remainder = None
        if order is not None or self._frame is not None:
            frame = self._frame or _Frame()
            self.remainder = self._remainder(frame, None if order is None else tuple(order), begin)
            self._other_types = frame.other_types
            self._frame = outer
        elif outer is not None:
            self._frame = outer

    def _refuse(self) -> None:
        """Raises the error of the bound that the struct at the cursor exceeds."""
        self.depth -= 1
        self.enter()
        self.charge(0)

    def _check_type(self, expected: int | None, start: int) -> None:
        actual = self.wire_type
        if expected is None or actual == expected or (expected == BOOL and actual == FALSE):
            return
        raise WireTypeError(f"expected {name_of(expected)}, found {name_of(actual)}", start)

    def _holds(self, element: int, type_: FieldType) -> bool:
        """Whether the container at the cursor has the elements that are declared; `element` is their
        type where one look tells."""
        position = self.position
        if position < self._end and self.buffer[position] & 0x0F == element:
            return True
        return is_declared(self, type_, self.wire_type)

    def _keys_between(
        self, schema: StructSchema, begin: int, end: int, *, refuses: bool
    ) -> dict[int, None]:
        """The keys of a struct's fields that lie between `begin` (its first) and `end`."""
        spans = spans_between(self.buffer, begin, end)
        if refuses:
            return dict.fromkeys(span.field_id for span in spans)
        return dict.fromkeys(
            _key(self._unlimited(span.value), schema, span.field_id, span.wire_type)
            for span in spans
        )

    def _note_key(self, keys: dict[int, None], key: int, field_id: int, start: int) -> None:
        self.charge(NOTE_PRICE)
        if key in keys:
            raise DuplicateFieldError(f"field {min(field_id, EXTENSION_ID)} occurs twice", start)
        keys[key] = None

    def _own_frame(self) -> _Frame:
        if self._frame is None:
            self.charge(_FRAME_PRICE)
            self._frame = _Frame()
        return self._frame

    def _note_types(self, offset: int, types: int) -> None:
        """Remembers element types that the writer would not choose."""
        self.charge(NOTE_PRICE)
        self._own_frame().element_types[offset] = types

    def _remainder(self, frame: _Frame, order: tuple[int, ...] | None, begin: int) -> Remainder:
        noted: dict[int, dict[int, int]] = {}
        if frame.element_types:
            spans = find_field_spans(self._unlimited(begin))
            starts = [span.value for span in spans]
            for offset, types in frame.element_types.items():
                span = spans[bisect_right(starts, offset) - 1]
                noted.setdefault(span.field_id, {})[offset - span.value] = types
        return Remainder(
            unknown_fields=tuple(frame.unknown_fields),
            order=order,
            element_types=noted,
            extension=frame.extension,
        )

    def _unlimited(self, position: int) -> Cursor:
        """A cursor over bytes that have been read already."""
        size = len(self.buffer)
        return Cursor(self.buffer, position, Limits(1 << 20, size, size), is_strict=False)

    def keep_unknown(self, field_id: int) -> None:
        """Skips the value of the current field and keeps its bytes in the remainder."""
        wire_type, start = self.wire_type, self.position
        self.skip(wire_type)
        raw = self.buffer[start : self.position]
        self.charge(NOTE_PRICE + len(raw))
        self._own_frame().unknown_fields.append(UnknownField(field_id, wire_type, raw))

    def _keep_undeclared(self, schema: StructSchema, wire_id: int, start: int) -> None:
        """Keeps the current field, whose header is at `start`: no field has its id, or one of another type."""
        field = schema.by_id.get(self.field_id)
        if field is not None:
            self._own_frame().other_types[field.id] = start, field.type
        self.keep_unknown(wire_id)

    def extension(self) -> Extension:
        """The current field as an extension, with the spelling of its header."""
        header = self.header
        return Extension(self.binary(), header)

    def require(self, value: object, name: str, field_id: int) -> None:
        """Raises MissingFieldError where an attribute is still empty, though its field is required."""
        if value is None:
            raise self._missing(name, field_id)

    def _missing(self, name: str, field_id: int) -> MissingFieldError:
        """The error for a required field that the struct just read does not have."""
        reason = f"required field {name} ({field_id}) is missing"
        unknown = () if self.remainder is None else self.remainder.unknown_fields
        for field in unknown:
            if field.field_id == field_id:
                offset, declared = self._other_types[field_id]
                actual = found_type(field.wire_type, field.raw)
                reason += f": {declared_type(declared)} is declared, and {actual} is there"
                return MissingFieldError(reason, offset)
        return MissingFieldError(reason, self.position - 1)

    def unknown_variant(self, name: str, field_id: int) -> UnionError:
        """The error for a variant that a closed union does not have."""
        return UnionError(f"{name} has no variant {field_id}", self.position)

    def missing_variant(self, name: str) -> UnionError:
        """The error for a union without a variant."""
        return UnionError(f"{name} has no variant at all", self.position)

    # Containers

    def list_of(self, wire_type: int, read: Callable[[CompactReader], T]) -> list[T]:
        """A list (or set, whose header is the same) of elements of one wire type."""
        position = self.position
        header = self.buffer[position] if position < self._end else 0
        size = header >> 4
        if header & 0x0F == wire_type and size < self._short and size * 16 < self._end - position:
            self.position = position + 1
            self._budget -= _CONTAINER_PRICE + _ELEMENT_PRICE * size
        else:
            size = self._list_size(wire_type)
        self.depth += 1
        if self.depth > self._deepest or self._budget < 0:
            self._refuse()
        elements = [read(self)] if size == 1 else [read(self) for _ in range(size)]
        self.depth -= 1
        return elements

    def map_of(
        self,
        key_type: int,
        read_key: Callable[[CompactReader], K],
        value_type: int,
        read_value: Callable[[CompactReader], V],
    ) -> dict[K, V]:
        """A map; a key that occurs twice is an error, since a dict would lose the first value."""
        start = self.position
        items = self.pairs_of(key_type, read_key, value_type, read_value)
        mapping = dict(items)
        if len(mapping) < len(items):
            raise InvalidValueError("a map holds the same key twice", start)
        return mapping

    def pairs_of(
        self,
        key_type: int,
        read_key: Callable[[CompactReader], K],
        value_type: int,
        read_value: Callable[[CompactReader], V],
    ) -> list[tuple[K, V]]:
        """A map as the list of its items, for keys that Python cannot hash."""
        start = self.position
        size, found_key, found_value = self.map_header()
        if size and not (
            is_same_element(found_key, key_type) and is_same_element(found_value, value_type)
        ):
            expected = f"{name_of(key_type)} to {name_of(value_type)}"
            actual = f"{name_of(found_key)} to {name_of(found_value)}"
            raise WireTypeError(f"expected a map of {expected}, found {actual}", start)
        if size and (found_key, found_value) != (key_type, value_type):
            self._note_types(self.position - 1, found_key << 4 | found_value)
        self.charge(_CONTAINER_PRICE + (2 * _ELEMENT_PRICE + _ENTRY_PRICE) * size)
        self.enter()
        items = [(read_key(self), read_value(self)) for _ in range(size)]
        self.depth -= 1
        return items

    def _list_size(self, wire_type: int) -> int:
        start = self.position
        size, element_type = self.list_header()
        if element_type != wire_type:
            if size and not is_same_element(element_type, wire_type):
                raise WireTypeError(
                    f"expected elements of {name_of(wire_type)}, found {name_of(element_type)}",
                    start,
                )
            self._note_types(start, element_type)
        self._budget -= _CONTAINER_PRICE + _ELEMENT_PRICE * size
        return size


def _key(cursor: Cursor, schema: StructSchema, field_id: int, wire_type: int) -> int:
    """By what the field at the cursor is told from others: its id, unless it is of another type."""
    field = schema.by_id.get(field_id)
    if field is None or is_declared(cursor, field.type, wire_type):
        return field_id
    return field_id + ANOTHER_TYPE
