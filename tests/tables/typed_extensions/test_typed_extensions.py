"""Extensions by their types: a column for each field, in tables of one footer, of a lake, and in the commands."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.tables.typed_extensions.conversions import conversion_of
from inlay.tables.typed_extensions.sources import find_sources, load_types
from inlay_runtime.errors import InlayError, RequestError
from tests.support.inlay_command import Inlay, make_command
from tests.tables.typed_extensions.conftest import BARE, FULL, NOTE, PACKAGE, SCHEMA, full

SCHEMAS = ("--schema", SCHEMA, "--schema", NOTE)


@pytest.fixture
def inlay_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inlay:
    return make_command(capsys, monkeypatch)


def scan(lake: Path, types: Any, columns: list[str] | None = None) -> list[dict[str, Any]]:
    table = inlay.scan_footers(lake, table="extensions", columns=columns, types=types).read_all()
    rows: list[dict[str, Any]] = table.to_pylist()
    return rows


@pytest.mark.parametrize("how", ["class", "schema", "folder", "name"])
def test_each_field_is_a_column(how: str, rich: Any, package: Path, lake: Path) -> None:
    types: list[Any] = [
        {"class": rich.Rich, "schema": str(SCHEMA), "folder": str(package), "name": PACKAGE}[how]
    ]
    rows = {Path(row["path"]).stem: row for row in scan(lake, types) if row["type"] == "Rich"}
    assert sorted(rows) == ["bare", "damaged", "full"]
    for stem, said in (("full", FULL), ("bare", BARE)):
        row = rows[stem]
        assert {name: row.get(name, row.get(f"Rich.{name}")) for name in said} == said
        assert (row["error"], row["carrier"], row["struct"]) == (None, "", "FileMetaData")


def test_a_damaged_payload_says_why(rich: Any, lake: Path) -> None:
    row = next(row for row in scan(lake, [rich.Rich]) if "damaged" in row["path"])
    assert "CRC" in row["error"] or "crc" in row["error"]
    assert {row[name] for name in FULL} == {None}


def test_of_several_types_names_that_clash_are_told_apart(rich: Any, note: Any, lake: Path) -> None:
    rows = scan(lake, [rich.Rich, note.Note])
    notes = [row for row in rows if row["type"] == "Note"]
    assert [row["carrier"] for row in notes] == [
        f"row_groups[0].columns[{at}].meta_data" for at in (0, 1)
    ]
    assert {
        (row["Note.owner"], row["Rich.owner"], row["Note.path"], row["struct_"]) for row in notes
    } == {("us", None, "p", None)}


def test_the_columns_that_are_named_are_there_in_their_order(rich: Any, lake: Path) -> None:
    columns = ["share", "carrier", "owner"]
    assert [*scan(lake, [rich.Rich], columns)[0]] == columns
    with pytest.raises(ValueError, match="no column 'ownr'; did you mean owner"):
        scan(lake, [rich.Rich], ["ownr"])


def test_types_are_of_extensions(rich: Any, lake: Path) -> None:
    with pytest.raises(ValueError, match="types are of the table extensions, not of files"):
        inlay.scan_footers(lake, types=[rich.Rich])


def test_the_table_of_footers_has_them_too(rich: Any, note: Any, lake: Path) -> None:
    footers = [inlay.open(lake / f"{name}.parquet") for name in ("none", "full", "notes")]
    table = inlay.extension_table(footers, types=[rich.Rich, note.Note])
    assert table["footer"].to_pylist() == [1, 2, 2]
    assert table.select(["days", "marks"]).to_pylist()[0] == {"days": 3, "marks": "A|B"}
    some = inlay.extension_table(footers[1], ["big"], types=[rich.Rich])
    assert some.to_pylist() == [{"big": 2**64 - 1}]
    assert inlay.extension_table([], types=[rich.Rich]).num_rows == 0


def test_an_envelope_is_opened(rich: Any, tmp_path: Path, lake: Path, inlay_command: Inlay) -> None:
    path = tmp_path / "f.parquet"
    path.write_bytes((lake / "full.parquet").read_bytes())
    assert inlay_command("seal", path, "--allow", "envelope").code == 0
    assert scan(path, [rich.Rich], ["owner", "in_envelope"]) == [
        {"owner": "somebody", "in_envelope": True}
    ]
    table = inlay.extension_table(inlay.open(path), ["owner"], types=[rich.Rich])
    assert table.to_pylist() == [{"owner": "somebody"}]


@pytest.mark.parametrize(
    ("types", "message"),
    [
        ([], "types is empty"),
        (["no_such_package"], "there is no package 'no_such_package': name a schema"),
        (["json"], "json has no extension: no table of it has inlay_uuid"),
    ],
)
def test_what_is_no_type_is_refused(types: Any, message: str) -> None:
    with pytest.raises(RequestError, match=message):
        load_types(types)


def test_a_schema_that_does_not_compile_is_an_error_of_the_compiler(tmp_path: Path) -> None:
    (tmp_path / "bad.fbs").write_text("table {")
    with pytest.raises(InlayError, match=r"bad\.fbs:1:7: unexpected ") as error:
        load_types([str(tmp_path / "bad.fbs")])
    assert str(error.value).splitlines()[1:] == [f"  try: inlayc schema {tmp_path / 'bad.fbs'}"]


def test_sources_travel_without_a_compiler() -> None:
    sources = find_sources([str(SCHEMA), str(NOTE)])
    again = pickle.loads(pickle.dumps(sources))
    assert again == sources
    assert [cls.__name__ for cls in again.load()] == ["Rich", "Note"]


def test_every_value_is_one_of_its_arrow_type(rich: Any) -> None:
    """What is described is what the columns hold: one conversion makes both."""
    conversion = conversion_of(rich.Rich)
    value = conversion.convert(full(rich))
    column = pa.table({"rich": pa.array([value], conversion.type)})
    assert column.to_pylist() == [{"rich": FULL}]


def test_the_command_shows_what_they_say(lake: Path, inlay_command: Inlay) -> None:
    code, out, _ = inlay_command("ext", "show", lake / "full.parquet", "--schema", SCHEMA)
    assert code == 0
    title, _, text = out.partition("\n")
    assert title == "footer: Rich"
    content = json.loads(text)
    assert (content["raw"], content["choice"]) == ("0x00ff", {"word": "w"})
    assert content["node"] == {"Branch": {"left": {"Branch": {"left": {"Leaf": {"n": 8}}}}}}


@pytest.mark.parametrize(
    ("stem", "expected", "words"),
    [
        ("none", 0, "no extension of these types"),
        ("damaged", 1, "cannot be read: "),
        ("notes", 0, "row_groups[0].columns[1].meta_data: Note"),
    ],
)
def test_the_command_says_what_is_not_there(
    stem: str, expected: int, words: str, lake: Path, inlay_command: Inlay
) -> None:
    path = lake / f"{stem}.parquet"
    code, out, _ = inlay_command("ext", "show", path, *SCHEMAS)
    assert (code, words in out) == (expected, True)
    code, out, _ = inlay_command("ext", "show", path, *SCHEMAS, "--format", "json")
    document = json.loads(out)
    assert (code, len(document["extensions"])) == (
        expected,
        {"none": 0, "damaged": 1, "notes": 2}[stem],
    )


def test_a_scan_prints_and_writes_them(lake: Path, tmp_path: Path, inlay_command: Inlay) -> None:
    words = ("scan", lake, *SCHEMAS)
    lines = [json.loads(line) for line in inlay_command(*words).out.splitlines()]
    assert sorted(line["type"] for line in lines) == ["Note", "Note", "Rich", "Rich", "Rich"]
    text = inlay_command(*words, "--format", "text").out
    assert "somebody" in text
    assert inlay_command(*words, "-o", tmp_path / "t.parquet").code == 0
    assert pq.read_table(tmp_path / "t.parquet").num_rows == 5
    said = inlay_command(*words).out
    assert inlay_command(*words, "--table", "extensions").out == said
    code, _, err = inlay_command(*words, "--table", "files")
    assert (code, "--schema is for --table extensions" in err) == (2, True)
