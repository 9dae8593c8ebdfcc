"""What a writer left out of a file, added from its pages, which stay byte for byte."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from inlay.changes.rewrite.change import Planned, Target
from inlay.changes.rewrite.system import POSIX, System
from inlay.changes.rewrite.undo import edit_undoably
from inlay.ground.files.paths import AnyPath, require_path
from inlay.ground.files.source import Seekable
from inlay.ground.keywords import check_keywords
from inlay.ground.mistakes import require_names
from inlay.pages.engine.errors import name_file_in_errors
from inlay.pages.engine.new_end import plan_new_end
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.pages.engine.thrift_file import open_thrift
from inlay.verbs.index.adding import Wanted, add_statements
from inlay.verbs.index.indexed_file import IndexedFile, StatementTally
from inlay.verbs.index.placing import place_parts
from inlay.verbs.index.statement import ALL, AUTO, PARTS, choose_statements
from inlay.verbs.index.trailing_parts import list_parts

_DEFAULT_TARGET: Final = Target()


@check_keywords
def add_index(
    path: AnyPath,
    *,
    what: Iterable[str] = (AUTO,),
    columns: Iterable[str] | None = None,
    false_positives: float = 0.01,
    undo_to: AnyPath | None = None,
    target: Target = _DEFAULT_TARGET,
    progress: Progress = ignore_progress,
    system: System = POSIX,
) -> IndexedFile:
    """Adds statistics, page indexes and Bloom filters that the file does not have. Its pages stay where they are, byte for byte.

    `what` has names of statements, such as `null-counts`; `auto`, which are those that help a reader of this file; or `all`. What is
    there already stays. `columns` are names and globs (`docs/names.md`), `false_positives` the share of Bloom filters, between 0 and 1.
    `undo_to` is a file for `undo_metadata`. What cannot be said of a column is left out, with the reason (`docs/index_add.md`).
    Raises RequestError for names that there are not, TypeError for a share that is none, RefusedError for a file whose chunks overlap, lie elsewhere or are encrypted, and
    what changing a file raises.
    """
    name = require_path(path, "add_index")
    names = require_names(what, "what")
    patterns = None if columns is None else require_names(columns)
    wanted = Wanted(
        choose_statements(names, (AUTO, ALL, PARTS)), AUTO in names, patterns, false_positives
    )
    undo = None if undo_to is None else require_path(undo_to, "undo_to")

    def plan(source: Seekable) -> Planned[StatementTally]:
        file = open_thrift(source, name)
        metadata, tally = file.metadata(), StatementTally()
        before = list_parts(metadata, file)
        parts = add_statements(file, metadata, wanted, tally, progress)
        new = place_parts(file, metadata, before, parts).new
        return plan_new_end(file, metadata, tally, target, keep=new.start, parts=new.data)

    with name_file_in_errors(name):
        done = edit_undoably(name, plan, undo_to=undo, target=target, system=system)
    return IndexedFile(done.outcome, done.result.statements, done.result.left_out)
