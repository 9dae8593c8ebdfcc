"""Whether a folder or a glob stands for the files that were looked at, and for no others: a command that takes it works on all of them."""

from __future__ import annotations

import os
from collections.abc import Iterable

from inlay.ground.files.paths import find_local_path
from inlay.tables.scan.claims import claims_parquet
from inlay.tables.scan.named import list_named_files


def stands_for(place: str, files: Iterable[str]) -> bool:
    """False where it is not known: what a store has would take a request."""
    if find_local_path(place) is None:
        return False
    looked_at = set(map(_spell, files))
    listed = {_spell(file.path) for file in list_named_files([place])}
    return looked_at <= listed and not any(map(claims_parquet, listed - looked_at))


def _spell(path: str) -> str:
    return os.path.abspath(find_local_path(path) or path)
