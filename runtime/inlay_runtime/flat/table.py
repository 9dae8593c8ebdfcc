"""The base of generated tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from inlay_runtime.flat.verifier import verify
from inlay_runtime.flat.view import TableView
from inlay_runtime.limits import DEFAULT_LIMITS, Limits
from inlay_runtime.record import Record
from inlay_runtime.remainder import Remainder

if TYPE_CHECKING:
    from inlay_runtime.flat.builder import TableBuilder
    from inlay_runtime.flat.schema import TableSchema
    from inlay_runtime.struct import Buffer


class Table(Record):
    """A FlatBuffers table. Subclasses are generated.

    A lazy instance has empty slots and a `source`: the first touch fills all of its own slots, and the
    tables below stay lazy.
    """

    __slots__ = ("source",)

    SCHEMA: ClassVar[TableSchema]

    source: tuple[bytes, int] | None

    @classmethod
    def record_schema(cls) -> TableSchema:
        return cls.SCHEMA

    def fill(self, view: TableView) -> None:
        """Sets every attribute from a verified table."""
        raise NotImplementedError

    def write(self, builder: TableBuilder) -> int:
        """Writes the table behind its children; returns its offset for the builder."""
        raise NotImplementedError

    @classmethod
    def decode(cls, data: Buffer, *, lazy: bool = False, limits: Limits = DEFAULT_LIMITS) -> Self:
        """The table at the root of a buffer, which is verified first.

        Raises DecodeError, with the offset and the path, unless every offset and size holds.
        """
        buffer = data if isinstance(data, bytes) else bytes(memoryview(data))
        verified = verify(buffer, cls.SCHEMA, limits)
        self = cls.view(buffer, verified.position, lazy)
        if verified.is_newer:
            self.remainder = Remainder(original=buffer)
        return self

    @classmethod
    def from_verified(cls, buffer: bytes, *, lazy: bool = True) -> Self:
        """The root of a buffer that has been verified before: nothing is checked again."""
        return cls.view(buffer, int.from_bytes(buffer[:4], "little"), lazy)

    @classmethod
    def view(cls, buffer: bytes, position: int, lazy: bool) -> Self:
        self = cls.__new__(cls)
        self.remainder = None
        if lazy:
            self.source = (buffer, position)
        else:
            self.source = None
            self._fill_from(buffer, position, lazy=False)
        return self

    def _fill_from(self, buffer: bytes, position: int, *, lazy: bool) -> None:
        view = TableView(buffer, position, lazy)
        self.extension = None
        self.fill(view)

    def materialise(self) -> None:
        """Fills the slots of a lazy instance; of any other, nothing happens."""
        source = self.source
        if source is not None:
            self.source = None
            self._fill_from(*source, lazy=True)

    def encode(self) -> bytes:
        """The table as the root of a new buffer.

        A table that was read with fields of a newer schema cannot be laid out anew, since their types
        are not known; while nothing in it was changed, it is written as it was read. Raises
        EncodeError for a value that its field cannot hold.
        """
        from inlay_runtime.flat.builder import encode_root

        return encode_root(self)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name == "source":
                return None
            if self.source is not None and name != "remainder":
                self.materialise()
                return getattr(self, name)
            return super().__getattr__(name)
