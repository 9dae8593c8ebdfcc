"""`inlay.rebuild`: a file without its footer, read back from its pages (`docs/recover.md`)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from operator import itemgetter
from typing import Final

from inlay.changes.rewrite.change import Done, Target
from inlay.changes.rewrite.publish import edit_planned, require_permission
from inlay.changes.rewrite.same_file import is_same_file
from inlay.changes.rewrite.system import POSIX, System
from inlay.footers.footer.read import read_metadata
from inlay.ground.files.paths import AnyPath, find_local_path, require_path
from inlay.ground.keywords import check_keywords
from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError
from inlay.pages.engine.errors import name_file_in_errors
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.verbs.recover.rebuild.compared_footer import compare_footers
from inlay.verbs.recover.rebuild.lost_column import LostColumn, forget_rows, list_columns
from inlay.verbs.recover.rebuild.lost_file import LostFile, ReadBack
from inlay.verbs.recover.rebuild.page_reading import CutGroup
from inlay.verbs.recover.rebuild.rebuilt_file import (
    CutColumn,
    DamagedGroup,
    RebuiltFile,
)
from parquet_format.parquet import FileMetaData

_DEFAULT_TARGET: Final = Target()

_NO_WHOLE_COLUMN: Final = (
    "no column of a row group that is cut is whole: no file of them is written"
)


@check_keywords
def rebuild(
    path: AnyPath,
    output: AnyPath | None = None,
    *,
    like: AnyPath | FileMetaData,
    row_group_size: int | None = None,
    trust_pages: bool = False,
    partial_columns: AnyPath | None = None,
    target: Target = _DEFAULT_TARGET,
    progress: Progress = ignore_progress,
    system: System = POSIX,
) -> RebuiltFile:
    """Walks the pages of a file from its front, and makes the footer that they prove. The file itself stays as it is.

    `like` is a Parquet file with the same columns, or its metadata: it says their names, types and order, and who wrote them. Every chunk is
    decoded once, which proves it and gives it statistics; with `trust_pages` none is. `row_group_size` is the number of rows of each row
    group but the last, where pages fit in several ways. `output` is the new file: the same bytes up to the last page that is read, and the
    footer; without it, nothing is written. `partial_columns` is another new file, of those columns that are whole of the row group in which
    the pages end: each field below the root of which all chunks are there, proved like the others. It is not written where there is none.

    Raises FooterError for what has no whole page, for pages that are not those of the columns, and for pages that fit in two ways; and
    what reading `like`, and writing a file, raise.
    """
    name = require_path(path, "rebuild")
    metadata = forget_rows(
        like if isinstance(like, FileMetaData) else read_metadata(require_path(like, "like"))
    )
    columns = list_columns(metadata)
    if not columns:
        raise RequestError(f"{name}: the file that it is to be like has no columns")
    if row_group_size is not None and row_group_size < 1:
        raise RequestError(f"row_group_size={row_group_size}: a row group has 1 row or more")
    place = Target(
        output=output,
        overwrite=target.overwrite,
        dry_run=target.dry_run or output is None,
        allow=target.allow,
        watch=target.watch,
    )
    beside = None
    if partial_columns is not None:
        beside = replace(place, output=os.fspath(partial_columns), dry_run=target.dry_run)
    _require_other_files(name, place, beside, system)
    needs_rows = output is not None or beside is None
    lost = LostFile(
        name, metadata, columns, row_group_size, trust_pages, needs_rows, place, progress
    )
    with name_file_in_errors(name):
        done = edit_planned(name, lost.plan, target=place, system=system)
        rebuilt = _result(done)
        if beside is None:
            return rebuilt
        whole = done.result.whole
        if whole is None:
            return replace(rebuilt, notes=(*rebuilt.notes, _NO_WHOLE_COLUMN))
        plan = partial(
            whole.plan, name=name, target=beside, progress=progress, trust_pages=trust_pages
        )
        written = edit_planned(name, plan, target=beside, system=system)
    return replace(rebuilt, partial_columns=written.result)


def _require_other_files(name: str, place: Target, beside: Target | None, system: System) -> None:
    """Raises RefusedError for an output that is the file, or the other output; and, before the first is written, for what refuses the second."""
    outputs = [it.output for it in (place, beside) if it is not None and it.output is not None]
    for output in outputs:
        if is_same_file(name, output, system):
            hint = "give OUT another name: a damaged file is never overwritten"
            raise RefusedError("same", "OUT and FILE are the same file", hint, output)
    if len(outputs) > 1 and is_same_file(outputs[0], outputs[1], system):
        hint = "give one of them another name"
        raise RefusedError("same", "OUT and OUT2 are the same file", hint, outputs[1])
    if beside is not None and (local := find_local_path(name)) is not None:
        require_permission(system.resolve(local), beside, system)


def _result(done: Done[ReadBack]) -> RebuiltFile:
    rebuilt = done.result
    metadata, survey, proof = rebuilt.metadata, rebuilt.survey, rebuilt.proof
    cut = rebuilt.cut
    file = RebuiltFile(
        done.outcome,
        metadata.num_rows,
        len(metadata.row_groups),
        len(rebuilt.columns),
        survey.end,
        survey.reason,
        () if cut is None else tuple(_list_cut(cut, rebuilt.columns)),
        None if cut is None else cut.rows,
        (
            tuple(
                DamagedGroup(number, str(it))
                for number, it in sorted(proof.damaged.items(), key=itemgetter(0))
            )
            if proof
            else ()
        ),
        tuple(proof.undecoded.items()) if proof else (),
        sum(footer.start < survey.pages.offsets[-1] for footer in survey.footers),
        proof is not None,
        rebuilt.notes,
        gaps=tuple(rebuilt.gaps),
        is_cut_unclear=cut is not None and cut.is_unclear,
    )
    return compare_footers(file, metadata, rebuilt.others)


def _list_cut(cut: CutGroup, columns: Sequence[LostColumn]) -> Iterator[CutColumn]:
    for number, column in enumerate(columns):
        if number < len(cut.chunks):
            assert cut.rows is not None  # as of all whole columns
            yield CutColumn(column.name, cut.rows, True)
        elif number == len(cut.chunks) and cut.partial is not None:
            yield CutColumn(column.name, cut.partial_rows, False)
        else:
            yield CutColumn(column.name, 0, False)
