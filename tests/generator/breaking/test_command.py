"""`inlayc breaking` as a user sees it: revisions, exceptions, formats, exit codes."""

from __future__ import annotations

import json
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from inlayc.base.settings import SettingsError
from inlayc.cli.command_line import run

OLD = (
    "include 'shared.thrift'\nstruct S { 1: required i32 a; 2: optional string b; 3: shared.E e }\n"
)
NEW = (
    "include 'shared.thrift'\n"
    "struct S { 1: required i32 a; 2: required string b; 3: shared.E e; 4: optional i32 n }\n"
)
SHARED = "enum E { X = 0, Y = 1 }\n"
PROJECT = '[tool.inlay]\nsources = ["idl/*.thrift"]\npackage = "demo"\n'
EXCEPTION = (
    '\n[[tool.inlay.breaking.except]]\nrules = ["field-made-required"]\npaths = ["S.*"]\n'
    'reason = "every file has it"\n'
)


def git(*arguments: str) -> None:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *identity, *arguments], check=True, capture_output=True)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a commit, and one change to its IDL since."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "idl").mkdir()
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "idl" / "a.thrift").write_text(OLD)
    (tmp_path / "idl" / "shared.thrift").write_text(SHARED)
    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-qm", "one")
    (tmp_path / "idl" / "a.thrift").write_text(NEW)
    return tmp_path


def breaking(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = run(["breaking", *arguments])
    return code, capsys.readouterr().out


def test_against_a_revision(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = breaking(capsys, "--against", "main")
    assert code == 1
    assert text == (
        "wire-breaking\n"
        "\n"
        "  field-made-required: a field has become required\n"
        "  Readers of the new version refuse old data without it.\n"
        "    S.b\n"
        "      - optional  (main:./idl/a.thrift:2:50)\n"
        "      + required  (idl/a.thrift:2:50)\n"
        "\n"
        "1 wire-breaking, 1 compatible\n"
    )


def test_everything_is_shown_if_asked_for(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, text = breaking(capsys, "--against", "main", "--all")
    assert "  field-added: a field is new that is not required" in text


def test_what_git_shows_is_what_was_read(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    verdict, _ = json.loads(breaking(capsys, "--against", "main", "--format", "json")[1])[
        "verdicts"
    ]
    shown = subprocess.run(["git", "show", verdict["old"]["file"]], capture_output=True, check=True)
    assert shown.stdout.decode() == OLD


def test_a_file_that_has_not_changed(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert breaking(capsys, "--against", "main", "idl/shared.thrift") == (
        0,
        "nothing has changed\n",
    )


def test_sources_that_have_moved_since(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "idl").rename(project / "schema")
    (project / "pyproject.toml").write_text(PROJECT.replace("idl/", "schema/"))
    code, text = breaking(capsys, "--against", "main")
    assert code == 1
    assert "(main:./idl/a.thrift:2:50)" in text
    assert "(schema/a.thrift:2:50)" in text


def test_a_revision_that_names_no_sources_has_those_of_today(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "pyproject.toml").write_text('[tool.inlay]\noutput = "out"\n')
    git("commit", "-qm", "two", "pyproject.toml")
    (project / "pyproject.toml").write_text('[tool.inlay]\nsources = ["idl/*.thrift"]\n')
    code, text = breaking(capsys, "--against", "main")
    assert code == 1
    assert text.endswith("1 wire-breaking, 1 compatible\n")


def test_from_a_folder_below(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project / "idl")
    code, text = breaking(capsys, "--against", "main")
    assert code == 1
    assert "(main:./a.thrift:2:50)" in text


def test_a_link_in_the_revision_is_followed(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "idl" / "link.thrift").symlink_to("a.thrift")
    (project / "idl" / "a.thrift").write_text(OLD)
    git("add", ".")
    git("commit", "-qm", "two")
    (project / "idl" / "a.thrift").write_text(NEW)
    code, text = breaking(capsys, "--against", "HEAD", "idl/link.thrift")
    assert code == 1
    assert "S.b" in text


def test_two_files(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "idl" / "b.thrift").write_text(OLD)
    code, text = breaking(capsys, "idl/b.thrift", "idl/a.thrift")
    assert code == 1
    assert text.endswith("1 wire-breaking, 1 compatible\n")
    assert breaking(capsys, "idl/a.thrift", "idl/a.thrift")[0] == 0


def test_code_alone_may_break(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "idl" / "a.thrift").write_text(OLD.replace(" b;", " c;"))
    assert breaking(capsys, "--against", "main")[0] == 1
    assert breaking(capsys, "--against", "main", "--fail-on", "wire")[0] == 0


def test_an_exception_has_its_reason(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "pyproject.toml").write_text(PROJECT + EXCEPTION)
    code, text = breaking(capsys, "--against", "main")
    assert code == 0
    assert text == "excepted: field-made-required S.b; every file has it\n1 compatible\n"


def test_an_exception_that_covers_nothing_is_named(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "pyproject.toml").write_text(PROJECT + EXCEPTION.replace("S.*", "T.*"))
    code, text = breaking(capsys, "--against", "main")
    assert code == 1
    assert "an exception that covers nothing here: field-made-required at T.*\n" in text


@pytest.mark.parametrize(
    ("pattern", "is_covered"),
    [
        ("*", True),
        ("*.b", True),
        ("S*b", True),
        ("S.?", False),
        ("S.[ab]", False),
        ("S.[!c]", False),
    ],
)
def test_only_the_star_stands_for_others(
    pattern: str, is_covered: bool, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "pyproject.toml").write_text(PROJECT + EXCEPTION.replace("S.*", pattern))
    assert breaking(capsys, "--against", "main")[0] == (0 if is_covered else 1)


def test_the_compiler_passes_exceptions_over(project: Path) -> None:
    (project / "pyproject.toml").write_text(PROJECT + EXCEPTION)
    assert run(["generate"]) == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("field-made-required", "field-made-requird"), "did you mean `field-made-required`?"),
        (('reason = "every file has it"', 'reason = " "'), "an exception needs a reason"),
        (('paths = ["S.*"]', "paths = []"), "tool.inlay.breaking.except.paths: expected a list"),
        (("paths =", "path ="), "did you mean `paths`?"),
        (("breaking.except]]", "breaking.ignore]]"), "tool.inlay.breaking.ignore: no such setting"),
    ],
)
def test_exceptions_with_mistakes(change: tuple[str, str], said: str, project: Path) -> None:
    (project / "pyproject.toml").write_text(PROJECT + EXCEPTION.replace(*change))
    with pytest.raises(SettingsError) as caught:
        run(["breaking", "--against", "main"])
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--against", "nothing"], "there is no revision 'nothing' here"),
        (["--against", "--help"], "there is no revision '--help' here"),
        (["--against", "main", "idl/new.thrift"], "there is no idl/new.thrift in main"),
        (["--against", "main:idl"], "there is no revision 'main:idl' here"),
    ],
)
def test_revisions_that_are_not_there(arguments: list[str], said: str, project: Path) -> None:
    with pytest.raises(SettingsError) as caught:
        run(["breaking", *arguments])
    assert said in str(caught.value)


def test_hidden_files_are_no_sources_on_either_side(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "idl" / ".hidden.thrift").write_text("struct H {}")
    (project / "idl" / ".folder").mkdir()
    (project / "idl" / ".folder" / "b.thrift").write_text("struct B {}")
    git("add", ".")
    git("commit", "-qm", "hidden")
    for pattern in ("idl/*.thrift", "idl/**/*.thrift", "**/*.thrift", "idl/[!b]*.thrift"):
        (project / "pyproject.toml").write_text(PROJECT.replace("idl/*.thrift", pattern))
        git("commit", "-qam", pattern, "--allow-empty")
        assert breaking(capsys, "--against", "HEAD") == (0, "nothing has changed\n")


def test_exceptions_come_from_the_file_that_has_the_sources(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "pyproject.toml").write_text(PROJECT + EXCEPTION)
    below = project / "below"
    below.mkdir()
    (below / "pyproject.toml").write_text("[tool.inlay.lint]\npages = true\n")
    monkeypatch.chdir(below)
    assert breaking(capsys, "--against", "main")[0] == 0


@pytest.mark.parametrize(
    "words", [["breaking", "empty", "idl"], ["lint", "empty"], ["format", "empty"]]
)
def test_a_folder_without_an_idl_is_an_error(words: list[str], project: Path) -> None:
    (project / "empty").mkdir()
    with pytest.raises(SettingsError, match=r"empty: there is no \.thrift"):
        run(words)


@pytest.mark.parametrize("text", ["[tool]\ninlay = 3", "[tool]\ninlay = []"])
@pytest.mark.parametrize("words", [["breaking", "idl", "idl"], ["lint", "idl"], ["check"]])
def test_a_table_that_is_none_is_one_sentence(text: str, words: list[str], project: Path) -> None:
    (project / "pyproject.toml").write_text(text)
    with pytest.raises(SettingsError, match=r"tool\.inlay: expected a table"):
        run(words)


def test_tools_that_are_no_table_have_none_of_ours(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "pyproject.toml").write_text("tool = 3")
    assert breaking(capsys, "idl", "idl")[0] == 0
    with pytest.raises(SettingsError, match=r"has a table \[tool\.inlay\]"):
        run(["check"])


def test_no_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(SettingsError, match="not a git repository"):
        run(["breaking", "--against", "main", "a.thrift"])


def test_nothing_to_compare_is_wrong_usage(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert breaking(capsys)[0] == 2
    assert breaking(capsys, "idl/a.thrift")[0] == 2


def test_sarif(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "pyproject.toml").write_text(PROJECT + EXCEPTION)
    document = json.loads(breaking(capsys, "--against", "main", "--format", "sarif")[1])
    (run_,) = document["runs"]
    added, required = run_["results"]
    rules = run_["tool"]["driver"]["rules"]
    assert rules[required["ruleIndex"]]["id"] == required["ruleId"] == "field-made-required"
    assert required["suppressions"] == [{"kind": "external", "justification": "every file has it"}]
    place = required["locations"][0]["physicalLocation"]
    assert place == {
        "artifactLocation": {"uri": "idl/a.thrift"},
        "region": {"startLine": 2, "startColumn": 50},
    }
    assert (added["level"], required["level"]) == ("note", "error")


def test_junit(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    suites = ET.fromstring(breaking(capsys, "--against", "main", "--format", "junit")[1])
    assert (suites.get("tests"), suites.get("failures")) == ("2", "1")
    (failure,) = suites.iter("failure")
    assert failure.get("message") == "S.b: a field has become required (was optional, is required)"


@pytest.mark.parametrize(("fail_on", "failures"), [("source", 1), ("wire", 0)])
def test_junit_fails_for_what_the_command_fails_for(
    fail_on: str, failures: int, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "idl" / "a.thrift").write_text(OLD.replace(" b;", " c;"))
    code, text = breaking(capsys, "--against", "main", "--format", "junit", "--fail-on", fail_on)
    suites = ET.fromstring(text)
    assert code == failures
    assert suites.get("failures") == str(failures) == str(len(list(suites.iter("failure"))))
    assert len(list(suites.iter("system-out"))) == 1 - failures


@pytest.mark.parametrize(("fail_on", "failures"), [("source", 1), ("wire", 0)])
def test_github_has_no_errors_where_the_command_does_not_fail(
    fail_on: str, failures: int, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "idl" / "a.thrift").write_text(OLD.replace(" b;", " c;"))
    code, text = breaking(capsys, "--against", "main", "--format", "github", "--fail-on", fail_on)
    assert code == failures
    assert text.startswith("::warning file=")


def test_github(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert breaking(capsys, "--against", "main", "--format", "github")[1] == (
        "::error file=idl/a.thrift,line=2,col=50,title=inlayc breaking field-made-required"
        "::S.b: a field has become required (was optional, is required)\n"
        "::notice file=idl/a.thrift,line=2,col=84,title=inlayc breaking field-added"
        "::S.n: a field is new that is not required (is 4: optional i32 n)\n"
    )


def test_github_has_exceptions_as_notices(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "pyproject.toml").write_text(PROJECT + EXCEPTION.replace("has it", "has: 100%"))
    code, text = breaking(capsys, "--against", "main", "--format", "github")
    assert code == 0
    assert text.splitlines()[1] == (
        "::notice file=idl/a.thrift,line=2,col=50,title=inlayc breaking field-made-required"
        "::S.b: a field has become required (was optional, is required); excepted: every file has: 100%25"
    )


def test_rules_are_listed_and_explained(capsys: pytest.CaptureFixture[str]) -> None:
    from inlayc.judges.breaking import RULES

    listed = breaking(capsys, "--rules")[1].splitlines()
    assert [line.split()[0] for line in listed] == list(RULES)
    assert breaking(capsys, "--explain", "field-added")[1].startswith("field-added (compatible)\n")
