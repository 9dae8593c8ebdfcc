"""What a comparison finds, and what it is told beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, unique

from inlayc.base.source import Span
from inlayc.judges.diff.entries import Entry, Thing


@unique
class Change(Enum):
    """How the thing at a path differs; A is what it was, B what it became."""

    ADDED = "added"
    REMOVED = "removed"
    KIND = "kind"
    """A struct here is a union, an enum, ... there."""
    RENAMED = "renamed"
    """Same number, other name."""
    RENUMBERED = "renumbered"
    """Same name, other number: a field id or the value of an enum member."""
    RETYPED = "retyped"
    REQUIREDNESS = "requiredness"
    DEFAULT = "default"
    VALUE = "value"
    """Of a constant."""
    ALIGNMENT = "alignment"
    """Of a fixed struct, or of the elements of a vector: what `force_align` asks for."""
    ROOT = "root"
    """The table at the root of a file's buffers."""
    IDENTIFIER = "identifier"
    """What the buffers of a file have in bytes 4 to 7."""
    NESTED = "nested"
    """The kind of buffer that a vector of bytes holds, and the table at its root."""
    EXTENSION = "extension"
    """The UUID, the struct or the trailer of the extension whose payload a table is."""
    NAMESPACE = "namespace"
    DEPRECATED = "deprecated"
    KEY = "key"
    """Whether vectors of a table are sorted by this field."""
    HASH = "hash"
    """How the text that JSON has for a field becomes its number."""
    STREAMING = "streaming"
    """Of a method of a service."""
    DOCUMENTATION = "documentation"
    NOT_COMPARED = "not compared"
    """No difference: one side has no definition to look at, for it is written in Rust by hand."""


@dataclass(frozen=True, slots=True)
class Found:
    """What one side has: `text` describes no more of it than what differs; `thing` is all of it."""

    text: str
    span: Span
    thing: Thing | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs. `path` is `Definition` or `Definition.member`, in A's words if A has
    it; a side that has nothing is None. `entries` are the definitions that hold it, on either side.
    """

    kind: Change
    path: str
    a: Found | None
    b: Found | None
    entries: tuple[Entry | None, Entry | None] = field(
        default=(None, None), compare=False, repr=False
    )


def _no_renames() -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Settings:
    """`renames` says what a type is called in one IDL and in the other, in either order.

    `hand_written` names types whose definition one side keeps in code where no IDL shows it; they
    are noted and not compared, as those are that `write_thrift_field!` marks. Code reads an enum
    among them as an i32. `given` are the sources whose definitions are compared; empty for all.
    """

    renames: Mapping[str, str] = field(default_factory=_no_renames)
    hand_written: frozenset[str] = frozenset()
    given: frozenset[str] = frozenset()
    documentation: bool = False
