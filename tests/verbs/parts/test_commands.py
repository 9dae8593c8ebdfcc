"""`inlay concat`, `select`, `drop`, `split` on a command line."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple, Protocol

import pytest

import inlay
from inlay.__main__ import run as run_command
from inlay.errors import RefusedError
from inlay.verbs.parts.choosing import parse_row_groups
from tests.verbs.parts.made import OPTIONS, leaf_names, table, write_tables


class Result(NamedTuple):
    exit_code: int
    stdout: str
    stderr: str


class Run(Protocol):
    def __call__(self, *arguments: object) -> Result: ...


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> Result:
        code = run_command(list(map(str, arguments)))
        return Result(code, *capsys.readouterr())

    return run


@pytest.fixture
def paths(tmp_path: Path) -> list[str]:
    return write_tables(tmp_path, [table(700, 1), table(300, 2)], **OPTIONS["indexed"])


def test_concat_says_what_came_of_it(run: Run, paths: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    done = run("concat", *paths, "-o", out)
    assert done.exit_code == 0, done.stderr
    size = out.stat().st_size
    assert done.stdout.startswith(f"{out}: wrote 1,000 rows, 4 row groups, 5 columns in ")
    again = run("concat", *paths, "-o", out)
    assert again.exit_code == 4
    assert "exists" in again.stderr
    as_json = run("concat", *paths, "-o", out, "--overwrite", "--format", "json")
    [document] = json.loads(as_json.stdout)["files"]
    assert document["size"] == size
    assert document["notes"] == []


def test_a_dry_run_says_what_would_come_of_it(run: Run, paths: list[str], tmp_path: Path) -> None:
    done = run("concat", *paths, "-o", tmp_path / "out.parquet", "--dry-run")
    assert done.exit_code == 0, done.stderr
    assert "would write 1,000 rows" in done.stdout
    assert not (tmp_path / "out.parquet").exists()


def test_paths_come_from_a_list(run: Run, paths: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    listed = tmp_path / "list.txt"
    listed.write_text("\n".join([*paths, "", paths[0]]))
    done = run("concat", "--from-list", listed, "-o", out)
    assert done.exit_code == 0, done.stderr
    assert inlay.read_metadata(out).num_rows == 1_700
    assert run("concat", "-o", out).exit_code == 2


def test_schemas_that_differ_are_one_error(run: Run, tmp_path: Path) -> None:
    paths = write_tables(tmp_path, [table(10, 1), table(10, 2).select(["id"])])
    done = run("concat", *paths, "-o", tmp_path / "out.parquet")
    assert done.exit_code == 4
    assert "column" in done.stderr
    assert "--schema union" in done.stderr


def test_select_and_drop(run: Run, paths: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    done = run("select", paths[0], "--columns", "place", "--row-groups", "0:2", "-o", out)
    assert done.exit_code == 0, done.stderr
    assert leaf_names(out) == ["place.x", "place.y"]
    assert inlay.read_metadata(out).num_rows == 600
    words = ("drop", paths[0], "--columns", "place", "--columns", "t*")
    before = Path(paths[0]).read_bytes()
    done = run(*words)
    assert done.exit_code == 2
    assert (
        "give -o OUT for the file without them, or --overwrite, which replaces FILE" in done.stderr
    )
    same = run(*words, "--overwrite", "-o", paths[0])
    assert (same.exit_code, "give it another name" in same.stderr) == (4, True)
    assert run(*words, "--dry-run").exit_code == 0
    assert Path(paths[0]).read_bytes() == before
    done = run(*words, "--overwrite")
    assert done.exit_code == 0, done.stderr
    assert leaf_names(paths[0]) == ["id", "name"]
    assert run("select", paths[0], "--columns", "idd", "-o", out).exit_code == 2
    assert run("select", paths[0], "-o", out).exit_code == 2
    assert run("drop", paths[0]).exit_code == 2


@pytest.mark.parametrize(
    ("limit", "count"), [("--rows=300", 3), ("--size=1GiB", 1), ("--row-groups=2", 2)]
)
def test_split(run: Run, limit: str, count: int, paths: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    done = run("split", paths[0], limit, "-o", folder)
    assert done.exit_code == 0, done.stderr
    assert len(os.listdir(folder)) == count
    assert len(done.stdout.splitlines()) == count


def test_split_says_that_it_cuts_no_row_group(run: Run, paths: list[str], tmp_path: Path) -> None:
    done = run("split", paths[0], "--rows=1", "-o", tmp_path / "parts")
    assert done.exit_code == 0
    files = len(done.stdout.splitlines())
    said = " ".join(done.stderr.split())
    assert f"{files} files of more than 1 row: no row group is cut" in said
    assert "`inlay rewrite FILE --row-group-size 1 -o OUT` makes smaller ones" in said


@pytest.mark.parametrize("given", [["--size=much"], ["--rows=0"], [], ["--rows=1", "--size=1"]])
def test_split_takes_one_measure(
    run: Run, given: list[str], paths: list[str], tmp_path: Path
) -> None:
    assert run("split", paths[0], *given, "-o", tmp_path / "parts").exit_code == 2


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("0", [0]),
        ("0:3,7", [0, 1, 2, 7]),
        (":", list(range(9))),
        ("-1", [8]),
        ("7:", [7, 8]),
        ("::2", None),
        ("a", None),
        ("", None),
        ("1,", None),
    ],
)
def test_ranges_of_row_groups(text: str, numbers: list[int] | None) -> None:
    if numbers is None:
        with pytest.raises(ValueError, match="is not a row group"):
            parse_row_groups(text, 9)
    else:
        assert parse_row_groups(text, 9) == numbers


def test_drop_names_the_file_as_it_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError) as missing:
        inlay.drop("in.parquet", columns=["id"])
    assert missing.value.filename == "in.parquet"
    write_tables(tmp_path, [table(10, 1)])
    with pytest.raises(RefusedError) as caught:
        inlay.drop("in-0.parquet", columns=["*"])
    assert caught.value.path == "in-0.parquet"


def test_other_names_of_a_file_that_is_replaced_are_told(run: Run, paths: list[str]) -> None:
    os.link(paths[0], f"{paths[0]}.other")
    done = run("drop", paths[0], "--columns", "name", "--overwrite")
    assert done.exit_code == 0
    assert "1 other hard link of the file keeps the old bytes" in done.stdout + done.stderr
