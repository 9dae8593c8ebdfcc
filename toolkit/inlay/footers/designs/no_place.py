"""A footer that cannot be built, because the design has no place for what the Thrift says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from inlay.footers.designs.layout import NotCarriedError
from inlay_runtime.errors import DecodeError, EncodeError


@contextmanager
def without_place(what: str) -> Iterator[None]:
    """Numbers that no array holds, and chunks that are not there, as NotCarriedError; `what` is the footer."""
    try:
        yield
    except (DecodeError, EncodeError, ValueError, OverflowError, KeyError) as error:
        raise NotCarriedError(f"{what} has no place for it: {error}") from error
