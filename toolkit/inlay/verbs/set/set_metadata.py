"""`inlay set` as a function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from inlay.changes.rewrite.change import Outcome, Planned, Target, say_outcome
from inlay.changes.rewrite.system import POSIX, System
from inlay.changes.rewrite.undo import edit_undoably
from inlay.ground.files.paths import AnyPath, require_path
from inlay.ground.files.source import Seekable
from inlay.ground.keywords import check_keywords
from inlay.ground.mistakes import RequestError, require_names
from inlay.ground.wording.amounts import count
from inlay.pages.engine.errors import name_file_in_errors
from inlay.pages.engine.new_end import plan_new_end
from inlay.pages.engine.thrift_file import ThriftFile, open_thrift
from inlay.verbs.set.edits import Edits, SortedBy
from inlay.verbs.set.plan import amend
from inlay_runtime.public_home import public_in


@public_in("inlay")
@dataclass(frozen=True, slots=True, repr=False)
class Amendment:
    """What became of the file, and sentences about what else changed or should be known."""

    outcome: Outcome
    notes: tuple[str, ...]

    @property
    def warnings(self) -> tuple[str, ...]:
        return (*self.notes, *self.outcome.warnings)

    def __repr__(self) -> str:
        return f"<Amendment {say_outcome(self.outcome)}; {count(len(self.warnings), 'warning')}>"


_DEFAULT_TARGET: Final = Target()


@check_keywords
def set_metadata(
    path: AnyPath,
    *,
    keys: Mapping[str, str] | None = None,
    delete: Sequence[str] = (),
    rename: Mapping[str, str] | None = None,
    field_ids: Mapping[str, int | None] | None = None,
    logical_types: Mapping[str, str] | None = None,
    column_orders: Mapping[str, str] | None = None,
    created_by: str | None = None,
    sorted_by: Sequence[SortedBy] | None = None,
    undo_to: AnyPath | None = None,
    target: Target = _DEFAULT_TARGET,
    system: System = POSIX,
) -> Amendment:
    """Changes the metadata of a file of any form; no page is read or moved.

    `keys` are set, `delete` has globs of keys that go. Names of columns are those before the change (`docs/names.md`), `a.list.element.b`: `rename` gives each
    a new name, or a whole path in the same group; `field_ids` an id, or None for none; `logical_types` a type such as
    `DECIMAL(9, 2)`, or `NONE`; `column_orders` `type` or `ieee754`, where the footer proves that bounds mean the same. `sorted_by` are the columns that rows are sorted by, empty for none. `undo_to` is a file for
    `undo_metadata`. Raises RequestError for what the file does not have, RefusedError for what would make it wrong, and what
    changing a file raises.
    """
    edits = Edits(
        keys or {},
        require_names(delete, "delete"),
        rename or {},
        field_ids or {},
        logical_types or {},
        column_orders or {},
        created_by,
        sorted_by,
    )
    path = require_path(path, "set_metadata")
    undo = None if undo_to is None else require_path(undo_to, "undo_to")
    return set_edits(path, edits, undo_to=undo, target=target, system=system)


def set_edits(
    path: str,
    edits: Edits,
    *,
    undo_to: str | None = None,
    target: Target = _DEFAULT_TARGET,
    system: System = POSIX,
) -> Amendment:
    """The same, as one value."""

    def plan(source: Seekable) -> Planned[list[str]]:
        return _plan(open_thrift(source, path), edits, target)

    with name_file_in_errors(path):
        done = edit_undoably(path, plan, undo_to=undo_to, target=target, system=system)
    return Amendment(done.outcome, tuple(done.result))


def _plan(file: ThriftFile, edits: Edits, target: Target) -> Planned[list[str]]:
    metadata = file.metadata()
    try:
        notes = amend(metadata, edits, file)
    except RequestError as error:
        raise RequestError(f"{file.name}: {error}") from None
    return plan_new_end(file, metadata, notes, target)
