"""The lines of a struct of the compact protocol, natively."""

from collections.abc import Callable, Iterable, Mapping

from inlay.verbs.dump.thrift import Symbols

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
        self, name: str, is_known: bool, fields: Iterable[tuple[int, str, TypeText | None, bool]]
    ) -> None:
        """Id, name, type, and whether a number may follow from others."""

class TextWriter:
    """The text of the struct that `data` begins with, in pieces of whole lines."""

    def __init__(
        self,
        data: bytes,
        base: int,
        root: StructText,
        symbols: Symbols | None,
        contents: Callable[[int, int, int], str],
    ) -> None: ...
    def measure(self) -> int:
        """Where the struct ends; -1 where Python has to write it."""

    def is_done(self) -> bool:
        """Whether the last line was taken."""

    def take_piece(self) -> str:
        """The next lines; nothing behind the last one."""

    def write_rest(self, start: int, note: str) -> str:
        """A line for the bytes from a place of the data on, which are few."""
