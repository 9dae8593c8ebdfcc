"""Removes what attempts of a job left behind that nobody ever heard of."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from inlay.ground.files.paths import is_url
from inlay_spark.jobs.reasons import reason_of
from inlay_spark.migration.file_state import is_hidden_name


@dataclass
class Swept:
    """How many files were removed, and where that could not be done: (folder, reason)."""

    files: int = 0
    failures: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])


def sweep(folders: Iterable[str], job: str) -> Swept:
    """One folder that cannot be swept does not keep the others waiting. Beside an object there is nothing."""
    swept = Swept()
    for folder in folders:
        if is_url(folder):
            continue
        try:
            swept.files += _sweep_folder(folder or "/", job)
        except FileNotFoundError:
            pass  # somebody removed it since, with all that was in it
        except OSError as error:
            reason = (
                f"hidden files may be left in it, named *.{job}.*.tmp: {reason_of(error, folder)}"
            )
            swept.failures.append((folder, reason))
    return swept


def _sweep_folder(folder: str, job: str) -> int:
    with os.scandir(folder) as entries:
        hidden = [entry.path for entry in entries if is_hidden_name(entry.name, job)]
    for path in hidden:
        with suppress(FileNotFoundError):
            os.unlink(path)
    return len(hidden)
