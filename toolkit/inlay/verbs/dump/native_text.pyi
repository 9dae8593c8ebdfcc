"""The lines of a struct of the compact protocol, and of a FlatBuffer, natively."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping

from inlay.verbs.dump.thrift import Symbols
from inlay_runtime.native.flat_walk import FlatPieces

def define_words(
    string: Callable[[bytes], str], float_: Callable[[bytes], str], names: Mapping[int, str]
) -> None:
    """What writes strings and floats, and the names of the wire types by number."""

class TypeText:
    """What the IDL says of a value."""

    def __init__(
        self, members: Mapping[int, str] | None, struct: StructText | None, element: TypeText | None
    ) -> None: ...

class StructText:
    """A struct's name, and its fields by id."""

    def define(
        self,
        name: str,
        is_known: bool,
        fields: Iterable[tuple[int, str, TypeText | None, tuple[int, str]]],
    ) -> None:
        """Id, name, type, and what a number follows from."""

class PlacedLabels:
    """Labels by place, and the numbers that follow from them."""

    def __init__(
        self,
        labels: list[str],
        numbers: dict[str, int],
        starts: array[int],
        ends: array[int],
        bodies: array[int],
    ) -> None: ...
    def take(self, place: int) -> list[str]: ...
    def find(self, place: int) -> str:
        """The first part that begins there; empty where none does."""

class TextWriter:
    """The text of the struct that some bytes begin with, in pieces of whole lines."""

    def __init__(
        self,
        symbols: Symbols | PlacedLabels | None,
        label: str,
        contents: Callable[[bytes, int, int, int, int], Iterator[str]],
    ) -> None: ...
    def start(self, data: bytes, base: int, root: StructText) -> int:
        """Where the struct ends; -1 where Python has to write it."""

    def is_done(self) -> bool:
        """Whether the last line was taken."""

    def take_piece(self) -> str:
        """The next lines; nothing behind the last one."""

    def write_page(
        self, data: bytes, base: int, body: int, root: StructText, label: str, note: str
    ) -> bool:
        """Adds a header and a line for the bytes behind it, with their labels, unless Python has to."""

    def count(self) -> int:
        """Bytes of the lines that are written."""

    def take(self) -> str:
        """These lines."""

class FlatType:
    """What lines say of a value in a FlatBuffer, or of a table."""

    def __init__(
        self,
        name: str,
        code: str,
        size: int,
        are_bytes: bool,
        members: Mapping[int, str] | None,
        slots: list[str] | None,
    ) -> None: ...

class FlatWriter:
    """The text of a FlatBuffer, in pieces of whole lines."""

    def __init__(
        self,
        pieces: FlatPieces,
        base: int,
        depth: int,
        types: list[FlatType],
        schema: str,
        is_identified: bool,
    ) -> None: ...
    def is_plain(self) -> bool:
        """Whether no piece reaches into another one; otherwise Python has to write it."""

    def is_done(self) -> bool:
        """Whether the last line was taken."""

    def take_piece(self) -> str:
        """The next lines; nothing behind the last one."""
