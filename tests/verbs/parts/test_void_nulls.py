"""A number of nulls that only the column index of its chunk contradicts stays behind with it, for nobody can tell which one is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

import inlay
from inlay.pages.engine.chunk_metadata import metadata_of
from parquet_format.parquet import ColumnMetaData, FileMetaData
from tests.pages.encodings.files import pa, pq
from tests.support.footers import edit_footer
from tests.verbs.parts.made import assert_whole

ROWS: Final = 6
VALUES: Final = [1, 2, None, None, 5, 6]
NUMBERS: Final = [*VALUES, *VALUES]
BOUNDS: Final = "min_value", "max_value"

LIES: Final[Mapping[str, Mapping[str, Any]]] = {
    "no nulls": {"null_count": 0},
    "fewer nulls": {"null_count": 1},
    "nothing but nulls": {"null_count": ROWS, **dict.fromkeys((*BOUNDS, "min", "max"))},
}
"""What is changed in the statistics of column `v` in the first row group."""

FILTERS: Final[Mapping[str, Any]] = {
    "v is null": lambda value: value is None,
    "v is not null": lambda value: value is not None,
    "v >= 1": lambda value: value is not None,
}


def write(path: Path, lie: Mapping[str, Any]) -> str:
    """Two row groups of three pages: the second page of `v` is null."""
    table = pa.table({"v": pa.array(NUMBERS, pa.int32()), "w": pa.array(NUMBERS, pa.int64())})
    pq.write_table(
        table,
        path,
        row_group_size=ROWS,
        max_rows_per_page=2,
        write_batch_size=2,
        write_page_index=True,
    )

    def edit(metadata: FileMetaData) -> None:
        meta = metadata_of(metadata.row_groups[0].columns[0])
        assert meta.statistics is not None
        meta.size_statistics = None  # its levels would say how many nulls there are
        for name, value in lie.items():
            setattr(meta.statistics, name, value)

    path.write_bytes(edit_footer(path.read_bytes(), edit))
    return str(path)


def move(verb: str, path: str, out: Path, **options: Any) -> Any:
    if verb == "concat":
        return inlay.concat([path, path], out / "out.parquet", **options)
    if verb == "select":
        return inlay.select(path, out / "out.parquet", columns=["v"], **options)
    if verb == "drop":
        return inlay.drop(path, out / "out.parquet", columns=["w"], **options)
    return inlay.split(path, out / "parts", row_groups=2, **options)[0]


@pytest.mark.parametrize("verify_pages", [True, False], ids=["checked", "unchecked"])
@pytest.mark.parametrize("verb", ["concat", "select", "drop", "split"])
@pytest.mark.parametrize("lie", LIES)
def test_both_stay_behind(lie: str, verb: str, verify_pages: bool, tmp_path: Path) -> None:
    path = write(tmp_path / "in.parquet", LIES[lie])
    made = move(verb, path, tmp_path, verify_pages=verify_pages)
    assert_whole(made.path)
    groups = inlay.read_metadata(made.path).row_groups
    is_all = lie == "nothing but nulls"
    for number, group in enumerate(groups):
        assert count_nulls(group.columns[0].meta_data) is None
        assert has_bounds(group.columns[0].meta_data) is not is_all
        assert (group.columns[0].column_index_offset is None) is (number % 2 == 0)
        for other in group.columns[1:]:
            assert count_nulls(other.meta_data) == 2
            assert has_bounds(other.meta_data)
            assert other.column_index_offset is not None
    dropped = [note for note in made.notes if "dropped in all row groups" in note]
    assert [note.split(" of column")[0] for note in dropped] == ["numbers of nulls", "bounds"][
        : 1 + is_all
    ]
    assert all("column v " in note and "contradict each other" in note for note in dropped)
    assert any("null_counts add up to 2" in note for note in made.notes)
    written = pq.read_table(made.path)["v"].to_pylist()
    for text, matches in FILTERS.items():
        read = inlay.read_table(made.path, filters=text)["v"].to_pylist()
        assert read == [value for value in written if matches(value)], text


def test_levels_that_tell_the_same_lie_stay_behind(tmp_path: Path) -> None:
    path = write(tmp_path / "in.parquet", LIES["no nulls"])

    def tell(metadata: FileMetaData) -> None:
        first, second = (metadata_of(group.columns[0]) for group in metadata.row_groups)
        assert second.size_statistics is not None
        first.size_statistics = second.size_statistics.replace(definition_level_histogram=[0, ROWS])

    Path(path).write_bytes(edit_footer(Path(path).read_bytes(), tell))
    made = inlay.concat(path, tmp_path / "out.parquet")
    first, second = (
        metadata_of(group.columns[0]) for group in inlay.read_metadata(made.path).row_groups
    )
    assert first.size_statistics is None or first.size_statistics.definition_level_histogram is None
    assert second.size_statistics is not None
    assert second.size_statistics.definition_level_histogram == [2, 4]


def test_a_true_number_of_nulls_stays(tmp_path: Path) -> None:
    path = write(tmp_path / "in.parquet", {"null_count": 2})
    made = inlay.concat(path, tmp_path / "out.parquet")
    assert made.notes == ()
    for group in inlay.read_metadata(made.path).row_groups:
        assert count_nulls(group.columns[0].meta_data) == 2
        assert group.columns[0].column_index_offset is not None


def count_nulls(meta: ColumnMetaData | None) -> int | None:
    assert meta is not None
    assert meta.statistics is not None
    return meta.statistics.null_count


def has_bounds(meta: ColumnMetaData | None) -> bool:
    assert meta is not None
    assert meta.statistics is not None
    return all(getattr(meta.statistics, name) is not None for name in BOUNDS)


@pytest.mark.parametrize("is_first", [True, False], ids=["before", "behind"])
def test_row_groups_with_nothing_but_pages_move_beside_them(is_first: bool, tmp_path: Path) -> None:
    """They move whole, and are objects only when their numbers of nulls are dropped."""
    lying, plain = write(tmp_path / "in.parquet", LIES["no nulls"]), tmp_path / "plain.parquet"
    pq.write_table(pq.read_table(lying), plain, row_group_size=ROWS)
    made = inlay.concat([plain, lying] if is_first else [lying, plain], tmp_path / "out.parquet")
    assert_whole(made.path)
    assert pq.read_table(made.path).to_pydict() == {"v": 2 * NUMBERS, "w": 2 * NUMBERS}
    for group in inlay.read_metadata(made.path).row_groups:
        assert count_nulls(group.columns[0].meta_data) is None
        assert count_nulls(group.columns[1].meta_data) == 2
