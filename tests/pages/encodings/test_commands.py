"""`inlay encoding`: what is printed, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pytest

from tests.pages.encodings.files import plain_and_indexed, pq
from tests.support.inlay_command import Inlay


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "file.parquet"
    plain_and_indexed(found)
    return found


def test_add_show_verify_strip(inlay: Inlay, path: Path) -> None:
    original = path.read_bytes()
    added = inlay("add", path, "--columns", "price", "--columns", "i*", "--encoding", "pco")
    assert added.code == 0
    assert "added new encodings of 2 columns" in added.out
    assert "price" in added.out
    assert "saved" in added.out
    assert not added.err
    shown = inlay("show", path)
    assert shown.code == 0
    assert len(shown.out.splitlines()) == 1 + 3 * 2 + 1
    document = json.loads(inlay("show", path, "--format", "json").out)
    assert (document["command"], document["version"]) == ("encoding show", 2)
    assert [(one["row_group"], one["column"]) for one in document["chunks"]][:2] == [
        (0, "id"),
        (0, "price"),
    ]
    assert all(one["encoding"] == "pco" and one["pages"] == 10 for one in document["chunks"])
    total = document["total"]
    assert total["length"] == sum(one["length"] for one in document["chunks"])
    assert total["old_length"] == sum(one["old_length"] for one in document["chunks"])
    assert total["pages"] == 60
    last = shown.out.splitlines()[-1].split()
    assert last == ["all", "2", "columns", f"{total['length']:,}", "60", f"{total['old_length']:,}"]
    found = inlay("verify", path)
    assert found.out == f"{path}: 0 findings in 6 column chunks with new encodings\n"
    assert "nothing to repair" in inlay("repair", path).out
    stripped = inlay("strip", path)
    assert stripped.code == 0
    assert "has the bytes that it had before the new encodings" in stripped.out
    assert path.read_bytes() == original
    assert inlay("show", path).out == f"{path}: no new encodings\n"
    assert inlay("verify", path) == (
        0,
        f"{path}: no new encodings, so there is nothing to check\n",
        "",
    )
    assert inlay("strip", path).code == 4


def test_auto_says_what_it_saves(inlay: Inlay, path: Path) -> None:
    before = path.read_bytes()
    dry = inlay("add", path, "--auto", "--dry-run")
    assert dry.code == 0
    assert path.read_bytes() == before
    assert "would add new encodings" in dry.out
    lines = [line.split() for line in dry.out.splitlines()]
    at = next(number for number, line in enumerate(lines) if line[:4] == ["id", "as", "it", "is"])
    assert [*lines[at + 1][:1], *lines[at + 1][2:3], lines[at + 1][-1]] == [
        "pco",
        "82.0%",
        "picked",
    ]
    assert "no encoding in use takes BYTE_ARRAY" in dry.out
    done = inlay("add", path, "--auto")
    assert path.stat().st_size == int(done.out.split(" -> ")[1].split()[0].replace(",", "")), (
        "the dry run knew the size"
    )


def test_auto_leaves_alone_what_does_not_pay(inlay: Inlay, tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    pq.write_table(pa.table({"x": ["a", "b"]}), path)
    before = path.read_bytes()
    done = inlay("add", path, "--auto")
    assert (done.code, path.read_bytes()) == (0, before)
    assert "nothing was changed" in done.out


@pytest.mark.parametrize(("rows", "is_picked"), [(12, False), (5_000, True)])
def test_auto_weighs_what_the_footer_says_of_the_new_pages(
    inlay: Inlay, tmp_path: Path, rows: int, is_picked: bool
) -> None:
    """The pages of 12 numbers would be three quarters smaller, and all that a reader fetches larger."""
    path = tmp_path / "file.parquet"
    table = pa.table({"x": pa.array(range(1_000, 1_000 + rows), pa.int64())})
    pq.write_table(table, path, use_dictionary=False, compression="NONE")
    done = inlay("add", path, "--auto")
    assert ("picked" in done.out) == is_picked
    assert ("nothing was changed" in done.out) == (not is_picked)


def test_output_goes_elsewhere(inlay: Inlay, path: Path, tmp_path: Path) -> None:
    before = path.read_bytes()
    other = tmp_path / "other.parquet"
    assert inlay("add", path, "--columns", "price", "-o", other).code == 0
    assert path.read_bytes() == before
    assert pq.read_table(other).equals(pq.read_table(path))
    assert inlay("add", path, "--columns", "price", "-o", other).code == 4
    assert inlay("strip", other, "-o", path, "--overwrite").code == 0
    assert path.read_bytes() == before


def test_damage_is_a_finding_and_repair_ends_it(inlay: Inlay, path: Path) -> None:
    inlay("add", path, "--columns", "price")
    document = json.loads(inlay("show", path, "--format", "json").out)
    data = bytearray(path.read_bytes())
    data[document["chunks"][1]["offset"] + 9] ^= 1
    path.write_bytes(data)
    found = inlay("verify", path)
    assert found.code == 1
    assert "1 finding" in found.out
    assert "column price in row group 1: the new encoding" in found.out
    document = json.loads(inlay("verify", path, "--format", "json").out)
    assert (document["path"], document["chunks"], len(document["findings"])) == (str(path), 3, 1)
    assert document["findings"][0]["at"] == "column price in row group 1"
    repaired = inlay("repair", path)
    assert repaired.code == 0
    assert "is repaired" in repaired.out
    assert inlay("verify", path).code == 0


def test_a_file_without_new_encodings_is_not_said_to_be_checked(inlay: Inlay, path: Path) -> None:
    found = inlay("verify", path)
    assert (found.code, found.out) == (
        0,
        f"{path}: no new encodings, so there is nothing to check\n",
    )


def test_ratify_takes_its_number_from_the_configuration(
    inlay: Inlay, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inlay("add", path, "--columns", "price", "--encoding", "pco")
    refused = inlay("ratify", path)
    assert refused.code == 4
    assert "[encodings.ratified]" in refused.err
    expected = pq.read_table(path)
    configuration = tmp_path / "config.toml"
    configuration.write_text("[encodings.ratified]\npco = 77\n", encoding="utf-8")
    monkeypatch.setenv("INLAY_CONFIG", str(configuration))
    assert inlay("ratify", path).code == 0
    stripped = inlay("strip", path)
    assert (
        "equal values in PLAIN pages, because a ratified file has lost its old pages"
        in stripped.out
    )
    assert pq.read_table(path).equals(expected)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ((), 2, "give --columns GLOB or --auto"),
        (
            ("--auto", "--columns", "x"),
            2,
            "--auto chooses the columns itself: give either --auto or --columns",
        ),
        (("--auto", "--allow", "signed"), 2, "'signed' is not one of 'table', 'size'"),
        (("--columns", "prise"), 2, "no column 'prise'; did you mean 'price'?"),
        (
            ("--columns", "price", "--encoding", "zip"),
            2,
            "no encoding 'zip' is in use here, but: alp, pco",
        ),
        (("--auto", "--encoding", "zip"), 2, "no encoding 'zip' is in use here, but: alp, pco"),
        (("--columns", "name"), 4, "column name: no encoding in use takes BYTE_ARRAY"),
        (("--columns", "nam*"), 4, "no column that matches has values for any encoding in use"),
        (
            ("--columns", "name", "--encoding", "pco"),
            4,
            "column name: pco takes no values of the type BYTE_ARRAY",
        ),
        (
            ("--columns", "nam*", "--encoding", "pco"),
            4,
            "no column that matches has values for pco",
        ),
    ],
)
def test_wrong_usage(
    inlay: Inlay, path: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    before = path.read_bytes()
    found = inlay("add", path, *arguments)
    assert found.code == code
    assert said in found.out + found.err
    assert path.read_bytes() == before


def test_files_that_are_none(inlay: Inlay, tmp_path: Path) -> None:
    for name, data, code in (("missing", None, 6), ("empty", b"", 3), ("text", b"x" * 50, 3)):
        path = tmp_path / name
        if data is not None:
            path.write_bytes(data)
        for command in (["show"], ["verify"], ["strip"], ["ratify"], ["repair"], ["add", "--auto"]):
            found = inlay(*command, path)
            assert found.code == code, (name, command, found)
            assert "Traceback" not in found.err


def test_the_bar_is_on_terminals_only(path: Path) -> None:
    import subprocess
    import sys

    command = [sys.executable, "-m", "inlay", "encoding", "add", str(path), "--columns", "price"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert not done.stderr
    assert "\x1b" not in done.stdout
