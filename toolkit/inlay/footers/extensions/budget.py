"""How large a payload and a footer may become before readers stop to read the file."""

from __future__ import annotations

from typing import Final

from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count

_MIB: Final = 1024 * 1024
WARN: Final = _MIB
DREMIO: Final = 16 * _MIB
REFUSE: Final = 64 * _MIB
NEVER: Final = 100_000_000


def check_size(what: str, size: int, allow: frozenset[str], *, before: int = 0) -> list[str]:
    """Warnings; RefusedError for what gets over the budget. `what` is `the payload` or `the footer`, `before` its bytes until now."""
    require_size(what, size, before=before)
    has = f"{what} has {count(size, 'byte')}"
    if size > REFUSE >= before and "size" not in allow:
        raise RefusedError("size", f"{has}, and the budget is {REFUSE:,}", "--allow size")
    if size > DREMIO:
        return [f"{has}: Dremio reads no footer of over {DREMIO:,}"]
    if size > WARN:
        return [f"{has}, which every reader of the file fetches"]
    return []


def require_size(what: str, size: int, *, before: int) -> None:
    """RefusedError for what gets over the size that readers stop at. What was over it before may stay: nobody loses a reader."""
    if size > NEVER >= before:
        has = f"{what} has {count(size, 'byte')}"
        raise RefusedError(
            "size", f"{has}: pyarrow reads no binary, and Spark no footer, of over {NEVER:,}"
        )
