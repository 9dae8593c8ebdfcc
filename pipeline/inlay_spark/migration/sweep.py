"""Removes what attempts of a job left behind that nobody ever heard of."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress

from inlay.rewrite.names import folder_of
from inlay_spark.migration.files import is_hidden_name


def folders_of(paths: Iterable[str]) -> list[str]:
    return sorted({folder_of(path) for path in paths})


def sweep(folders: Iterable[str], job: str) -> list[str]:
    """The names that were removed. Only once no task of the job runs any more."""
    removed: list[str] = []
    for folder in folders:
        for name in sorted(os.listdir(folder)):
            if is_hidden_name(name, job):
                path = os.path.join(folder, name)
                with suppress(FileNotFoundError):
                    os.unlink(path)
                    removed.append(path)
    return removed
