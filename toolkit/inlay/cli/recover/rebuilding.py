"""`inlay recover --rebuild PATHS`: footers made of what pages say."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_changes import change_each
from inlay.cli.outcome import warn_of
from inlay.cli.printing import show_json, show_line, warn
from inlay.cli.progress import progress_of
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from inlay.changes.rewrite.change import Target
    from inlay.ground.documents.values import Json
    from inlay.verbs.recover.rebuild.rebuilt_file import RebuiltFile

_SHOWN_KEYS: Final = 10


@dataclass(frozen=True, slots=True)
class RebuildOptions:
    """What is asked for with --rebuild. With --jobs it goes to another process."""

    like: str | None
    schema: str | None
    row_group_size: int | None
    trust_pages: bool
    partial_columns: str | None
    is_json: bool

    def require(self) -> None:
        """Raises UsageError where nothing, or two things, say which columns there were."""
        if (self.like is None) is (self.schema is None):
            what = "--like FILE, a file with the same columns, or --schema FILE, with their schema"
            raise click.UsageError(f"--rebuild takes {what}")

    def __call__(self, path: str, alone: bool, target: Target) -> ExitCode:
        from inlay.cli.recover.printing import document_recovery
        from inlay.verbs.recover.examine import Examination
        from inlay.verbs.recover.from_journal import Recovery, RecoveryStep
        from inlay.verbs.recover.rebuild.rebuild import rebuild
        from inlay.verbs.recover.rebuild.schema_file import read_schema

        like = self.like
        with progress_of(path, "reading", alone) as progress:
            file = rebuild(
                path,
                target.output,
                like=like if like is not None else read_schema(self.schema or ""),
                row_group_size=self.row_group_size,
                trust_pages=self.trust_pages,
                partial_columns=self.partial_columns,
                target=replace(target, output=None),
                progress=progress,
            )
        if self.is_json:
            document = document_recovery(
                path,
                Recovery(RecoveryStep.NOTHING),
                Examination(),
                wrote=target.output,
                rebuilt=_content_of(file),
            )
            show_json(document, in_line=not alone)
        else:
            _show(path, file, target, alone, self.row_group_size)
        wrote = target.output is not None or file.partial_columns is not None
        return ExitCode.OK if wrote else ExitCode.FINDINGS


def rebuild_each(
    paths: tuple[str, ...], jobs: int, options: RebuildOptions, target: Target
) -> ExitCode:
    """The worst exit code: 1 where nothing is written."""
    options.require()
    document = "recover" if options.is_json else None
    return change_each(paths, jobs, options, target, document=document, done="rebuilt")


def _show(path: str, file: RebuiltFile, target: Target, alone: bool, size: int | None) -> None:
    warn_of(path, file.outcome.warnings, alone)
    for note in file.notes:
        warn(f"{path}: {note}")
    back = f"{count(file.rows, 'row')} in {count(file.row_groups, 'row group')}"
    if target.output is None and file.partial_columns is not None and not file.rows:
        show_line(f"{path}: no row group is whole")
    elif target.output is None:
        show_line(f"{path}: {back} can be read again; -o OUT writes them with a new footer")
    else:
        show_line(
            f"{path}: {back} are back: wrote {target.output}, {count(file.outcome.new_size, 'byte')}"
        )
    for line in _describe_lost(file, size):
        show_line(f"  {line}")


def _describe_lost(file: RebuiltFile, size: int | None) -> Iterator[str]:
    if (some := file.partial_columns) is not None:
        columns = count(len(some.columns), "column")
        yield f"wrote {some.path}: {count(some.rows, 'row')} of {columns} of the row group that is cut"
        for name in some.damaged:
            yield f"lost: column {name} of that row group: it does not decode"
    if file.is_whole:
        yield "nothing that its pages hold is missing"
    for gap in file.gaps:
        yield f"lost: bytes {gap.start:,} to {gap.end:,}, in front of row group {gap.number}: {gap.reason}"
    if file.reason:
        yield f"lost: everything after offset {file.pages_end:,}: {file.reason}"
    if file.cut:
        rows = "" if file.cut_rows is None else f" of {count(file.cut_rows, 'row')}"
        yield f"lost: row group {file.row_groups + len(file.damaged)}{rows}, which is not whole: {_describe_cut(file, size)}"
    for group in file.damaged:
        yield f"lost: row group {group.number}: {group.reason}"
    for column, reason in file.undecoded:
        yield f"not proved: column {column}: {reason}"
    if not file.is_proved:
        yield "not proved: no page was decoded; `inlay verify --data` decodes them"
    if file.footers:
        yield f"{count(file.footers, 'footer')} between its pages: it is several files in one, and all of them are read"
    yield from _describe_old(file)
    yield "names, types and the number of columns are taken from what was given: pages do not say them"


def _describe_old(file: RebuiltFile) -> Iterator[str]:
    old = file.old_footer
    if old is None:
        return
    rows = [] if old.rows is None else [count(old.rows, "row")]
    groups = [] if old.row_groups is None else [count(old.row_groups, "row group")]
    said = [" in ".join([*rows, *groups])] if rows or groups else []
    said += [f"written by {old.created_by}"] if old.created_by else []
    if said:
        part = "" if old.is_whole else ", as far as it can be read"
        yield f"its old footer, at {old.offset:,}{part}: {', '.join(said)}"
    if old.keys:
        names = ", ".join(old.keys[:_SHOWN_KEYS]) + ", ..." * (len(old.keys) > _SHOWN_KEYS)
        yield f"not in the new footer: {count(len(old.keys), 'key')} of the old one: {names}"


def _describe_cut(file: RebuiltFile, size: int | None) -> str:
    """Of many columns, how many of them are there. `size` is what was said of row groups."""
    if file.is_cut_unclear:
        what = "its pages fit the columns in more than one way"
        return what if size is not None else f"{what}: `--row-group-size N` decides"
    columns = file.cut
    whole = [column.name for column in columns if column.is_whole]
    begun = [column for column in columns if column.rows and not column.is_whole]
    missing = len(columns) - len(whole) - len(begun)
    said = [f"{count(len(whole), 'column is there', 'columns are there')}"] if whole else []
    said += [f"{column.name} has {count(column.rows, 'row')}" for column in begun]
    if missing:
        said.append(f"{count(missing, 'column is missing', 'columns are missing')}")
    return ", ".join(said)


def _content_of(file: RebuiltFile) -> dict[str, Json]:
    return {
        "new_size": file.outcome.new_size,
        "rows": file.rows,
        "row_groups": file.row_groups,
        "columns": file.columns,
        "pages_end": file.pages_end,
        "reason": file.reason or None,
        "cut_rows": file.cut_rows,
        "cut": [dict(column._asdict()) for column in file.cut],
        "gaps": [dict(gap._asdict()) for gap in file.gaps],
        "damaged": [dict(group._asdict()) for group in file.damaged],
        "undecoded": [{"column": column, "reason": reason} for column, reason in file.undecoded],
        "partial_columns": None
        if file.partial_columns is None
        else dict(file.partial_columns._asdict()),
        "footers": file.footers,
        "old_footer": None if file.old_footer is None else dict(file.old_footer._asdict()),
        "proved": file.is_proved,
        "warnings": [*file.notes, *file.outcome.warnings],
    }
