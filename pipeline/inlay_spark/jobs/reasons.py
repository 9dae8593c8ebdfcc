"""Why a file is left as it is, in one line, as every job says it."""

from __future__ import annotations

import pyarrow as pa

from inlay.ground.refusals import RefusedError
from inlay_runtime.errors import DecodeError, InlayError


def reason_of(error: Exception, path: str) -> str:
    """One line, without the path, which is in the row already."""
    match error:
        case RefusedError():
            text = f"{error.name}: {error.reason}"
        case OSError(strerror=str(strerror)) if strerror:
            text = strerror
        case DecodeError():
            text = f"in the footer, {error}"  # which its offset counts from
        case InlayError() | OSError() | pa.ArrowException():
            text = str(error)
        case _:
            text = f"a bug in inlay: {type(error).__name__}: {error}"
    return without_path(text.partition("\n")[0], path)


def without_path(text: str, path: str) -> str:
    return text.removeprefix(f"{path}: ")
