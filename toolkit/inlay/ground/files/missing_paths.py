"""What to try where a path or a URL leads to nothing: what `inlay_runtime.missing_paths` says of local ones."""

from __future__ import annotations

from inlay.ground.files.paths import find_local_path
from inlay_runtime import missing_paths


def advise_on_missing(path: str) -> str:
    """One sentence, or nothing. Looks at names only, and raises nothing."""
    try:
        local = find_local_path(path)
    except OSError:
        return ""
    return missing_paths.advise_on_missing(local) if local is not None else ""
