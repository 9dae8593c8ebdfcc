"""What CI systems read: SARIF, JUnit, workflow commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from inlay.cli.ci.github import GithubSink
from inlay.cli.ci.junit import JunitSink
from inlay.cli.ci.sarif import uri_of
from parquet_format.parquet import CompressionCodec
from tests.support.inlay_command import Inlay
from tests.verbs.lint.footers import chunk, column, footer, row_group, write_sparse


@pytest.fixture
def run(lake: Path, inlay: Inlay) -> Any:
    return json.loads(inlay("lint", "lake", "--format", "sarif").out)["runs"][0]


def test_sarif_names_rules_that_its_results_point_at(run: Any) -> None:
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] == rules[result["ruleIndex"]]["defaultConfiguration"]["level"]


def test_sarif_says_where(run: Any) -> None:
    first, second = run["results"]
    (location,) = first["locations"]
    uri = location["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "lake/b/100%25%2C%20so%2C%20or%3A%20not.parquet"
    assert location["logicalLocations"][0]["fullyQualifiedName"] == "row_groups[0].columns[0]"
    assert second["properties"]["reads"] == 1
    (unread,) = run["invocations"][0]["toolExecutionNotifications"]
    assert "c.parquet" in unread["message"]["text"]
    assert run["invocations"][0]["executionSuccessful"] is False


def test_uris(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert uri_of("./a b.parquet") == "a%20b.parquet"
    assert uri_of(str(tmp_path / "x" / "y.parquet")) == "x/y.parquet"
    assert uri_of("/elsewhere/é.parquet") == "file:///elsewhere/%C3%A9.parquet"
    assert uri_of("s3://bucket/a b.parquet") == "s3://bucket/a%20b.parquet"


def test_junit_counts_what_it_has(lake: Path, inlay: Inlay) -> None:
    root = ElementTree.fromstring(inlay("lint", "lake", "--format", "junit").out)
    assert root.attrib == {"name": "inlay lint", "tests": "4", "failures": "1", "errors": "1"}
    for name, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
        assert sum(int(suite.attrib[name]) for suite in root) == len(list(root.iter(tag)))
    (note,) = root.iter("system-out")
    assert "have no rows" in (note.text or "") or "has no rows" in (note.text or "")


def test_junit_has_no_character_that_xml_forbids(capsys: pytest.CaptureFixture[str]) -> None:
    sink = JunitSink("lint")
    sink.add_unread("a\x00b\x1b<&\"'>.parquet", "said\x07\nso")
    sink.finish()
    (suite,) = ElementTree.fromstring(capsys.readouterr().out)
    assert suite.attrib["name"] == "a\\x00b\\x1b<&\"'>.parquet"


def test_workflow_commands_are_escaped(lake: Path, inlay: Inlay) -> None:
    warning, note, error = inlay("lint", "lake", "--format", "github").out.splitlines()
    assert warning.startswith(
        "::warning file=lake/b/100%25%2C so%2C or%3A not.parquet,title=inlay uncompressed-column::id: 8.0 MiB"
    )
    assert note.startswith("::notice file=lake/b/")
    assert error.startswith("::error file=lake/c.parquet,title=inlay unread::")


def test_a_message_cannot_begin_a_command_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    GithubSink().add_unread("./a\n::error::b", "first\n::set-env name=X::y\r")
    (line,) = capsys.readouterr().out.splitlines()
    assert line == (
        "::error file=a\\n%3A%3Aerror%3A%3Ab,title=inlay unread::first%0A::set-env name=X::y\\r"
    )


@pytest.mark.parametrize(
    ("name", "text", "markdown"),
    [
        ("a[b](http://x)", r"a\[b\](http://x): ", r"a\[b\]\(http://x\): "),
        ("back\\slash", r"back\\slash: ", r"back\\slash: "),
        ("<img src=x>", "<img src=x>: ", r"\<img src=x\>: "),
        ("**a_b**", "**a_b**: ", r"\*\*a\_b\*\*: "),
    ],
)
def test_names_of_columns_are_no_markup(
    name: str, text: str, markdown: str, tmp_path: Path, inlay: Inlay
) -> None:
    plain = row_group(chunk(name, codec=CompressionCodec.UNCOMPRESSED))
    path = write_sparse(tmp_path / "file.parquet", footer([column(name)], [plain]))
    outcome = inlay("lint", path, "--select", "uncompressed-column", "--format", "sarif")
    (result,) = json.loads(outcome.out)["runs"][0]["results"]
    assert result["message"]["text"].startswith(text)
    assert result["message"]["markdown"].startswith(markdown)
