"""Errors about what the user gave, without the way to them: Spark shows the whole traceback of whatever is raised.

What is left of it is one frame, and the sentence. Other errors are ours, and keep theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from inlay_runtime.errors import InlayError

P = ParamSpec("P")
R = TypeVar("R")

ABOUT_INPUT: Final = (InlayError, OSError)


def hide_traceback(call: Callable[P, R]) -> Callable[P, R]:
    """The same function."""

    @wraps(call)
    def called(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return call(*args, **kwargs)
        except ABOUT_INPUT as error:
            raise error.with_traceback(None) from None

    return called


def hide_traceback_of_each(items: Iterator[R]) -> Iterator[R]:
    """The same items."""
    try:
        yield from items
    except ABOUT_INPUT as error:
        raise error.with_traceback(None) from None
