"""What is put together reads as its parts do, one after the other, and holds their very pages."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import duckdb
import pytest

import inlay
from inlay.changes.life_cycle import steps
from inlay.changes.life_cycle.change_form import change_form
from inlay.changes.life_cycle.edit_extension import seal_file
from inlay.errors import ChunkError, RefusedError
from inlay.footers.footer import Footer, Form, read_footer
from inlay.verbs.parts import SchemaError
from inlay.verbs.parts.planned_groups import MOST_NUMBERED
from inlay.verbs.set.edit_footer import edit_footer
from parquet_format.parquet import ColumnChunk
from tests.pages.encodings.files import pa, pq
from tests.verbs.parts.made import OPTIONS, assert_whole, pages_in, table, write_tables


def read(path: str | Path) -> Any:
    return pq.read_table(path, page_checksum_verification=True)


@pytest.mark.parametrize("verify_pages", [True, False], ids=["checked", "unchecked"])
@pytest.mark.parametrize("name", OPTIONS)
def test_rows_and_pages_are_those_of_the_parts(
    name: str, verify_pages: bool, tmp_path: Path
) -> None:
    tables = [table(700, 1), table(0, 2), table(1, 3), table(350, 4)]
    paths = write_tables(tmp_path, tables, **OPTIONS[name])
    out = tmp_path / "out.parquet"
    made = inlay.concat(paths, out, verify_pages=verify_pages)
    assert read(out).equals(pa.concat_tables(tables))
    assert pages_in(out) == [group for path in paths for group in pages_in(path)]
    assert_whole(out)
    metadata = inlay.read_metadata(out)
    assert (made.rows, made.row_groups, made.columns) == (1051, len(metadata.row_groups), 5)
    assert made.size == out.stat().st_size
    assert made.notes == ()
    ordinals = [group.ordinal for group in metadata.row_groups]
    assert ordinals in ([None] * len(ordinals), list(range(len(ordinals))))


def test_filters_lose_no_row(tmp_path: Path) -> None:
    tables = [table(900, seed) for seed in range(3)]
    paths = write_tables(tmp_path, tables, **OPTIONS["indexed"])
    out = str(tmp_path / "out.parquet")
    inlay.concat(paths, out)
    whole = pa.concat_tables(tables)
    for wanted in (0, 299, 10_300, 20_899, 55):
        expected = whole.filter(pa.compute.equal(whole["id"], wanted)).num_rows
        assert pq.read_table(out, filters=[("id", "==", wanted)]).num_rows == expected
        [(count,)] = duckdb.execute(f"SELECT count(*) FROM '{out}' WHERE id = {wanted}").fetchall()
        assert count == expected


def with_ordinals(footer: Footer) -> bytes:
    for number, row_group in enumerate(footer.metadata.row_groups):
        row_group.ordinal = number
    return footer.metadata.encode()


@pytest.mark.parametrize("says", [(True, False), (False, True)])
def test_row_groups_are_numbered_all_or_none(says: tuple[bool, bool], tmp_path: Path) -> None:
    """arrow-rs refuses a file in which some row groups have an ordinal and others have none."""
    paths = write_tables(tmp_path, [table(10, seed) for seed in range(2)])
    for path, is_said in zip(paths, says, strict=True):
        if is_said:
            edit_footer(path, with_ordinals)
    out = tmp_path / "out.parquet"
    inlay.concat(paths, out)
    assert [group.ordinal for group in inlay.open(out).row_groups] == [0, 1]


def test_columns_may_come_in_any_order(tmp_path: Path) -> None:
    first, second = table(200, 1), table(300, 2)
    shuffled = second.select(["place", "tags", "id", "name"])
    paths = write_tables(tmp_path, [first, shuffled], **OPTIONS["indexed"])
    out = tmp_path / "out.parquet"
    inlay.concat(paths, out)
    assert read(out).equals(pa.concat_tables([first, second]))
    assert_whole(out)
    with pytest.raises(RefusedError, match="not exactly"):
        inlay.concat(paths, tmp_path / "no.parquet", schema="exact")
    assert not (tmp_path / "no.parquet").exists()


def test_columns_of_one_name_are_told_apart_by_their_places(tmp_path: Path) -> None:
    tables = [pa.table([[rows], [str(rows)], [rows]], names=["x", "x", "y"]) for rows in (1, 2)]
    out = tmp_path / "out.parquet"
    inlay.concat(write_tables(tmp_path, tables), out)
    assert pq.ParquetFile(out).read().equals(pa.concat_tables(tables))
    moved = write_tables(tmp_path, [tables[0], tables[1].select([0, 2, 1])])
    with pytest.raises(RefusedError, match="two fields of the same name"):
        inlay.concat(moved, tmp_path / "no.parquet")


def test_missing_columns_become_nulls(tmp_path: Path) -> None:
    first = table(200, 1).select(["name", "id"])
    second = table(300, 2).select(["id", "place", "tags"])
    paths = write_tables(tmp_path, [first, second, first], **OPTIONS["indexed"])
    out = tmp_path / "out.parquet"
    made = inlay.concat(paths, out, schema="union")
    expected = pa.concat_tables([first, second, first], promote_options="default")
    assert read(out).equals(expected)
    [counts] = duckdb.execute(
        f"SELECT count(*), count(name), count(place), count(tags) FROM '{out}'"
    ).fetchall()
    assert counts == tuple(
        len(expected) - nulls
        for nulls in (0, *(expected[name].null_count for name in ("name", "place", "tags")))
    )
    assert_whole(out)
    assert made.notes == ()
    with pytest.raises(SchemaError, match="column place is optional group"):
        inlay.concat([paths[0], paths[1]], tmp_path / "no.parquet")


@pytest.mark.parametrize("turned", [False, True])
def test_a_column_without_a_type_is_missing(turned: bool, tmp_path: Path) -> None:
    """pandas writes one where it saw nothing but nulls."""
    known = pa.table({"id": [1, 2], "name": ["a", None]})
    unknown = pa.table({"id": [3], "name": pa.nulls(1)})
    tables = [unknown, known] if turned else [known, unknown]
    paths = write_tables(tmp_path, tables)
    out = tmp_path / "out.parquet"
    inlay.concat(paths, out, schema="union")
    expected = [each.cast(known.schema) for each in tables]
    assert read(out).equals(pa.concat_tables(expected))
    assert_whole(out)
    with pytest.raises(SchemaError, match="UNKNOWN"):
        inlay.concat(paths, out, overwrite=True)


REQUIRED = pa.schema([pa.field("id", pa.int64(), nullable=False)])


@pytest.mark.parametrize(
    ("first", "second", "schema", "said"),
    [
        ({"id": pa.array([1])}, {"id": pa.array(["a"])}, "same", "column id is"),
        ({"id": pa.array([1])}, {"id": pa.array([1], pa.uint64())}, "union", "column id is"),
        ({"id": pa.array([1])}, {"x": pa.array([1])}, "same", "column x is optional int64"),
        ({"s": [{"a": 1}]}, {"s": [{"a": 1, "b": 2}]}, "union", "column s.b is"),
        ({"s": [{"a": 1, "b": 2}]}, {"s": [{"a": 1}]}, "union", "column s.b is missing from"),
        ({"t": pa.array([1], pa.timestamp("us"))}, {"t": pa.array([1], pa.timestamp("us", "UTC"))}, "same", "column t is"),
    ],
)  # fmt: skip
def test_what_cannot_be_one_schema_names_column_file_and_types(
    first: Any, second: Any, schema: Any, said: str, tmp_path: Path
) -> None:
    paths = write_tables(tmp_path, [pa.table(first), pa.table(second)])
    with pytest.raises(SchemaError) as caught:
        inlay.concat(paths, tmp_path / "out.parquet", schema=schema)
    message = str(caught.value)
    assert said in message
    assert ("cast it in the writer" in message) is ("missing from" not in message)
    assert paths[0] in message
    assert paths[1] in message
    assert sorted(os.listdir(tmp_path)) == ["in-0.parquet", "in-1.parquet"]


def test_a_required_column_cannot_be_missing(tmp_path: Path) -> None:
    first = pa.table({"id": [1]}, schema=REQUIRED)
    paths = write_tables(tmp_path, [first, pa.table({"x": [1]})])
    with pytest.raises(SchemaError, match="required int64"):
        inlay.concat(paths, tmp_path / "out.parquet", schema="union")


def test_sorting_columns_stay_where_all_agree(tmp_path: Path) -> None:
    by_id, by_name = [pq.SortingColumn(0)], [pq.SortingColumn(1)]
    same = write_tables(tmp_path, [table(50, 1), table(50, 2)], sorting_columns=by_id)
    out = tmp_path / "out.parquet"
    joined = inlay.concat(same, out)
    assert [note for note in joined.notes if "DataFusion takes the whole file for sorted" in note]
    groups = inlay.read_metadata(out).row_groups
    assert [[column.column_idx for column in group.sorting_columns or []] for group in groups] == [
        [0],
        [0],
    ]
    other = tmp_path / "other.parquet"
    pq.write_table(table(50, 3), other, sorting_columns=by_name)
    made = inlay.concat([same[0], other], out, overwrite=True)
    assert [group.sorting_columns for group in inlay.read_metadata(out).row_groups] == [None, None]
    assert any("sorting columns" in note for note in made.notes)


@pytest.mark.parametrize("form", [Form.PRIVATE, Form.MIGRATION, Form.FINAL])
def test_a_form_that_all_have_stays(form: Form, tmp_path: Path) -> None:
    tables = [table(300, 1), table(200, 2)]
    paths = write_tables(tmp_path, tables, **OPTIONS["indexed"])
    plain = write_tables(tmp_path, [], **OPTIONS["indexed"])
    for path in paths:
        change_form(path, steps.add)
        if form is not Form.PRIVATE:
            change_form(path, steps.promote)
        if form is Form.FINAL:
            change_form(path, steps.finalize)
    out = tmp_path / "out.parquet"
    inlay.concat(paths, out)
    assert read_footer(out).form is form
    assert inlay.read_table(out).equals(pa.concat_tables(tables))
    assert_whole(out)
    mixed = tmp_path / "plain.parquet"
    pq.write_table(tables[0], mixed)
    made = inlay.concat([*paths, mixed, *plain], out, overwrite=True)
    assert read_footer(out).form is Form.THRIFT
    assert any("plain Thrift footer" in note for note in made.notes)


def test_a_seal_is_made_anew(tmp_path: Path) -> None:
    paths = write_tables(tmp_path, [table(100, 1), table(100, 2)])
    for path in paths:
        seal_file(path)
    out = tmp_path / "out.parquet"
    inlay.concat(paths, out)
    assert inlay.verify(out).seal == "agrees"


def test_damage_is_found_before_anything_is_published(tmp_path: Path) -> None:
    paths = write_tables(tmp_path, [table(400, 1), table(400, 2)], **OPTIONS["indexed"])
    broken = Path(paths[1])
    data = bytearray(broken.read_bytes())
    data[60] ^= 1
    broken.write_bytes(data)
    out = tmp_path / "out.parquet"
    with pytest.raises(ChunkError, match=r"CRC|page header|page of"):
        inlay.concat(paths, out)
    assert sorted(os.listdir(tmp_path)) == ["in-0.parquet", "in-1.parquet"]


def test_an_output_is_never_one_of_its_parts(tmp_path: Path) -> None:
    paths = write_tables(tmp_path, [table(10, 1), table(10, 2)])
    before = Path(paths[0]).read_bytes()
    with pytest.raises(RefusedError, match="one of the files"):
        inlay.concat(paths, paths[0], overwrite=True)
    with pytest.raises(RefusedError, match="exists"):
        inlay.concat(paths[:1], paths[1])
    assert Path(paths[0]).read_bytes() == before


def in_another_file(chunk: ColumnChunk) -> None:
    chunk.file_path = "part-0.parquet"


def encrypted(chunk: ColumnChunk) -> None:
    chunk.encrypted_column_metadata = b"\0"


def of_another_column(chunk: ColumnChunk) -> None:
    assert chunk.meta_data is not None
    chunk.meta_data.path_in_schema = ["id"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (in_another_file, "in another file"),
        (encrypted, "is encrypted"),
        (of_another_column, "has column id where the schema has name"),
    ],
)
def test_chunks_that_cannot_move_are_refused(
    change: Callable[[ColumnChunk], None], said: str, tmp_path: Path
) -> None:
    [path] = write_tables(tmp_path, [table(10, 1)])

    def changed(footer: Footer) -> bytes:
        change(footer.metadata.row_groups[0].columns[1])
        return footer.metadata.encode()

    edit_footer(path, changed)
    with pytest.raises(RefusedError, match=said) as caught:
        inlay.concat([path], tmp_path / "out.parquet")
    assert path in str(caught.value)


def test_more_row_groups_than_ordinals(tmp_path: Path) -> None:
    """An ordinal is an i16: where there are more, none has one, as arrow-rs and pyarrow write such files."""
    [path] = write_tables(tmp_path, [pa.table({"x": range(600)})], row_group_size=1)
    edit_footer(path, with_ordinals)
    times = MOST_NUMBERED // 600 + 1
    out = tmp_path / "out.parquet"
    made = inlay.concat([path] * times, out, verify_pages=False)
    assert made.row_groups == pq.read_metadata(out).num_row_groups == 33_000
    assert "row groups lose their ordinals" in " ".join(made.notes)
    assert {group.ordinal for group in inlay.read_metadata(out).row_groups} == {None}
    [found] = duckdb.execute(f"SELECT count(*), sum(x), max(x) FROM '{out}'").fetchall()
    assert found == (33_000, 599 * 300 * times, 599)


def test_a_dry_run_reads_footers_and_writes_nothing(tmp_path: Path) -> None:
    paths = write_tables(tmp_path, [table(400, 1), table(400, 2)], **OPTIONS["indexed"])
    for path in paths:  # pages are nobody's business
        data = bytearray(Path(path).read_bytes())
        data[40:60] = bytes(20)
        Path(path).write_bytes(data)
    made = inlay.concat(paths, tmp_path / "out.parquet", dry_run=True)
    assert made.size is None
    assert made.rows == 800
    assert made.copied > 1_000
    assert sorted(os.listdir(tmp_path)) == ["in-0.parquet", "in-1.parquet"]


def test_a_folder_stands_for_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "lake"
    folder.mkdir()
    write_tables(folder, [table(10, seed) for seed in range(12)])
    out = tmp_path / "out.parquet"
    assert inlay.concat(str(folder), out).rows == 120
    assert inlay.concat([str(folder / "*.parquet")], out, overwrite=True).rows == 120


def test_more_files_than_may_be_open(tmp_path: Path) -> None:
    [path] = write_tables(tmp_path, [table(5, 1)], **OPTIONS["indexed"])
    paths = [path]
    for number in range(100):
        paths.append(os.fspath(tmp_path / f"copy-{number}.parquet"))
        Path(paths[-1]).write_bytes(Path(path).read_bytes())
    out = tmp_path / "out.parquet"
    assert inlay.concat(paths, out).row_groups == 101
    assert_whole(out)


def test_bytes_and_open_files_are_sources(tmp_path: Path) -> None:
    paths = write_tables(tmp_path, [table(20, 1), table(20, 2)])
    out = tmp_path / "out.parquet"
    with open(paths[1], "rb") as file:
        made = inlay.concat([Path(paths[0]).read_bytes(), file], out)
    assert made.rows == 40


@pytest.mark.parametrize(
    ("other", "said", "override"),
    [
        (
            {"x": [1], "y": ["a"]},
            "no column in common: x, y here, and a, b there",
            "--schema union",
        ),
        (
            {"a": [1.5], "b": ["a"]},
            "a is optional double, and there optional int64; no command",
            "",
        ),
        ({"a": [1]}, "b is missing, and there optional byte_array (STRING)", "--schema union"),
        (
            {"b": ["a"], "a": [1]},
            "its columns are in the order b, a, and there a, b",
            "--schema same",
        ),
    ],
)
def test_schemas_that_are_not_exactly_equal_say_where_and_what_to_do(
    tmp_path: Path, other: dict[str, list[Any]], said: str, override: str
) -> None:
    paths = [tmp_path / "first.parquet", tmp_path / "other.parquet"]
    for path, columns in zip(paths, ({"a": [1], "b": ["a"]}, other), strict=True):
        pq.write_table(pa.table(columns), path)
    out = tmp_path / "out.parquet"
    with pytest.raises(RefusedError, match=re.escape(f"{paths[0]}: {said}")) as caught:
        inlay.concat(paths, out, schema="exact")
    assert caught.value.override == override
    if override:
        rule = override.rsplit(maxsplit=1)[-1]
        assert inlay.concat(paths, out, schema=cast("Any", rule)).rows == 2
