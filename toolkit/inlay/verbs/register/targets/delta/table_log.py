"""What is asked of a library that reads and writes the log of a Delta table: deltalake does, and on Spark the connector of Delta."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from inlay.verbs.register.targets.delta.plan import DeltaEntry, DeltaPlan


class LoggedFile(NamedTuple):
    """An add action. `name` is the path as the log has it, and `said` has `minValues`, `maxValues` and `nullCount`."""

    name: str
    size: int
    rows: int | None
    said: Mapping[str, Any]


class TableLog(Protocol):
    """A table as of one version. `schema` is that of the log, and `adds_columns_apart` says that they take a version of their own."""

    configuration: Mapping[str, str]
    partition_by: Sequence[str]
    schema: Mapping[str, Any]
    writer_features: Collection[str]
    adds_columns_apart: bool

    def list_files(self) -> Iterator[LoggedFile]: ...

    def list_deleted(self) -> Iterable[str]:
        """The names of files with rows that are deleted by their places."""
        ...

    def find_jobs(self, jobs: Collection[str]) -> Mapping[str, str]:
        """Those whose commits are in the table, each with what the table calls its commit."""
        ...

    def append(
        self, entries: Sequence[DeltaEntry], fields: Sequence[Mapping[str, Any]], job: str
    ) -> str:
        """Adds the entries, and before them the columns that the table lacks of these. Raises RefusedError where another commit came in
        between."""
        ...


class LogClient(Protocol):
    """A library, with what it needs to find tables."""

    def open(self, folder: str, properties: Mapping[str, str], /) -> TableLog | None:
        """None where there is no table. Raises OSError for a log that cannot be read, RequestError for properties that are not taken."""
        ...

    def create(
        self, folder: str, properties: Mapping[str, str], plan: DeltaPlan, job: str, /
    ) -> str:
        """Raises RefusedError where somebody has created a table in between."""
        ...


def name_version(version: int) -> str:
    return f"version {version}"
