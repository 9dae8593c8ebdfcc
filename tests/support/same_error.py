"""What comes of a call, for holding two implementations against each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

P = ParamSpec("P")


def outcome(call: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> tuple[object, ...]:
    """The result; or the type of the error, what it says and where."""
    try:
        return "result", call(*args, **kwargs)
    except Exception as error:
        return type(error), str(error), getattr(error, "path", None)
