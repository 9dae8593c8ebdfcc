"""Statements taken out of a file: those of `index add`, and what its writer has said."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Final

from inlay.changes.rewrite.change import Change, Planned, Target
from inlay.changes.rewrite.system import POSIX, System
from inlay.changes.rewrite.undo import edit_undoably
from inlay.ground.files.paths import AnyPath, require_path
from inlay.ground.files.source import Seekable
from inlay.ground.files.spill import Spill
from inlay.ground.keywords import check_keywords
from inlay.ground.mistakes import require_names
from inlay.pages.engine.chunk_places import see_places
from inlay.pages.engine.errors import name_file_in_errors
from inlay.pages.engine.new_end import plan_new_end
from inlay.pages.engine.packed_chunks import pack_group
from inlay.pages.engine.thrift_file import open_thrift
from inlay.verbs.index.added_parts import AddedParts
from inlay.verbs.index.chosen_columns import FileChunks, choose_columns
from inlay.verbs.index.chosen_statements import ALL, PARTS, choose_statements
from inlay.verbs.index.empty_statistics import drop_empty_statistics
from inlay.verbs.index.indexed_file import IndexedFile
from inlay.verbs.index.page_checksums import change_checksums, require_leave
from inlay.verbs.index.placing import describe_lost, place_parts
from inlay.verbs.index.statement import list_statements
from inlay.verbs.index.statement_tally import StatementTally
from inlay.verbs.index.statements.null_counts import STATEMENT as NULL_COUNTS
from inlay.verbs.index.trailing_parts import list_parts
from inlay.verbs.index.uncounted_nulls import (
    describe_taken,
    find_columns_with_nulls,
    take_statistics,
)

_DEFAULT_TARGET: Final = Target()


@check_keywords
def strip_index(
    path: AnyPath,
    *,
    what: Iterable[str] = (PARTS,),
    columns: Iterable[str] | None = None,
    rewrite_headers: bool = False,
    undo_to: AnyPath | None = None,
    target: Target = _DEFAULT_TARGET,
    system: System = POSIX,
) -> IndexedFile:
    """Takes statements out of a file. Its pages stay where they are, byte for byte, but for `page-checksums`, which `rewrite_headers` allows.

    `what` has names of statements; `parts`, which are page indexes and Bloom filters; or `all`. With `null-counts`, all statistics of
    columns with nulls go, for fastparquet takes columns whose statistics do not count nulls for ones without. `columns` are names and globs
    (`docs/names.md`), `undo_to` a file for `undo_metadata`. Raises what `add_index` does.
    """
    name = require_path(path, "strip_index")
    names = require_names(what, "what")
    wanted = choose_statements(names, (ALL, PARTS))
    has_checksums = require_leave(names, rewrite_headers=rewrite_headers)
    patterns = None if columns is None else require_names(columns)
    undo = None if undo_to is None else require_path(undo_to, "undo_to")

    def plan(source: Seekable) -> Planned[tuple[StatementTally, tuple[str, ...]]]:
        file = open_thrift(source, name)
        metadata, tally = file.metadata(), StatementTally()
        chosen = choose_columns(metadata, patterns)
        chunks = FileChunks.of(metadata, file)
        numbers = range(len(metadata.row_groups))
        has_parts = see_places(file.thrift).has_parts
        parts = list_parts(file.row_groups(), file) if has_parts else []
        with_nulls = set[str]()
        if NULL_COUNTS in wanted.of_chunks:
            copies = (chunks.iter_copies(number, chosen) for number in numbers)
            with_nulls = find_columns_with_nulls(chain.from_iterable(copies))
        taken = set[str]()
        for number in numbers:
            is_changed = False
            for column, _, group, chunk, meta in chunks.iter_copies(number, chosen):
                said = chunk.encode()
                there = [it for it in list_statements() if it.may_be_stripped(chunk, meta)]
                for statement in wanted.of_chunks:
                    statement.strip(chunk, meta)
                if column.name in with_nulls and take_statistics(meta):
                    taken.add(column.name)
                for statement in there:  # one may take another along
                    if not statement.may_be_stripped(chunk, meta):
                        tally.add(statement.name, column.name, 0)
                drop_empty_statistics(meta)
                if chunk.encode() != said:
                    group.columns[column.at], is_changed = chunk, True
            if is_changed:
                pack_group(metadata, number)
        for whole in wanted.of_files:
            assert whole.strip is not None  # or it is not chosen
            whole.strip(metadata, chosen, tally)
        new, lost = place_parts(file, metadata, parts, AddedParts(), Spill())
        body = Change(new.start, b"", new.data.parts)
        notes = (*describe_taken(len(taken)), *describe_lost(lost))
        if has_checksums:
            body, moved = change_checksums(file, metadata, chosen, new, tally, adds=False)
            notes += moved
        result = tally, notes
        return plan_new_end(file, metadata, result, target, keep=body.keep, parts=body.parts)

    with name_file_in_errors(name):
        done = edit_undoably(name, plan, undo_to=undo, target=target, system=system)
    tally, notes = done.result
    return IndexedFile(done.outcome, tally.statements, tally.left_out, notes)
