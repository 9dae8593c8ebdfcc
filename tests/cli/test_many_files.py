"""Commands that read any number of files: the same output whatever the number of jobs, and as before for one file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from inlay.__main__ import run
from tests.support.kept_processes import keep_processes

if TYPE_CHECKING:
    from tests.support.small_files import Inlay, Outcome

SCHEMA = str(Path(__file__).parents[1] / "tables" / "typed_extensions" / "note.fbs")

COMMANDS = {
    "inspect": ["inspect"],
    "verify": ["verify", "--data"],
    "crypt verify": ["crypt", "verify"],
    "ext list": ["ext", "list"],
    "ext show": ["ext", "show", "--schema", SCHEMA],
    "ext verify": ["ext", "verify"],
    "footer show": ["footer", "show"],
    "footer index show": ["footer", "index", "show"],
    "encoding show": ["encoding", "show"],
    "encoding verify": ["encoding", "verify"],
    "variant show": ["variant", "show", "-n", "2"],
    "variant schema": ["variant", "schema"],
    "layout": ["layout"],
    "prune": ["prune"],
}
FILTER = "variant_get(variant, '$.at') > 1"
WITH_JSON = (
    "inspect",
    "verify",
    "crypt verify",
    "ext list",
    "ext show",
    "ext verify",
    "footer show",
    "footer index show",
    "encoding show",
    "encoding verify",
    "variant schema",
    "layout",
    "prune",
)


def run_on(inlay: Inlay, name: str, *paths: object) -> Outcome:
    """The command on the paths, and on options among them."""
    return inlay(*COMMANDS[name], *paths, *([FILTER] if name == "prune" else []))


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three whole files, one cut off, one that is not Parquet, and one that does not claim to be."""
    folder = tmp_path_factory.mktemp("many") / "lake"
    folder.mkdir()
    lines = folder.parent / "lines.json"
    lines.write_text('{"at": 1}\n{"at": 2}\n')
    for name in ("a", "b", "d"):
        assert run(["variant", "from-json", str(lines), "-o", str(folder / f"{name}.parquet")]) == 0
    assert run(["seal", str(folder / "b.parquet")]) == 0
    (folder / "c.parquet").write_bytes((folder / "a.parquet").read_bytes()[:-3])
    (folder / "notes.md").write_text("not Parquet, and says so")
    return folder


@pytest.mark.parametrize("name", COMMANDS)
def test_a_bad_file_does_not_stop_the_others(name: str, lake: Path, inlay: Inlay) -> None:
    found = run_on(inlay, name, lake)
    assert found.code == 3
    end = "  " if name == "inspect" else ":"
    places = [found.out.index(f"{lake}/{file}.parquet{end}") for file in "abd"]
    assert places == sorted(places)
    assert f"error: {lake}/c.parquet: " in found.err
    if name == "verify":
        assert "left out: 1 file of other kinds" in found.out
    else:
        assert "warning: 1 of 5 files passed over: not Parquet by name or content" in found.err


@pytest.fixture(scope="module")
def kept_processes() -> Iterator[None]:
    with keep_processes():
        yield


@pytest.mark.usefixtures("kept_processes")
@pytest.mark.parametrize("name", COMMANDS)
def test_jobs_change_no_output(name: str, lake: Path, inlay: Inlay) -> None:
    """`changes/rewrite/test_many_changes.py` has processes that each command starts."""
    paths = [lake / "d.parquet", lake, lake / "none.parquet"]
    assert run_on(inlay, name, *paths, "--jobs", "2") == run_on(inlay, name, *paths)


@pytest.mark.parametrize("name", WITH_JSON)
def test_several_files_are_a_document_on_each_line(name: str, lake: Path, inlay: Inlay) -> None:
    found = run_on(inlay, name, "--format", "json", lake)
    documents: list[dict[str, Any]] = [json.loads(line) for line in found.out.splitlines()]
    assert [one["command"] for one in documents] == [name] * 4
    assert [one["error"]["exit_code"] for one in documents if one.get("error")] == [3]
    for file, document in zip("abcd", documents, strict=True):
        path = document["path"] if "path" in document else document["file"]["path"]
        assert path == f"{lake}/{file}.parquet"


@pytest.mark.parametrize("name", WITH_JSON)
def test_json_has_the_words_that_are_printed(name: str, lake: Path, inlay: Inlay) -> None:
    missing, cut = lake / "none.parquet", lake / "c.parquet"
    outcome = run_on(inlay, name, "--format", "json", missing, cut)
    documents = [json.loads(line) for line in outcome.out.splitlines()]
    said = [document["error"]["what"] for document in documents]
    assert said[0] == f"{missing}: No such file or directory"
    assert outcome.err == "".join(f"error: {text}\n" for text in said)


@pytest.mark.parametrize("name", COMMANDS)
def test_one_file_is_spoken_of_alone(name: str, lake: Path, inlay: Inlay) -> None:
    """Its error is raised, and its document has lines."""
    path = lake / "b.parquet"
    several = run_on(inlay, name, path, lake / "a.parquet")
    alone = run_on(inlay, name, path)
    assert alone.code == several.code == 0
    if name in ("inspect", "ext list", "ext verify", "variant show"):
        assert alone.out not in ("", several.out)
        assert str(path) not in alone.out
    missing = run_on(inlay, name, lake / "none.parquet")
    assert (missing.code, missing.out) == (6, "")
    assert missing.err == f"error: {lake}/none.parquet: No such file or directory\n"
    if name in WITH_JSON and name != "verify":
        assert len(run_on(inlay, name, "--format", "json", path).out.splitlines()) > 3


def test_the_worst_code_wins(lake: Path, inlay: Inlay) -> None:
    whole, cut, missing = lake / "a.parquet", lake / "c.parquet", lake / "none.parquet"
    for paths, code in (([whole, whole], 0), ([cut, whole], 3), ([missing, cut, whole], 6)):
        assert inlay("inspect", *paths).code == code


def test_a_file_that_is_named_twice_is_one(lake: Path, inlay: Inlay) -> None:
    path = lake / "a.parquet"
    assert inlay("inspect", path, path).out.count(f"{path}  ") == 1
