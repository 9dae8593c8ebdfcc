"""`inlay recover DIR`: which files are damaged, which of them can be recovered, and the recovered ones written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.ground.files.aside import choose_aside_name
from tests.faults.journals import write_journal
from tests.support.kept_processes import keep_processes

if TYPE_CHECKING:
    from tests.support.small_files import Inlay


@pytest.fixture
def folder(tmp_path: Path, inlay: Inlay) -> Path:
    """A whole file, two that can be recovered, one that cannot, and things that are not Parquet."""
    folder = tmp_path / "lake"
    (folder / "day=1").mkdir(parents=True)
    for name in ("a.parquet", "cut.parquet", "lost.parquet", "day=1/dual.parquet"):
        pq.write_table(pa.table({"id": [1, 2, 3]}), folder / name)
    cut, dual = folder / "cut.parquet", folder / "day=1" / "dual.parquet"
    inlay("footer", "add", dual)
    for path in (cut, dual):
        (tmp_path / f"{path.name}.whole").write_bytes(path.read_bytes())
    cut.write_bytes(cut.read_bytes()[:-3])
    dual.write_bytes(dual.read_bytes().replace(b"\x06schema", b"\x7fschema", 1))
    (folder / "lost.parquet").write_bytes(b"PAR1" + bytes(1_000))
    (folder / "README.md").write_text("not Parquet, and says so")
    return folder


def cut_change_off(path: Path) -> None:
    """Leaves a file as a change of its last bytes does that was cut off halfway, with its journal."""
    whole = path.read_bytes()
    keep = len(whole) - 20
    write_journal(path, whole, keep, b"n" * 40)
    path.write_bytes(whole[:keep] + b"n" * 10 + whole[keep + 10 :])


def test_a_folder_has_a_line_for_each_damaged_file(folder: Path, inlay: Inlay) -> None:
    found = inlay("recover", folder)
    assert found.code == 3
    lines = found.out.splitlines()
    assert not any(line.startswith(f"{folder}/a.parquet") for line in lines)
    assert lines[0].startswith(f"{folder}/cut.parquet: the file begins with `PAR1` and ends in")
    assert any(line.startswith(f"{folder}/day=1/dual.parquet: ") for line in lines)
    assert lines[-1] == (
        "4 files: 1 whole, 2 damaged that can be recovered, 1 that cannot be read; "
        "left out: 1 file of other kinds"
    )
    assert found.err.startswith(f"error: {folder}/lost.parquet: ")


def test_the_recovered_files_are_written_under_their_names(folder: Path, inlay: Inlay) -> None:
    out = folder.parent / "out"
    found = inlay("recover", folder, "-o", out)
    assert found.code == 3, "one of the files is lost"
    written = sorted(str(one.relative_to(out)) for one in out.rglob("*") if one.is_file())
    assert written == ["cut.parquet", "day=1/dual.parquet"]
    for name in written:
        path = out / name
        assert path.read_bytes() == (folder.parent / f"{path.name}.whole").read_bytes()
    again = inlay("recover", folder, "-o", out)
    assert (again.code, again.err.count("the file already exists")) == (4, 2)
    (folder / "lost.parquet").unlink()
    assert inlay("recover", folder, "-o", out, "--overwrite").code == 0


def test_no_folder_stays_that_nothing_was_written_into(folder: Path, inlay: Inlay) -> None:
    (folder / "day=1" / "dual.parquet").write_bytes((folder / "lost.parquet").read_bytes())
    out = folder.parent / "out"
    assert inlay("recover", folder, "-o", out).code == 3
    assert [str(it.relative_to(out)) for it in out.rglob("*")] == ["cut.parquet"]
    (folder / "cut.parquet").unlink()
    assert inlay("recover", folder, "-o", folder.parent / "nothing").code == 3
    assert not (folder.parent / "nothing").exists()


def test_no_folder_stays_of_a_write_that_fails(
    folder: Path, inlay: Inlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr("inlay.cli.recover.many.write_candidate", fail)
    assert inlay("recover", folder, "-o", folder.parent / "out").code == 6
    assert not (folder.parent / "out").exists()


def test_json_has_a_document_for_each_file(folder: Path, inlay: Inlay) -> None:
    found = inlay("recover", folder, "--format", "json", "-o", folder.parent / "out")
    shown = {Path(one["path"]).name: one for one in map(json.loads, found.out.splitlines())}
    assert sorted(shown) == ["a.parquet", "cut.parquet", "dual.parquet", "lost.parquet"]
    assert shown["a.parquet"]["damage"] is None
    assert shown["lost.parquet"]["error"]["exit_code"] == 3
    assert shown["dual.parquet"]["candidates"][0]["form"] == "private"
    assert shown["dual.parquet"]["wrote"] == str(folder.parent / "out" / "day=1" / "dual.parquet")


def test_changes_that_were_cut_off_are_undone_in_all_of_it(folder: Path, inlay: Inlay) -> None:
    (folder / "lost.parquet").unlink()
    path = folder / "a.parquet"
    whole = path.read_bytes()
    cut_change_off(path)
    left = Path(choose_aside_name(str(folder / "day=1" / "never.parquet")))
    left.touch()
    found = inlay("recover", folder)
    assert found.code == 1
    assert f"{path}: undid an interrupted change" in found.out
    assert path.read_bytes() == whole
    assert not left.exists()
    assert f"removed {left}, left over from an interrupted rewrite" in found.out


def test_results_of_several_paths_go_into_a_folder_by_place(folder: Path, inlay: Inlay) -> None:
    """A file below none of the folders by its name."""
    glob = folder / "[ac]*.parquet"
    dual = (folder / "day=1" / "dual.parquet").rename(folder.parent / "dual.parquet")
    assert "2 files: 1 whole" in inlay("recover", glob).out
    out = folder.parent / "out"
    refused = inlay("recover", folder / "a.parquet", dual, "-o", out)
    assert (refused.code, "make that folder first" in " ".join(refused.err.split())) == (
        2,
        True,
    )
    out.mkdir()
    assert inlay("recover", glob, dual, "-o", out).code == 0
    assert {path.name for path in out.iterdir()} == {"cut.parquet", "dual.parquet"}
    for path in out.iterdir():
        assert path.read_bytes() == (folder.parent / f"{path.name}.whole").read_bytes()
    twin = folder.parent / "a.parquet"
    twin.write_bytes(b"")
    refused = inlay("recover", folder / "a.parquet", twin, "-o", out)
    assert (refused.code, "would both be a.parquet" in " ".join(refused.err.split())) == (2, True)
    assert inlay("recover", folder, "--candidate", "1").code == 2


def test_of_several_named_files_each_is_recovered_as_alone(folder: Path, inlay: Inlay) -> None:
    """A change that was cut off is undone, and what never came to be is said to be so."""
    path = folder / "a.parquet"
    whole = path.read_bytes()
    cut_change_off(path)
    never = folder.parent / "never.parquet"
    left = Path(choose_aside_name(str(never)))
    left.touch()
    missing = folder.parent / "missing.parquet"
    outcome = inlay("recover", path, never, missing, folder / "cut.parquet")
    assert outcome.code == 6
    assert path.read_bytes() == whole
    assert not left.exists()
    assert f"{path}: undid an interrupted change" in outcome.out
    assert f"removed {left}" in outcome.out
    assert outcome.err == f"error: {missing}: No such file or directory\n"
    last = outcome.out.splitlines()[-1]
    assert last == "3 files: 1 whole, 1 damaged that can be recovered, 1 that cannot be read"


def test_jobs_say_the_same(folder: Path, inlay: Inlay) -> None:
    with keep_processes():
        for options in ([], ["--format", "json"]):
            alone = inlay("recover", folder, *options)
            assert inlay("recover", folder, *options, "--jobs", "2") == alone


def test_an_output_that_never_came_to_be(tmp_path: Path, inlay: Inlay) -> None:
    """A kill of `... -o OUT`: what was written of OUT has another name."""
    out = tmp_path / "out.parquet"
    assert inlay("recover", out).code == 6
    left = Path(choose_aside_name(str(out)))
    left.touch()
    found = inlay("recover", out)
    assert (found.code, found.err) == (0, "")
    assert f"removed {left}" in found.out
    assert (
        f"{out}: does not exist: the command that should have written it was interrupted"
        in found.out
    )
    assert not left.exists()
