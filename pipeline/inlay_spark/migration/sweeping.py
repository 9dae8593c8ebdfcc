"""Removes what attempts of a job left behind that nobody ever heard of."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress

from inlay.rewrite.urls import is_url
from inlay_spark.migration.files import is_hidden_name


def sweep(folders: Iterable[str], job: str) -> int:
    """How many files were removed. Beside an object there are none."""
    return sum(_sweep_folder(folder, job) for folder in folders if not is_url(folder))


def _sweep_folder(folder: str, job: str) -> int:
    try:
        with os.scandir(folder or "/") as found:
            hidden = [one.path for one in found if is_hidden_name(one.name, job)]
    except FileNotFoundError:
        return 0  # somebody removed it since, with all that was in it
    for path in hidden:
        with suppress(FileNotFoundError):
            os.unlink(path)
    return len(hidden)
