"""Apache Thrift's own Python library, without its C extension, on classes made of `idl/parquet.thrift`.

`thrift --gen py` would write the same tables into a file; here thriftpy2 reads the IDL, so that no compiler
has to be installed.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any, Final

IDL: Final = Path(__file__).parents[2] / "idl" / "parquet.thrift"
STRING, STRUCT, SET, LIST = 11, 12, 14, 15
BINARY: Final = 18
"""thriftpy2's own number for a `binary`, which the wire calls a string."""


class Footers:
    """Reads a FileMetaData as Python that Apache Thrift generated does."""

    def __init__(self) -> None:
        protocol: Any = importlib.import_module("thrift.protocol.TCompactProtocol")
        transport: Any = importlib.import_module("thrift.transport.TTransport")
        thriftpy2: Any = importlib.import_module("thriftpy2")
        self._base: Any = importlib.import_module("thrift.protocol.TBase").TBase
        self._protocol, self._transport = protocol.TCompactProtocol, transport.TMemoryBuffer
        self._classes: dict[str, Any] = {}
        self._root = self._class_of(thriftpy2.load(str(IDL)).FileMetaData)

    def read(self, footer: bytes) -> object:
        metadata = self._root()
        metadata.read(self._protocol(self._transport(footer)))
        return metadata

    def _class_of(self, struct: Any) -> Any:
        """A class with the table of fields that Apache's compiler would write for it."""
        name = struct.__name__
        if name not in self._classes:
            fields = struct.thrift_spec
            blank = {fields[number][1]: None for number in fields}
            made: Any = type(name, (self._base,), {**blank, "__repr__": _text})
            self._classes[name] = made
            numbers = range(max(fields, default=-1) + 1)
            made.thrift_spec = tuple(
                self._field(number, *fields[number]) if number in fields else None
                for number in numbers
            )
        return self._classes[name]

    def _field(self, number: int, kind: int, name: str, *rest: Any) -> tuple[Any, ...]:
        of = rest[0] if len(rest) == 2 else None
        return number, _wire_type(kind), name, self._arguments(kind, of), None

    def _arguments(self, kind: int, of: Any) -> Any:
        if kind == STRUCT:
            made = self._class_of(of)
            return [made, made.thrift_spec]
        if kind in (LIST, SET):
            inner, deeper = of if isinstance(of, tuple) else (of, None)
            return _wire_type(inner), self._arguments(inner, deeper), False
        return {STRING: "UTF8", BINARY: "BINARY"}.get(kind)


def _wire_type(kind: int) -> int:
    return STRING if kind == BINARY else kind


def _text(self: Any) -> str:
    return f"{type(self).__name__}({vars(self)!r})"
