"""Files of many writers, cut at random offsets, and what `inlay.rebuild` makes of the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, cast

import pyarrow as pa
from pyarrow import parquet

import inlay
from tests.indexed.random_tables import make_table
from tests.indexed.writing import WriterProcess

pq = cast("Any", parquet)

WITHOUT_LISTS: Final = ("fastparquet", "hyparquet-writer")


class Kind(Enum):
    BACK = "every whole row group is back"
    NONE = "no row group was whole"
    REFUSED = "refused, with the reason"
    VALUE = "a flip in a value without a checksum is a value"
    MISSING = "fewer row groups than were whole"
    WRONG = "other values, and nobody says so"


class WholeFile(NamedTuple):
    """`ends` are where the pages of each row group end, `rows` how many each has; `like` is another file of the writer."""

    writer: str
    data: bytes
    values: pa.Table
    ends: list[int]
    rows: list[int]
    like: Path


def make_whole_files(
    seed: int, writers: Mapping[str, WriterProcess], folder: Path, *, rows: int
) -> Iterator[WholeFile]:
    random = Random(seed)
    table = make_table(seed, rows=rows, values=3).rows
    tags = [[random.choice("abc") * 3] * random.randrange(4) for _ in range(rows)]
    nested = cast("Any", table).append_column("tags", pa.array(tags, pa.list_(pa.string())))
    for name, writer in writers.items():
        given = table if name in WITHOUT_LISTS else nested
        path = folder / f"{seed} {name}.parquet"
        like = path.with_stem(f"{path.stem}, like")
        writer.write(given, path)
        writer.write(cast("Any", given).slice(0, rows // 2), like)
        metadata = inlay.read_metadata(path)
        ends: list[int] = []
        for group in metadata.row_groups:
            metas = [chunk.meta_data for chunk in group.columns if chunk.meta_data is not None]
            ends.append(
                max(
                    (it.dictionary_page_offset or it.data_page_offset) + it.total_compressed_size
                    for it in metas
                )
            )
        sizes = [group.num_rows for group in metadata.row_groups]
        yield WholeFile(name, path.read_bytes(), pq.read_table(path), ends, sizes, like)


def flip_and_rebuild(file: WholeFile, at: int, bit: int, folder: Path) -> tuple[Kind, str]:
    """A flip in the pages of a file without its footer: its row group is lost, and no other row is changed. Where pages have no checksum, a
    flip in a value may be a value: then one row group differs, which is no fault."""
    end = file.ends[-1]
    data = bytearray(file.data[:end])
    data[at] ^= 1 << bit
    path, out = folder / "flipped.parquet", folder / "rebuilt.parquet"
    path.write_bytes(data)
    try:
        rebuilt = inlay.rebuild(path, out, like=file.like, target=inlay.Target(overwrite=True))
    except inlay.InlayError as error:
        return Kind.REFUSED, str(error)
    got = pq.read_table(out)
    starts = [sum(file.rows[:number]) for number in range(len(file.rows))]
    groups = [
        cast("Any", file.values).slice(start, rows)
        for start, rows in zip(starts, file.rows, strict=True)
    ]
    at_row, number, differing = 0, 0, 0
    for group in inlay.read_metadata(out).row_groups:
        piece = got.slice(at_row, group.num_rows)
        at_row += group.num_rows
        same = next(
            (it for it in range(number, len(groups)) if _are_equal(piece, groups[it])), None
        )
        differing += same is None
        number = number + 1 if same is None else same + 1
    if differing > 1 or (got.num_rows < sum(file.rows) and rebuilt.is_whole):
        return Kind.WRONG, str(rebuilt)
    return Kind.VALUE if differing else Kind.BACK, ""


def cut_and_rebuild(file: WholeFile, at: int, folder: Path) -> tuple[Kind, str]:
    """With what was said."""
    cut, out = folder / "cut.parquet", folder / "rebuilt.parquet"
    cut.write_bytes(file.data[:at])
    whole = sum(end <= at for end in file.ends)
    try:
        rebuilt = inlay.rebuild(cut, out, like=file.like, target=inlay.Target(overwrite=True))
    except inlay.InlayError as error:
        return Kind.NONE if not whole else Kind.REFUSED, str(error)
    rows = sum(file.rows[:whole])
    got = pq.read_table(out)
    if got.num_rows < rows:
        return Kind.MISSING, f"{got.num_rows:,} of {rows:,} rows: {rebuilt}"
    # What is cut behind its last page may be whole as well, where no other chunk follows.
    if not _are_equal(got, cast("Any", file.values).slice(0, got.num_rows)):
        return Kind.WRONG, str(rebuilt)
    return Kind.BACK, ""


def _are_equal(one: pa.Table, other: pa.Table) -> bool:
    if one.schema.names != other.schema.names or one.num_rows != other.num_rows:
        return False
    return all(
        left.equals(right)
        or left.to_pylist() == right.to_pylist()
        or repr(left.to_pylist()) == repr(right.to_pylist())
        for left, right in zip(cast("Any", one).columns, cast("Any", other).columns, strict=True)
    )


def flip_at_random(
    file: WholeFile, flips: int, folder: Path, random: Random
) -> tuple[Counter[Kind], list[str]]:
    """As `cut_at_random`."""
    kinds, told = Counter[Kind](), list[str]()
    for _ in range(flips):
        at, bit = random.randrange(4, file.ends[-1]), random.randrange(8)
        kind, said = flip_and_rebuild(file, at, bit, folder)
        kinds[kind] += 1
        if kind is Kind.WRONG:
            told.append(f"{file.writer}, bit {bit} of {at:,} flipped: {kind.name}: {said}")
    return kinds, told


def cut_at_random(
    file: WholeFile, cuts: int, folder: Path, random: Random
) -> tuple[Counter[Kind], list[str]]:
    """How often what came of it, and what is to be looked at."""
    kinds, told = Counter[Kind](), list[str]()
    for _ in range(cuts):
        at = random.randrange(4, len(file.data))
        kind, said = cut_and_rebuild(file, at, folder)
        kinds[kind] += 1
        if kind not in (Kind.BACK, Kind.NONE):
            told.append(f"{file.writer}, cut at {at:,} of {len(file.data):,}: {kind.name}: {said}")
    return kinds, told
