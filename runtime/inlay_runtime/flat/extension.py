"""Tables that are the payload of an extension: found on a struct, attached to one."""

from __future__ import annotations

from typing import ClassVar, Self, cast
from uuid import UUID as Uuid  # not only to type checkers: typing.get_type_hints

from inlay_runtime.containers import unwrap, wrap
from inlay_runtime.errors import ExtensionError
from inlay_runtime.extension import Extension
from inlay_runtime.flat.table import Table
from inlay_runtime.record import Record


class ExtensionTable(Table):
    """A payload table; `UUID`, the struct that it extends and its trailer are declared in the .fbs."""

    __slots__ = ()

    UUID: ClassVar[Uuid]
    EXTENDS: ClassVar[str]
    TRAILER: ClassVar[str]

    @classmethod
    def find(cls, carrier: Record) -> Self | None:
        """The payload that a struct carries, or None where it carries none, or another.

        Raises DecodeError where the container says it is one of these and its bytes are damaged, TypeError for what is not a struct.
        """
        extension = _require_struct(carrier, cls).extension
        if extension is None:
            return None
        data = unwrap(extension.payload, cls.UUID, cls.TRAILER)
        return None if data is None else cls.decode(data)

    def attach(self, carrier: Record) -> None:
        """Makes this the extension of a struct, or of the table that stands for it in FlatBuffers.

        That table has the struct's name, but for letter case: `ColumnMetadata` stands for
        `ColumnMetaData`. Raises ExtensionError where the struct is another than the declared one, has
        no room for an extension, or carries a foreign one already; TypeError for what is not a struct.
        """
        name = _require_struct(carrier, type(self)).record_schema().name
        if self.EXTENDS and not _is_called(carrier, self.EXTENDS.rpartition(".")[2]):
            raise ExtensionError(f"{type(self).__name__} extends {self.EXTENDS}, not {name}")
        if isinstance(carrier, Table) and not _has_slot(carrier):
            raise ExtensionError(f"the table {name} has no slot for an extension")
        there = carrier.extension
        if there is not None and unwrap(there.payload, self.UUID, self.TRAILER) is None:
            raise ExtensionError(f"the {name} carries another extension already")
        payload = wrap(self.encode(), self.UUID, self.TRAILER)
        carrier.extension = Extension(payload, None if there is None else there.header)


def _require_struct(carrier: Record, payload: type[ExtensionTable]) -> Record:
    given = cast("object", carrier)  # what callers without a type checker pass
    if not isinstance(given, Record):
        struct = payload.EXTENDS.rpartition(".")[2] or "FileMetaData"
        raise TypeError(f"a {struct} carries {payload.__name__}: not {type(given).__name__}")
    return given


def _is_called(carrier: Record, name: str) -> bool:
    """Whether a struct has the name; of a table letter case does not count, for FlatBuffers has other customs."""
    struct_name = carrier.record_schema().name
    return struct_name == name or (
        isinstance(carrier, Table) and struct_name.casefold() == name.casefold()
    )


def _has_slot(table: Table) -> bool:
    return any(field.slot == "extension" for field in table.SCHEMA.fields)
