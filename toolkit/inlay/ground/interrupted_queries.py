"""DuckDB makes an error of its own of an interrupt that comes while it works, or while Python works for it: here it is one again."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def raise_interrupts() -> Generator[None]:
    """Around whatever DuckDB does. Raises KeyboardInterrupt, or the kind of it that DuckDB names in its message."""
    try:
        yield
    except Exception as error:
        kind = _kind_of(error)
        if kind is None:
            raise
        raise kind from error


def _kind_of(error: Exception) -> type[KeyboardInterrupt] | None:
    """It has neither cause nor context: the end of its message alone says so."""
    said = str(error)
    if isinstance(error, RuntimeError) and said == "Query interrupted":
        return KeyboardInterrupt
    if not type(error).__module__.lstrip("_").startswith("duckdb"):
        return None
    kinds: list[type[KeyboardInterrupt]] = [
        KeyboardInterrupt,
        *(it for it in KeyboardInterrupt.__subclasses__() if it.__module__.startswith("inlay.")),
    ]
    return next((it for it in kinds if re.search(rf"[\s.]{it.__name__}:?\s*\Z", said)), None)
