"""Files of a lake as a store keeps them: the record of each, and where its chunks are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple, cast

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.ground.arrow_functions import compute
from inlay.ground.arrow_rows import Array, ChunkedArray, child_of, column_in, make_struct
from inlay.ground.files.entries import FileEntry
from inlay.ground.files.store import Store
from inlay.ground.free_memory import collect_and_give_back
from inlay.tables.columnar import footer_tables
from inlay.tables.columnar.problems import Problem
from inlay.tables.scan.assembly import explain_problem
from inlay.tables.scan.listing import list_wanted
from inlay.tables.scan.problems import UnreadFile
from inlay.tables.scan.scanned_footer import ScannedFooter
from inlay.tables.scan.seen_paths import SeenPaths
from inlay.tables.scan.slices import read_slices
from inlay.verbs.register.lake_file import LakeFile, LakeReader
from inlay.verbs.store.part_schema import CHUNK_COLUMNS, CHUNK_FIELDS, MOST_LEAVES
from inlay.verbs.store.read_parts import list_numbers


class RecordedFile(NamedTuple):
    """`schema` is a footer of no row groups, and one object for neighbours that are alike."""

    file: LakeFile
    schema: bytes


class FileSlice(NamedTuple):
    """`chunks` has a list of structs for each of the `files`, and `footers` how each ends."""

    files: list[RecordedFile]
    chunks: Array
    footers: Array
    unread: list[UnreadFile]


def read_files(
    stores: Iterable[tuple[Store, Sequence[str]]],
    name: str,
    choose: Callable[[Sequence[FileEntry]], Sequence[FileEntry]],
) -> Iterator[FileSlice]:
    """The files at these paths of each store that `choose` leaves: others are not opened. A folder that cannot be listed is unread."""
    listed = [*stores]
    seen = SeenPaths() if len(listed) > 1 else None
    reader = _SliceReader()
    for store, names in listed:
        entries = list_wanted(store, names, choose, name=name, seen=seen)
        for some in read_slices(store, entries):
            read = reader.read(store, some)
            some.clear()  # so that each footer is in memory once
            collect_and_give_back(read.footers.nbytes)  # trees of schemas too
            yield read
            del read


class _SliceReader:
    """What neighbours share is one object."""

    def __init__(self) -> None:
        self._reader = LakeReader(MOST_LEAVES)

    def read(self, store: Store, some: Sequence[ScannedFooter | UnreadFile]) -> FileSlice:
        files: list[RecordedFile] = []
        scanned: list[ScannedFooter] = []
        unread: list[UnreadFile] = []
        for it in some:
            file = it if isinstance(it, UnreadFile) else self._reader.read(*it)
            if isinstance(file, UnreadFile):
                unread.append(file)
            elif isinstance(it, ScannedFooter):
                files.append(RecordedFile(file, self._reader.schema))
                scanned.append(it)
        problems: list[Problem] = []
        lists = _list_chunks(scanned, problems)
        footers: Array = array_from([it.footer.tail() for it in scanned], pa.binary())
        if problems:
            bad = {problem.footer: problem for problem in problems}
            unread += [explain_problem(store, scanned[at], bad[at]) for at in sorted(bad)]
            good = [at for at in range(len(files)) if at not in bad]
            left = array_from(good, pa.int64())
            files, lists, footers = [files[at] for at in good], lists.take(left), footers.take(left)
        return FileSlice(files, lists, footers, unread)


def _count_each(numbers: ChunkedArray) -> tuple[list[int], list[int]]:
    """The numbers that are there, and how often each is."""
    counted: pa.StructArray = compute.value_counts(numbers)
    return list_numbers(child_of(counted, 0)), list_numbers(child_of(counted, 1))


def _in_one_piece(column: ChunkedArray) -> Array:
    """Which is only copied where it is in several."""
    pieces: Any = column
    whole: Array = pieces.chunk(0) if pieces.num_chunks == 1 else pieces.combine_chunks()
    return whole


def _list_chunks(scanned: Iterable[ScannedFooter], problems: list[Problem]) -> Array:
    """A list for each footer, empty for one with a problem."""
    footers = [it.footer.thrift for it in scanned]
    table = footer_tables(footers, {"column_chunks": CHUNK_COLUMNS}, problems=problems)
    chunks = table["column_chunks"]
    counts = [0] * len(footers)
    for footer, count in zip(*_count_each(column_in(chunks, "footer")), strict=True):
        counts[footer] = count
    columns = [_in_one_piece(column_in(chunks, it)) for it in CHUNK_COLUMNS]
    type_ = pa.list_(pa.field("element", pa.struct(CHUNK_FIELDS), nullable=False))
    ends = array_from([0, *accumulate(counts)], pa.int32())
    lists: Array = cast("Any", pa.ListArray).from_arrays(
        ends, make_struct(columns, CHUNK_FIELDS), type=type_
    )
    return lists
