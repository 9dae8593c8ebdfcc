from collections.abc import Callable, Iterable
from typing import TypeVar

from inlay_runtime.limits import Limits
from inlay_runtime.mask import Mask
from inlay_runtime.struct import Struct

S = TypeVar("S", bound=Struct)
T = TypeVar("T")

class Located:
    """What every instance has room for: where it lies in a source, and how much of it is there."""

def build_element(record: Located, slot: str, wanted: int) -> Located | None:
    """One struct of a list that has stayed closed, of its own; None where the list is not closed, or has no such element."""

def peek(record: T) -> T:
    """Another instance of a lazy struct, over the same bytes: what is decoded of it stays its own."""

def count_closed(record: Located, slot: str) -> int:
    """How many elements a list has that has stayed closed; -1 where it is not closed."""

def are_equal(first: Located, other: Located) -> bool | None:
    """Whether two structs are equal; None: then pure Python decides."""

def install(cls: type[object]) -> None:
    """Puts native descriptors over the slots that a class declares."""

def decode(
    cls: type[S],
    data: bytes,
    offset: int,
    limits: Limits,
    eager: bool,
    mask: Mask | None,
    strict: bool,
) -> tuple[S, int] | None:
    """The struct at an offset and where it ends, or None: then pure Python decides."""

def decode_binary(cls: type[S], data: bytes, offset: int, limits: Limits) -> tuple[S, int] | None:
    """The struct at an offset of binary bytes and where it ends, eagerly; None: then the translation decides."""

def is_refused(cls: type[object], data: bytes, offset: int, limits: Limits, strict: bool) -> bool:
    """Whether the pass refuses the struct, and pure Python refuses it for sure."""

def find_refused(
    cls: type[object], data: bytes, offset: int, limits: Limits, strict: bool
) -> tuple[int, int] | None:
    """Where the last element of a list begins that the pass went into before it refused the struct, and the budget left there."""

def pass_elements(
    data: bytes, position: int, wire_type: int, count: int, until: int, depth: int
) -> tuple[int, int]:
    """How many elements of a list end at `until` or before, and where the next one begins."""

def find_field_spans(
    buffer: bytes,
    position: int,
    depth: int,
    container: int,
    binary: int,
    span: Callable[[Iterable[int]], T],
) -> tuple[list[T], int] | None:
    """The spans and where the struct ends; None where Python has to tell."""
