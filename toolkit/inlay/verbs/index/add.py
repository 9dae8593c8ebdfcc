"""What a writer left out of a file, added from its pages, which stay byte for byte."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple

from inlay.changes.rewrite.change import Change, Planned, Target
from inlay.changes.rewrite.system import POSIX, System
from inlay.changes.rewrite.undo import edit_undoably
from inlay.ground.files.paths import AnyPath, require_path
from inlay.ground.files.source import Seekable
from inlay.ground.files.spill import Spill
from inlay.ground.free_memory import give_back
from inlay.ground.keywords import check_keywords
from inlay.ground.mistakes import require_names
from inlay.pages.engine.chunk_places import see_places
from inlay.pages.engine.errors import name_file_in_errors
from inlay.pages.engine.new_end import plan_new_end
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.pages.engine.thrift_file import open_thrift
from inlay.rows.pruning.filter_text import parse_filter
from inlay.verbs.index.adding import Adding, Wanted, add_to_chunks
from inlay.verbs.index.chosen_columns import choose_columns
from inlay.verbs.index.chosen_statements import ALL, AUTO, PARTS, choose_statements, with_needed
from inlay.verbs.index.declared_orders import declare_orders, withdraw_orders
from inlay.verbs.index.fetched_bytes import FetchedBytes, count_fetched
from inlay.verbs.index.indexed_file import IndexedFile
from inlay.verbs.index.page_checksums import change_checksums, require_leave
from inlay.verbs.index.placing import describe_lost, place_parts
from inlay.verbs.index.statement_tally import StatementTally
from inlay.verbs.index.trailing_parts import list_parts

_DEFAULT_TARGET: Final = Target()


class _Added(NamedTuple):
    """What came of planning."""

    tally: StatementTally
    notes: tuple[str, ...]
    fetched: FetchedBytes | None = None


@check_keywords
def add_index(
    path: AnyPath,
    *,
    what: Iterable[str] = (AUTO,),
    columns: Iterable[str] | None = None,
    false_positives: float = 0.01,
    rewrite_headers: bool = False,
    for_filter: str | None = None,
    undo_to: AnyPath | None = None,
    target: Target = _DEFAULT_TARGET,
    progress: Progress = ignore_progress,
    system: System = POSIX,
) -> IndexedFile:
    """Adds statistics, page indexes and Bloom filters that the file does not have. Its pages stay where they are, byte for byte.

    `what` has names of statements, such as `null-counts`; `auto`, which are those that help a reader of this file; or `all`. What is
    there already stays. `page-checksums` stand in headers of pages, and move all that lies behind, which `rewrite_headers` allows: then the
    contents of pages stay byte for byte. `columns` are names and globs (`docs/names.md`), `false_positives` the share of Bloom filters, between 0 and 1.
    With `for_filter`, such as `price > 10`, the result says how many bytes a reader of all columns fetches for it, before and after.
    `undo_to` is a file for `undo_metadata`. What cannot be said of a column is left out, with the reason (`docs/index_add.md`).
    Raises FilterError for what is not a filter of the file, RequestError for names that there are not, TypeError for a share that is none, RefusedError for a file whose chunks overlap, lie elsewhere or are encrypted, and
    what changing a file raises.
    """
    name = require_path(path, "add_index")
    names = require_names(what, "what")
    patterns = None if columns is None else require_names(columns)
    chosen = choose_statements(names, (AUTO, ALL, PARTS))
    has_checksums = require_leave(names, rewrite_headers=rewrite_headers)
    wanted = Wanted(with_needed(chosen.of_chunks), AUTO in names, false_positives)
    if for_filter is not None:
        parse_filter(for_filter)
    undo = None if undo_to is None else require_path(undo_to, "undo_to")

    def plan(source: Seekable) -> Planned[_Added]:
        file = open_thrift(source, name)
        metadata, tally = file.metadata(), StatementTally()
        columns = choose_columns(metadata, patterns)
        has_parts = see_places(file.thrift).has_parts
        before = list_parts(file.row_groups(), file) if has_parts else []
        adding = Adding(file, metadata, tally, progress, false_positives)
        declares = declare_orders(metadata)
        for statement in chosen.of_files:
            statement.add(adding, columns, patterns is not None)
        add_to_chunks(adding, columns, wanted)
        if declares:
            withdraw_orders(metadata, tally.names)
        new, lost = place_parts(file, metadata, before, adding.parts, Spill(), packs=True)
        body, notes = Change(new.start, b"", new.data.parts), describe_lost(lost)
        if has_checksums:
            body, moved = change_checksums(file, metadata, columns, new, tally, adds=True)
            notes += moved
        added = _Added(tally, notes)
        del adding, columns, before  # what is known of each chunk takes as much as the new footer
        give_back(len(file.thrift))
        planned = plan_new_end(file, metadata, added, target, keep=body.keep, parts=body.parts)
        if for_filter is None:
            return planned
        changed = planned.change.apply(source)
        fetched = FetchedBytes(
            count_fetched(source, file.metadata(), for_filter),
            count_fetched(changed, open_thrift(changed, name).metadata(), for_filter),
        )
        return replace(planned, result=added._replace(fetched=fetched))

    with name_file_in_errors(name):
        done = edit_undoably(name, plan, undo_to=undo, target=target, system=system)
    tally, notes, fetched = done.result
    return IndexedFile(done.outcome, tally.statements, tally.left_out, notes, fetched)
