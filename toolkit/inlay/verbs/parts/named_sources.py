"""The files that a caller means: those that are named, and the Parquet files of folders and globs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final

from inlay.ground.files.entries import is_hidden
from inlay.ground.files.paths import is_listing, normalize
from inlay.ground.files.source import Source, list_sources
from inlay.ground.wording.missed import describe_passed_over
from inlay.tables.scan.claims import claims_parquet
from inlay.tables.scan.named import find_root, list_named_files

NO_FILES: Final = "no-files"
"""Under this name is refused to make a file of none."""


def list_sources_of(
    sources: Source | Iterable[Source], function: str, output: str | os.PathLike[str]
) -> tuple[list[Source], list[str]]:
    """The files, and sentences about what of folders and globs is none of Parquet, and about an output that lies among them. `function`
    is what an error calls the caller."""
    listed: list[Source] = []
    notes: list[str] = []
    others = 0
    for source in list_sources(sources, function):
        if not isinstance(source, str | os.PathLike):
            listed.append(source)
            continue
        if (folder := _find_common(os.fspath(output), os.fspath(source))) is not None:
            what = "who reads that folder finds the rows twice, until the old files are gone"
            notes.append(f"{os.fspath(output)} lies in {folder}: {what}")
        for file in list_named_files([os.fspath(source)]):
            if file.error is not None:
                raise file.error
            if file.is_listed and not claims_parquet(file.path):
                others += 1
            else:
                listed.append(file.path)
    if others:
        notes.insert(0, describe_passed_over(others, len(listed) + others))
    return listed, notes


def _find_common(output: str, source: str) -> str | None:
    """The folder that a listing begins in, where the output lies in it as its files do."""
    if not is_listing(source) or is_hidden(os.path.basename(output)):
        return None
    folder = find_root(source).rstrip("/") or "/"
    return folder if normalize(output).startswith(f"{normalize(folder).rstrip('/')}/") else None
