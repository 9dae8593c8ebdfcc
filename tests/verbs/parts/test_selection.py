"""Some columns and row groups of a file, alone; and a file in several, which together are the file again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import inlay
from inlay.changes.life_cycle import steps
from inlay.changes.life_cycle.change_form import change_form
from inlay.errors import RefusedError, RequestError
from inlay.footers.footer import Form, read_footer
from tests.pages.encodings.files import WRITERS, pa, pq
from tests.verbs.parts.made import OPTIONS, assert_whole, leaf_names, pages_in, table, write_tables


@pytest.mark.parametrize("name", WRITERS)
def test_every_column_of_every_writer_is_its_own_file(name: str, tmp_path: Path) -> None:
    source, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    WRITERS[name](source)
    whole, groups = pq.read_table(source), pages_in(source)
    for column in whole.column_names:
        inlay.select(source, out, columns=[column], overwrite=True)
        assert pq.read_table(out).equals(whole.select([column]))
        names = leaf_names(out)
        assert pages_in(out) == [{leaf: group[leaf] for leaf in names} for group in groups]
        assert_whole(out)


@pytest.mark.parametrize(
    ("columns", "leaves"),
    [
        (["id"], ["id"]),
        (["place"], ["place.x", "place.y"]),
        (["place.y", "id"], ["id", "place.y"]),
        (["*a*"], ["name", "tags.list.element", "place.x", "place.y"]),
        (["tags.*"], ["tags.list.element"]),
        (["place.[xz]"], ["place.x"]),
    ],
)
def test_columns_are_paths_or_globs(columns: list[str], leaves: list[str], tmp_path: Path) -> None:
    [path] = write_tables(tmp_path, [table(300, 1)], **OPTIONS["indexed"])
    out = tmp_path / "out.parquet"
    inlay.select(path, out, columns=columns)
    assert leaf_names(out) == leaves
    assert pq.read_table(out).equals(pq.ParquetFile(path).read(columns=leaves))
    assert_whole(out)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"columns": ["nam"]}, "did you mean 'name'"),
        ({"columns": ["x*"]}, "no column 'x*'"),
        ({"row_groups": [0, 9]}, "no row group 9"),
        ({"row_groups": [0, 0]}, "named twice"),
    ],
)
def test_what_is_not_there_is_refused(given: Any, said: str, tmp_path: Path) -> None:
    [path] = write_tables(tmp_path, [table(300, 1)])
    with pytest.raises(ValueError, match=said.replace("*", r"\*")):
        inlay.select(path, tmp_path / "out.parquet", **given)


def test_row_groups_come_in_the_order_that_was_asked_for(tmp_path: Path) -> None:
    [path] = write_tables(tmp_path, [table(1_000, 1)], **OPTIONS["indexed"])
    out = tmp_path / "out.parquet"
    made = inlay.select(path, out, row_groups=[3, 1])
    groups, parquet = pages_in(path), pq.ParquetFile(path)
    assert pages_in(out) == [groups[3], groups[1]]
    expected = pa.concat_tables([parquet.read_row_group(3), parquet.read_row_group(1)])
    assert pq.read_table(out).equals(expected)
    assert made.rows == expected.num_rows == 400
    assert_whole(out)


def test_maps_and_variants_are_not_divided(tmp_path: Path) -> None:
    pairs = pa.array(
        [[("a", {"x": 1, "y": 2})]],
        pa.map_(pa.string(), pa.struct([("x", pa.int8()), ("y", pa.int8())])),
    )
    [path] = write_tables(tmp_path, [pa.table({"id": [1], "m": pairs})])
    key, x, y = (f"m.key_value.{name}" for name in ("key", "value.x", "value.y"))
    out = tmp_path / "out.parquet"
    for columns in ([key], [x], [x, y]):
        with pytest.raises(RefusedError, match="column m is a map"):
            inlay.select(path, out, columns=columns)
    inlay.select(path, out, columns=[key, y])
    assert pq.read_table(out)["m"].to_pylist() == [[("a", {"y": 2})]]
    assert_whole(out)


def test_no_rows_are_a_file_too(tmp_path: Path) -> None:
    [path] = write_tables(tmp_path, [table(100, 1)])
    out = tmp_path / "out.parquet"
    inlay.select(path, out, row_groups=[])
    assert pq.read_table(out).equals(table(0, 1))


def test_sorting_columns_go_with_the_first_that_is_gone(tmp_path: Path) -> None:
    sorting = [pq.SortingColumn(1), pq.SortingColumn(0)]
    [path] = write_tables(tmp_path, [table(100, 1)], sorting_columns=sorting)
    out = tmp_path / "out.parquet"
    cases = {("name", "id"): [1, 0], ("name", "tags"): [0], ("id",): []}
    for columns, expected in cases.items():
        inlay.select(path, out, columns=columns, overwrite=True)
        [group] = inlay.read_metadata(out).row_groups
        assert [column.column_idx for column in group.sorting_columns or []] == expected


def test_columns_are_dropped_in_place(tmp_path: Path) -> None:
    [path] = write_tables(tmp_path, [table(1_000, 1)], **OPTIONS["indexed"])
    whole, groups = pq.read_table(path), pages_in(path)
    inlay.drop(path, columns=["tags", "place.x"], dry_run=True)
    assert pages_in(path) == groups
    made = inlay.drop(path, columns=["tags", "place.x"])
    assert made.path == path
    assert leaf_names(path) == ["id", "name", "place.y"]
    assert pq.read_table(path, columns=["id", "name"]).equals(whole.select(["id", "name"]))
    assert os.listdir(tmp_path) == ["in-0.parquet"]
    assert_whole(path)
    with pytest.raises(RefusedError, match="no column would be left"):
        inlay.drop(path, columns=["*"])


@pytest.mark.parametrize("form", [Form.PRIVATE, Form.MIGRATION, Form.FINAL])
def test_forms_survive(form: Form, tmp_path: Path) -> None:
    [path] = write_tables(tmp_path, [table(700, 1)], **OPTIONS["indexed"])
    change_form(path, steps.add)
    if form is not Form.PRIVATE:
        change_form(path, steps.promote)
    if form is Form.FINAL:
        change_form(path, steps.finalize)
    inlay.drop(path, columns=["tags"])
    assert read_footer(path).form is form
    assert inlay.read_table(path).equals(table(700, 1).drop_columns(["tags"]))
    assert_whole(path)


@pytest.mark.parametrize(
    ("given", "rows"),
    [
        ({"rows": 700}, [600, 600, 300]),
        ({"rows": 1}, [300, 300, 300, 300, 300]),
        ({"row_groups": 4}, [1_200, 300]),
        ({"size": 1 << 40}, [1_500]),
        ({"size": 1}, [300, 300, 300, 300, 300]),
    ],
)
def test_split_and_put_together_again(given: Any, rows: list[int], tmp_path: Path) -> None:
    [path] = write_tables(tmp_path, [table(1_500, 1)], **OPTIONS["indexed"])
    folder, back = tmp_path / "parts", tmp_path / "back.parquet"
    made = inlay.split(path, folder, **given)
    assert [each.rows for each in made] == rows
    assert [Path(each.path).name for each in made] == [
        f"in-0-{number:05}.parquet" for number in range(len(rows))
    ]
    for each in made:
        assert_whole(each.path)
    inlay.concat(folder, back)
    assert pages_in(back) == pages_in(path)
    assert pq.read_table(back).equals(pq.read_table(path))
    with pytest.raises(RefusedError, match="exists"):
        inlay.split(path, folder, **given)


@pytest.mark.parametrize("given", [{}, {"rows": 0}, {"rows": 1, "size": 1}])
def test_split_takes_one_measure(given: Any, tmp_path: Path) -> None:
    [path] = write_tables(tmp_path, [table(10, 1)])
    with pytest.raises(RequestError):
        inlay.split(path, tmp_path, **given)
