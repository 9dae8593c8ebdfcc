"""How files are dealt out to tasks; no Spark."""

from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.files.entries import FileEntry
from inlay_spark.footers.file_pack import FilePack
from inlay_spark.jobs.file_groups import FEWEST, MOST, WEIGHT, estimate_bytes, group_files

SIZES = st.sampled_from([0, 100, 20_000, 1 << 20, 1 << 30, 1 << 40])


@given(st.lists(st.tuples(SIZES, st.integers(1, 700)), max_size=6))
def test_every_file_is_in_one_group_of_a_size_that_pays(runs: list[tuple[int, int]]) -> None:
    files = [
        FileEntry(f"/lake/{at}-{number}", size, 0)
        for at, (size, many) in enumerate(runs)
        for number in range(many)
    ]
    groups = list(group_files(files))
    assert [file for group in groups for file in group] == files
    for group in groups[:-1]:
        assert FEWEST <= len(group) <= MOST
        assert len(group) == FEWEST or sum(map(estimate_bytes, group[:-1])) < WEIGHT
    assert all(len(group) <= MOST for group in groups)


def test_whoever_knows_better_says_how_many() -> None:
    files = [FileEntry(str(at), 1, 0) for at in range(10)]
    assert [len(group) for group in group_files(files, 4)] == [4, 4, 2]


def test_packs_are_small_and_whole() -> None:
    files = [
        FileEntry(f"s3://bucket/some/long/prefix/day=2026-11-20/part-{at:06}.parquet", at, at)
        for at in range(1000)
    ]
    pack = FilePack(files)
    assert pickle.loads(pickle.dumps(pack)).files == files
    assert len(pickle.dumps(pack)) < 20 * len(files)
