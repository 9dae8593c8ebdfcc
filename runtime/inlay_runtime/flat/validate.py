"""Finds out why a table could not be written: the first mistake, with its path.

The builder checks no more than it must, so that good values are written fast; when one fails, the
table is held against its schema.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from inlay_runtime import amounts
from inlay_runtime.errors import EncodeError
from inlay_runtime.extension import Extension
from inlay_runtime.flat.builder import check_binary, check_elements
from inlay_runtime.flat.fixed import Fixed
from inlay_runtime.flat.schema import (
    BOOL,
    I8,
    U8,
    ArrayOf,
    EnumOf,
    Scalar,
    String,
    UnionSchema,
    VectorOf,
)
from inlay_runtime.flat.table import Table
from inlay_runtime.shown import describe_found
from inlay_runtime.text import bytes_of, check_text
from inlay_runtime.union import UnknownVariant, suggest_wrappers

if TYPE_CHECKING:
    from inlay_runtime.flat.schema import FixedType, SlotType
    from inlay_runtime.limits import Limits


def first_mistake(table: Table, limits: Limits) -> EncodeError | None:
    """The first value that its field cannot hold."""
    try:
        _Validation(limits).table(table, "")
    except EncodeError as error:
        error.root = table.SCHEMA.name
        return error
    return None


def first_mistake_of_fixed(fixed: Fixed) -> EncodeError | None:
    try:
        _fixed(fixed, "")
    except EncodeError as error:
        error.root = fixed.SCHEMA.name
        return error
    return None


class _Validation:
    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._left = limits.depth

    def table(self, table: Table, path: str) -> None:
        self._left -= 1
        if self._left < 0:
            reason = f"nested deeper than {amounts.count(self._limits.depth, 'level')}, or a table that contains itself"
            raise EncodeError(reason, path[:200])
        for field in table.SCHEMA.fields:
            inner = f"{path}.{field.name}" if path else field.name
            value = getattr(table, field.slot)
            if field.slot == "extension":
                self._extension(value, inner)
            elif value is not None:
                self._check_value(value, field.type, inner)
            elif field.required:
                raise EncodeError(f"required (slot {field.id}), but it is None", inner)
            elif field.default is not None:
                reason = "expected a value, found None; `del` makes a field absent"
                raise EncodeError(reason, inner)
        if table.extension is not None and "extension" not in [f.slot for f in table.SCHEMA.fields]:
            raise EncodeError("the table has no slot for an extension", path)
        self._left += 1

    def _check_value(self, value: Any, type_: SlotType, path: str) -> None:
        match type_:
            case Scalar() | EnumOf():
                _scalar(value, type_, path)
            case String(is_text=True, is_strict=is_strict):
                _expect(isinstance(value, str), "a str", value, path)
                check_text(value, path, is_strict=is_strict)
                check_binary(len(bytes_of(value)), self._limits, path)
            case String():
                _expect(isinstance(value, bytes | bytearray | memoryview), "bytes", value, path)
                check_binary(memoryview(value).nbytes, self._limits, path)
            case VectorOf(element=element) if element in (I8, U8):
                _expect(isinstance(value, bytes | bytearray | memoryview), "bytes", value, path)
                check_elements(memoryview(value).nbytes, "binary", self._limits, path)
            case VectorOf(element=element):
                _expect(isinstance(value, list), "a list", value, path)
                limit = "binary" if isinstance(element, UnionSchema) else "container"
                check_elements(len(value), limit, self._limits, path)
                for at, item in enumerate(value):
                    self._check_value(item, element, f"{path}[{at}]")
            case UnionSchema():
                self._variant(value, type_, path)
            case _:
                _expect(isinstance(value, type_), type_.__name__, value, path)
                if isinstance(value, Table):
                    self.table(value, path)
                else:
                    _fixed(value, path)

    def _extension(self, value: Any, path: str) -> None:
        if value is None:
            return
        _expect(isinstance(value, Extension), "an Extension", value, path)
        payload: Any = value.payload
        is_bytes = isinstance(payload, bytes | bytearray | memoryview)
        _expect(is_bytes, "a payload of bytes", payload, path)
        check_elements(memoryview(payload).nbytes, "binary", self._limits, path)

    def _variant(self, value: Any, union: UnionSchema, path: str) -> None:
        if isinstance(value, UnknownVariant):
            reason = f"variant {value.field_id} of {union.name} is of a newer schema"
            reason += ", so it can only be written in the buffer it came in"
            raise EncodeError(reason, path)
        for tag, type_ in union.variants.items():
            wrapper = union.wrappers.get(tag)
            if wrapper is not None and isinstance(value, wrapper):
                self._check_value(getattr(value, "value", None), type_, path)
                return
            if wrapper is None and isinstance(type_, type) and isinstance(value, type_):
                self._check_value(value, type_, path)
                return
        pairs = [(type_, union.wrappers.get(tag)) for tag, type_ in union.variants.items()]
        hint = suggest_wrappers(value, pairs)
        raise EncodeError(f"expected a variant of {union.name}, found {_kind(value)}{hint}", path)


def _fixed(fixed: Fixed, path: str) -> None:
    for field in fixed.SCHEMA.fields:
        inner = f"{path}.{field.name}" if path else field.name
        _check_fixed(getattr(fixed, field.attribute, None), field.type, inner)


def _check_fixed(value: Any, type_: FixedType, path: str) -> None:
    match type_:
        case Scalar() | EnumOf():
            _scalar(value, type_, path)
        case ArrayOf(element=element, length=length):
            _expect(isinstance(value, list), "a list", value, path)
            if len(value) != length:
                raise EncodeError(
                    f"an array of {length} has {amounts.count(len(value), 'element')}", path
                )
            for at, item in enumerate(value):
                _check_fixed(item, element, f"{path}[{at}]")
        case _:
            _expect(isinstance(value, type_), type_.__name__, value, path)
            _fixed(value, path)


def _scalar(value: Any, type_: Scalar | EnumOf, path: str) -> None:
    scalar = type_.scalar if isinstance(type_, EnumOf) else type_
    name = type_.enum.__name__ if isinstance(type_, EnumOf) else scalar.name
    if scalar is BOOL:
        _expect(isinstance(value, bool), "a bool", value, path)
    elif scalar.name in ("float", "double"):
        _expect(isinstance(value, int | float), "a float", value, path)
    else:
        _expect(isinstance(value, int), f"an int ({name})", value, path)
    try:
        scalar.layout.pack(value)
    except Exception:
        shown = value if abs(value) < 1 << 80 else "it"
        raise EncodeError(f"{shown} is out of range for {name}", path) from None


def _expect(holds: bool, what: str, value: object, path: str) -> None:
    if not holds:
        raise EncodeError(f"expected {what}, found {describe_found(value)}", path)


def _kind(value: object) -> str:
    return type(value).__name__
