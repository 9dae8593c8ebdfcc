"""Of the row group in which the pages end, the columns that are whole, as a file of their own."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from inlay.changes.rewrite.change import Change, Planned, Target
from inlay.footers.footer.errors import COPY_AGAIN, FooterError
from inlay.footers.footer.magic import PLAIN
from inlay.ground.files.source import Seekable, read_at
from inlay.ground.files.spliced import SplicedFile
from inlay.ground.schema.kept_leaves import keep_leaves
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.schema_copies import SchemaChange, follow
from inlay.pages.engine.progress import Progress
from inlay.verbs.recover.rebuild.lost_column import LostColumn
from inlay.verbs.recover.rebuild.lost_pages import LostPages
from inlay.verbs.recover.rebuild.new_metadata import build_metadata
from inlay.verbs.recover.rebuild.page_reading import CutGroup, LostGroup, PageSpans
from inlay.verbs.recover.rebuild.page_table import PageTable
from inlay.verbs.recover.rebuild.proved_file import plan_proved, plan_trusted, with_result
from inlay.verbs.recover.rebuild.rebuilt_file import PartialColumns
from parquet_format.parquet import FileMetaData

_SHOWN: Final = 10
"""Names of columns in an error."""


class FullChunk(NamedTuple):
    """All pages of a column."""

    column: LostColumn
    pages: PageTable

    @property
    def field(self) -> str:
        """The one below the root that it belongs to."""
        return self.column.path[0]


class WholeColumns(NamedTuple):
    """Chunks of `rows` rows, in the order of the file. Fields below the root have all of their chunks here: in part, one may mean nothing."""

    like: FileMetaData
    rows: int
    chunks: Sequence[FullChunk]

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(chunk.field for chunk in self.chunks))

    def plan(
        self, source: Seekable, name: str, target: Target, progress: Progress, *, trust_pages: bool
    ) -> Planned[PartialColumns]:
        """A file of their pages and a footer. Fields with a damaged chunk are left out. Raises FooterError where that is all of them."""
        damaged: set[str] = set()
        while kept := [chunk for chunk in self.chunks if chunk.field not in damaged]:
            whole = self._replace(chunks=kept)
            body = _copy_chunks(source, name, kept)
            metadata = whole._describe(body)
            if trust_pages:
                planned = plan_trusted(metadata, body.size)
            else:
                proved = plan_proved(body, name, metadata, body.size, target, progress)
                if proved.result.damaged_fields:
                    damaged |= proved.result.damaged_fields
                    continue
                planned = with_result(proved, None)
            # The body is not a beginning of the source: all of it is new.
            change = Change(0, planned.change.tail, (*body.parts, *planned.change.parts))
            result = PartialColumns(
                target.output or "", self.rows, whole.fields, tuple(sorted(damaged))
            )
            return Planned(change, result, planned.warnings, planned.check)
        names = ", ".join(self.fields[:_SHOWN])
        what = f"of the row group in which its pages end, no whole column decodes: {names}"
        raise FooterError(name, self.chunks[0].pages.offsets[0], what, COPY_AGAIN, "no-row-group")

    def _describe(self, body: SplicedFile) -> FileMetaData:
        """The footer of a file that begins with this body."""
        leaves = sorted(chunk.column.at for chunk in self.chunks)
        read = partial(read_at, body)
        pages = PageTable(read, self.chunks[0].pages.numbers)
        ends = array("i")
        at = len(PLAIN)
        for chunk in self.chunks:
            pages.extend(chunk.pages.run, at)
            at = pages.end_of(-1)
            ends.append(len(pages))
        places = {leaf: at for at, leaf in enumerate(leaves)}
        columns = [it.column._replace(at=places[it.column.at]) for it in self.chunks]
        lost = LostPages(pages, read)
        group = LostGroup(self.rows, PageSpans(0, ends))
        return build_metadata(_keep_columns(self.like, leaves), lost, columns, [group])


def find_whole_columns(
    like: FileMetaData, columns: Sequence[LostColumn], pages: LostPages, cut: CutGroup | None
) -> WholeColumns | None:
    """None where no field is whole."""
    if cut is None or cut.rows is None:
        return None
    cut_fields = {column.path[0] for column in columns[len(cut.chunks) :]}
    chunks = [
        FullChunk(column, pages.pages[span.first : span.end])
        for column, span in zip(columns, cut.chunks, strict=False)
        if column.path[0] not in cut_fields
    ]
    return WholeColumns(like, cut.rows, chunks) if chunks else None


def _copy_chunks(source: Seekable, name: str, chunks: Sequence[FullChunk]) -> SplicedFile:
    """A file up to its footer: each chunk at once behind the one before."""
    body = SplicedFile(name)
    body.append(PLAIN)
    for chunk in chunks:
        start = chunk.pages.offsets[0]
        body.copy(source, start, chunk.pages.end_of(-1) - start)
    return body


def _keep_columns(like: FileMetaData, leaves: Sequence[int]) -> FileMetaData:
    pairs = follow(like.key_value_metadata or (), SchemaChange(like.schema, leaves=leaves)).pairs
    orders = like.column_orders
    return like.replace(
        schema=keep_leaves(SchemaTree(like.schema), leaves),
        key_value_metadata=pairs or None,
        column_orders=None if orders is None else [orders[leaf] for leaf in leaves],
    )
