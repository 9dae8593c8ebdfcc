"""`inlay index fix PATHS`: false statements of files fixed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_changes import change_each
from inlay.cli.many_files import many_files
from inlay.cli.options import columns_option, format_option, target_options_of
from inlay.cli.outcome import is_altered, show_outcome, show_unaltered, warn_of
from inlay.cli.printing import show_json, show_line, warn
from inlay.cli.progress import progress_of
from inlay.cli.undo_place import UndoPlace, place_for_undo, undo_to_option
from inlay.ground.documents.findings import document_finding, document_findings
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from inlay.changes.rewrite.change import Target
    from inlay.ground.documents.values import Json
    from inlay.verbs.index.fixed_file import FixedFile

_MOST_SHOWN: Final = 20


@click.command("fix", short_help="Correct what is false about the values.")
@many_files
@columns_option
@undo_to_option
@format_option
@target_options_of("table", "size", "attributes")
def command(
    paths: tuple[str, ...],
    jobs: int,
    columns: tuple[str, ...],
    undo_to: str | None,
    format_: str,
    target: Target,
) -> ExitCode:
    """Correct what `inlay verify --values` finds false in the files at PATHS. Pages stay where they are, byte for byte.

    Bounds, counts, sizes, page indexes and Bloom filters are computed from the values, or removed where that is not possible. What cannot be corrected is reported, with the
    reason. Where nothing is wrong, nothing is written. `inlay set PATHS --undo UNDO` takes it back.
    """
    is_json = format_ == "json"
    place = place_for_undo(paths, undo_to)
    change = partial(_fix, columns=columns or None, undo_to=place, is_json=is_json)
    document = "index fix" if is_json else None
    return change_each(paths, jobs, change, target, document=document, undo=place)


def _fix(
    path: str,
    alone: bool,
    target: Target,
    *,
    columns: tuple[str, ...] | None,
    undo_to: UndoPlace,
    is_json: bool,
) -> bool:
    from inlay.verbs.index.fix import fix_index

    with progress_of(path, "reading", alone) as progress:
        file = fix_index(
            path, columns=columns, undo_to=undo_to.of(path), target=target, progress=progress
        )
    if is_json:
        show_json(document_of("index fix", _content_of(file, target)), in_line=not alone)
    else:
        _show(file, alone)
    return is_altered(file.outcome)


def _in_the_past(said: str) -> str:
    return said.replace("fix ", "fixed ").replace("remove ", "removed ")


def _show(file: FixedFile, alone: bool) -> None:
    outcome = file.outcome
    for line in _cut([f"{it.finding} is left: {it.reason}" for it in file.left]):
        warn(f"{outcome.path}: {line}")
    for note in file.notes:
        warn(f"{outcome.path}: {note}")
    warn_of(outcome.path, outcome.warnings, alone)
    if not is_altered(outcome):
        show_unaltered(outcome, "fix")
        return
    taken_out = sum(bool(it.reason) for it in file.statements)
    numbers = {"fix": len(file.statements) - taken_out, "remove": taken_out}
    done = [f"{verb} {count(number, 'statement')}" for verb, number in numbers.items() if number]
    said = " and ".join(done)
    said = f"would {said}" if outcome.dry_run else _in_the_past(said)
    show_outcome(outcome, said, alone)
    for line in _cut(list(_list_statements(file))):
        show_line(f"  {line}")


def _list_statements(file: FixedFile) -> Iterator[str]:
    for it in file.statements:
        if it.reason:
            yield f"{it.at} {it.statement} is removed: {it.reason}"
        else:
            was = f": {it.findings[0].what} [{it.findings[0].code}]" if it.findings else ""
            yield f"{it.at} {it.statement} is fixed{was.replace(': ', '; it said: ', 1)}"


def _cut(lines: list[str]) -> list[str]:
    more = len(lines) - _MOST_SHOWN
    return lines if more <= 0 else [*lines[:_MOST_SHOWN], f"{more:,} more (--format json has all)"]


def _content_of(file: FixedFile, target: Target) -> dict[str, Json]:
    """What a document says of it."""
    outcome = file.outcome
    return {
        "path": outcome.path,
        "output": target.output or outcome.path,
        "changed": is_altered(outcome),
        "dry_run": outcome.dry_run,
        "old_size": outcome.old_size,
        "new_size": outcome.new_size,
        "statements": [
            it._asdict()
            | {
                "findings": document_findings(it.findings),
                "before": dict(it.before),
                "after": dict(it.after),
            }
            for it in file.statements
        ],
        "left": [document_finding(it.finding) | {"reason": it.reason} for it in file.left],
        "warnings": [*file.notes, *outcome.warnings],
    }
