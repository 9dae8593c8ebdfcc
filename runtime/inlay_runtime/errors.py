"""The errors of the runtime. Every one says where: byte offset, and the path from the root.

FileMetaData.row_groups[3].columns[7].meta_data.codec (field 4): needs 40 bytes, 12 are left, at offset 9182
"""

from __future__ import annotations

from typing import Self


class InlayError(Exception):
    """Everything that this project raises on purpose about data.

    It goes from process to process as it is, whatever its class takes to be made of.
    """

    def __reduce__(self) -> tuple[object, ...]:
        return _remake, (type(self), self.args), vars(self)


def _remake(cls: type[InlayError], arguments: tuple[object, ...]) -> InlayError:
    """Without `__init__`: of many errors the arguments are made there, and are not those that it takes."""
    return cls.__new__(cls, *arguments)


def _place(root: str, path: str, reason: str) -> str:
    """Of what is wrong with the root itself, the path is empty, or the root."""
    parts = [root, path] if path != root else [root]
    where = ".".join(filter(None, parts))
    return f"{where}: {reason}" if where else reason


class DecodeError(InlayError):
    """Bytes that are not what the IDL says.

    `offset` counts bytes from the start of the decoded buffer; `path` names the value, and is empty
    where the root itself is meant or the path is not known yet. `root` is the struct that the path begins in, and `advice` is what to
    do about it, where these are known.
    """

    root: str = ""
    advice: str = ""

    def __init__(self, reason: str, offset: int, path: str = "") -> None:
        super().__init__(reason, offset, path)
        self.reason = reason
        self.offset = offset
        self.path = path

    def __str__(self) -> str:
        placed = f"{self.unplaced}, at offset {self.offset}"
        return f"{placed}; {self.advice}" if self.advice else placed

    @property
    def unplaced(self) -> str:
        """The same without the offset: for who knows where in a file the buffer lies."""
        return _place(self.root, self.path, self.reason)


class TruncatedError(DecodeError):
    """The bytes end before the value does."""


class LimitError(DecodeError):
    """A depth, count, size or memory budget of `Limits` is exceeded."""

    @classmethod
    def of(cls, limit: str, reason: str, offset: int, path: str = "") -> Self:
        """What exceeds a field of `Limits`, with the way to allow more."""
        error = cls(reason, offset, path)
        error.advice = f"limits=Limits({limit}=...) allows more"
        return error


class WireTypeError(DecodeError):
    """A known field or element has another type on the wire than in the IDL."""


class DuplicateFieldError(DecodeError):
    """A struct holds the same field twice."""


class MissingFieldError(DecodeError):
    """A required field is absent."""


class UnionError(DecodeError):
    """A union without a variant, or with more than one."""


class InvalidValueError(DecodeError):
    """A value that its type cannot have: a varint out of range, text that is not UTF-8, ..."""


class EncodeError(InlayError):
    """A value that cannot be written as its IDL type; `path` names it, from `root` on, where that is known."""

    root: str = ""

    def __init__(self, reason: str, path: str = "") -> None:
        super().__init__(reason, path)
        self.reason = reason
        self.path = path

    def __str__(self) -> str:
        return _place(self.root, self.path, self.reason)

    @classmethod
    def beyond(cls, limit: str, reason: str, path: str = "") -> Self:
        """For what a reader with the same `Limits` would refuse, with the way to allow more."""
        return cls(
            f"{reason}, so it could not be read; limits=Limits({limit}=...) allows more", path
        )


class ExtensionError(InlayError):
    """An extension cannot be put where it was asked for."""


class RequestError(InlayError):
    """A name, a path, a pattern or a schema of the caller's that means nothing here: wrong usage, and the data may be fine.

    `with_flags` says the same as a command does, where the message has keywords of Python.
    """

    with_flags: str = ""


class NotDecodedError(InlayError):
    """A field that the mask of `decode(..., fields=...)` left out was touched.

    No AttributeError: `getattr(x, "name", None)`, `hasattr` and `match` would take the field for absent.
    """
