"""`inlay.rebuild`: a file without its footer, read back from its pages (`docs/recover.md`)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from operator import itemgetter
from typing import Final, NamedTuple

from inlay.changes.rewrite.change import Change, Done, Planned, Target
from inlay.changes.rewrite.publish import edit_planned
from inlay.changes.rewrite.same_file import is_same_file
from inlay.changes.rewrite.system import POSIX, System
from inlay.footers.footer.errors import COPY_AGAIN, EncryptedFooterError, FooterError
from inlay.footers.footer.read import read_footer, read_metadata
from inlay.footers.footer.trailer import tail_of
from inlay.ground.files.paths import AnyPath, require_path
from inlay.ground.files.read_ahead import ReadAhead
from inlay.ground.files.source import Seekable, read_at, size_of
from inlay.ground.files.whole import WithTail
from inlay.ground.keywords import check_keywords
from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count
from inlay.pages.engine.errors import name_file_in_errors
from inlay.pages.engine.new_end import plan_new_end
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.pages.engine.thrift_file import open_thrift
from inlay.verbs.index.placing import place_parts
from inlay.verbs.recover.rebuild.grouping import CutGroup
from inlay.verbs.recover.rebuild.lost_column import LostColumn, list_columns
from inlay.verbs.recover.rebuild.lost_pages import LostPages, leave_out_empty_chunks
from inlay.verbs.recover.rebuild.new_metadata import build_metadata
from inlay.verbs.recover.rebuild.other_footers import require_same_columns
from inlay.verbs.recover.rebuild.prove import Proof, prove_chunks
from inlay.verbs.recover.rebuild.readings import choose_reading
from inlay.verbs.recover.rebuild.rebuilt_file import CutColumn, DamagedGroup, RebuiltFile
from inlay.verbs.recover.rebuild.survey import Between, Survey, survey_pages
from parquet_format.parquet import FileMetaData

_DEFAULT_TARGET: Final = Target()

_SHOWN: Final = 10
"""Names of columns in an error."""

_MOST_DAMAGED: Final = (
    "as many row groups are damaged as come back, or more: if the file that it is to be like has other columns than this one had, "
    "what comes back is wrong"
)

_OF_WHOLE_FILES: Final = (Between.INDEX, Between.FOOTER)
"""A writer writes them when all row groups are there."""


class _Rebuilt(NamedTuple):
    survey: Survey
    metadata: FileMetaData
    columns: Sequence[LostColumn]
    cut: CutGroup | None
    proof: Proof | None
    notes: tuple[str, ...]


@check_keywords
def rebuild(
    path: AnyPath,
    output: AnyPath | None = None,
    *,
    like: AnyPath | FileMetaData,
    row_group_size: int | None = None,
    trust_pages: bool = False,
    target: Target = _DEFAULT_TARGET,
    progress: Progress = ignore_progress,
    system: System = POSIX,
) -> RebuiltFile:
    """Walks the pages of a file from its front, and makes the footer that they prove. The file itself stays as it is.

    `like` is a Parquet file with the same columns, or its metadata: it says their names, types and order, and who wrote them. Every chunk is
    decoded once, which proves it and gives it statistics; with `trust_pages` none is. `row_group_size` is the number of rows of each row
    group but the last, where pages fit in several ways. `output` is the new file: the same bytes up to the last page that is read, and the
    footer; without it, nothing is written.

    Raises FooterError for what has no whole page, for pages that are not those of the columns, and for pages that fit in two ways; and
    what reading `like`, and writing a file, raise.
    """
    name = require_path(path, "rebuild")
    metadata = like if isinstance(like, FileMetaData) else read_metadata(require_path(like, "like"))
    columns = list_columns(metadata)
    if not columns:
        raise RequestError(f"{name}: the file that it is to be like has no columns")
    if row_group_size is not None and row_group_size < 1:
        raise RequestError(f"row_group_size={row_group_size}: a row group has 1 row or more")
    if output is not None:
        _require_other_file(name, os.fspath(output), system)
    place = Target(
        output=output,
        overwrite=target.overwrite,
        dry_run=target.dry_run or output is None,
        allow=target.allow,
        watch=target.watch,
    )

    lost = _Lost(name, metadata, columns, row_group_size, trust_pages, place, progress)
    with name_file_in_errors(name):
        done = edit_planned(name, lost.plan, target=place, system=system)
    return _result(done)


class _Lost(NamedTuple):
    """What is known of a file whose footer is lost, and what is asked for."""

    name: str
    like: FileMetaData
    columns: Sequence[LostColumn]
    rows: int | None
    trust_pages: bool
    target: Target
    progress: Progress

    def plan(self, source: Seekable) -> Planned[_Rebuilt]:
        survey = survey_pages(partial(read_at, ReadAhead(source)), size_of(source), self.progress)
        if not survey.pages:
            raise self._explain_no_pages(survey)
        require_same_columns(self.name, survey, partial(read_at, source), self.like)
        is_cut = _may_be_cut(survey)
        placed = leave_out_empty_chunks(survey.pages, is_cut=is_cut)
        if not any(page.is_data for page in placed):
            raise FooterError(
                self.name, survey.end, "its pages have no rows", COPY_AGAIN, "no-pages"
            )
        pages = LostPages(
            placed,
            partial(read_at, source),
            [it.end for it in survey.footers],
            ends_chunk=survey.reaches_chunk,
        )
        reading, note = choose_reading(
            self.name,
            pages,
            self.columns,
            is_cut=is_cut,
            rows=self.rows,
        )
        if not reading.groups:
            raise self._explain_no_group(survey, reading.cut)
        metadata = build_metadata(self.like, pages, self.columns, reading.groups)
        keep = pages.pages[reading.groups[-1].end - 1].end
        rebuilt = _Rebuilt(
            survey, metadata, self.columns, reading.cut, None, (note,) if note else ()
        )
        if self.trust_pages:
            return Planned(Change(keep, tail_of(metadata.encode())), rebuilt, check=_check)
        return self._plan_proved(source, rebuilt, keep)

    def _plan_proved(self, source: Seekable, rebuilt: _Rebuilt, keep: int) -> Planned[_Rebuilt]:
        metadata = rebuilt.metadata
        bare = WithTail(source, keep, tail_of(metadata.encode()))
        file = open_thrift(bare, self.name)
        proof = prove_chunks(file, metadata, self.progress)
        if proof.damaged:
            if len(proof.damaged) == len(metadata.row_groups):
                raise self._explain_all_damaged(metadata, proof)
            lost = set(proof.damaged)
            gone = {id(chunk) for number in lost for chunk in metadata.row_groups[number].columns}
            metadata.row_groups = [
                group for number, group in enumerate(metadata.row_groups) if number not in lost
            ]
            metadata.num_rows = sum(group.num_rows for group in metadata.row_groups)
            proof.parts = [part for part in proof.parts if id(part.chunk) not in gone]
            if len(lost) >= len(metadata.row_groups):
                rebuilt = rebuilt._replace(notes=(*rebuilt.notes, _MOST_DAMAGED))
        new, _ = place_parts(file, metadata, [], proof.parts, proof.spill)
        planned = plan_new_end(
            file,
            metadata,
            rebuilt._replace(proof=proof),
            self.target,
            keep=new.start,
            parts=new.data.parts,
        )
        return replace(planned, check=_check)

    def _explain_no_pages(self, survey: Survey) -> FooterError:
        if survey.is_encrypted:
            return EncryptedFooterError(self.name, survey.end)
        what = f"no page of it is whole: {survey.reason}" if survey.reason else "it has no pages"
        return FooterError(self.name, survey.end, what, COPY_AGAIN, "no-pages")

    def _explain_all_damaged(self, metadata: FileMetaData, proof: Proof) -> FooterError:
        number, damage = min(proof.damaged.items(), key=itemgetter(0))
        groups = count(len(metadata.row_groups), "row group")
        what = f"of {groups}, none comes back: row group {number}: {damage.what}"
        hint = "give a file, or a schema, with exactly the columns that this file had"
        return FooterError(self.name, damage.offset, what, hint, "no-row-group")

    def _explain_no_group(self, survey: Survey, cut: CutGroup | None) -> FooterError:
        there = len(cut.chunks) if cut is not None else 0
        begun = count(there, "column is", "columns are")
        names = ", ".join(column.name for column in self.columns[:there][:_SHOWN])
        what = f"no row group is whole: of the first, {begun} there, of {len(self.columns):,}"
        hint = "give a file with exactly the columns that this file had"
        if there:
            hint = (
                f"a file with the first {count(there, 'column')} alone ({names}) gives these back"
            )
        return FooterError(self.name, survey.end, what, hint, "no-row-group")


def _require_other_file(name: str, output: str, system: System) -> None:
    if is_same_file(name, output, system):
        hint = "give OUT another name: a damaged file is never overwritten"
        raise RefusedError("same", "OUT and FILE are the same file", hint, output)


def _check(file: Seekable) -> None:
    read_footer(file).validate()


def _may_be_cut(survey: Survey) -> bool:
    """Whether the last row group may go on behind the pages that are there: not where indexes or a footer follow them."""
    last = survey.pages[-1].end
    return not survey.reaches_footer and not any(
        region.start >= last and region.kind in _OF_WHOLE_FILES for region in survey.between
    )


def _result(done: Done[_Rebuilt]) -> RebuiltFile:
    rebuilt = done.result
    metadata, survey, proof = rebuilt.metadata, rebuilt.survey, rebuilt.proof
    cut = rebuilt.cut
    return RebuiltFile(
        done.outcome,
        metadata.num_rows,
        len(metadata.row_groups),
        len(rebuilt.columns),
        survey.end,
        survey.reason,
        () if cut is None else tuple(_list_cut(cut, rebuilt.columns)),
        None if cut is None else cut.rows,
        tuple(
            DamagedGroup(number, str(it))
            for number, it in sorted(proof.damaged.items(), key=itemgetter(0))
        )
        if proof
        else (),
        tuple(proof.undecoded.items()) if proof else (),
        sum(footer.start < survey.pages[-1].offset for footer in survey.footers),
        proof is not None,
        rebuilt.notes,
    )


def _list_cut(cut: CutGroup, columns: Sequence[LostColumn]) -> Iterator[CutColumn]:
    for number, column in enumerate(columns):
        if number < len(cut.chunks):
            assert cut.rows is not None  # as of all whole columns
            yield CutColumn(column.name, cut.rows, True)
        elif number == len(cut.chunks) and cut.partial is not None:
            yield CutColumn(column.name, cut.partial_rows, False)
        else:
            yield CutColumn(column.name, 0, False)
