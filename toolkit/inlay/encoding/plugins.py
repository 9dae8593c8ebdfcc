"""Encodings are plug-ins: classes in the entry-point group `inlay.encodings`, of which the local configuration says
which are loaded. A name that is found in a file is looked up among these, and nothing is ever loaded by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.metadata import entry_points
from typing import ClassVar, Final, Protocol, TypeGuard

from inlay_runtime.errors import InlayError
from parquet_format.parquet import Encoding, Type

GROUP: Final = "inlay.encodings"

SHIPPED: Final = {"pco": ("inlay.encoding.pco", "Pco")}
"""Name, module and class. Not entry points, for Inlay also runs where it is not installed: shipped to an executor."""


class ValueEncoding(Protocol):
    """Values in PLAIN encoding to bytes, and back, bit for bit."""

    name: ClassVar[str]
    """What files call it."""

    version: ClassVar[int]
    """Raised when bytes are written that the last version does not read."""

    types: ClassVar[frozenset[Type]]
    """Of INT32, INT64, FLOAT, DOUBLE and BYTE_ARRAY, those that it takes."""

    def encode(self, values: memoryview, count: int, type_: Type) -> bytes:
        """`count` values of a page, at least one."""
        ...

    def decode(self, data: memoryview, count: int, type_: Type) -> memoryview | bytes:
        """The same values. `data` may be anything: InlayError for what was never encoded."""
        ...


class PluginError(InlayError):
    """The configuration names an encoding that is not installed, or one that is none."""


class Encodings:
    """The encodings that are in use here, and the numbers that the ratified ones have; immutable."""

    def __init__(self, *encodings: ValueEncoding, numbers: Mapping[str, int] | None = None) -> None:
        self._by_name = {one.name: one for one in encodings}
        self.numbers: Final = dict(numbers or {})

    def __iter__(self) -> Iterator[ValueEncoding]:
        return iter(self._by_name.values())

    def named(self, name: str) -> ValueEncoding | None:
        return self._by_name.get(name)

    def ratified(self, number: Encoding) -> ValueEncoding | None:
        """The encoding that has this number in the `Encoding` enum."""
        return next((one for one in self if self.numbers.get(one.name) == int(number)), None)


def loaded(names: Sequence[str], numbers: Mapping[str, int]) -> Encodings:
    """These plug-ins. Raises PluginError."""
    return Encodings(*map(_loaded, names), numbers=numbers)


def _loaded(name: str) -> ValueEncoding:
    if name in SHIPPED:
        module, attribute = SHIPPED[name]
        made: object = getattr(import_module(module), attribute)()
    else:
        there = list(entry_points(group=GROUP, name=name))
        if not there:
            raise PluginError(f"no encoding {name!r} is installed: no entry point in {GROUP}")
        made = there[0].load()()
    if not _is_encoding(made):
        raise PluginError(f"the entry point {name!r} in {GROUP} is no encoding")
    if made.name != name:
        raise PluginError(f"the entry point {name!r} in {GROUP} is the encoding {made.name!r}")
    return made


def _is_encoding(made: object) -> TypeGuard[ValueEncoding]:
    wanted = ("name", "version", "types", "encode", "decode")
    return all(hasattr(made, attribute) for attribute in wanted)
