"""`inlay.prune`: what of a file a filter leaves out, row group by row group and page by page."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from inlay.footers.footer.footer import Footer
from inlay.ground.files.entries import parse_partition_values
from inlay.ground.files.source import Source
from inlay.ground.keywords import check_keywords
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.schema.wanted import require_row_groups
from inlay.ground.wording.amounts import count
from inlay.ground.wording.told import format_html, join_lines
from inlay.pages.engine.open_parts import open_parts
from inlay.pages.engine.range_reader import RangeReader
from inlay.rows.pruning.columns import FilteredColumns
from inlay.rows.pruning.filter_text import parse_filter
from inlay.rows.pruning.filter_tokens import FilterError
from inlay.rows.pruning.filters import (
    AllOf,
    AnyOf,
    ColumnTest,
    FilterTree,
    list_tests,
    match_tree,
    may_be_true,
)
from inlay.rows.pruning.judge import NOTHING, Judgement
from inlay.rows.pruning.left_out import confirm_left_out
from inlay.rows.pruning.page_facts import PagesOfChunk
from inlay.rows.pruning.subjects import find_subjects, list_asked_columns
from inlay_runtime.public_home import public_in
from parquet_format.parquet import FileMetaData

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys, KeyRetriever


class PageVerdict(NamedTuple):
    """A data page of a column that the filter names, `first_row` counted in its row group. `judgements` has the tests of this
    column; a page is also skipped if other columns rule out all of its rows."""

    column: str
    page: int
    first_row: int
    num_rows: int
    is_skipped: bool
    judgements: tuple[Judgement, ...]


class GroupVerdict(NamedTuple):
    """`judgements` has each test of the filter. Of a row group that is not skipped, matching rows lie in `row_ranges`, from a
    row to the one behind the last; `pages` are those of the columns that have an index. Where `num_rows` is negative,
    nothing is skipped, and no range is known."""

    row_group: int
    num_rows: int
    is_skipped: bool
    judgements: tuple[Judgement, ...]
    row_ranges: tuple[tuple[int, int], ...]
    pages: tuple[PageVerdict, ...]

    @property
    def num_rows_left(self) -> int:
        return sum(end - start for start, end in self.row_ranges)


@public_in("inlay")
class Pruning(NamedTuple):
    """What a filter leaves of a file."""

    path: str
    filter: str
    groups: tuple[GroupVerdict, ...]

    def __repr__(self) -> str:
        """One line, however many row groups there are."""
        left = f"{len(self.row_groups):,} of {count(len(self.groups), 'row group')}"
        return f"<Pruning of {self.path!r} by {self.filter!r}: {left} may match>"

    def __str__(self) -> str:
        """What `inlay prune` prints."""
        from inlay.rows.pruning.text import list_lines

        return join_lines(list_lines(self))

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from inlay.rows.pruning.text import list_lines

        return format_html(list_lines(self))

    @property
    def row_groups(self) -> list[int]:
        """The numbers of those that are not skipped."""
        return [group.row_group for group in self.groups if not group.is_skipped]

    @property
    def num_rows(self) -> int:
        return sum(group.num_rows for group in self.groups)

    @property
    def num_rows_left(self) -> int:
        return sum(group.num_rows_left for group in self.groups)


@check_keywords
def prune(
    source: Source | Footer,
    filter: str | FilterTree,
    *,
    row_groups: Sequence[int] | None = None,
    pages: bool = True,
    nan_is_largest: bool = False,
    keys: EncryptionKeys | KeyRetriever | None = None,
) -> Pruning:
    """What of a file need not be read for the rows that match a filter such as `price > 10 and day = '2026-01-02'`.

    No row that matches lies in what is skipped. `row_groups` are those to look at; without `pages`, only what the footer and
    Bloom filters say counts; of a Footer that does not know its file, only what it says itself. NaN equals nothing, as in Arrow; with `nan_is_largest` it is above all numbers, as in Spark and DuckDB.

    Raises FilterError for text that is not a filter, for columns that the file does not have, and for values of other types,
    TypeError for what is not text, FooterError for a footer that cannot be read, OSError. Damaged indexes and Bloom filters decide nothing,
    and neither does what none of `keys` opens.
    """
    return _prune(source, filter, row_groups, pages, nan_is_largest, keys, is_explained=True)


def prune_for_reading(
    source: Source | Footer,
    filter: str | FilterTree,
    row_groups: Sequence[int] | None,
    *,
    pages: bool = True,
    nan_is_largest: bool = False,
) -> Pruning:
    """What `prune` leaves, without judgements and pages: a row group is left at the first test that decides, and nothing is put into
    words."""
    return _prune(source, filter, row_groups, pages, nan_is_largest, None, is_explained=False)


def _prune(
    source: Source | Footer,
    filter: str | FilterTree,
    row_groups: Sequence[int] | None,
    pages: bool,
    nan_is_largest: bool,
    keys: EncryptionKeys | KeyRetriever | None,
    *,
    is_explained: bool,
) -> Pruning:
    tree = parse_filter(filter) if isinstance(filter, str) else _require_tree(filter)
    text = filter if isinstance(filter, str) else ""
    with _open(source, keys) as (reader, footer):
        numbers = require_row_groups(row_groups, len(footer.metadata.row_groups))
        try:
            groups = prune_groups(
                reader,
                footer.metadata,
                tree,
                numbers,
                text=text,
                pages=pages,
                nan_is_largest=nan_is_largest,
                is_explained=is_explained,
            )
        except FilterError as error:
            error.path = footer.path
            if error.column in parse_partition_values(footer.path):
                where = "its folder has it in its name, and a filter is about columns of the file"
                error.what = f"the file has no column {error.column!r}: {where}"
            raise
    return Pruning(footer.path, text, groups)


@contextmanager
def _open(
    source: Source | Footer, keys: EncryptionKeys | KeyRetriever | None
) -> Generator[tuple[RangeReader | None, Footer]]:
    """A Footer that does not know its file is all there is."""
    if isinstance(source, Footer) and source.source is None:
        yield None, source
        return
    with open_parts(source, keys) as (reader, footer):
        yield reader, footer


def _require_tree(given: object) -> FilterTree:
    if not isinstance(given, ColumnTest | AllOf | AnyOf):
        raise TypeError(f"a filter is text, such as 'price > 10': not {type(given).__name__}")
    return given


def prune_groups(
    reader: RangeReader | None,
    metadata: FileMetaData,
    tree: FilterTree,
    numbers: Sequence[int] | None = None,
    *,
    text: str = "",
    pages: bool = True,
    nan_is_largest: bool = False,
    is_explained: bool = False,
) -> tuple[GroupVerdict, ...]:
    """The same of row groups in memory, with a reader for what their footer names; without it, the footer alone decides. Raises FilterError."""
    schema = SchemaTree(metadata.schema)
    subjects = find_subjects(schema, list(list_tests(tree)), text, metadata)
    wanted = range(len(metadata.row_groups)) if numbers is None else numbers
    asked = list_asked_columns(subjects.values())
    columns = FilteredColumns(metadata, schema, subjects, asked, reader, wanted, nan_is_largest)
    judging = _Judging(columns, tree, pages, is_explained)
    confirm_left_out(columns, tree, asked)
    may_match = match_tree(tree, columns.match_groups)
    return tuple(
        judging.judge_group(at, group, metadata.row_groups[group].num_rows, may_match[at])
        for at, group in enumerate(wanted)
    )


class _Judging(NamedTuple):
    columns: FilteredColumns
    tree: FilterTree
    pages: bool
    is_explained: bool

    def judge_group(self, at: int, group: int, num_rows: int, may_match: bool) -> GroupVerdict:
        """`may_match` is what the statistics say of the whole filter."""
        columns = self.columns
        if num_rows > 0 and not may_match and not self.is_explained:
            return GroupVerdict(group, num_rows, True, (), (), ())
        judgements = columns.judge_group(at) if self.is_explained else ()
        if num_rows < 0 or (num_rows == 0 and columns.count_values(at)):
            why = f"the row group says that it has {count(num_rows, 'row')}"
            judgements = tuple(Judgement(it.test, True, NOTHING, why) for it in judgements)
            return GroupVerdict(group, num_rows, False, judgements, (), ())
        if not may_match or num_rows == 0:
            return GroupVerdict(group, num_rows, True, judgements, (), ())
        known = {judgement.test: judgement.may_match for judgement in judgements}

        def may_match_in(test: ColumnTest) -> bool:
            if test not in known:
                known[test] = columns.may_match_in(test, at)
            return known[test]

        is_left_out = not may_be_true(self.tree, may_match_in)
        if (
            is_left_out
        ):  # by a Bloom filter, and perhaps by statistics that nothing was held against yet
            columns.hold_group(at)
        by_column = columns.chunks.read_pages(at) if self.pages and not is_left_out else {}
        if at in columns.chunks.has_void:
            judgements = columns.judge_group(at) if self.is_explained else ()
            known.clear()
            known.update({judgement.test: judgement.may_match for judgement in judgements})
            is_left_out = is_left_out and not may_be_true(self.tree, may_match_in)
        if is_left_out:
            return GroupVerdict(group, num_rows, True, judgements, (), ())
        borders = {0, num_rows, *(row for pages in by_column.values() for row in pages.starts)}
        rows = sorted(borders)

        def match_ranges(test: ColumnTest) -> Sequence[bool]:
            if not may_match_in(test):
                return [False] * (len(rows) - 1)
            return columns.match_rows(test, by_column, rows[:-1])

        left = tuple(_join_ranges(rows, match_tree(self.tree, match_ranges)))
        verdicts = tuple(_list_pages(columns, by_column, left)) if self.is_explained else ()
        return GroupVerdict(group, num_rows, not left, judgements, left, verdicts)


def _join_ranges(rows: Sequence[int], may_match: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """What lies between these rows and may match, joined where it meets: between the borders of all pages each test has one answer."""
    begun: int | None = None
    for row, is_left in zip(rows, [*may_match, False], strict=True):
        if is_left and begun is None:
            begun = row
        elif begun is not None and not is_left:
            yield begun, row
            begun = None


def _list_pages(
    columns: FilteredColumns,
    by_column: dict[int, PagesOfChunk],
    left: Sequence[tuple[int, int]],
) -> Iterator[PageVerdict]:
    for column, pages in by_column.items():
        at = 0
        name, judged = columns.chunks.name(column), columns.judge_pages(column, pages.facts)
        for page, (start, end) in enumerate(pairwise(pages.starts)):
            while at < len(left) and left[at][1] <= start:
                at += 1
            is_skipped = at == len(left) or left[at][0] >= end
            yield PageVerdict(name, page, start, end - start, is_skipped, judged[page])
