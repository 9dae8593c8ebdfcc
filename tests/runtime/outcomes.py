"""What may come of bytes that nobody vouches for: a value, or a typed error that says where."""

from __future__ import annotations

from typing import Any

from inlay_runtime.errors import DecodeError


def decoded(cls: Any, data: bytes, **options: Any) -> Any:
    """The value, or the DecodeError; anything else is a defect and passes through."""
    try:
        return cls.decode(data, **options)
    except DecodeError as error:
        return error


def check_error(error: DecodeError, size: int) -> None:
    """It is of a class that says what is wrong, with an offset in the bytes, and with a path."""
    assert type(error) is not DecodeError
    assert 0 <= error.offset <= size
    assert error.path
    where = error.path if error.root in ("", error.path) else f"{error.root}.{error.path}"
    placed = f"{where}: {error.reason}, at offset {error.offset}"
    assert str(error) == (f"{placed}; {error.advice}" if error.advice else placed)
