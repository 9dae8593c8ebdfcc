"""Errors that name their file."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from inlay.refusals import RefusedError


@contextmanager
def name_in_errors(path: str) -> Generator[None]:
    """An OSError or a RefusedError that names no file comes out with this one."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = path
        raise
    except RefusedError as error:
        error.path = error.path or path
        raise
