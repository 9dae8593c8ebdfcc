"""Statements of a file that its values contradict, put right or taken out; its pages stay byte for byte."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from inlay.changes.rewrite.change import Change, Planned, Target
from inlay.changes.rewrite.system import POSIX, System
from inlay.changes.rewrite.undo import edit_undoably
from inlay.ground.files.paths import AnyPath, require_path
from inlay.ground.files.source import Seekable
from inlay.ground.files.spill import Spill
from inlay.ground.files.spliced import cut_file
from inlay.ground.files.steps import ends_with
from inlay.ground.keywords import check_keywords
from inlay.ground.mistakes import require_names
from inlay.pages.engine.chunk_places import see_places
from inlay.pages.engine.errors import name_file_in_errors
from inlay.pages.engine.new_end import plan_new_end
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.pages.engine.thrift_file import open_thrift
from inlay.verbs.index.chosen_columns import choose_columns
from inlay.verbs.index.fixed_file import FixedFile, FixedStatement, LeftFinding
from inlay.verbs.index.fixing import Fixing
from inlay.verbs.index.left_findings import explain_left
from inlay.verbs.index.placing import describe_lost, place_parts
from inlay.verbs.index.trailing_parts import list_parts
from inlay.verbs.verify.doubtful import list_contradicted, name_chunk
from inlay.verbs.verify.verify_file import verify
from inlay_runtime.finding import Finding

_DEFAULT_TARGET: Final = Target()
_MOST_PASSES: Final = 4
"""After the first, which takes only what is false for sure. Contradictions come later, for most are gone by then, and what a wrong index
hid is found when it is right. The last pass finds nothing more to put right."""


@dataclass
class _Result:
    fixed: dict[tuple[str, str], FixedStatement] = field(
        default_factory=dict[tuple[str, str], FixedStatement]
    )
    unreadable: dict[str, str] = field(default_factory=dict[str, str])
    left: tuple[LeftFinding, ...] = ()
    lost: int = 0
    doubtful: Sequence[str] = ()
    """Chunks of which two parts said a bound that values lie beyond."""

    def note(self, rows: Iterable[FixedStatement]) -> None:
        """The second time, what was there before is known already."""
        for row in rows:
            key = row.at, row.statement
            first = self.fixed.get(key)
            if first is None:
                self.fixed[key] = row
            else:
                self.fixed[key] = first._replace(after=row.after, reason=row.reason)


@check_keywords
def fix_index(
    path: AnyPath,
    *,
    columns: Iterable[str] | None = None,
    undo_to: AnyPath | None = None,
    target: Target = _DEFAULT_TARGET,
    progress: Progress = ignore_progress,
    system: System = POSIX,
) -> FixedFile:
    """Puts right what `inlay.verify(path, values=True)` finds false about the values of a file, or takes it out where it cannot be made right.
    Its pages stay where they are, byte for byte.

    Bounds, counts, sizes, page indexes and Bloom filters are worked out from decoded values; of a Bloom filter whose length is not said,
    its header says it. `columns` are names and globs (`docs/names.md`), `undo_to` is a file for `undo_metadata`. What is found and cannot
    be put right is left, with the reason. Where nothing is wrong, nothing is written.
    Raises what `add_index` raises, and FooterError for a file whose footer cannot be read.
    """
    name = require_path(path, "fix_index")
    patterns = None if columns is None else require_names(columns)
    undo = None if undo_to is None else require_path(undo_to, "undo_to")

    def plan(source: Seekable) -> Planned[_Result]:
        return _plan(source, name, patterns, target, progress)

    with name_file_in_errors(name):
        done = edit_undoably(name, plan, undo_to=undo, target=target, system=system)
    result = done.result
    fixed = tuple(result.fixed.values())
    notes = (*describe_lost(result.lost), *_describe_doubtful(result.doubtful))
    return FixedFile(done.outcome, fixed, result.left, notes)


def _describe_doubtful(chunks: Sequence[str]) -> Iterator[str]:
    if chunks:
        more = f" and {len(chunks) - 1:,} more" if len(chunks) > 1 else ""
        yield (
            f"two bounds agreed that the new ones of {chunks[0]}{more} contradict: if the values are damaged, "
            "these are as well, and a backup has the right ones"
        )


def _plan(
    source: Seekable,
    name: str,
    patterns: Sequence[str] | None,
    target: Target,
    progress: Progress,
) -> Planned[_Result]:
    """As many passes as find something to put right. Each has the file as the one before it leaves it."""
    result = _Result()
    findings = verify(source, values=True, progress=progress).findings
    result.doubtful = list(dict.fromkeys(map(name_chunk, list_contradicted(findings))))
    planned = _plan_pass(source, name, patterns, target, result, findings, is_certain=True)
    for _ in range(_MOST_PASSES):
        if not findings:
            break
        change = planned.change
        current = change.apply(source)
        findings = verify(current, values=True).findings
        more = _plan_pass(current, name, patterns, target, result, findings, is_certain=False)
        planned = replace(more, change=_join(change, more.change))
        if (planned.change.keep, planned.change.size) == (change.keep, change.size) and ends_with(
            current, change.keep, planned.change.end
        ):
            break
    if findings:
        chosen = choose_columns(open_thrift(source, name).metadata(), patterns)
        result.left = explain_left(findings, result.unreadable, [column.at for column in chosen])
    return planned


def _plan_pass(
    source: Seekable,
    name: str,
    patterns: Sequence[str] | None,
    target: Target,
    result: _Result,
    findings: Sequence[Finding],
    *,
    is_certain: bool,
) -> Planned[_Result]:
    file = open_thrift(source, name)
    metadata = file.metadata()
    fixing = Fixing(file, metadata, choose_columns(metadata, patterns), is_certain)
    has_parts = see_places(file.thrift).has_parts
    before = list_parts(metadata.row_groups, file) if has_parts else []
    fixing.fix(findings)
    new, lost = place_parts(file, metadata, before, fixing.parts, Spill())
    result.note(fixing.list_fixed())
    result.unreadable |= fixing.unreadable
    result.lost += lost
    return plan_new_end(file, metadata, result, target, keep=new.start, parts=new.data.parts)


def _join(first: Change, second: Change) -> Change:
    """Both, one after the other."""
    kept = cut_file(first.end, 0, max(second.keep - first.keep, 0)).parts
    return Change(min(first.keep, second.keep), second.tail, [*kept, *second.parts])
