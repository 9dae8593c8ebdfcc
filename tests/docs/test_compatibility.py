"""docs/compatibility.md: what was public still is, and the versions that it names are those of pyproject.toml and of the workflows."""

from __future__ import annotations

import fnmatch
import os
import re
import subprocess
import sys
import tomllib
from typing import Final

import click
import pytest

from docs.site.command_reference import PROGRAMS, list_commands
from docs.site.promises import list_promises
from docs.site.public_names import GENERATED, ROOMS
from inlayc.cli import exit_codes as inlayc
from tests.docs.pages import DOCS, ROOT
from tests.pipeline.json_documents import DOCUMENTS, list_spark_keys

PAGE: Final = (ROOT / "docs" / "compatibility.md").read_text(encoding="utf-8")
RECORD: Final = ROOT / "tests" / "golden" / "public.txt"
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS: Final = ROOT / ".github" / "workflows"


def explain_changes(recorded: set[str], public: set[str]) -> str:
    """Empty if nothing has changed."""
    gone = "".join(
        f"{line}: was public; bring it back, or deprecate it as docs/compatibility.md says\n"
        for line in sorted(recorded - public)
    )
    new = "".join(
        f"{line}: is public now; record it with INLAY_REFRESH=public.txt, or keep it out of __all__\n"
        for line in sorted(public - recorded)
    )
    return gone + new


@pytest.fixture(scope="module")
def json_keys(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Of a process of its own: click keeps what a command was run with."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.docs.json_documents"],
        cwd=tmp_path_factory.mktemp("documents"),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return set(done.stdout.splitlines())


def test_what_was_public_still_is(json_keys: set[str]) -> None:
    """Who removes something on purpose deletes its line by hand: a refresh only adds."""
    recorded = set(RECORD.read_text(encoding="utf-8").splitlines())
    public = {*list_promises(), *json_keys, *list_spark_keys()}
    pattern = os.environ.get("INLAY_REFRESH")
    if pattern and fnmatch.fnmatch(RECORD.name, pattern) and public - recorded:
        lines = sorted(recorded | public)
        RECORD.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        pytest.fail(f"{RECORD.name} was refreshed: read it, then run again")
    assert explain_changes(recorded, public) == ""


def test_a_change_is_told() -> None:
    assert explain_changes({"name a.b", "exit 0 ok"}, {"name a.b", "exit 0 ok"}) == ""
    assert "name a.b: was public" in explain_changes({"name a.b"}, set())
    assert "option x --y: is public now" in explain_changes(set(), {"option x --y"})


def test_a_key_that_is_gone_is_told(json_keys: set[str]) -> None:
    key = "json inlay verify findings[].code"
    assert explain_changes(json_keys, json_keys - {key}).startswith(f"{key}: was public; bring it")


def test_every_document_has_its_keys_recorded(json_keys: set[str]) -> None:
    with_json = {
        words
        for program in PROGRAMS
        for words, command, _ in list_commands(program)
        for parameter in command.params
        if isinstance(parameter.type, click.Choice) and "json" in parameter.type.choices
    }
    printed = {words for words in with_json if any(f"json {words} " in key for key in json_keys)}
    assert with_json - printed == {f"inlay spark {command}" for command in DOCUMENTS}
    assert len(printed) > 25


def test_exit_codes_of_inlayc_are_those_of_its_code() -> None:
    codes = {int(line.split()[2]) for line in list_promises() if line.startswith("exit inlayc ")}
    in_code = {inlayc.USAGE, inlayc.INVALID_INPUT, inlayc.IO, inlayc.INTERNAL, inlayc.INTERRUPTED}
    assert codes == {0, 1, *in_code}


def test_every_kind_is_recorded() -> None:
    kinds = {line.partition(" ")[0] for line in list_promises()}
    assert kinds == set("name parameter member command option exit json finding rule".split())


def test_the_public_modules_are_those_of_the_page() -> None:
    (row,) = re.findall(r"^\| Python \| (the names.+?) \|", PAGE, re.MULTILINE)
    assert set(re.findall(r"`(\w+(?:\.\w+)?)`", row)) - {"__all__"} == {*ROOMS, GENERATED}


def test_the_lowest_versions_are_those_of_the_project() -> None:
    """And those that the workflow installs are of the same series."""
    lowest = {
        "Python": PROJECT["requires-python"],
        "pyarrow": bound_of("pyarrow"),
        "Spark": bound_of("pyspark"),
    }
    rows = dict(re.findall(r"^\| (Python|pyarrow|Spark) \| ([\d.]+) \|", PAGE, re.MULTILINE))
    assert {what: f">={number}" for what, number in rows.items()} == lowest
    ci = (WORKFLOWS / "ci.yml").read_text(encoding="utf-8")
    pins = dict(re.findall(r"packages: (\w+)==([\d.]+)", ci))
    for what, package in (("pyarrow", "pyarrow"), ("Spark", "pyspark")):
        assert pins[package].startswith(f"{rows[what]}.")
        assert f"`ci.yml`: {pins[package]}" in row_of(what)


def test_the_matrices_are_those_of_the_workflows() -> None:
    ci, nightly = (
        (WORKFLOWS / name).read_text(encoding="utf-8") for name in ("ci.yml", "nightly.yml")
    )
    (pythons,) = re.findall(r"python: \[(.+)\]", ci)
    (sparks,) = re.findall(r"version: \[(.+)\]", nightly)
    expected = {"Python": re.findall(r"[\d.]+\d", pythons), "Spark": re.findall(r"\d\.\d", sparks)}
    for what, versions in expected.items():
        assert ", ".join(versions) in row_of(what)
        assert row_of(what).split(" | ")[1:3] == [versions[0], versions[-1]]
    classifiers = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert classifiers == expected["Python"]


def row_of(what: str) -> str:
    (row,) = re.findall(rf"^\| ({what} \| [\d.]+ \| .+) \|$", PAGE, re.MULTILINE)
    return str(row)


def bound_of(package: str) -> str:
    """What pyproject.toml asks of a package."""
    wanted = {each for extra in PROJECT["optional-dependencies"].values() for each in extra}
    (bound,) = {each.removeprefix(package) for each in wanted if each.startswith(f"{package}>")}
    return str(bound)


IMPORTED: Final = re.compile(r"^(?:from|import) ((?:inlay\w*|parquet_format)[\w.]*)", re.MULTILINE)


def test_pages_show_what_is_public_or_say_that_it_is_not() -> None:
    """By module: a block of Python in any page, and a phrase in a guide."""
    provisional = set[str]()
    for names in re.findall(r"^\| (`[^|]+`) \| \[", PAGE, re.MULTILINE):
        provisional |= set(re.findall(r"`([\w.]+)`", names))
    shown = {
        module
        for page in (ROOT / "README.md", *DOCS)
        for block in re.findall(
            r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.M
        )
        for module in IMPORTED.findall(block)
    }
    for guide in (ROOT / "docs").glob("guide_*.md"):
        for phrase in re.findall(r"`([^`\n]+)`", guide.read_text("utf-8")):
            shown |= set(IMPORTED.findall(phrase))
    others = {module for module in shown - set(ROOMS) if not module.startswith(GENERATED)}
    assert len(provisional) >= 5
    assert {
        each for each in others if not any(each.startswith(name) for name in provisional)
    } == set()
    assert {
        name for name in provisional if not any(each.startswith(name) for each in others)
    } == set()
