"""A file whose footer is lost: which of its pages come back, and why none do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import itemgetter
from typing import Final, NamedTuple

from inlay.changes.rewrite.change import Planned, Target
from inlay.footers.footer.errors import COPY_AGAIN, EncryptedFooterError, FooterError
from inlay.footers.footer.magic import MAGIC_SIZE
from inlay.ground.files.read_ahead import ReadAhead
from inlay.ground.files.source import Seekable, read_at, size_of
from inlay.ground.wording.amounts import count
from inlay.pages.engine.progress import Progress
from inlay.verbs.recover.rebuild.between_pages import Between
from inlay.verbs.recover.rebuild.lost_column import LostColumn
from inlay.verbs.recover.rebuild.lost_pages import LostPages, leave_out_empty_chunks
from inlay.verbs.recover.rebuild.new_metadata import build_metadata
from inlay.verbs.recover.rebuild.other_footers import OtherFooter, read_other_footers
from inlay.verbs.recover.rebuild.page_reading import CutGroup
from inlay.verbs.recover.rebuild.prove import Proof
from inlay.verbs.recover.rebuild.proved_file import plan_proved, plan_trusted, with_result
from inlay.verbs.recover.rebuild.rebuilt_file import LostStretch
from inlay.verbs.recover.rebuild.stretches import list_gaps, read_stretches
from inlay.verbs.recover.rebuild.survey import Survey, survey_pages
from inlay.verbs.recover.rebuild.whole_columns import WholeColumns, find_whole_columns
from parquet_format.parquet import FileMetaData

_SHOWN: Final = 10
"""Names of columns in an error."""

_MOST_DAMAGED: Final = (
    "as many row groups are damaged as come back, or more: if the file that it is to be like has other columns than this one had, "
    "what comes back is wrong"
)

_OF_WHOLE_FILES: Final = (Between.INDEX, Between.FOOTER)
"""A writer writes them when all row groups are there."""


class ReadBack(NamedTuple):
    """`whole` is what may become a file of its own, of `cut`. `proof` is None where none was asked for."""

    survey: Survey
    metadata: FileMetaData
    columns: Sequence[LostColumn]
    cut: CutGroup | None
    whole: WholeColumns | None
    gaps: Sequence[LostStretch]
    others: Sequence[OtherFooter]
    proof: Proof | None
    notes: tuple[str, ...]


class LostFile(NamedTuple):
    """What is known of it, and what is asked for. With `needs_rows`, whole columns of a row group that is cut are not enough."""

    name: str
    like: FileMetaData
    columns: Sequence[LostColumn]
    rows: int | None
    trust_pages: bool
    needs_rows: bool
    target: Target
    progress: Progress

    def plan(self, source: Seekable) -> Planned[ReadBack]:
        survey = survey_pages(partial(read_at, ReadAhead(source)), size_of(source), self.progress)
        if not survey.pages:
            raise self._explain_no_pages(survey)
        others = read_other_footers(self.name, survey, partial(read_at, source), self.like)
        is_cut = _may_be_cut(survey)
        placed = leave_out_empty_chunks(survey.pages, is_cut=is_cut)
        facts = placed.list_facts()
        if not any(facts[number].is_data for number in set(placed.facts)):
            what = "its pages have no rows"
            raise FooterError(self.name, survey.end, what, COPY_AGAIN, "no-pages")
        ends = [it.end for it in survey.footers]
        read = partial(read_at, source)
        pages = LostPages(placed, read, ends, ends_chunk=survey.reaches_chunk)
        reading, note = read_stretches(
            self.name,
            pages,
            self.columns,
            [it.end for it in survey.damages],
            is_cut=is_cut,
            rows=self.rows,
        )
        whole = find_whole_columns(self.like, self.columns, pages, reading.cut)
        if not reading.groups and (self.needs_rows or whole is None):
            raise self._explain_no_group(survey, reading.cut, whole)
        metadata = build_metadata(self.like, pages, self.columns, reading.groups)
        keep = pages.pages.end_of(reading.groups[-1].end - 1) if reading.groups else MAGIC_SIZE
        notes = (note,) if note else ()
        gaps = list(list_gaps(survey, pages, reading.groups))
        rebuilt = ReadBack(
            survey, metadata, self.columns, reading.cut, whole, gaps, others, None, notes
        )
        if self.trust_pages:
            return with_result(plan_trusted(metadata, keep), rebuilt)
        proved = plan_proved(source, self.name, metadata, keep, self.target, self.progress)
        if proved.result.damaged and not metadata.row_groups:
            raise self._explain_all_damaged(proved.result)
        if proved.result.damaged and len(proved.result.damaged) >= len(metadata.row_groups):
            rebuilt = rebuilt._replace(notes=(*notes, _MOST_DAMAGED))
        return with_result(proved, rebuilt._replace(proof=proved.result))

    def _explain_no_pages(self, survey: Survey) -> FooterError:
        if survey.is_encrypted:
            return EncryptedFooterError(self.name, survey.end)
        what = f"no page of it is whole: {survey.reason}" if survey.reason else "it has no pages"
        return FooterError(self.name, survey.end, what, COPY_AGAIN, "no-pages")

    def _explain_all_damaged(self, proof: Proof) -> FooterError:
        number, damage = min(proof.damaged.items(), key=itemgetter(0))
        groups = count(len(proof.damaged), "row group")
        what = f"of {groups}, none comes back: row group {number}: {damage.what}"
        hint = "give a file, or a schema, with exactly the columns that this file had"
        return FooterError(self.name, damage.offset, what, hint, "no-row-group")

    def _explain_no_group(
        self, survey: Survey, cut: CutGroup | None, whole: WholeColumns | None
    ) -> FooterError:
        if cut is not None and cut.is_unclear:
            what = "no row group is whole, and its pages fit the columns of the first in more than one way"
            hint = "say how many rows a row group has: `--row-group-size N`"
            if self.rows is not None:
                hint = COPY_AGAIN
            return FooterError(self.name, survey.pages.offsets[0], what, hint, "ambiguous-pages")
        there = len(cut.chunks) if cut is not None else 0
        begun = count(there, "column is", "columns are")
        what = f"no row group is whole: of the first, {begun} there, of {len(self.columns):,}"
        hint = "give a file with exactly the columns that this file had"
        if whole is not None:
            names = ", ".join(whole.fields[:_SHOWN])
            names += ", and more" if len(whole.fields) > _SHOWN else ""
            hint = (
                f"`--partial-columns OUT2` without `-o` writes the columns that are there ({names})"
            )
        return FooterError(self.name, survey.end, what, hint, "no-row-group")


def _may_be_cut(survey: Survey) -> bool:
    """Whether the last row group may go on behind the pages that are there: not where indexes or a footer follow them."""
    last = survey.pages.end_of(-1)
    return not survey.reaches_footer and not any(
        region.start >= last and region.kind in _OF_WHOLE_FILES for region in survey.between
    )
