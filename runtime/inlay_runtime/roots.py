"""Unions at the root of a buffer: an alias has no methods, so each has two functions, made here.

They are read and written in pure Python. Bytes behind the union are kept, as behind a struct.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from inlay_runtime import amounts
from inlay_runtime.compact.reader import CompactReader
from inlay_runtime.compact.writer import CompactWriter
from inlay_runtime.errors import DecodeError, InvalidValueError, LimitError
from inlay_runtime.limits import DEFAULT_LIMITS, Limits
from inlay_runtime.record import MISTAKES
from inlay_runtime.remainder import HasRemainder, Remainder
from inlay_runtime.schema import UnionSchema
from inlay_runtime.struct import Buffer, immutable
from inlay_runtime.tags import UnionTag

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
T_contra = TypeVar("T_contra", contravariant=True)
Tag = TypeVar("Tag", bound=UnionTag)


class Decoder(Protocol[T_co]):
    def __call__(self, data: Buffer, *, limits: Limits = ...) -> T_co:
        """The variant that `data` begins with. Raises DecodeError, with the offset and the path."""
        ...


class Encoder(Protocol[T_contra]):
    def __call__(self, value: T_contra, *, limits: Limits = ...) -> bytes:
        """The union in the compact protocol. Raises EncodeError, with the path."""
        ...


def decoder(read: Callable[[CompactReader], T], schema: UnionSchema) -> Decoder[T]:
    """What reads a union whose variants are classes."""

    def decode(data: Buffer, *, limits: Limits = DEFAULT_LIMITS) -> T:
        buffer = immutable(data)
        value, end = _read(read, schema, buffer, limits)
        if end < len(buffer):
            assert isinstance(value, HasRemainder)
            _keep_trailing(value, buffer[end:])
        return value

    return decode


def encoder(write: Callable[[CompactWriter, T], None], schema: UnionSchema) -> Encoder[T]:
    """What writes a union whose variants are classes."""

    def encode(value: T, *, limits: Limits = DEFAULT_LIMITS) -> bytes:
        return _write(write, value, schema, limits)

    return encode


def tag_decoder(cls: type[Tag]) -> Decoder[Tag]:
    """What reads a union that is an enum of tags."""

    def decode(data: Buffer, *, limits: Limits = DEFAULT_LIMITS) -> Tag:
        buffer = immutable(data)
        value, end = _read(cls.read, cls, buffer, limits)
        if end < len(buffer):  # a tag has no place for them
            left = len(buffer) - end
            raise InvalidValueError(
                f"{amounts.count(left, 'byte')} behind the union", end, cls.__name__
            )
        return value

    return decode


def tag_encoder(cls: type[Tag]) -> Encoder[Tag]:
    """What writes a union that is an enum of tags."""

    def encode(value: Tag, *, limits: Limits = DEFAULT_LIMITS) -> bytes:
        return _write(cls.write, value, cls, limits)

    return encode


def _read(
    read: Callable[[CompactReader], T],
    schema: UnionSchema | type[UnionTag],
    buffer: bytes,
    limits: Limits,
) -> tuple[T, int]:
    reader = CompactReader(buffer, 0, limits)
    try:
        value = read(reader)
    except DecodeError as error:
        if not error.path:
            from inlay_runtime.locate import path_at

            error.path = path_at(schema, buffer, 0, error.offset, limits.depth)
        raise
    except RecursionError:
        reason = "nested deeper than Python's own recursion limit"
        raise LimitError(reason, reader.position, _name(schema)) from None
    return value, reader.position


def _write(
    write: Callable[[CompactWriter, T], None],
    value: T,
    schema: UnionSchema | type[UnionTag],
    limits: Limits,
) -> bytes:
    writer = CompactWriter(limits)
    try:
        write(writer, value)
    except MISTAKES as error:
        from inlay_runtime.validate import first_mistake_of_union

        mistake = first_mistake_of_union(value, schema)
        if mistake is None:
            raise
        raise mistake from error
    return bytes(writer.data) + writer.trailing


def _keep_trailing(value: HasRemainder, trailing: bytes) -> None:
    own = value.remainder or Remainder()
    value.remainder = own.with_enclosing((own.enclosing or Remainder()).with_trailing(trailing))


def _name(schema: UnionSchema | type[UnionTag]) -> str:
    return schema.name if isinstance(schema, UnionSchema) else schema.__name__
