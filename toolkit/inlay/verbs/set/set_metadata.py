"""`inlay set` as a function."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from inlay.changes.life_cycle.change_form import plan_tail
from inlay.changes.life_cycle.edit_footer import plan_footer
from inlay.changes.life_cycle.steps import build_tail
from inlay.changes.rewrite.change import Outcome, Planned, Target
from inlay.changes.rewrite.errors import RewriteError
from inlay.changes.rewrite.journal import Journal
from inlay.changes.rewrite.publish import edit_planned
from inlay.changes.rewrite.system import POSIX, System
from inlay.footers.footer.read import read_footer
from inlay.ground.files.paths import AnyPath, require_path
from inlay.ground.files.source import Seekable
from inlay.ground.keywords import check_keywords
from inlay.ground.mistakes import RequestError, require_names
from inlay.pages.engine.errors import name_file_in_errors
from inlay.pages.engine.thrift_file import ThriftFile, open_thrift, renew_tail
from inlay.verbs.set.edits import Edits, SortedBy
from inlay.verbs.set.plan import amend
from inlay.verbs.set.undo import is_needed, undo_of, write_undo
from inlay_runtime.errors import EncodeError
from parquet_format.parquet import FileMetaData


@dataclass(frozen=True, slots=True)
class Amendment:
    """What became of the file, and sentences about what else changed or should be known."""

    outcome: Outcome
    notes: tuple[str, ...]

    @property
    def warnings(self) -> tuple[str, ...]:
        return (*self.notes, *self.outcome.warnings)


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
    created_by: str | None = None,
    sorted_by: Sequence[SortedBy] | None = None,
    undo_to: AnyPath | None = None,
    target: Target = _DEFAULT_TARGET,
    system: System = POSIX,
) -> Amendment:
    """Changes the metadata of a file of any form; no page is read or moved.

    `keys` are set, `delete` has globs of keys that go. Names of columns are those before the change (`docs/names.md`), `a.list.element.b`: `rename` gives each
    a new name, or a whole path in the same group; `field_ids` an id, or None for none; `logical_types` a type such as
    `DECIMAL(9, 2)`, or `NONE`. `sorted_by` are the columns that rows are sorted by, empty for none. `undo_to` is a file for
    `undo_metadata`. Raises RequestError for what the file does not have, RefusedError for what would make it wrong, and what
    changing a file raises.
    """
    edits = Edits(
        keys or {},
        require_names(delete, "delete"),
        rename or {},
        field_ids or {},
        logical_types or {},
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
    written: list[Journal] = []

    def plan(source: Seekable) -> Planned[list[str]]:
        planned = _plan(open_thrift(source, path), edits, target)
        if undo_to is not None and not target.dry_run:
            # Before the file changes: a kill between the two leaves an undo file that fits nothing.
            undo = undo_of(source, planned.change)
            if target.output is not None or undo.old_tail != undo.new_tail:
                write_undo(undo_to, undo, path)
                written.append(undo)
        return planned

    try:
        with name_file_in_errors(path):
            done = edit_planned(path, plan, target=target, system=system)
    except BaseException:
        if (
            undo_to is not None
            and written
            and not is_needed(target.output or path, written[-1], target, system)
        ):
            _discard(undo_to)
        raise
    if undo_to is not None and written and not done.outcome.changed:
        _discard(undo_to)
    return Amendment(done.outcome, tuple(done.result))


def _plan(file: ThriftFile, edits: Edits, target: Target) -> Planned[list[str]]:
    metadata = file.metadata()
    try:
        notes = amend(metadata, edits, file)
    except RequestError as error:
        raise RequestError(f"{file.name}: {error}") from error
    footer = read_footer(file.source) if file.whole is None else file.whole
    is_same = metadata == file.metadata()  # what could be spelt otherwise stays as it is spelt
    thrift = file.thrift if is_same else renew_tail(_encode(file, metadata), file.footer)
    _prove(file, thrift, metadata)
    if file.form.is_plain:
        return plan_footer(footer, thrift, notes, target)
    if thrift == file.thrift:
        tail = footer.tail()
    elif file.design:
        # Only now: designs answer by pyarrow.
        from inlay.pages.engine.design_tail import build_design_tail

        tail = build_design_tail(file.design, thrift, file.footer, file.source)
    else:
        tail = build_tail(file.form, thrift)
    return plan_tail(footer, tail, notes, target)


def _encode(file: ThriftFile, metadata: FileMetaData) -> bytes:
    try:
        return metadata.encode()
    except EncodeError as error:
        raise RequestError(f"{file.name}: the new footer cannot be written: {error}") from error


def _prove(file: ThriftFile, thrift: bytes, metadata: FileMetaData) -> None:
    """The seal is the only thing in the new footer that nobody asked for."""
    written = FileMetaData.decode(thrift)
    if written.replace(extension=None) != metadata.replace(extension=None):
        raise RewriteError(f"{file.name}: the new footer does not read back as it was meant")


def _discard(path: str) -> None:
    """What would undo a change that did not happen."""
    with suppress(OSError):
        os.unlink(path)
