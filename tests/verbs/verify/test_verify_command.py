"""`inlay verify` over many paths: a line each, findings by file, the gravest exit code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.verbs.verify.findings_of_reading import EXTENSION, FOOTER
from parquet_format.parquet import FileMetaData
from tests.verbs.verify.files import changed_footer

if TYPE_CHECKING:
    from tests.support.small_files import Inlay


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two whole files, one with a finding, one cut off, and things that are not Parquet."""
    folder = tmp_path / "lake"
    (folder / "day=1").mkdir(parents=True)
    for name in ("a.parquet", "day=1/b.parquet"):
        pq.write_table(pa.table({"id": [1, 2, 3]}), folder / name)

    def change(footer: FileMetaData) -> None:
        footer.row_groups[0].total_byte_size = 1

    changed_footer(folder / "a.parquet", folder / "lie.parquet", change)
    (folder / "cut.parquet").write_bytes((folder / "a.parquet").read_bytes()[:-3])
    (folder / "README.md").write_text("not Parquet, and says so")
    (folder / "_SUCCESS").write_text("")
    return folder


@pytest.mark.parametrize(("head", "shown"), [(b"WORD", "`WORD`"), (b"\xff\0\0\0", "0xff000000")])
def test_another_beginning_is_found_where_it_is(
    head: bytes, shown: str, folder: Path, inlay: Inlay
) -> None:
    path = folder / "a.parquet"
    path.write_bytes(head + path.read_bytes()[4:])
    found = inlay("verify", path)
    assert f"the file begins with {shown}, not with `PAR1`, at offset 0 [metadata]" in found.out


def test_a_folder_has_a_line_for_each_file(folder: Path, inlay: Inlay) -> None:
    found = inlay("verify", folder)
    assert found.code == 3
    lines = found.out.splitlines()
    assert lines[0] == f"{folder}/a.parquet: 0 findings"
    assert lines[1] == f"{folder}/day=1/b.parquet: 0 findings"
    assert lines[2] == f"{folder}/lie.parquet: 1 finding"
    assert lines[3].startswith(
        "  finding     row_groups[0].total_byte_size: 1, and its chunks have"
    )
    assert lines[4] == f"  fix         inlay index fix {folder}/lie.parquet"
    assert lines[5] == (
        "4 files: 2 without findings, 1 with, 1 that could not be read; left out: 1 file of other kinds"
    )
    assert lines[6].startswith("only footers were read: --data checks pages, --values ")
    assert found.err.startswith(f"error: {folder}/cut.parquet: ")


def test_what_was_read_is_said(folder: Path, inlay: Inlay) -> None:
    """A damaged page is not a finding of a footer: the answer says that pages were not read, and does not once they were."""
    whole = folder / "a.parquet"
    damaged = bytearray(whole.read_bytes())
    damaged[4:12] = b"\xff" * 8
    path = folder / "damaged.parquet"
    path.write_bytes(damaged)
    alone = inlay("verify", path)
    assert (alone.code, "not read: --data checks pages" in alone.out) == (0, True)
    assert "only footers were read" in inlay("verify", path, whole).out
    for level in ("--data", "--values"):
        for paths in ([path], [path, whole]):
            found = inlay("verify", level, *paths)
            assert found.code == 1
            assert "read: --data" not in found.out


def test_the_gravest_code_wins_and_nothing_ends_the_others(folder: Path, inlay: Inlay) -> None:
    whole, lie, cut = (folder / name for name in ("a.parquet", "lie.parquet", "cut.parquet"))
    missing = folder / "missing.parquet"
    assert inlay("verify", whole, whole).code == 0
    assert inlay("verify", lie, whole).code == 1
    assert inlay("verify", cut, lie, whole).code == 3
    found = inlay("verify", missing, cut, lie, whole)
    assert found.code == 6
    assert f"error: {missing}: No such file or directory" in found.err
    assert f"{whole}: 0 findings" in found.out


def test_a_glob_is_taken_where_no_shell_did(folder: Path, inlay: Inlay) -> None:
    found = inlay("verify", folder / "{day=*/b,[a]}.parquet")
    assert (found.code, found.out.count(": 0 findings")) == (0, 2)
    nothing = inlay("verify", folder / "*.orc")
    assert (nothing.code, nothing.err) == (6, f"error: {folder}/*.orc: nothing matches\n")


def test_a_file_that_is_named_twice_is_one(folder: Path, inlay: Inlay) -> None:
    path = folder / "a.parquet"
    assert "1 file: 1 without findings" in inlay("verify", path, path).out


def test_a_named_file_that_is_no_parquet_is_an_error(folder: Path, inlay: Inlay) -> None:
    assert inlay("verify", folder / "README.md").code == 3
    assert inlay("verify", folder / "README.md", folder / "a.parquet").code == 3


def test_json_is_a_document_on_each_line(folder: Path, inlay: Inlay) -> None:
    found = inlay("verify", folder, "--data", "--format", "json")
    documents: list[dict[str, Any]] = [json.loads(line) for line in found.out.splitlines()]
    assert [Path(one["path"]).name for one in documents] == [
        "a.parquet",
        "cut.parquet",
        "b.parquet",
        "lie.parquet",
    ]
    assert {(one["command"], one["version"]) for one in documents} == {("verify", 2)}
    whole, cut, _, lie = documents
    assert (whole["findings"], whole["error"]) == ([], None)
    assert whole["data"] == {
        "chunks": 1,
        "pages": 2,
        "encrypted": 0,
        "elsewhere": 0,
        "unreachable": 0,
        "without_crc": 0,
    }
    assert "findings" not in cut
    assert cut["error"]["exit_code"] == 3
    assert lie["findings"][0]["code"] == "group-size"


def test_one_file_is_one_line_of_json_too(folder: Path, inlay: Inlay) -> None:
    assert len(inlay("verify", folder / "a.parquet", "--format", "json").out.splitlines()) == 1


def test_encrypted_columns_are_said_to_be_skipped(parquet_testing: Path, inlay: Inlay) -> None:
    path = parquet_testing / "data" / "uniform_encryption.parquet.encrypted"
    found = inlay("verify", path, "--data")
    assert found.code == 1
    assert "skipped: the footer is encrypted" in found.out
    first = found.out.splitlines()[0]
    assert first.endswith("; not checked: the file is encrypted, and no key opened it: --keys does")
    assert inlay("verify", path).code == 1
    assert inlay("verify", path, "--fail-on", "group-size").code == 0


def test_encrypted_files_do_not_count_as_sound(
    folder: Path, parquet_testing: Path, inlay: Inlay
) -> None:
    path = parquet_testing / "data" / "uniform_encryption.parquet.encrypted"
    for options in ((), ("--values",), ("--jobs", "2")):
        found = inlay("verify", path, folder / "a.parquet", *options)
        assert found.code == 1
        assert "; not checked: the file is encrypted" in found.out
        assert "2 files: 1 without findings, 0 with, 1 not checked (encrypted: --keys)" in found.out


@pytest.mark.parametrize("is_alone", [True, False])
def test_encrypted_files_are_told_to_programs(
    folder: Path, parquet_testing: Path, inlay: Inlay, is_alone: bool
) -> None:
    path = parquet_testing / "data" / "uniform_encryption.parquet.encrypted"
    paths = (path,) if is_alone else (folder / "a.parquet", path)

    def told(format_: str) -> str:
        found = inlay("verify", *paths, "--format", format_)
        assert found.code == 1
        return found.out

    rows = [json.loads(line) for line in told("json").splitlines()]
    assert [row["checked"] for row in rows] == [True, False][-len(rows) :]
    (run,) = json.loads(told("sarif"))["runs"]
    (notification,) = run["invocations"][0]["toolExecutionNotifications"]
    assert notification["message"]["text"].startswith("not checked: the file is encrypted")
    assert told("github").count("not checked: the file is encrypted") == 1
    suites = ElementTree.fromstring(told("junit"))
    assert suites.attrib["errors"] == "1"


def test_a_query_of_a_url_is_no_wildcard() -> None:
    from inlay.ground.files.paths import is_listing

    assert not is_listing("https://example.org/a.parquet?signed=1")
    assert is_listing("s3://bucket/day=*/a.parquet")
    assert is_listing("s3://bucket/folder/")
    assert not is_listing("s3://bucket/a.parquet")


@pytest.mark.parametrize("has_crc", [False, True])
def test_pages_without_a_crc_are_counted(tmp_path: Path, inlay: Inlay, *, has_crc: bool) -> None:
    path = tmp_path / "a.parquet"
    table = pa.table({"id": range(20_000)})
    pq.write_table(table, path, use_dictionary=False, write_page_checksum=has_crc)
    document = json.loads(inlay("verify", path, "--data", "--format", "json").out)["data"]
    assert document["without_crc"] == (0 if has_crc else document["pages"])
    said = "without a CRC, whose bytes only --values checks"
    assert (said in inlay("verify", path, "--data").out) is not has_crc
    assert said not in inlay("verify", path, "--values").out


def test_every_finding_is_explained(inlay: Inlay) -> None:
    """Those, too, that reading alone finds: what --fail-on takes, --explain knows."""
    for code in ("offset", "wire-type", *FOOTER, *EXTENSION):
        said = inlay("verify", "--explain", code)
        assert said.code == 0, said
        assert all(
            line.startswith((f"{code}: ", f"{code} (level ")) for line in said.out.splitlines()
        )
    refused = inlay("verify", "--explain", "sael")
    assert refused.code == 2
    assert "there is no finding 'sael'; did you mean 'seal'?" in refused.err
