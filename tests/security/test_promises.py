"""What SECURITY.md promises of commands that read: nothing that a file names is acted on, and nothing is written."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from tests.security.baited_files import (
    FILE,
    HOST,
    MODULE,
    write_baited_files,
    write_baited_idls,
)

ROOT: Final = Path(__file__).parents[2]
READING: Final = (
    "inspect {}", "inspect {} --all --format json", "verify {}", "verify {} --data", "layout {}", "layout {} --format html",
    "layout {} --format svg", "pages {}", "prune {} at=1", "dump {}", "lint {}", "lint {} --format github",
    "lint {} --format sarif", "lint {} --format junit", "diff {} {}", "scan {}", "scan {} --table column_chunks", "report {}", "recover {}",
    "ext list {}", "ext show {} --schema tests/tables/typed_extensions/note.fbs", "ext verify {}", "encoding show {}", "encoding verify {}", "footer show {}", "footer compare {} --design thrift",
    "footer index show {}", "variant schema {}",
)  # fmt: skip
READING_IDLS: Final = (
    "format --check {said}", "lint {said}", "lint {said} --format json", "schema {said}", "schema {said} --format json", "expand {said}",
    "check {said} --output out --package made", "diff {said} {changed}", "diff {said} {changed} --format json",
    "breaking {said} {changed} --all", "breaking {said} {changed} --format json", "breaking {said} {changed} --format sarif",
    "breaking {said} {changed} --format junit", "breaking {said} {changed} --format github", "schema {broken}", "lint {broken}",
    "format {broken}", "check {broken} --output out --package made", "lint {including}", "lint missing{said}", "lint --select {said}",
)  # fmt: skip
HARMLESS: Final = {"open", "import"}


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Each command on each file, in one process, and what the folder was before and after."""
    folder = tmp_path_factory.mktemp("baited")
    files = write_baited_files(folder)
    (folder / f"{MODULE}.py").write_text("raise SystemExit('imported')\n")
    (folder.parent / FILE).write_text("opened\n")
    commands = [text.format(file, file).split() for text in READING for file in files]
    idls = {name: path.name for name, path in write_baited_idls(folder).items()}
    commands += [["inlayc", *text.format(**idls).split()] for text in READING_IDLS]
    work = tmp_path_factory.mktemp("work")
    (work / "commands.json").write_text(json.dumps(commands))
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}
    paths = [str(folder), str(ROOT), os.environ.get("PYTHONPATH", "")]
    subprocess.run(
        [
            sys.executable,
            "-B",  # what Python keeps of modules is not an event of a command
            "-m",
            "tests.security.watched_commands",
            work / "report.json",
            work / "commands.json",
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "NO_COLOR": "1"},
        check=True,
    )
    after = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}
    results = json.loads((work / "report.json").read_text())
    return {"results": results, "folder": folder, "before": before, "after": after}


def events(watched: dict[str, Any]) -> list[tuple[str, str, bool, list[str]]]:
    return [
        (kind, what, is_written, result["words"])
        for result in watched["results"]
        for kind, what, is_written in result["events"]
    ]


def test_commands_end_as_documented(watched: dict[str, Any]) -> None:
    assert {result["code"] for result in watched["results"]} <= {0, 1, 2, 3, 4, 6}
    compiled = [result for result in watched["results"] if result["words"][0] == "inlayc"]
    assert [result["code"] for result in compiled[-7:]] == [3, 3, 3, 3, 3, 6, 2]
    assert {result["code"] for result in compiled[:-7]} == {0, 1}
    readable = [r for r in watched["results"] if r["words"][0] in ("inspect", "layout", "dump")]
    assert {result["code"] for result in readable} == {0}


def test_nothing_named_in_a_file_is_imported(watched: dict[str, Any]) -> None:
    imported = {what for kind, what, *_ in events(watched) if kind == "import"}
    assert imported
    assert not {name for name in imported if name.partition(".")[0] == MODULE}


def test_nothing_named_in_a_file_is_opened(watched: dict[str, Any]) -> None:
    opened = [what for kind, what, *_ in events(watched) if kind == "open"]
    assert any(what.endswith("names.parquet") for what in opened)
    assert not [what for what in opened if FILE in what or HOST in what or MODULE in what]


def test_nothing_named_in_a_file_is_connected_to(watched: dict[str, Any]) -> None:
    """Neither hosts nor programs nor libraries; None is this program itself."""
    told = [(kind, what) for kind, what, *_ in events(watched) if kind not in HARMLESS]
    assert set(told) <= {("ctypes.dlopen", "None")}


def test_a_command_that_reads_writes_nothing(watched: dict[str, Any]) -> None:
    """But for what Python keeps of its own modules."""
    written = [
        what for kind, what, is_written, _ in events(watched) if kind == "open" and is_written
    ]
    assert not [what for what in written if "__pycache__" not in what and what != os.devnull]
    kept = {path: state for path, state in watched["after"].items() if path.name != "__pycache__"}
    assert kept == watched["before"]


def test_nothing_of_a_file_is_printed_raw(watched: dict[str, Any]) -> None:
    """No control characters, no change of direction, and no line of its own for a name."""
    raw = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
    for result in watched["results"]:
        assert not raw.search(result["printed"]), result["words"]
        if "html" not in result["words"]:
            assert not re.search("^::error file=x", result["printed"], re.MULTILINE), result[
                "words"
            ]


def test_pages_have_no_code_of_a_file(watched: dict[str, Any]) -> None:
    pages = [
        result
        for result in watched["results"]
        if "html" in result["words"] or "svg" in result["words"]
    ]
    assert len(pages) == 6
    for page in pages:
        assert "<script>document.title" not in page["printed"], page["words"]


def test_every_promise_names_tests_that_are_there() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| **")]
    assert len(rows) > 5
    for row in rows:
        path = ""
        tests = re.findall(r"`([\w/.]*\.py)?(?:::(\w+))?`", row)
        assert tests, row
        for file, function in tests:
            path = file or path
            text = (ROOT / path).read_text(encoding="utf-8")
            assert not function or f"def {function}(" in text, (path, function)
