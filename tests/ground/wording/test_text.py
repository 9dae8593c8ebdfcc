"""Files whose text is not UTF-8: every command and table takes them, and no byte of them is lost."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.encoding import iter_batches as iter_encoded
from inlay.encoding import read_table as read_encoded
from inlay.footers.conversion import compare, encode, v0, v1
from inlay.footers.footer.errors import FooterError
from inlay.footers.footer.read import read_footer
from inlay.rows.filtering.read_path import read_path
from inlay.rows.read import iter_batches
from inlay.verbs.verify.not_utf8 import find_not_utf8
from inlay_runtime.text import text_from
from parquet_format import footer
from parquet_format.parquet import FileMetaData
from tests.footers.conversion.footers import corpus_footers
from tests.support.examples import TIMES

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

KEY_VALUES = {b"k": b"\xff\xfe", b"\xff2": b"v"}
TABLES = ("files", "schema", "row_groups", "column_chunks", "extensions", "key_values", "problems")
NAMES = {b"abcdef": b"same\xff\xfe", b"ghijkl": b"same\xfe\xff"}


def plain(path: Path) -> Path:
    table = pa.table({"abcdef": [1, 2], "ghijkl": ["x", "y"]})
    pq.write_table(table.replace_schema_metadata({b"k": b"v"}), path)
    return path


def changed(path: Path, changes: dict[bytes, bytes]) -> Path:
    data = plain(path).read_bytes()
    for old, new in changes.items():
        assert len(old) == len(new)
        assert old in data
        data = data.replace(old, new)
    path.write_bytes(data)
    return path


@pytest.fixture
def key_values(tmp_path: Path) -> Path:
    path = tmp_path / "key_values.parquet"
    table = pa.table({"abcdef": [1, 2], "ghijkl": ["x", "y"]})
    pq.write_table(table.replace_schema_metadata(KEY_VALUES), path)
    return path


@pytest.fixture
def named(tmp_path: Path) -> Path:
    return changed(tmp_path / "named.parquet", NAMES)


@pytest.fixture
def created(tmp_path: Path) -> Path:
    return changed(tmp_path / "created.parquet", {b"parquet-cpp": b"parquet-\xff\xfep"})


@pytest.fixture(params=["key_values", "named", "created"])
def file(request: pytest.FixtureRequest) -> Path:
    found: Path = request.getfixturevalue(request.param)
    return found


def _thrift(path: Path) -> bytes:
    return read_footer(path).data


def test_what_pyarrow_wrote_is_read(key_values: Path) -> None:
    metadata = inlay.open(key_values).metadata
    assert isinstance(metadata, FileMetaData)
    found = {entry.key: entry.value for entry in metadata.key_value_metadata or []}
    assert (found["k"], found["\udcff2"]) == ("\udcff\udcfe", "v")
    assert inlay.read_table(key_values).to_pydict() == {"abcdef": [1, 2], "ghijkl": ["x", "y"]}


@pytest.mark.parametrize("steps", [[], ["add"], ["add", "promote"], ["add", "promote", "finalize"]])
def test_every_command_takes_it_in_every_form_and_gives_it_back(
    file: Path, steps: list[str], inlay: Inlay, tmp_path: Path
) -> None:
    before = file.read_bytes()
    for step in steps:
        assert inlay("footer", step, file).code == 0
    commands = [
        ["inspect"], ["inspect", "--all"], ["inspect", "--format", "json"], ["verify"],
        ["verify", "--format", "json"], ["footer", "show"], ["ext", "list"], ["ext", "verify"], ["recover"],
        ["encoding", "show"], *[["scan", "--table", table] for table in TABLES],
    ]  # fmt: skip
    for command in commands:
        found = inlay(*command, file)
        assert found.code == (1 if command[0] == "verify" else 0), (command, found.err)
        (found.out + found.err).encode()  # raises if a surrogate was printed
        assert "\\udc" not in found.out
        if "json" in command:
            json.loads(found.out)
    if steps:
        assert inlay("footer", "revert", file).code == 0
    assert file.read_bytes() == before
    shutil.copy(file, tmp_path / "sealed.parquet")
    assert inlay("seal", tmp_path / "sealed.parquet").code == 0
    assert "agrees" in inlay("verify", tmp_path / "sealed.parquet").out


def test_inspect_shows_bytes_and_names_the_places(
    key_values: Path, named: Path, created: Path, inlay: Inlay
) -> None:
    shown = inlay("inspect", key_values).out
    assert r"problem: key_value_metadata[0].value is not UTF-8: b'\xff\xfe'" in shown
    assert r"problem: key_value_metadata[1].key is not UTF-8: b'\xff2'" in shown
    assert r"b'\xff\xfe'" in shown.split("key-value metadata")[1]
    shown = inlay("inspect", named).out
    assert r"problem: schema[1].name is not UTF-8: b'same\xff\xfe'" in shown
    assert r"optional int64 b'same\xff\xfe'" in shown
    assert r"problem: created_by is not UTF-8: b'parquet-\xff\xfep" in inlay("inspect", created).out


def test_json_has_the_bytes(key_values: Path, inlay: Inlay) -> None:
    document = json.loads(inlay("inspect", "--format", "json", key_values).out)
    entries = document["metadata"]["key_value_metadata"]
    assert entries[0] == {"key": "k", "value": {"hex": "fffe"}}
    assert entries[1] == {"key": {"hex": "ff32"}, "value": "v"}
    assert document["problems"][0].startswith("key_value_metadata[0].value is not UTF-8")


def test_verify_has_a_finding_for_each(named: Path, inlay: Inlay) -> None:
    found = json.loads(inlay("verify", "--format", "json", named).out)["findings"]
    assert [one["what"].split(" is not UTF-8")[0] for one in found] == [
        "schema[1].name",
        "schema[2].name",
        "row_groups[0].columns[0].meta_data.path_in_schema[0]",
        "row_groups[0].columns[1].meta_data.path_in_schema[0]",
    ]


@pytest.mark.parametrize("pure", ["0", "1"])
def test_tables_spell_the_bytes_and_tell_columns_apart(
    named: Path, key_values: Path, pure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INLAY_PURE", pure)
    data = _thrift(named)
    names = [r"b'same\xff\xfe'", r"b'same\xfe\xff'"]
    assert inlay.schema_table(data)["name"].to_pylist() == ["schema", *names]
    chunks = inlay.chunk_table(data)
    chunks.validate(full=True)
    assert chunks["path"].to_pylist() == names
    assert chunks["path_in_schema"].to_pylist() == [[name] for name in names]
    entries = inlay.key_value_table(_thrift(key_values))
    assert entries["value"].to_pylist()[:2] == [r"b'\xff\xfe'", "v"]


def _path(path: Path) -> object:
    return read_path(path, "v", "$.a")


@pytest.mark.parametrize(
    "read",
    [
        inlay.read_table, read_encoded, _path, lambda path: list(iter_batches(path)),
        lambda path: list(iter_encoded(path)), lambda path: inlay.read_table(path, columns=["id"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("steps", [[], ["add", "promote", "finalize"]])
def test_rows_of_a_file_that_pyarrow_cannot_open_name_the_column(
    named: Path, read: Any, steps: list[str], inlay: Inlay
) -> None:
    for step in steps:
        assert inlay("footer", step, named).code == 0
    with pytest.raises(
        FooterError, match=r"b'same\\xff\\xfe' of schema\[1\] is not UTF-8"
    ) as caught:
        read(named)
    assert caught.value.code == "column-name"


@pytest.mark.parametrize("command", [["show"], ["schema"], ["unshred", "-o", "OUT"]])
def test_commands_for_variants_name_the_column(
    named: Path, command: list[str], inlay: Inlay, tmp_path: Path
) -> None:
    arguments = [str(tmp_path / "out.parquet") if one == "OUT" else one for one in command]
    found = inlay("variant", arguments[0], named, *arguments[1:])
    assert found.code == 3, found.err
    assert r"b'same\xff\xfe'" in found.err


def test_flipped_bytes_of_texts_of_real_footers_go_there_and_back(parquet_testing: Path) -> None:
    """A byte of some texts of each footer becomes one that UTF-8 does not have."""
    draw = random.Random(20)
    mutants = 0
    for name, thrift in corpus_footers(parquet_testing).items():
        for _ in range(TIMES):
            data = _with_flipped_texts(thrift, draw)
            metadata = FileMetaData.decode(data)
            if data == thrift or metadata.encode() != data:
                continue  # none of its texts was found, or it is not canonical anyway
            mutants += 1
            assert list(find_not_utf8(metadata)), name
            assert metadata == FileMetaData.decode(data, eager=True), name
            assert FileMetaData.decode(data).replace(version=99).encode(), name
            for form, schema in ((v1, footer), (v0, None)):
                flat = form.to_flatbuffers(data)
                assert compare(data, flat) == [], name
                if schema is not None:
                    assert form.to_thrift(schema.FileMetaData.decode(encode(flat))) == data, name
                assert form.to_thrift(type(flat).decode(flat.encode())) == data, name
            inlay.schema_table(data).validate(full=True)
            inlay.chunk_table(data).validate(full=True)
    assert mutants > 70


def _with_flipped_texts(thrift: bytes, draw: random.Random) -> bytes:
    metadata = FileMetaData.decode(thrift)
    texts = [element.name for element in metadata.schema] + [metadata.created_by or ""]
    texts += [text for e in metadata.key_value_metadata or [] for text in (e.key, e.value or "")]
    found = [text.encode() for text in texts if 2 <= len(text.encode()) < 128]
    data = bytearray(thrift)
    for text in draw.sample(found, min(3, len(found))):
        at = bytes(data).find(bytes([len(text)]) + text)
        if at >= 0:
            data[at + 1 + draw.randrange(len(text))] = draw.choice(b"\x80\xc0\xfe\xff")
    return bytes(data)


def test_texts_are_what_they_were(key_values: Path) -> None:
    data = _thrift(key_values)
    entries = FileMetaData.decode(data, fields=["key_value_metadata"]).key_value_metadata
    assert entries is not None
    assert [entry.key for entry in entries[:2]] == [text_from(key) for key in KEY_VALUES]
