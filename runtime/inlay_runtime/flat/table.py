"""The base of generated tables."""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from inlay_runtime.errors import LimitError
from inlay_runtime.flat.verifier import verify
from inlay_runtime.flat.view import TableView
from inlay_runtime.limits import DEFAULT_LIMITS, Limits
from inlay_runtime.record import Record
from inlay_runtime.remainder import Remainder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from inlay_runtime.flat.builder import TableBuilder
    from inlay_runtime.flat.schema import TableSchema
    from inlay_runtime.struct import Buffer

_MATERIALISING: Final = RLock()
"""Two threads may touch one lazy table; both have to find the same values in it."""


class Table(Record):
    """A FlatBuffers table. Subclasses are generated.

    A lazy instance has empty slots and a `source`: the first touch of an empty one fills all that are
    empty, and the tables below stay lazy. What was set before stays.
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
    def decode(
        cls,
        data: Buffer,
        *,
        lazy: bool = False,
        fields: None = None,
        limits: Limits = DEFAULT_LIMITS,
    ) -> Self:
        """The table at the root of a buffer, which is verified first.

        Raises DecodeError, with the offset and the path, unless every offset and size holds.
        ValueError for `fields`: a mask is for Thrift, `lazy=True` does the same here.
        """
        if fields is not None:
            raise ValueError(
                f"a mask cannot be given for {cls.SCHEMA.name}, which is a FlatBuffers table: decode it "
                "with lazy=True, which reads nothing but what is touched"
            )
        buffer = data if isinstance(data, bytes) else bytes(memoryview(data))
        try:
            verified = verify(buffer, cls.SCHEMA, limits)
            self = cls.view(buffer, verified.position, lazy)
        except RecursionError:
            raise LimitError("nested deeper than Python's own recursion limit", 0) from None
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
        """Fills the empty slots of a lazy instance; of any other, nothing happens."""
        with _MATERIALISING:
            if self.source is None:
                return
            read = type(self).view(*self.source, lazy=True)
            read.source = None
            read._fill_from(*self.source, lazy=True)
            for name in self._slot_names():
                if not _is_filled(self, name):
                    setattr(self, name, getattr(read, name))
            self.source = None  # at last: who sees it finds every slot filled

    def encode(self, *, limits: Limits = DEFAULT_LIMITS) -> bytes:
        """The table as the root of a new buffer.

        A table that was read with fields of a newer schema cannot be laid out anew, since their types
        are not known; while nothing in it was changed, it is written as it was read. Raises
        EncodeError, with the path, for a value that its field cannot hold.
        """
        from inlay_runtime.flat.builder import encode_root

        return encode_root(self, limits)

    def __delattr__(self, name: str) -> None:
        self.materialise()
        super().__delattr__(name)

    def _shown(self) -> Iterator[tuple[str, str]]:
        """As of any record; the extension once, and of a remainder no more than that it is there."""
        shown = dict(super()._shown())
        if "remainder" in shown:
            shown["remainder"] = "<of a newer schema>"
        yield from shown.items()

    @classmethod
    def _slot_names(cls) -> list[str]:
        return [*(field.slot for field in cls.SCHEMA.fields), "extension"]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name == "source":
                return None
            if name != "remainder" and name in self._slot_names():
                self.materialise()
                if _is_filled(self, name):
                    return getattr(self, name)
                for field in self.SCHEMA.fields:
                    if field.slot == name and field.default is not None:
                        return field.default
            return super().__getattr__(name)


def _is_filled(table: Table, name: str) -> bool:
    try:
        object.__getattribute__(table, name)
    except AttributeError:
        return False
    return True
