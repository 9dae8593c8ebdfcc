"""Encodings are plug-ins: classes in the entry-point group `inlay.encodings`, of which the local configuration says
which are loaded. A name that is found in a file is looked up among these, and nothing is ever loaded by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from importlib import import_module
from typing import ClassVar, Final, Protocol, TypeAlias, cast, runtime_checkable

from inlay_runtime.errors import InlayError
from inlay_runtime.public_home import public_in
from parquet_format.parquet import Encoding, Type

GROUP: Final = "inlay.encodings"

SHIPPED: Final = {
    "alp": ("inlay.pages.encodings.alp.plugin", "Alp"),
    "pco": ("inlay.pages.encodings.pco", "Pco"),
}
"""Name, module and class. Not entry points, for Inlay also runs where it is not installed: shipped to an executor."""

EXPERIMENTAL: Final = {
    "fsst": ("inlay.pages.encodings.fsst.plugin", "Fsst"),
    "pfor": ("inlay.pages.encodings.pfor.plugin", "Pfor"),
}
"""Those that come with Inlay and are in use only where somebody names them: what they write follows a draft, and may
change. They have no number of the Encoding enum."""

STANDARD: Final = {"alp": Encoding.ALP}
"""Numbers that need no configuration: Parquet has given them to encodings that come with Inlay."""

_EVERYWHERE: Final = (Encoding.PLAIN, Encoding.RLE, Encoding.BIT_PACKED)
_LARGEST: Final = (1 << 32) - 1


class ValueEncoding(Protocol):
    """Values in PLAIN encoding to bytes, and back, bit for bit. `docs/encoding.md` says what it may rely on.

    What it raises counts as a page that it cannot do; what it returns has to be `bytes`.
    """

    name: ClassVar[str]
    """What files call it: printable, and not empty."""

    version: ClassVar[int]
    """Raised when bytes are written that the last version does not read; it fits 32 bits."""

    types: ClassVar[frozenset[Type]]
    """Physical types that it takes."""

    def encode(self, values: memoryview, count: int, type_: Type) -> bytes:
        """`count` values of a page, at least one; `values` is read-only."""
        ...

    def decode(self, data: memoryview, count: int, type_: Type) -> bytes:
        """The same values. `data` is read-only, and may be anything: InlayError for what was never encoded."""
        ...


PageEncoder: TypeAlias = Callable[[memoryview, int], bytes]
"""Encodes the values of a page, as `ValueEncoding.encode` does."""


@runtime_checkable
class ChunkEncoding(ValueEncoding, Protocol):
    """An encoding that looks at all pages of a column chunk before it encodes the first of them."""

    def prepare(self, pages: Sequence[tuple[memoryview, int]], type_: Type) -> PageEncoder:
        """`pages` are those with values, each with its count; what comes back encodes them, in their order.

        DeclinedError says that the encoding does not pay for the chunk.
        """
        ...


@public_in("inlay.errors")
class PluginError(InlayError):
    """The configuration names an encoding that is not installed, or something that is none."""


class Encodings:
    """The encodings that are in use here, and the numbers that the ratified ones have; immutable.

    Files are read and made again by name and version, so there is one look-up for all who do. Raises PluginError for
    what is not an encoding, and for two of one name: a number of the Encoding enum could not tell them apart.
    """

    def __init__(
        self,
        *encodings: ValueEncoding,
        numbers: Mapping[str, int] | None = None,
        columns: Mapping[str, ValueEncoding] | None = None,
    ) -> None:
        """`columns` are names or globs of columns that get no other encoding when one is chosen (`docs/names.md`)."""
        self.columns: Final[Mapping[str, ValueEncoding]] = dict(columns or {})
        self._by_name: dict[str, ValueEncoding] = {}
        for encoding in encodings:
            if problem := problem_with(encoding):
                raise PluginError(f"{type(encoding).__name__} is not an encoding: {problem}")
            if encoding.name in self._by_name:
                raise PluginError(f"two encodings are called {encoding.name!r}")
            self._by_name[encoding.name] = encoding
        standard = {name: number for name, number in STANDARD.items() if name in self._by_name}
        self.numbers: Final[Mapping[str, int]] = {**standard, **(numbers or {})}
        for name, number in self.numbers.items():
            if problem := problem_with_number(name, number):
                raise PluginError(f"{name}: {problem}")
        # Once: this is asked of every chunk of a file.
        self._ratified: Final = [
            (Encoding(number), self._by_name[name])
            for name, number in self.numbers.items()
            if name in self._by_name
        ]

    def __iter__(self) -> Iterator[ValueEncoding]:
        return iter(self._by_name.values())

    def find_named(self, name: str) -> ValueEncoding | None:
        """For who chooses an encoding. What is in a file is looked up by `find`."""
        return self._by_name.get(name)

    def with_columns(self, columns: Mapping[str, ValueEncoding]) -> Encodings:
        return Encodings(*self, numbers=self.numbers, columns=columns)

    def find(self, name: str, version: int, type_: Type) -> ValueEncoding | None:
        """The encoding that has made what a file calls so."""
        encoding = self._by_name.get(name)
        if encoding is None or encoding.version != version or type_ not in encoding.types:
            return None
        return encoding

    def missing(self, name: str, version: int) -> str:
        """Why `find` has found none, as a clause."""
        encoding = self._by_name.get(name)
        here = (
            f", but {format_encoding(encoding.name, encoding.version)} is"
            if encoding is not None
            else ""
        )
        if encoding is not None and encoding.version == version:
            here = " for values of this type"
        return f"the encoding {format_encoding(name, version)} is not in use here{here}"

    def find_ratified(self, encodings: Iterable[Encoding]) -> tuple[Encoding, ValueEncoding] | None:
        """The encoding with a number here that pages of a chunk are in, as its metadata lists them; None where there is
        none, or more than one. Pages in other encodings are pyarrow's, as are levels.
        """
        listed = frozenset(encodings)
        ratified = [pair for pair in self._ratified if pair[0] in listed]
        return ratified[0] if len(ratified) == 1 else None


def format_encoding(name: str, version: int) -> str:
    """`pco 1`: what messages call an encoding. A name from a file may be anything."""
    return f"{name if name.isprintable() and name else repr(name)} {version}"


def problem_with_number(name: str, number: int) -> str:
    """Why an encoding cannot have this number of the `Encoding` enum; empty if it can."""
    if name in EXPERIMENTAL:
        return "it is experimental, and has no number before Parquet gives it one"
    known = Encoding(number)
    if known in _EVERYWHERE:
        return f"{number} is {known.name}, which every reader has"
    if not known.is_unknown and known.name.lower() != name.lower():
        return f"{number} is {known.name}, and only an encoding of that name can have it"
    return ""


class _Candidate(Protocol):
    """What has the names of a ValueEncoding, and what behind them is anybody's guess."""

    name: object
    version: object
    types: object
    encode: object
    decode: object


def problem_with(candidate: object) -> str:
    """Why this is not a ValueEncoding; empty if it is one."""
    for attribute in ("name", "version", "types", "encode", "decode"):
        if not hasattr(candidate, attribute):
            return f"it has no {attribute}"
    encoding = cast("_Candidate", candidate)
    name, version, types = encoding.name, encoding.version, encoding.types
    if not isinstance(name, str) or not name or not name.isprintable():
        return f"its name is {name!r}, and has to be printable text"
    if not isinstance(version, int) or isinstance(version, bool) or not 0 <= version <= _LARGEST:
        return f"its version is {version!r}, and has to be a number from 0 to {_LARGEST:,}"
    if not isinstance(types, Set) or not all(
        isinstance(type_, Type) for type_ in cast("Set[object]", types)
    ):
        return "its types have to be a frozenset of parquet_format.parquet.Type"
    if not callable(encoding.encode) or not callable(encoding.decode):
        return "encode and decode have to be methods"
    if not callable(getattr(encoding, "prepare", encoding.encode)):
        return "prepare has to be a method"
    if type(encode_nothing(cast("ValueEncoding", candidate))) is not bytes:
        return "empty has to be bytes"
    return ""


def encode_nothing(encoding: ValueEncoding) -> bytes:
    """What stands for the values of a page that has none."""
    empty: bytes = getattr(encoding, "empty", b"")
    return empty


def load_plugins(names: Sequence[str], numbers: Mapping[str, int]) -> Encodings:
    """These plug-ins. Raises PluginError."""
    return Encodings(*map(_load, names), numbers=numbers)


def _load(name: str) -> ValueEncoding:
    if (home := {**SHIPPED, **EXPERIMENTAL}.get(name)) is not None:
        module, attribute = home
        return _require_encoding(name, getattr(import_module(module), attribute)())
    from importlib.metadata import entry_points  # which takes as long as all of Inlay's pages

    there = list(entry_points(group=GROUP, name=name))
    if not there:
        raise PluginError(f"no encoding {name!r} is installed: no entry point in {GROUP}")
    try:
        candidate: object = there[0].load()()
    except Exception as error:
        what = f"the entry point {name!r} in {GROUP} does not load: {describe_error(error)}"
        raise PluginError(what) from error
    return _require_encoding(name, candidate)


def _require_encoding(name: str, candidate: object) -> ValueEncoding:
    if problem := problem_with(candidate):
        raise PluginError(f"the entry point {name!r} in {GROUP} is not an encoding: {problem}")
    encoding = cast("ValueEncoding", candidate)
    if encoding.name != name:
        raise PluginError(f"the entry point {name!r} in {GROUP} is the encoding {encoding.name!r}")
    return encoding


def describe_error(error: BaseException) -> str:
    """The error as a clause: `ValueError: no scale fits`."""
    said = str(error)
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
