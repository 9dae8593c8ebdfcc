"""The files that a caller means: those that are named, and the Parquet files of folders and globs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final

from inlay.ground.files.source import Source, list_sources
from inlay.tables.scan.claims import claims_parquet
from inlay.tables.scan.named import list_named_files

NO_FILES: Final = "no-files"
"""Under this name is refused to make a file of none."""


def list_sources_of(sources: Source | Iterable[Source], function: str) -> tuple[list[Source], int]:
    """The files, and how many of folders and globs are none of Parquet. `function` is what an error calls the caller."""
    listed: list[Source] = []
    others = 0
    for source in list_sources(sources, function):
        if not isinstance(source, str | os.PathLike):
            listed.append(source)
            continue
        for file in list_named_files([os.fspath(source)]):
            if file.error is not None:
                raise file.error
            if file.is_listed and not claims_parquet(file.path):
                others += 1
            else:
                listed.append(file.path)
    return listed, others
