"""Errors that name files as the caller did."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from inlay.changes.rewrite.system import System
from inlay.ground.refusals import RefusedError
from inlay_runtime.errors import InlayError


@contextmanager
def name_in_errors(system: System, path: str, output: str | None = None) -> Generator[None]:
    """An OSError or a RefusedError that names no file comes out with `path`, and any error that names what a link or a
    relative name led to comes out with that name."""
    names = (path,) if output is None else (path, output)
    try:
        yield
    except OSError as error:
        error.filename = _given_name(system, error.filename, names)
        raise
    except RefusedError as error:
        error.path = _given_name(system, error.path, names)
        raise
    except InlayError as error:
        # The path of others may be that of a field, which leads to no file.
        said: object = getattr(error, "path", None)
        if isinstance(said, str) and said:
            vars(error)["path"] = _given_name(system, said, names)
        raise


def _given_name(system: System, said: str | None, names: tuple[str, ...]) -> str:
    if not said:
        return names[0]
    return next((name for name in names if system.resolve(name) == said), said)
