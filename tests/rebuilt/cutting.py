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
