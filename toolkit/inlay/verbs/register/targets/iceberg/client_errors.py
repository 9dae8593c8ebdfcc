"""Errors of pyiceberg and of what it stands on, as ours: they have no common class."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from inlay.ground.refusals import RefusedError
from inlay_runtime.errors import InlayError

_CLIENTS: Final = ("pyiceberg", "sqlalchemy", "pydantic_core", "botocore", "thrift", "google")
"""Packages that raise errors about a catalog."""


@contextmanager
def explain_client(what: str) -> Generator[None]:
    """An error of the client becomes a RefusedError that says what it is about; those of files and networks are OSError already."""
    try:
        yield
    except (InlayError, OSError, ImportError):
        raise
    except Exception as error:
        if type(error).__module__.partition(".")[0] not in _CLIENTS:
            raise
        # The lines below the first one are SQL and links.
        said = str(error).strip().partition("\n")[0] or type(error).__name__
        raise RefusedError("catalog", f"{what}: {said}") from error
