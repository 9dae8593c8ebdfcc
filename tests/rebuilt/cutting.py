"""Files cut at random offsets, some also with flipped bits, and what `inlay.rebuild` makes of the rest by the file that is like them, or by
one that is not."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from itertools import accumulate, groupby
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

import pyarrow as pa
from pyarrow import parquet

import inlay
from inlay.errors import FooterError
from inlay.ground.values.orders import WIDTHS
from inlay.verbs.recover.rebuild.lost_column import list_columns
from inlay.verbs.recover.rebuild.survey import survey_pages
from parquet_format.parquet import FileMetaData, Type

pq = cast("Any", parquet)


class Kind(Enum):
    BACK = "every whole row group is back"
    NONE = "no row group was whole"
    DECIDED = "back with `--row-group-size`, as pages fit in several ways, which is said"
    OPEN = "the last list may go on behind the cut, which is said"
    UNCLEAR = "its last pages are a whole row group or the beginning of one, which is said"
    REFUSED = "refused, with the reason"
    LEFT_OUT = "row groups are left out, with the reason"
    ALIKE = "the same pages in columns of other names or another number, as the summary says"
    DOUBTED = "other values, beside as many damaged row groups or more, with a warning that the columns may be others"
    FLIPPED = "a flipped bit in a page without a CRC is a value"
    UNREAD = "pyarrow refuses what came back, by a flipped bit"
    FOUND = "`inlay verify --values` finds something in what came back"
    MISSING = "fewer row groups than were whole, and nobody says so"
    WRONG = "other values, and nobody says so"


class Way(Enum):
    """What is done to a file, and how it is rebuilt."""

    CUT = "cut"
    FLIPS = "cut, with flipped bits"
    SIBLING = "cut, and rebuilt by the wrong file"


FINE = {
    Way.CUT: (Kind.BACK, Kind.NONE, Kind.DECIDED, Kind.OPEN, Kind.UNCLEAR),
    Way.FLIPS: (
        Kind.BACK,
        Kind.NONE,
        Kind.OPEN,
        Kind.REFUSED,
        Kind.LEFT_OUT,
        Kind.FLIPPED,
        Kind.UNREAD,
    ),
    Way.SIBLING: (Kind.BACK, Kind.NONE, Kind.REFUSED, Kind.LEFT_OUT, Kind.ALIKE, Kind.DOUBTED),
}


_VERIFIED = 0.05
"""The share of files that are verified, too. Where bits were flipped, or columns are others, a page header may say
something else of the values."""


class WholeFile(NamedTuple):
    """`ends` are where the pages of each row group end, `groups` their rows. `like` is of another file of the writer, `others` are of files with other columns.
    `is_list_last` is whether rows of the column that is written last have many values; `bodies` and `headers` are stretches of pages, `found` the
    kinds of findings in it."""

    writer: str
    data: bytes
    ends: list[int]
    groups: list[pa.Table]
    like: FileMetaData
    others: list[FileMetaData]
    is_list_last: bool
    has_crcs: bool
    headers: list[range]
    bodies: list[range]
    found: set[str]

    @property
    def starts(self) -> list[int]:
        """The row with which each row group begins."""
        return list(accumulate(map(len, self.groups[:-1]), initial=0))


class Outcome(NamedTuple):
    way: Way
    kind: Kind
    at: int
    said: str
    flipped: tuple[int, ...] = ()


def read_whole_file(
    writer: str, path: Path, like: FileMetaData, others: Iterable[FileMetaData]
) -> WholeFile:
    metadata, data = inlay.read_metadata(path), path.read_bytes()
    ends: list[int] = []
    is_list_last = False
    for group in metadata.row_groups:
        metas = [it.meta_data for it in group.columns if it.meta_data is not None]
        stops = [
            (it.dictionary_page_offset or it.data_page_offset) + it.total_compressed_size
            for it in metas
        ]
        ends.append(max(stops))
        last = metas[stops.index(max(stops))]
        is_list_last |= last.num_values != group.num_rows or len(last.path_in_schema) > 2
    pages = survey_pages(lambda at, size: data[at : at + size], len(data)).pages
    values, groups, first = pq.ParquetFile(path).read(), list[pa.Table](), 0
    for group in metadata.row_groups:
        groups.append(values.slice(first, group.num_rows))
        first += group.num_rows
    return WholeFile(
        writer,
        data,
        ends,
        groups,
        like,
        list(others),
        is_list_last,
        all(it.header.crc is not None for it in pages),
        [range(it.offset, it.start) for it in pages],
        [range(it.start, it.end) for it in pages if it.end > it.start],
        list_findings(path),
    )


def list_findings(path: Path) -> set[str]:
    """The kinds of what values say of a file."""
    return {it.code for it in inlay.verify(path, values=True).findings}


class Bench:
    """Where cut files lie, and what comes of them."""

    def __init__(self, folder: Path) -> None:
        self._cut, self._out = folder / "cut.parquet", folder / "rebuilt.parquet"

    def try_out(self, file: WholeFile, way: Way, random: Random) -> Outcome:
        at = random.randrange(4, len(file.data))
        data, flipped, like = bytearray(file.data[:at]), list[int](), file.like
        if way is Way.FLIPS:
            stretches = random.choice((file.headers, file.bodies))
            there = [it for it in stretches if it.stop <= at] or [range(4, at)]
            for _ in range(random.choice((1, 1, 3))):
                where = random.choice(random.choice(there) or range(4, 5))
                if where < at:
                    data[where] ^= 1 << random.randrange(8)
                    flipped.append(where)
        elif way is Way.SIBLING and file.others:
            like = random.choice(file.others)
        kind, said = self._rebuild(file, at, bytes(data), like, way, random)
        return Outcome(way, kind, at, said, tuple(flipped))

    def _rebuild(
        self,
        file: WholeFile,
        at: int,
        data: bytes,
        like: FileMetaData,
        way: Way,
        random: Random,
    ) -> tuple[Kind, str]:
        self._cut.write_bytes(data)
        whole = sum(end <= at for end in file.ends)
        options: dict[str, Any] = {"like": like, "target": inlay.Target(overwrite=True)}
        is_decided = False
        try:
            try:
                rebuilt = inlay.rebuild(self._cut, self._out, **options)
            except FooterError as error:
                if way is not Way.CUT or error.code != "ambiguous-pages":
                    raise
                is_decided = True
                size = len(file.groups[0])
                rebuilt = inlay.rebuild(self._cut, self._out, row_group_size=size, **options)
        except inlay.InlayError as error:
            return self._judge_refusal(file, whole, str(error))
        try:
            got = pq.ParquetFile(self._out).read(use_threads=False)
        except (pa.ArrowException, OSError) as error:
            return Kind.UNREAD, f"pyarrow: {error}: {rebuilt}"
        is_verified = way is Way.CUT and random.random() < _VERIFIED
        if is_verified and (found := list_findings(self._out) - file.found):
            return Kind.FOUND, f"{found}: {rebuilt}"
        is_left_out = bool(rebuilt.gaps or rebuilt.damaged)
        if is_left_out and way is not Way.CUT and self._is_in_order(file, got):
            return Kind.LEFT_OUT, str(rebuilt)
        damaged = {it.number for it in rebuilt.damaged}
        # What is cut behind its last page may be whole as well, where no other chunk follows.
        left = [it for number, it in enumerate(file.groups) if number not in damaged]
        for number in range(len(left) + 1):
            if sum(len(it) for it in left[:number]) == len(got):
                if are_equal(got, left[:number]):
                    break
                return self._judge_values(file, way, like, rebuilt)
        else:
            return self._judge_values(file, way, like, rebuilt)
        if number + len(damaged) >= whole:
            back = Kind.DECIDED if is_decided else Kind.BACK
            return (Kind.LEFT_OUT if damaged else back), ""
        if number + len(damaged) == whole - 1 and rebuilt.cut and file.is_list_last:
            return Kind.OPEN, str(rebuilt)
        if is_decided and rebuilt.is_cut_unclear and any("left out" in it for it in rebuilt.notes):
            return Kind.UNCLEAR, ""
        if way is not Way.CUT and (rebuilt.cut or rebuilt.reason):
            return Kind.LEFT_OUT, str(rebuilt)
        return Kind.MISSING, str(rebuilt)

    def _is_in_order(self, file: WholeFile, got: pa.Table) -> bool:
        """Whether each row group is one of the whole file, behind the one before it. One column has no row groups that pages tell apart: then it is
        some rows."""
        whole = pa.concat_tables(file.groups)
        is_alone = len(list_columns(file.like)) == 1
        starts = list(range(len(whole))) if is_alone else file.starts
        first = 0
        for group in inlay.read_metadata(self._out).row_groups:
            part = got.slice(first, group.num_rows)
            first += group.num_rows
            at = next(
                (it for it in starts if are_equal(part, [whole.slice(it, len(part))])),
                None,
            )
            if at is None:
                return False
            starts = [it for it in starts if it >= at + len(part)]
        return True

    def _judge_refusal(self, file: WholeFile, whole: int, said: str) -> tuple[Kind, str]:
        if not whole:
            return Kind.NONE, said
        is_open = whole == 1 and file.is_list_last and "no row group is whole" in said
        return Kind.OPEN if is_open else Kind.REFUSED, said

    def _judge_values(
        self, file: WholeFile, way: Way, like: FileMetaData, rebuilt: inlay.RebuiltFile
    ) -> tuple[Kind, str]:
        said = str(rebuilt)
        if way is Way.SIBLING and are_alike(file.like, like):
            return Kind.ALIKE, said
        if way is Way.SIBLING and any("has other columns" in it for it in rebuilt.notes):
            return Kind.DOUBTED, said
        # No CRC covers a header.
        can_be = way is Way.FLIPS and not file.has_crcs
        return Kind.FLIPPED if can_be else Kind.WRONG, said


def are_alike(own: FileMetaData, other: FileMetaData) -> bool:
    """Whether the pages of these columns, again and again, may be those of the others, again and again. Those of neighbours of one shape may be
    of one column."""
    shapes, others = list_shapes(own), list_shapes(other)
    both = zip(groupby(shapes * len(others)), groupby(others * len(shapes)), strict=False)
    return all(one[0] == another[0] for one, another in both)


def list_shapes(metadata: FileMetaData) -> list[tuple[int | None, int, int]]:
    """What pages show of each column: the width of its values, and its levels."""
    leaves = list_columns(metadata)
    return [
        (
            it.element.type_length or WIDTHS.get(it.element.type or Type.BYTE_ARRAY),
            it.leaf.max_definition,
            it.leaf.max_repetition,
        )
        for it in leaves
    ]


def are_equal(got: pa.Table, groups: list[pa.Table]) -> bool:
    """Of the columns that it has, by name."""
    if not groups:
        return True
    whole: Any = pa.concat_tables(groups)
    if not {*got.schema.names} <= {*whole.schema.names}:
        return False
    for name in got.schema.names:
        one, other = cast("Any", got).column(name), whole.column(name)
        if one.type != other.type:
            return False
        if not one.equals(other) and not _have_equal_texts(one, other):
            return False
    return True


def _have_equal_texts(one: Any, other: Any) -> bool:
    """By these NaNs are equal. Of days beyond Python's there is none."""
    try:
        return repr(one.to_pylist()) == repr(other.to_pylist())
    except (OverflowError, ValueError):
        return False
