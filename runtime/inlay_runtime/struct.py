"""The base of generated structs: the verbs `decode` and `encode`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    Literal,
    NamedTuple,
    Self,
    TypeAlias,
    get_args,
)

from inlay_runtime import wire_types
from inlay_runtime.compact.reader import CompactReader
from inlay_runtime.compact.spans import DEEPEST
from inlay_runtime.compact.writer import CompactWriter
from inlay_runtime.core import is_native
from inlay_runtime.errors import (
    DecodeError,
    EncodeError,
    ExtensionError,
    LimitError,
    NotDecodedError,
)
from inlay_runtime.extension import Extension, Header
from inlay_runtime.limits import DEFAULT_LIMITS, Limits
from inlay_runtime.record import MISTAKES, Record
from inlay_runtime.remainder import Remainder, install, is_lazy
from inlay_runtime.schema import StructSchema  # not only to type checkers: typing.get_type_hints

if TYPE_CHECKING:
    from collections.abc import Callable
    from mmap import mmap
    from types import ModuleType

    from inlay_runtime.json_values import Json
    from inlay_runtime.mask import Mask

_WIDEST: Final = Limits(
    depth=DEEPEST, container=(1 << 31) - 1, binary=(1 << 31) - 1, memory_base=1 << 50
)
"""Of what was decoded once: a pickle is no place to find it too large. Nothing deeper is lazy."""

Buffer: TypeAlias = "bytes | bytearray | memoryview | mmap"

WireProtocol: TypeAlias = Literal["compact", "binary"]
"""How Thrift spells a struct: docs/binary.md."""


class NativeStructs(NamedTuple):
    """The verbs of the native core; each gives None for what pure Python has to decide."""

    decode: Callable[
        [type[Any], bytes, int, Limits, bool, Mask | None, bool], tuple[Any, int] | None
    ]
    decode_binary: Callable[[type[Any], bytes, int, Limits], tuple[Any, int] | None]
    is_refused: Callable[[type[Any], bytes, int, Limits, bool], bool]
    find_refused: Callable[[type[Any], bytes, int, Limits, bool], tuple[int, int] | None]
    encode: Callable[[Any, Limits, bool], bytes | None]
    are_equal: Callable[[Any, Any], bool | None]


def _find_native() -> NativeStructs | None:
    if not (is_native("compact") and is_native("writer")):
        return None
    from inlay_runtime.native import compact, writer

    return NativeStructs(
        compact.decode,
        compact.decode_binary,
        compact.is_refused,
        compact.find_refused,
        writer.encode,
        compact.are_equal,
    )


native: NativeStructs | None = _find_native()


def _raise_refusal(
    cls: type[Struct], core: NativeStructs, reader: CompactReader, offset: int
) -> None:
    """Raises the error of a struct that the native core refuses, where it is found without reading all that is before it."""
    place = core.find_refused(cls, reader.buffer, offset, reader.limits, reader.strict)
    if place is None:
        return
    from inlay_runtime.compact.refused import RefusedReader

    until, budget = place
    cls.read(
        RefusedReader(
            reader.buffer,
            offset,
            reader.limits,
            strict=reader.strict,
            until=until,
            budget=budget,
        )
    )


class Struct(Record):
    """A Thrift struct. Subclasses are generated; they say how their fields are read and written."""

    __slots__ = ()

    SCHEMA: ClassVar[StructSchema]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "SCHEMA" in vars(cls):  # a generated class
            install(cls)

    if not TYPE_CHECKING and native is None:

        def __getattr__(self, name: str) -> Any:
            return None if name == "remainder" else self._empty_slot(name)

    if not TYPE_CHECKING and native is not None:

        def __eq__(self, other: object) -> bool:
            if native is not None and isinstance(other, Struct):
                answer = native.are_equal(self, other)
                if answer is not None:
                    return answer
            return super().__eq__(other)

    @classmethod
    def record_schema(cls) -> StructSchema:
        return cls.SCHEMA

    @staticmethod
    def wire_type() -> int:
        return wire_types.STRUCT

    if TYPE_CHECKING:  # generated

        @classmethod
        def read(cls, reader: CompactReader) -> Self:
            """One struct at the reader's position."""
            ...

        def write(self, writer: CompactWriter) -> None:
            """Appends this struct."""

    @classmethod
    def decode(
        cls,
        data: Buffer,
        *,
        protocol: WireProtocol = "compact",
        eager: bool = False,
        fields: Sequence[str] | None = None,
        limits: Limits = DEFAULT_LIMITS,
        strict: bool = False,
    ) -> Self:
        """The struct that `data` begins with; bytes after its stop are kept in `remainder`.

        All of it is checked now, whatever is decoded when. Where the native core is built, fields are decoded when
        they are first touched, and a struct that is not decoded yet holds a copy of `data`, or `data` itself if it is
        `bytes`. `eager` decodes all of them now, and keeps nothing. `fields` is a mask: paths such as
        `row_groups[0:2].columns[3,17].meta_data`; touching anything else raises NotDecodedError.
        `strict` refuses what is otherwise kept as it came: a field of another type than declared, which is
        kept in `remainder` as an unknown field is. `protocol` is the spelling: "compact", or "binary" (docs/binary.md).

        Raises DecodeError, with the offset and the path, on anything that the IDL does not allow;
        ValueError for a mask that names no field, and for a protocol that there is not.
        """
        mask = _mask(fields, cls)
        buffer = immutable(data)
        value, end = cls._decode_as(protocol, buffer, 0, limits, eager, mask, strict)
        if end == len(buffer):
            return value
        if mask is not None:
            value, end = cls._decode_as(protocol, buffer, 0, limits, False, None, strict)
        if protocol == "compact":
            _keep_trailing(value, buffer[end:], limits)
        else:
            value.remainder = (value.remainder or Remainder()).with_trailing(buffer[end:])
        if mask is not None:
            mask.apply(value)
        return value

    @classmethod
    def decode_from(
        cls,
        data: Buffer,
        offset: int = 0,
        *,
        protocol: WireProtocol = "compact",
        eager: bool = False,
        fields: Sequence[str] | None = None,
        limits: Limits = DEFAULT_LIMITS,
        strict: bool = False,
    ) -> tuple[Self, int]:
        """The struct at `offset`, and the offset behind it: for structs with other data after them."""
        if offset < 0:
            raise ValueError(f"offset {offset} is negative")
        mask = _mask(fields, cls)
        return cls._decode_as(protocol, immutable(data), offset, limits, eager, mask, strict)

    @classmethod
    def _decode_as(
        cls,
        protocol: WireProtocol,
        buffer: bytes,
        offset: int,
        limits: Limits,
        eager: bool,
        mask: Mask | None,
        strict: bool,
    ) -> tuple[Self, int]:
        if protocol == "compact":
            return cls._decode(buffer, offset, limits, eager=eager, mask=mask, strict=strict)
        binary = _binary_verbs(protocol)
        if native is not None and eager and mask is None and not strict:
            decoded: tuple[Self, int] | None = native.decode_binary(cls, buffer, offset, limits)
            if decoded is not None:
                return decoded
        try:
            compact, end = binary.to_compact(buffer, offset, limits, cls.SCHEMA)
        except DecodeError as error:
            error.root = cls.SCHEMA.name
            raise
        try:
            value, _ = cls._decode(compact, 0, limits, eager=eager, mask=mask, strict=strict)
        except DecodeError as error:
            error.offset = binary.find_place(buffer, offset, limits, error.offset)
            raise
        return value, end

    @classmethod
    def _decode(
        cls,
        buffer: bytes,
        offset: int,
        limits: Limits,
        *,
        eager: bool = False,
        mask: Mask | None = None,
        strict: bool = False,
    ) -> tuple[Self, int]:
        if native is not None:
            decoded = native.decode(cls, buffer, offset, limits, eager, mask, strict)
            if decoded is not None:
                return decoded
        reader = CompactReader(buffer, offset, limits, strict=strict)
        try:
            if native is not None:
                _raise_refusal(cls, native, reader, offset)
            value = cls.read(reader)
        except DecodeError as error:
            error.root = cls.SCHEMA.name
            if not error.path:
                from inlay_runtime.locate import path_at

                error.path = path_at(cls.SCHEMA, buffer, offset, error.offset, limits.depth)
            for start, sentence in cls.SCHEMA.mistaken.items():
                if buffer.startswith(start, offset):
                    error.advice = sentence
            raise
        except RecursionError:
            reason = "nested deeper than Python's own recursion limit"
            raise LimitError(reason, reader.position, cls.SCHEMA.name) from None
        if mask is not None:
            mask.apply(value)
        return value, reader.position

    def encode(
        self, *, protocol: WireProtocol = "compact", limits: Limits = DEFAULT_LIMITS
    ) -> bytes:
        """The struct in that protocol, byte for byte as it was read if nothing was changed.

        Raises EncodeError, with the path, for a value that its field cannot hold,
        NotDecodedError for a field that a mask left out, and ValueError for a protocol that there is not.
        """
        if protocol != "compact":
            return self._encode_as(protocol, limits)
        if native is not None:
            encoded = native.encode(self, limits, False)
            if encoded is not None:
                return encoded
        writer = CompactWriter(limits)
        try:
            self.write(writer)
        except MISTAKES as error:
            mistake = self._first_mistake()
            if mistake is None:
                raise
            raise mistake from error
        return bytes(writer.data) + writer.trailing

    def _encode_as(self, protocol: WireProtocol, limits: Limits) -> bytes:
        binary = _binary_verbs(protocol)
        if native is not None:
            encoded = native.encode(self, limits, True)
            if encoded is not None:
                return encoded
        extension = self.extension
        if extension is None or extension.header is not Header.TRAILING:
            written: bytes = binary.from_compact(type(self), self.encode(limits=limits), limits)
            return written
        moved = self.__copy__()  # behind the struct are bytes of the compact protocol
        object.__setattr__(moved, "extension", Extension(extension.payload, Header.ZIGZAG))
        return moved._encode_as(protocol, limits)

    def _document(self) -> dict[str, Json]:
        from inlay_runtime.document import document_struct

        return document_struct(self)

    @classmethod
    def _of_document(cls, document: object) -> Self:
        from inlay_runtime.read_document import read_struct

        return read_struct(cls, document)

    def _first_mistake(self) -> EncodeError | None:
        from inlay_runtime.validate import first_mistake

        return first_mistake(self)

    def __reduce__(self) -> tuple[object, ...]:
        """An untouched lazy struct by its bytes, and every other by its attributes, as it may hold what no bytes say."""
        if is_lazy(self) and not getattr(self, "__dict__", None):
            with suppress(NotDecodedError):  # a mask left something out
                return _decode_lazily, (type(self), self.encode(limits=_WIDEST))
        return super().__reduce__()


class EmptyVariant(Struct):
    """An empty struct that is a variant of a union.

    parquet-rs cannot read one that carries an extension, so attaching one is refused; one that was
    read is kept and written back.
    """

    __slots__ = ()

    def __init__(self) -> None:
        self.extension = None

    @classmethod
    def read(cls, reader: CompactReader) -> Self:
        extension = None
        for tag in reader.fields(cls.SCHEMA):
            match tag:
                case 32767:
                    extension = reader.extension()
                case _:
                    reader.keep_unknown(tag)
        self = cls.__new__(cls)
        self.keep_read(extension, reader.remainder)
        return self

    def keep_read(self, extension: Extension | None, remainder: Remainder | None) -> None:
        """Sets what was read, an extension included."""
        object.__setattr__(self, "extension", extension)
        self.remainder = remainder

    def write(self, writer: CompactWriter) -> None:
        writer.begin_struct()
        if self.extension is not None:
            writer.extension(self.extension, self.SCHEMA)
        writer.end_struct(self.remainder)

    def __setstate__(self, state: dict[str, object]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, value)

    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: object) -> None:
            if name == "extension" and value is not None:
                raise ExtensionError(
                    f"{self.SCHEMA.name} is an empty variant of a union: parquet-rs cannot read one "
                    "that carries an extension"
                )
            super().__setattr__(name, value)


class Inextensible(Struct):
    """A struct whose IDL has a field of its own where Parquet's extension would be: it has none."""

    __slots__ = ()

    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: object) -> None:
            if name == "extension" and value is not None:
                raise ExtensionError(
                    f"{self.SCHEMA.name} has a field of its own where an extension would be"
                )
            super().__setattr__(name, value)


def _decode_lazily(cls: type[Struct], data: bytes) -> Struct:
    """What was pickled as bytes."""
    return cls.decode(data, limits=_WIDEST)


def immutable(data: Buffer) -> bytes:
    """The bytes of a buffer, which nobody can change any more."""
    if type(data) is bytes:
        return data
    try:
        return bytes(memoryview(data))
    except TypeError:
        kind = type(data).__name__
        raise TypeError(
            f"what is decoded is bytes, a bytearray, a memoryview or an mmap: not {kind}"
        ) from None


def check_protocol(protocol: str) -> None:
    """Raises ValueError for one that there is not."""
    if protocol not in get_args(WireProtocol):
        raise ValueError(f"protocol is {protocol!r}, and may be 'compact' or 'binary'")


def _binary_verbs(protocol: WireProtocol) -> ModuleType:
    """Imported by those only who have binary bytes."""
    check_protocol(protocol)
    from inlay_runtime.binary import verbs

    return verbs


def _mask(fields: Sequence[str] | None, cls: type[Struct]) -> Mask | None:
    if fields is None:
        return None
    from inlay_runtime.mask import mask_for

    return mask_for(cls.SCHEMA, fields)


def _keep_trailing(value: Struct, trailing: bytes, limits: Limits) -> None:
    may_carry = value.extension is None and not value.SCHEMA.has_own_extension_field
    if may_carry and (payload := _trailing_payload(trailing, limits)) is not None:
        extension = Extension(payload, Header.TRAILING)
        object.__setattr__(value, "extension", extension)  # what was read is never refused
        return
    value.remainder = (value.remainder or Remainder()).with_trailing(trailing)


def _trailing_payload(trailing: bytes, limits: Limits) -> bytes | None:
    """The payload, where the bytes are an extension field and a stop and nothing else."""
    header = Header.TRAILING.data
    if not trailing.startswith(header):
        return None
    reader = CompactReader(trailing, len(header), limits)
    try:
        payload = reader.binary()
        stop = reader.byte()
    except DecodeError:
        return None
    return payload if stop == wire_types.STOP and reader.position == len(trailing) else None
