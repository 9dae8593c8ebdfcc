"""What a table format has to answer so that `inlay register` can write it. Each folder beside this module has one in `target.py`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Final, NamedTuple, Protocol, cast

from inlay.ground.blamed_options import blame_options
from inlay.verbs.register.check.differences import TableDifference
from inlay.verbs.register.check.held_file import HeldFile
from inlay.verbs.register.lake_file import LakeFile
from inlay.verbs.register.schema.table_types import TableColumn

JOB: Final = "inlay.job"
"""What the id of a job is called in formats that let a commit say more."""


@dataclass(frozen=True, slots=True)
class TableWishes:
    """What the user asks for, as the command has it. `properties` are those of the client library, passed on as they are.

    `partition_by` names columns of a table that is created, by default those of the folders; `replace` asks that the files take the
    place of those of the same paths, and `is_check` that nothing is written. `output` and `overwrite` are of formats that are a file. `job` is what the commit is to say of itself,
    so that whoever was cut off finds out whether it is in the table. `is_of_check` also of a check that corrects the table.
    """

    table: str = ""
    output: str = ""
    create: bool = False
    catalog: str = ""
    properties: Mapping[str, str] = field(default_factory=dict[str, str])
    partition_by: tuple[str, ...] = ()
    replace: bool = False
    is_check: bool = False
    overwrite: bool = False
    job: str = ""
    is_of_check: bool = False

    def say_create(self) -> str:
        """The flag that a table may be created with; of a check, which has no such flag, nothing."""
        return "" if self.is_of_check else "--create"


class Loss(NamedTuple):
    """Something that this table format cannot keep. `name` is what `--allow` calls it; `files` counts how many have it.

    `column` is written as `a.b`; empty for one about whole files.
    """

    name: str
    reason: str
    column: str
    first_path: str
    files: int


class Request(NamedTuple):
    """Files that go into a table in one commit. `columns` are those of the table after it, of the files alone if it is created.
    `partition_keys` are those that all paths have.
    """

    files: Sequence[LakeFile]
    columns: tuple[TableColumn, ...]
    partition_keys: tuple[str, ...]
    are_by_id: bool


class RegistrationPlan(Protocol):
    """What a commit would write."""

    @property
    def lines(self) -> Sequence[str]:
        """What happens to the table, a sentence each: created, columns added, a mapping of names set."""
        ...

    @property
    def losses(self) -> Sequence[Loss]: ...

    def list_held(self) -> Iterator[HeldFile]:
        """The entries as a check compares them, in the order of the files."""
        ...

    def describe(self) -> Sequence[Mapping[str, Any]]:
        """A document of JSON for each file: the very entry that the table gets."""
        ...


class OpenTable(Protocol):
    """A table that is there, or is about to be created. Closed by whoever opened it."""

    @property
    def columns(self) -> tuple[TableColumn, ...] | None:
        """Those that it has, with field ids where it knows files by them; None for a table that is to be created."""
        ...

    def adapt(self, columns: tuple[TableColumn, ...]) -> tuple[TableColumn, ...]:
        """The columns of a file in the types that a table has for them, so that both can be united: `leaf` and ids stay. Raises
        SchemaMismatchError for one that the format has no type for."""
        ...

    def find_known(self, paths: Sequence[str]) -> Collection[str]:
        """Those of the paths that are in the table already."""
        ...

    def list_held(self) -> Iterator[HeldFile]:
        """What the table says of each of its files."""
        ...

    def check_whole(self, plan: Any, /) -> Iterator[TableDifference]:
        """What the table says of all files together, where `plan` has all of them; nothing where each file says all."""
        ...

    def plan(self, request: Request) -> RegistrationPlan:
        """Raises RefusedError for what the format cannot have at all, with the file and the column."""
        ...

    def commit(self, plan: Any) -> str:
        """All of it or nothing; returns what the table calls the result, `snapshot 42`. Raises RefusedError where another commit came
        in between."""
        ...

    def close(self) -> None: ...


class TargetFormat(Protocol):
    """A table format, by the name that `--to` has for it. `losses` says what each name of `--allow` lets go. Where it `is_table`, what
    was written can be checked."""

    name: str
    losses: Mapping[str, str]
    is_table: bool

    def open(self, wishes: TableWishes) -> OpenTable:
        """Raises RequestError for wishes that contradict each other, RefusedError for a table that is not there, or is and is to be
        created; ModuleNotFoundError for a client library that is not installed, with the extra that brings it.
        """
        ...

    def find_jobs(self, wishes: TableWishes, jobs: Collection[str]) -> Mapping[str, str]:
        """Those of the jobs whose commits are in the table, each with what the table calls its commit; none where there is no table."""
        ...


def list_targets() -> list[str]:
    """The names of all table formats."""
    return sorted(module.name for module in iter_modules(_here().__path__) if module.ispkg)


def find_target(name: str, *, tables: bool = False) -> TargetFormat:
    """Raises RequestError for a name that is none, and with `tables` for a format that is a file."""
    names = list_targets()
    if name in names:
        target = _load(name)
        if not tables or target.is_table:
            return target
    if tables:
        names = [it for it in names if _load(it).is_table]
    raise blame_options(f"{{to}}: choose {', '.join(names[:-1])} or {names[-1]}", to=name)


def _load(name: str) -> TargetFormat:
    module = import_module(f"{_here().__name__}.{name}.target")
    return cast("TargetFormat", module.TARGET)


def _here() -> ModuleType:
    return import_module(__package__ or "")
