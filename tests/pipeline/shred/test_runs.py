"""Runs over lakes, with tasks in this process: what is written, what is said of the rest, and what a second run does."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from inlay import read_metadata
from inlay.variant import VariantType, read_table, variant_array, write_table
from inlay_spark.shred import plan, shred
from inlay_spark.shredding.printing import describe_outcome
from tests.pipeline.shred.here import here
from tests.pipeline.shred.lakes import (
    ROWS,
    add_odd_files,
    expected,
    make_lake,
    table,
    values,
)
from tests.pipeline.shred.reading import groups, outputs, problems, schema_of
from tests.verbs.parts.test_misfits import replace_index


def test_every_form_of_the_column_becomes_the_same(tmp_path: Path) -> None:
    good = make_lake(tmp_path / "lake")
    out = tmp_path / "out"
    done = shred(here(), str(tmp_path / "lake"), str(out), ["v"])
    assert (done.files, done.rows, done.problems) == (len(good), len(good) * ROWS, 0)
    assert outputs(out) == set(good)
    fields = [schema_of(out / name).field("v") for name in good]
    assert all(field == fields[0] for field in fields)
    assert isinstance(fields[0].type, VariantType)
    for name, first in good.items():
        assert values(out / name) == expected(first), name
        old, new = (read_table(str(root / name)) for root in (tmp_path / "lake", out))
        assert new.select(["id", "z"]).equals(old.select(["id", "z"]))
        assert new.column_names == ["id", "v", "z"]
        if name != "day=2/final.parquet":
            assert groups(out / name) == groups(tmp_path / "lake" / name)
    assert groups(out / "day=1/text.parquet") == [15, 15, 10]
    fixed = json.loads((out / "_shred.json").read_text())
    assert fixed["columns"]["v"]["schema"] == (
        "struct<n: int64, price: decimal(9, 2), tags: list<string>, user: struct<age: int64>, who: string>"
    )
    assert not (out / "_staging").exists()


def test_what_is_no_parquet_is_counted_and_remembered(lake: Path, tmp_path: Path) -> None:
    for name in ("README.md", "empty", "day=1/schema.yaml"):
        (lake / name).write_bytes(b"" if name == "empty" else b"notes\n" * 99)
    (lake / "notes.parquet").write_bytes(b"notes\n" * 99)
    out = tmp_path / "out"
    done = shred(here(), str(lake), str(out), ["v"])
    assert (done.problems, done.others) == (1, 3)
    assert [os.path.basename(one["path"]) for one in problems(out)] == ["notes.parquet"]
    assert any(
        line.endswith("3 neither Parquet nor lines of JSON by name or content, and passed over")
        for line in describe_outcome(done, "out")
    )
    again = shred(here(), str(lake), str(out))
    assert (again.files, again.problems, again.others) == (0, 1, 3)
    (lake / "README.md").unlink()
    assert shred(here(), str(lake), str(out)).others == 2
    planned = plan(here(), str(lake), ["v"]).sampled
    assert planned is not None
    assert planned.bad == 1


def test_what_cannot_be_shredded_is_said_and_the_rest_is_done(lake: Path, tmp_path: Path) -> None:
    bad = add_odd_files(lake)
    out = tmp_path / "out"
    done = shred(here(), str(lake), str(out), ["v"])
    told = {os.path.relpath(one["path"], lake): one for one in problems(out)}
    assert {name: one["error_id"] for name, one in told.items()} == bad
    assert done.problems == len(bad)
    assert told["day=1/row.parquet"]["row"] == 17
    assert "row 17: $.a" in told["day=1/row.parquet"]["message"]
    assert {reason for path, reason in done.reasons if "case" in path} == {
        "v: the column is called 'V' here, which Spark takes for the same"
    }
    assert not outputs(out) & set(bad)
    assert values(out / "day=1/lacks.parquet") == [None, None]
    assert done.without == 1
    assert read_table(str(out / "day=1/nothing.parquet")).num_rows == 0
    whole = schema_of(out / "day=1/text.parquet").field("v")
    for name in ("lacks", "nothing"):
        assert schema_of(out / f"day=1/{name}.parquet").field("v") == whole
    again = shred(here(), str(lake), str(out))
    assert (again.files, again.problems) == (0, len(bad))


def test_a_second_run_does_what_is_new(lake: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = shred(here(), str(lake), str(out), ["v"])
    written = {name: os.stat(out / name).st_mtime_ns for name in outputs(out)}
    fixed = (out / "_shred.json").read_bytes()
    # New rows would give another schema, and do not.
    pq.write_table(pa.table({"v": ['{"other": 1}'] * 50}), lake / "day=1/new.parquet")
    pq.write_table(table(400, pa.string()), lake / "day=1/text.parquet")
    (out / "day=2/plain.parquet").unlink()
    (lake / "day=1/json.parquet").unlink()
    second = shred(here(), str(lake), str(out))
    assert (second.files, second.unchanged, second.kept) == (3, first.files - 3, 1)
    assert (out / "_shred.json").read_bytes() == fixed
    assert values(out / "day=1/text.parquet") == expected(400)
    assert values(out / "day=1/new.parquet") == [{"other": 1}] * 50
    assert values(out / "day=2/plain.parquet") == expected(120)
    assert values(out / "day=1/json.parquet") == expected(40)
    same = {name for name in written if os.stat(out / name).st_mtime_ns == written[name]}
    assert len(same) == first.files - 2
    third = shred(here(), str(lake), str(out), ["v"], remove_gone=True)
    assert (third.files, third.removed, third.kept) == (0, 1, 0)
    assert not (out / "day=1/json.parquet").exists()
    fourth = shred(here(), str(lake), str(out), remove_gone=True)
    assert (fourth.files, fourth.removed, fourth.unchanged) == (0, 0, first.files)


def test_what_another_name_found_is_not_gone(lake: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shred(here(), str(lake), str(out), ["v"])
    there = outputs(out)
    done = shred(here(), str(lake), str(out), name="text*", remove_gone=True)
    assert (done.removed, done.kept, outputs(out)) == (0, 0, there)
    (lake / "day=1/text.parquet").unlink()
    (lake / "day=1/json.parquet").unlink()
    done = shred(here(), str(lake), str(out), name="json*", remove_gone=True)
    assert (done.removed, outputs(out)) == (1, there - {"day=1/json.parquet"})


def test_a_file_that_goes_bad_keeps_what_was_made_of_it(lake: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shred(here(), str(lake), str(out), ["v"])
    path = lake / "day=1/text.parquet"
    good = path.read_bytes()
    path.write_bytes(good[:-50])
    done = shred(here(), str(lake), str(out))
    assert (done.files, done.problems) == (0, 1)
    assert problems(out)[0]["output"] == "day=1/text.parquet"
    assert values(out / "day=1/text.parquet") == expected(0)
    path.write_bytes(good)
    done = shred(here(), str(lake), str(out))
    assert (done.files, done.problems, problems(out)) == (1, 0, [])


def test_attempts_that_lost_are_not_published(lake: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = shred(here(attempts=2), str(lake), str(out), ["v"])
    assert len(outputs(out)) == done.files
    assert not (out / "_staging").exists()


def test_a_file_keeps_its_output(lake: Path, tmp_path: Path) -> None:
    """Found by another path it would have another one, and its rows would be there twice."""
    (tmp_path / "above").mkdir()
    lake.rename(tmp_path / "above/lake")
    moved = tmp_path / "above/lake"
    shred(here(), str(moved), str(tmp_path / "other"), ["v"])
    pq.write_table(table(400, pa.string()), moved / "day=1/text.parquet")
    done = shred(here(), str(tmp_path / "above"), str(tmp_path / "other"))
    assert (done.files, done.unchanged) == (1, 6)
    assert len(outputs(tmp_path / "other")) == 7
    assert values(tmp_path / "other/day=1/text.parquet") == expected(400)


def test_two_files_of_one_place(lake: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / "day=1").mkdir(parents=True)
    pq.write_table(table(0, pa.string()), other / "day=1/text.parquet")
    out = tmp_path / "out"
    done = shred(here(), [str(lake), str(other)], str(out), ["v"])
    assert done.problems == 1
    assert problems(out)[0]["error_id"] == "taken"
    assert str(lake) in problems(out)[0]["message"]


def test_what_of_other_columns_stays_behind_is_told_counted_and_kept(tmp_path: Path) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    lake.mkdir()
    variants = variant_array([{"a": number} for number in range(12)])
    rows = pa.table({"n": pa.array(range(12), pa.int32()), "v": variants})
    for name in "abcdef":
        write_table(rows, lake / f"{name}.parquet", write_page_index=True)
        if name != "a":
            replace_index(
                str(lake / f"{name}.parquet"),
                0,
                lambda index, _: index.replace(min_values=[b"\x7f\0\0\0"]),
            )
    done = shred(here(), str(lake), str(out), ["v"])
    assert (done.files, done.problems, done.noted, len(done.notes)) == (6, 0, 5, 5)
    path, note = done.notes[0]
    assert path == str(lake / "b.parquet")
    assert note.startswith("column indexes of column n stay behind, for they do not fit: ")
    lines = describe_outcome(done, "out")
    assert "  5 without indexes that did not fit" in lines
    assert lines[-4:] == [
        *(f"{path}: {note}" for path, note in done.notes[:3]),
        "and 2 files with such notes: out/_shred has them all",
    ]
    for name in "ab":
        column = read_metadata(out / f"{name}.parquet").row_groups[0].columns[0]
        assert (column.column_index_offset is None) == (name == "b")
    (log,) = (out / "_shred").glob("*.parquet")
    kept = {row["path"][-9]: row["notes"] for row in pq.read_table(log).to_pylist()}
    assert {name for name, notes in kept.items() if notes} == set("bcdef")
    assert json.loads(kept["b"]) == [note]
    again = shred(here(), str(lake), str(out))
    assert (again.unchanged, again.noted, again.notes) == (6, 0, [])
