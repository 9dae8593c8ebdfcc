"""deltalake, with its errors as ours: one line each, and no secret of the storage in them."""

from __future__ import annotations

import errno
from collections.abc import Collection, Generator, Mapping
from contextlib import contextmanager
from typing import Final

from deltalake import CommitProperties, DeltaTable, Transaction
from deltalake.exceptions import (
    CommitFailedError,
    DeltaError,
    DeltaProtocolError,
    TableNotFoundError,
)

from inlay.ground.refusals import RefusedError
from inlay.verbs.register.targets.delta.locations import DeltaFolder

_EXISTS: Final = "table already exists at that location"
"""Of an error that has no class of its own."""


def open_table(folder: str, storage: Mapping[str, str]) -> DeltaTable | None:
    """None where there is no table. Raises OSError for a log that cannot be read."""
    location = DeltaFolder(folder).location
    with explain_client(folder):
        try:
            return DeltaTable(location, storage_options=dict(storage) or None)
        except TableNotFoundError:
            return None


def describe_commit(job: str, version: int) -> CommitProperties:
    """The id of a job goes into a transaction of the protocol, which says the version of the table: checkpoints keep it. deltalake does not
    try again, for it would add files twice."""
    transactions = [Transaction(job, version)] if job else None
    return CommitProperties(max_commit_retries=0, app_transactions=transactions)


def find_jobs(table: DeltaTable, jobs: Collection[str]) -> dict[str, str]:
    versions = {job: table.transaction_version(job) for job in jobs}
    return {job: name_version(it) for job, it in versions.items() if it is not None}


def name_version(version: int) -> str:
    return f"version {version}"


@contextmanager
def explain_client(folder: str) -> Generator[None]:
    """Raises RefusedError where somebody else has committed, or the table asks for what deltalake cannot do; else OSError."""
    try:
        yield
    except CommitFailedError as error:
        what = f"another commit came in between, so run it again: {_first_line(error)}"
        raise RefusedError("commit", what, path=folder) from error
    except DeltaProtocolError as error:
        raise RefusedError("protocol", _first_line(error), path=folder) from error
    except (DeltaError, OSError) as error:
        if _EXISTS in str(error):
            what = "somebody has created the table in between, so leave --create out"
            raise RefusedError("commit", what, path=folder) from error
        raise OSError(errno.EIO, f"deltalake: {_first_line(error)}", folder) from error


def _first_line(error: Exception) -> str:
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__
