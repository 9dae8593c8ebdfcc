"""`inlay set` as a command, on files and on objects."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

import fsspec
import pytest

import inlay
from inlay.__main__ import run
from parquet_format.parquet import SortingColumn
from tests.support.kept_processes import keep_processes
from tests.verbs.set.files import write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.inlay_command import Inlay


def pairs(path: str | Path) -> dict[str, str | None]:
    return {pair.key: pair.value for pair in inlay.read_metadata(path).key_value_metadata or []}


def test_all_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "a.parquet")
    value = tmp_path / "value"
    value.write_text("né\n", encoding="utf-8")
    arguments = (
        f"--key who=me=you --key text=@{value} --key at=@@home --rename l.list.element.p=q --field-id n=4 "
        "--field-id t= --logical-type t=STRING --created-by us --sorted-by n:nulls-first,i"
    )
    assert run(["set", str(path), *arguments.split()]) == 0
    said = capsys.readouterr()
    assert "a.parquet: renamed l.list.element.p to q, set key 'who', " in said.out
    assert "no value of 't' was looked at" in said.err
    metadata = inlay.read_metadata(path)
    assert metadata.created_by == "us"
    assert metadata.schema[1].field_id == 4
    assert metadata.row_groups[0].columns[4].meta_data is not None
    assert metadata.row_groups[0].columns[4].meta_data.path_in_schema[-1] == "q"
    assert metadata.row_groups[0].sorting_columns == [
        SortingColumn(column_idx=0, descending=False, nulls_first=True),
        SortingColumn(column_idx=5, descending=False, nulls_first=False),
    ]
    assert {key: pairs(path)[key] for key in ("who", "text", "at")} == {
        "who": "me=you",
        "text": "né\n",
        "at": "@home",
    }


def test_many_files_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [write(tmp_path / f"{name}.parquet") for name in "ab"]
    before = paths[0].read_bytes()
    assert run(["set", *map(str, paths), "--rename", "n=m", "--dry-run"]) == 0
    assert capsys.readouterr().out.count("would rename n to m") == 2
    undo = str(tmp_path / "u")
    assert run(["set", str(paths[0]), "--rename", "n=m", "--undo-to", undo, "--in-place"]) == 0
    assert paths[0].read_bytes() != before
    assert run(["set", str(paths[0]), "--undo", undo, "--dry-run"]) == 0
    assert "would restore what it was" in capsys.readouterr().out
    assert run(["set", str(paths[0]), "--undo", undo]) == 0
    assert paths[0].read_bytes() == before
    assert run(["set", str(paths[0]), "--undo", undo]) == 4


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    """Two files that are whole, and one that is cut off."""
    folder = tmp_path / "lake"
    folder.mkdir()
    for name in "ab":
        write(folder / f"{name}.parquet")
    (folder / "cut.parquet").write_bytes(write(folder / "cut.parquet").read_bytes()[:-5])
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    """By their names below it."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def kept_processes() -> Iterator[None]:
    with keep_processes():
        yield


@pytest.mark.usefixtures("kept_processes")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("how", [["--in-place"], []])
def test_a_folder_and_back(lake: Path, how: list[str], jobs: str, inlay: Inlay) -> None:
    before = contents(lake)
    undo = lake.parent / "undo"
    undo.mkdir()
    edit = ["--rename", "n=m", "--undo-to", undo, "--jobs", jobs, *how]
    outcome = inlay("set", lake, *edit)
    *lines, total = outcome.out.splitlines()
    assert outcome.code == 3, "the worst of all"
    assert total == "3 files: 2 changed, 1 failed"
    assert [line.partition(",")[0] for line in lines] == [
        f"{lake}/{name}.parquet: renamed n to m" for name in "ab"
    ]
    assert f"error: {lake}/cut.parquet: " in outcome.err
    assert contents(undo).keys() == {"a.parquet.undo", "b.parquet.undo"}
    changed = contents(lake)
    assert {name for name, data in changed.items() if data != before[name]} == {
        "a.parquet",
        "b.parquet",
    }
    (lake / "cut.parquet").unlink()
    assert inlay("set", lake, *edit).code == 2, "there is no column n any more"
    assert contents(lake)["a.parquet"] == changed["a.parquet"]
    assert inlay("set", lake, "--undo", undo, "--dry-run").out.count("would restore") == 2
    outcome = inlay("set", lake / "*.parquet", "--undo", undo, "--jobs", jobs)
    assert (outcome.code, outcome.out.count("restored what it was")) == (0, 2), outcome
    assert contents(lake) == {name: data for name, data in before.items() if name[0] in "ab"}


def test_of_what_was_not_changed_nothing_is_taken_back(lake: Path, inlay: Inlay) -> None:
    undo = lake.parent / "undo"
    undo.mkdir()
    (lake / "cut.parquet").unlink()
    assert inlay("set", lake / "a.parquet", "--key", "who=me").code == 0
    edit = ["--key", "who=me", "--undo-to", undo]
    outcome = inlay("set", lake, *edit)
    assert "a.parquet: nothing to change" in outcome.out
    assert contents(undo).keys() == {"b.parquet.undo"}
    outcome = inlay("set", lake, "--undo", undo)
    assert (outcome.code, outcome.out.count("restored")) == (4, 1)
    assert "undo has no a.parquet.undo: that run did not change the file" in outcome.err
    # One of many, by the folder; and what is there is never replaced.
    assert inlay("set", lake / "b.parquet", "--key", "who=me", "--undo-to", f"{undo}/").code == 4
    (undo / "b.parquet.undo").unlink()
    assert inlay("set", lake / "b.parquet", "--key", "who=me", "--undo-to", f"{undo}/").code == 0
    assert inlay("set", lake / "b.parquet", "--undo", undo).code == 0


def test_what_is_no_parquet_is_not_asked_for_its_undo_file(lake: Path, inlay: Inlay) -> None:
    """Undo files in the lake itself, most of all. A damaged file is one that was not changed."""
    before = contents(lake)
    (lake / "readme.txt").write_text("about the lake")
    assert inlay("set", lake, "--key", "who=me", "--undo-to", lake).code == 3
    outcome = inlay("set", lake, "--undo", lake)
    assert (outcome.code, outcome.out.count("restored")) == (4, 2), outcome
    assert outcome.err.count("refused") == 1
    assert f"error: {lake}/cut.parquet: refused: " in outcome.err
    assert "passed over: not Parquet by name or content" in outcome.err
    assert {name: contents(lake)[name] for name in before} == before
    (lake / "cut.parquet").unlink()
    assert inlay("set", lake / "readme.txt", "--undo", lake).code == 3


@pytest.mark.parametrize("how", [["--in-place"], []])
def test_the_same_change_twice_is_none(lake: Path, how: list[str], inlay: Inlay) -> None:
    path, undo = lake / "a.parquet", lake.parent / "u"
    edit = ["--key", "who=me", "--undo-to", undo, *how]
    assert inlay("set", path, *edit).code == 0
    kept = undo.read_bytes()
    again = inlay("set", path, *edit)
    assert (again.code, again.out, again.err) == (0, f"{path}: nothing to change\n", "")
    assert undo.read_bytes() == kept
    other = inlay("set", path, "--key", "who=you", "--undo-to", undo, *how)
    assert other.code == 4
    assert other.err.startswith(f"error: {path}: refused: {undo} already exists")
    assert "override" not in other.err
    assert undo.read_bytes() == kept
    undo.rename(lake.parent / "moved")  # what the refusal says to do
    assert inlay("set", path, "--key", "who=you", "--undo-to", undo, *how).code == 0
    assert inlay("set", path, "--undo", undo).code == 0
    assert inlay("set", path, "--undo", lake.parent / "moved").code == 0


def test_undo_of_many_needs_a_folder_and_places(lake: Path, inlay: Inlay) -> None:
    before = contents(lake)
    (lake.parent / "file").touch()
    named = [lake / "a.parquet", lake / "b.parquet"]
    new, old = (
        "name a folder that is there, or end its name in a slash",
        "name the folder that --undo-to had",
    )
    for paths, option, name, what, way in (
        ([lake], "--undo-to", "file", "is one file", new),
        (named, "--undo-to", "none", "is not there", new),
        ([lake], "--undo", "file", "is one file", old),
        ([lake], "--undo", "none", "is not there", old),
    ):
        edit = ["--key", "who=me"] if option == "--undo-to" else []
        outcome = inlay("set", *paths, *edit, option, lake.parent / name)
        assert (outcome.code, outcome.out) == (2, "")
        said = f"{option} {lake.parent}/{name} {what}, and PATHS may be several: {way}"
        assert said in " ".join(outcome.err.split())
    twin = lake.parent / "twin"
    twin.mkdir()
    write(twin / "a.parquet")
    outcome = inlay("set", lake, twin, "--key", "who=me", "--undo-to", lake.parent / "undo")
    assert outcome.code == 2
    said = "would both be a.parquet in the folder of --undo-to: name the folder above them"
    assert said in " ".join(outcome.err.split())
    assert contents(lake) == before
    assert not (lake.parent / "undo").exists()


@pytest.fixture
def days(tmp_path: Path) -> Path:
    """A lake of two partitions, with one name in both."""
    lake = tmp_path / "days"
    for day in (1, 2):
        (lake / f"day={day}").mkdir(parents=True)
        write(lake / f"day={day}" / "part-0.parquet")
    return lake


@pytest.mark.parametrize("glob", ["", "/day=*", "/**", "/*/part-?.parquet"])
def test_partitions_keep_their_places(glob: str, days: Path, inlay: Inlay) -> None:
    """Below the folder, or the fixed beginning of a glob, as `-o` and `--undo-to` have them."""
    before = contents(days)
    undo, out = days.parent / "undo", days.parent / "out"
    names = {f"day={day}/part-0.parquet" for day in (1, 2)}
    assert inlay("set", f"{days}{glob}", "--key", "who=me", "-o", out).code == 0
    assert contents(out).keys() == names
    assert inlay("set", f"{days}{glob}", "--key", "who=me", "--undo-to", f"{undo}/").code == 0
    assert contents(undo).keys() == {f"{name}.undo" for name in names}
    assert contents(days) == contents(out) != before
    # One of them alone, by whatever path, and then the others.
    outcome = inlay("set", days / "day=2" / "part-0.parquet", "--undo", undo)
    assert outcome.code == 0, outcome
    outcome = inlay("set", f"{days}/day=1", "--undo", undo)
    assert outcome.code == 0, outcome
    assert contents(days) == before


def test_folders_that_nothing_was_put_into_are_gone(days: Path, inlay: Inlay) -> None:
    undo = days.parent / "undo"
    arguments = ["set", days, "--delete", "nothing", "--undo-to", f"{undo}/"]
    assert inlay(*arguments).out == "2 files: 0 changed, 2 failed\n"
    assert not undo.exists()
    assert inlay("set", days, "--key", "who=me", "--undo-to", f"{undo}/", "--dry-run").code == 0
    assert not undo.exists()


def test_a_total_ends_what_is_said_of_many(lake: Path, days: Path, inlay: Inlay) -> None:
    undo = days.parent / "undo"
    assert inlay("set", lake, "--key", "a=b").out.endswith("\n3 files: 2 changed, 1 failed\n")
    planned = inlay("set", days, "--key", "a=b", "--dry-run")
    assert planned.out.endswith("\n2 files: 2 would change, nothing written (--dry-run)\n")
    assert inlay("set", days, "--key", "a=b", "--undo-to", f"{undo}/").code == 0
    taken_back = inlay("set", days, "--undo", undo)
    served = f"\n2 files: 2 changed; {undo} is no longer needed\n"
    assert taken_back.out.endswith(served)


def test_an_interrupted_change_says_how_far_it_came(
    days: Path, inlay: Inlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    from inlay.verbs.set import set_metadata

    real = set_metadata.set_edits

    def interrupt_at_the_second(path: str, *rest: Any, **options: Any) -> Any:
        if "day=2" in path:
            raise KeyboardInterrupt
        return real(path, *rest, **options)

    monkeypatch.setattr(set_metadata, "set_edits", interrupt_at_the_second)
    outcome = inlay("set", days, "--key", "a=b")
    assert (outcome.code, outcome.err) == (
        130,
        "error: interrupted: 1 of 2 files had been worked on\n",
    )


def test_results_of_many_go_into_a_folder(lake: Path, inlay: Inlay) -> None:
    before = contents(lake)
    out = lake.parent / "out"
    out.mkdir()
    assert inlay("set", lake, "--rename", "n=m", "-o", out).code == 3
    assert contents(out).keys() == {"a.parquet", "b.parquet"}
    assert contents(lake) == before


def test_json_of_many_has_a_line_for_what_failed(lake: Path, inlay: Inlay) -> None:
    outcome = inlay("set", lake, "--rename", "n=m", "--format", "json")
    documents = [json.loads(line) for line in outcome.out.splitlines()]
    assert [document.get("changed") for document in documents] == [True, True, None]
    assert documents[2]["error"]["exit_code"] == outcome.code == 3
    outcome = inlay("footer", "convert", "--design", "parx", lake, "--format", "json")
    documents = [json.loads(line) for line in outcome.out.splitlines()]
    assert [document.get("form") for document in documents] == ["parx", "parx", None]


def test_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [write(tmp_path / f"{name}.parquet") for name in "ab"]
    size, undo, out = paths[0].stat().st_size, str(tmp_path / "u"), str(tmp_path / "out.parquet")

    def documents(*arguments: str) -> list[Any]:
        assert run(["set", *arguments, "--format", "json"]) == 0
        said = capsys.readouterr()
        assert said.err == ""
        try:
            return [json.loads(said.out)]
        except ValueError:
            return [json.loads(line) for line in said.out.splitlines()]

    both = documents(*map(str, paths), "--rename", "n=m", "--dry-run")
    assert [document["path"] for document in both] == [str(path) for path in paths]
    assert all(document["dry_run"] and document["changed"] for document in both)
    [copied] = documents(str(paths[0]), "--logical-type", "t=STRING", "-o", out)
    assert copied["output"] == out
    assert "no value of 't' was looked at" in copied["warnings"][0]
    [renamed] = documents(str(paths[0]), "--rename", "n=much_longer", "--undo-to", undo)
    assert renamed == {
        "command": "set",
        "version": 1,
        "path": str(paths[0]),
        "output": str(paths[0]),
        "changed": True,
        "dry_run": False,
        "old_size": size,
        "new_size": paths[0].stat().st_size,
        "warnings": [],
    }
    [back] = documents(str(paths[0]), "--undo", undo)
    assert (back["old_size"], back["new_size"]) == (renamed["new_size"], size)
    [again] = documents(str(paths[0]), "--created-by", inlay.read_metadata(paths[0]).created_by or "")  # fmt: skip
    assert not again["changed"]


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "--key who",
        "--key =x",
        "--rename n=a --rename n=b",
        "--field-id n=x",
        "--sorted-by n:down",
        "--undo u --rename n=m",
        "--rename nothing=m",
        "b.parquet --rename n=m -o out",
    ],
)
def test_wrong_usage(arguments: str, tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet")
    before = path.read_bytes()
    assert run(["set", str(path), *arguments.split()]) == 2
    assert path.read_bytes() == before


def test_objects(tmp_path: Path) -> None:
    filesystem: Any = fsspec.filesystem("memory")
    folder = f"/{uuid.uuid4().hex}"
    data = write(tmp_path / "a.parquet").read_bytes()
    filesystem.pipe_file(f"{folder}/a.parquet", data)
    url, undo = f"memory:/{folder}/a.parquet", str(tmp_path / "u")
    assert run(["set", url, "--rename", "n=m", "--undo-to", undo]) == 0
    assert inlay.read_metadata(url).schema[1].name == "m"
    assert run(["set", url, "--undo", undo]) == 0
    assert filesystem.cat_file(f"{folder}/a.parquet") == data
    filesystem.rm(folder, recursive=True)


def test_an_empty_writer_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "a.parquet")
    assert run(["set", str(path), "--created-by", ""]) == 0
    assert "a.parquet: deleted writer\n" in capsys.readouterr().out
    assert inlay.read_metadata(path).created_by is None
    assert not inlay.set_metadata(path, created_by="").outcome.changed
