"""`inlay variant`: what it prints, what it writes, and how it fails."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay import read_metadata
from inlay.rows.variants import json_lines
from inlay.variant import Variant, encode, from_pairs, read_table, variant_array, write_table
from tests.verbs.parts.test_misfits import replace_index

LINES = [{"id": i, "kind": "push" if i % 2 else "pull", "size": i / 4} for i in range(50)]


@pytest.fixture
def events(tmp_path: Path) -> Path:
    file = tmp_path / "events.jsonl"
    file.write_text("\n\n".join(json.dumps(line) for line in LINES) + "\n", encoding="utf-8")
    return file


def shown(out: str) -> list[object]:
    return [json.loads(line) for line in out.splitlines()]


def test_json_lines_to_parquet_and_back(
    inlay: Callable[..., Any], events: Path, tmp_path: Path
) -> None:
    out = tmp_path / "events.parquet"
    done = inlay("variant", "from-json", events, "-o", out, "--shred", "auto", "--column", "event")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[:2] == [
        f"{out}: 50 rows, shredded",
        "columns of event, chosen by the first 50 rows:",
    ]
    assert read_table(out).schema.field("event").type.is_shredded
    assert shown(inlay("variant", "show", out, "--rows", 0).out) == LINES
    assert shown(inlay("variant", "show", out, "-n", 2, "--path", "$.kind").out) == ["pull", "push"]

    plain, again = tmp_path / "plain.parquet", tmp_path / "again.parquet"
    assert inlay("variant", "unshred", out, "-o", plain).code == 0
    assert not read_table(plain).schema.field("event").type.is_shredded
    assert inlay("variant", "shred", plain, "-o", again).code == 0
    assert shown(inlay("variant", "show", again, "-n", 0).out) == LINES


def test_many_paths_and_casts_are_shown(
    inlay: Callable[..., Any], events: Path, tmp_path: Path
) -> None:
    out = tmp_path / "events.parquet"
    inlay("variant", "from-json", events, "-o", out)
    both = inlay("variant", "show", out, "-n", 2, "--path", "kind", "--path", "$.x")
    assert both.out == '{"kind":"pull","$.x":null}\n{"kind":"push","$.x":null}\n'
    text = inlay("variant", "show", out, "-n", 2, "--path", "size", "--cast", "string")
    assert text.out == '"0"\n"0.25"\n'
    number = inlay("variant", "show", out, "-n", 1, "--path", "kind", "--cast", "int64")
    assert (number.code, number.out) == (0, "null\n")
    assert inlay("variant", "show", out, "--cast", "int65").code == 2


def test_a_value_of_no_bytes_is_an_error_of_its_row(
    inlay: Callable[..., Any], tmp_path: Path
) -> None:
    path = tmp_path / "v.parquet"
    write_table(pa.table({"v": from_pairs([encode(1), Variant(b"\x11\0\0", b"")])}), path)
    for cast in ("int64", "string", "list<int64>"):
        shown = inlay("variant", "show", path, "--cast", cast)
        assert (shown.code, shown.out) == (3, "")
        assert "row 1: $: needs 1 byte, 0 are left" in shown.err


@pytest.mark.parametrize(
    ("type_", "lines"),
    [
        ("variant", ['{"a":{"b":1},"l":[1,"x",null]}', "null", '"s"', '{"l":[{"q":2}]}']),
        ("struct<a: variant>", ['{"a":{"b":1}}', "null", "null", '{"a":null}']),
        (
            "struct<l: list<Variant>, a: struct<b: int64, v: variant>>",
            ['{"a":{"b":1,"v":null},"l":[1,"x",null]}', "null", "null", '{"a":null,"l":[{"q":2}]}'],
        ),
    ],
)
def test_a_cast_to_variants_keeps_them(
    inlay: Callable[..., Any], type_: str, lines: list[str], tmp_path: Path
) -> None:
    rows: list[object] = [{"a": {"b": 1}, "l": [1, "x", None]}, None, "s", {"l": [{"q": 2}]}]
    file = tmp_path / "v.parquet"
    write_table(pa.table({"v": variant_array(rows)}), file)
    shown_ = inlay("variant", "show", file, "--cast", type_)
    assert (shown_.code, shown_.out.splitlines()) == (0, lines)
    inside = inlay("variant", "show", file, "--cast", "list<variant>", "--path", "$.l")
    assert inside.out.splitlines() == ['[1,"x",null]', "null", "null", '[{"q":2}]']


def test_a_path_that_is_there_twice_counts_once(inlay: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "v.parquet"
    write_table(pa.table({"v": variant_array([{"a": 1, "b": 2}])}), file)
    paths = ["--path", "$.a", "--path", "$.b", "--path", "$.a"]
    assert inlay("variant", "show", file, *paths).out == '{"$.a":1,"$.b":2}\n'
    assert inlay("variant", "show", file, *paths[:2], *paths[:2]).out == "1\n"


def test_schema_tells_what_and_why(inlay: Callable[..., Any], events: Path, tmp_path: Path) -> None:
    out = tmp_path / "events.parquet"
    inlay("variant", "from-json", events, "-o", out)
    done = inlay("variant", "schema", out)
    assert done.code == 0
    assert [" ".join(line.split()) for line in done.out.splitlines()] == [
        f"{out}: variant, by 50 of its rows",
        "path present column covered why",
        "$ 100.0% object 100.0% 3 fields in columns, 0 not",
        "$.id 100.0% int64 100.0% one type",
        "$.kind 100.0% string 100.0% one type",
        "$.size 100.0% decimal128(9, 2) 100.0% one type",
    ]
    told = json.loads(inlay("variant", "schema", out, "--format", "json").out)
    assert told["type"] == "struct<id: int64, kind: string, size: decimal128(9, 2)>"
    assert [one["column"] for one in told["fields"]] == [
        "object",
        "int64",
        "string",
        "decimal128(9, 2)",
    ]


def test_nothing_worth_it_is_a_finding_and_refused(
    inlay: Callable[..., Any], tmp_path: Path
) -> None:
    file = tmp_path / "mixed.parquet"
    write_table(pa.table({"v": variant_array([1, "x", 2.5, None])}), file)
    assert inlay("variant", "schema", file).code == 1
    done = inlay("variant", "shred", file, "-o", tmp_path / "out.parquet")
    assert done.code == 4
    assert "no column is worth it" in done.err


@pytest.mark.parametrize("verb", ["shred", "unshred"])
def test_what_is_left_out_of_other_columns_is_told(
    verb: str, inlay: Callable[..., Any], tmp_path: Path
) -> None:
    file, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    variants = variant_array([{"a": number} for number in range(12)])
    table = pa.table({"n": pa.array(range(12), pa.int32()), "v": variants})
    write_table(table, file, write_page_index=True)
    replace_index(str(file), 0, lambda index, _: index.replace(min_values=[b"\x7f\0\0\0"]))
    done = inlay("variant", verb, file, "-o", out)
    assert done.code == 0
    assert (
        f"column indexes of column n stay behind, for they do not fit: of column n in row group 0 of {file}, "
        "of page 0, the minimum is above the maximum" in done.err
    )
    assert read_metadata(out).row_groups[0].columns[0].column_index_offset is None
    assert read_table(out)["n"].to_pylist() == list(range(12))


def test_a_line_that_is_no_json_is_named(
    inlay: Callable[..., Any], events: Path, tmp_path: Path
) -> None:
    events.write_text('{"a":1}\n\n{"a":1,"b":[0,x]}\n', encoding="utf-8")
    done = inlay("variant", "from-json", events, "-o", tmp_path / "out.parquet")
    assert (done.code, done.out) == (3, "")
    assert done.err == f"error: {events}:3: $.b[1]: expected a value, at offset 14\n"
    assert list(tmp_path.iterdir()) == [events]


def test_text_comes_in_pieces(
    inlay: Callable[..., Any], events: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_lines, "CHUNK", 64)
    out = tmp_path / "events.parquet"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(events.read_bytes())))
    assert inlay("variant", "from-json", "-", "-o", out, "--shred", "auto").code == 0
    assert shown(inlay("variant", "show", out, "-n", 0).out) == LINES
    assert pq.ParquetFile(out).num_row_groups > 5


def test_an_existing_file_is_not_replaced(
    inlay: Callable[..., Any], events: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.parquet"
    out.write_bytes(b"mine")
    done = inlay("variant", "from-json", events, "-o", out)
    assert done.code == 4
    assert "--overwrite" in done.err
    assert out.read_bytes() == b"mine"
    assert inlay("variant", "from-json", events, "-o", out, "--overwrite").code == 0
    assert inlay("variant", "unshred", out, "-o", out).code == 4


def test_the_column_is_found_or_asked_for(inlay: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "two.parquet"
    one = variant_array([1])
    write_table(pa.table({"a": one, "b": one, "n": [1]}), file)
    done = inlay("variant", "show", file)
    assert done.code == 2
    assert "choose one with --column; it has a, b" in done.err
    assert inlay("variant", "show", file, "--column", "b").out == "1\n"
    assert "'n' is not a Variant column" in inlay("variant", "show", file, "--column", "n").err
    assert inlay("variant", "show", file, "--column", "b", "--path", "b[").code == 2


def test_a_column_is_named_as_everywhere(inlay: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "odd.parquet"
    write_table(
        pa.table({"a.b": variant_array([1]), "a,b": variant_array([2]), "": variant_array([3])}),
        file,
    )
    named = {"a.b": "1\n", '"a.b"': "1\n", '"a,b"': "2\n", '""': "3\n", "": "3\n"}
    for name, out in named.items():
        assert inlay("variant", "show", file, "--column", name).out == out, name
    inside = pa.StructArray.from_arrays([variant_array([4])], names=["b"])
    write_table(pa.table({"a.b": variant_array([1]), "a": inside}), file)
    done = inlay("variant", "show", file, "--column", "a.b")
    assert (done.code, "another column has the path 'a.b'" in done.err) == (2, True)


def test_an_empty_file_of_lines(inlay: Callable[..., Any], tmp_path: Path) -> None:
    empty, out = tmp_path / "empty.jsonl", tmp_path / "out.parquet"
    empty.write_bytes(b"")
    assert inlay("variant", "from-json", empty, "-o", out, "--shred", "auto").code == 0
    assert inlay("variant", "show", out).out == ""


def test_help_does_not_import_pyarrow() -> None:
    code = "import sys, inlay.__main__ as m; m.run(['variant', '--help']); sys.exit('pyarrow' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_json_numbers_keep_their_digits_where_that_is_asked_for(
    inlay: Callable[..., Any], tmp_path: Path
) -> None:
    file, out = tmp_path / "prices.jsonl", tmp_path / "out.parquet"
    lines = ['{"p":1.50}', '{"p":2.5}', '{"p":3.25}'] * 50
    file.write_text("\n".join(lines))
    assert inlay("variant", "from-json", file, "-o", out, "--shred", "auto", "--exact").code == 0
    assert inlay("variant", "show", out, "-n", 0).out.splitlines() == lines
    assert (
        inlay("variant", "from-json", file, "-o", out, "--shred", "auto", "--overwrite").code == 0
    )
    assert '{"p":2.50}' in inlay("variant", "show", out, "-n", 0).out.splitlines()


def test_what_reading_warns_of_is_a_line_without_a_line_of_the_program(
    inlay: Callable[..., Any], tmp_path: Path
) -> None:
    from tests.variant.test_corpus import write_annotated

    file = tmp_path / "nullable.parquet"
    storage = pa.struct([("metadata", pa.binary()), ("value", pa.binary())])
    write_annotated(file, pa.array([{"metadata": b"\1\0\0", "value": b"\x0c\5"}], storage))
    done = inlay("variant", "show", file)
    assert (done.code, done.out) == (0, "5\n")
    assert done.err == (
        "warning: var.metadata: has to be non-nullable; what is null there is read as missing\n"
    )
