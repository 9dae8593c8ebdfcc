"""`overlapping-row-groups`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import inlay
from parquet_format.parquet import Statistics, Type
from tests.verbs.lint.footers import advise, chunk, footer, make_fine, row_group, string
from tests.verbs.lint.metadata_planters import in_groups, number_bounds

RULE = "overlapping-row-groups"


def test_every_row_group_has_all_values(tmp_path: Path) -> None:
    (advice,) = advise(RULE, in_groups(lambda at: number_bounds(at, 250 + at)), tmp_path)
    assert advice.seen == (
        "a filter for one value reads 9.7 of 10 row groups on average, whatever the column"
    )
    (advice,) = advise(RULE, in_groups(lambda _: number_bounds(0, 255)), tmp_path)
    assert "reads all 10 row groups" in advice.seen
    assert (advice.column, advice.reads) == ("id", 9)
    assert advice.fix == "inlay rewrite file.parquet -o OUT --row-group-size 65536 --sort-by id"


def test_row_groups_that_become_one_are_saved_once(tmp_path: Path) -> None:
    """A filter reads no less than the one that larger row groups leave."""
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"id": [*range(10)] * 12}), path, row_group_size=10)
    report = inlay.lint(path, select=[RULE, "small-row-groups"])
    assert {it.rule: it.reads for it in report} == {RULE: 11, "small-row-groups": 11}
    assert str(report).splitlines()[-1].endswith(" 11 reads")


def test_texts_are_compared_behind_their_common_beginning(tmp_path: Path) -> None:
    def bounds(low: bytes, high: bytes) -> Statistics:
        return Statistics(min_value=b"https://" + low, max_value=b"https://" + high)

    for statistics, expected in ((bounds(b"a", b"z"), 1), (bounds(b"m", b"m"), 0)):
        group = row_group(chunk("t", Type.BYTE_ARRAY, statistics=statistics))
        metadata = footer([string("t")], [group] * 10)
        assert len(advise(RULE, metadata, tmp_path)) == expected


def test_the_edge_is_a_share_of_the_row_groups(tmp_path: Path) -> None:
    for gap, expected in ((10, 1), (11, 0)):
        metadata = in_groups(partial(_shifted, gap))
        assert len(advise(RULE, metadata, tmp_path)) == expected


def _shifted(gap: int, at: int) -> Statistics:
    """From 0 to 100, but for the gap at one end."""
    return number_bounds(0, 100 - gap) if at % 2 else number_bounds(gap, 100)


def test_row_groups_that_can_be_told_apart(tmp_path: Path) -> None:
    assert advise(RULE, in_groups(lambda at: number_bounds(10 * at, 10 * at + 50)), tmp_path) == []


def test_one_value_cannot_be_sorted(tmp_path: Path) -> None:
    assert advise(RULE, in_groups(lambda _: number_bounds(7, 7)), tmp_path) == []


def test_few_row_groups_do_not_matter(tmp_path: Path) -> None:
    metadata = in_groups(lambda _: number_bounds(0, 255))
    metadata.row_groups = metadata.row_groups[:9]
    assert advise(RULE, metadata, tmp_path) == []
    assert len(advise(RULE, metadata, tmp_path, row_groups=9)) == 1


def test_one_column_that_prunes_is_enough(tmp_path: Path) -> None:
    metadata = make_fine()
    metadata.row_groups = metadata.row_groups * 5
    assert len(advise(RULE, metadata, tmp_path)) == 1
