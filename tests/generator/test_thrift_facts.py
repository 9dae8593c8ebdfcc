"""The Apache compiler as oracle: what it said of small texts is kept, and holds without it.

`facts/thrift/*.thrift` are the texts, named after what is expected of the pair of compilers;
`facts/apache_thrift.json` is what thrift 0.17 made of them. Where `thrift` is installed, the facts
themselves are checked; `INLAY_REFRESH=apache_thrift.json` writes them anew, and fails.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.oracles.thrift_compiler import STRICTER, apache, judge
from tests.support.golden_files import check_golden
from tests.support.in_one_test import in_one_test

FACTS = Path(__file__).parent / "facts"
TEXTS = sorted((FACTS / "thrift").glob("*.thrift"))
REFUSED = "refused"

CATEGORIES = {
    "accept": "both accept, models equal, Python imported",
    "refuse": "both refuse",
    "stricter": "stricter, as documented",
    "looser": "only they refuse",
}


def facts() -> dict[str, dict[str, Any] | str]:
    known: dict[str, dict[str, Any] | str] = json.loads(
        (FACTS / "apache_thrift.json").read_text(encoding="utf-8")
    )
    return known


def test_there_is_a_fact_for_every_text() -> None:
    assert sorted(facts()) == [path.stem for path in TEXTS]


@in_one_test("path", TEXTS)
def test_agrees_with_what_apache_said(path: Path) -> None:
    verdict = judge(path, [], facts()[path.stem])
    assert verdict.category == CATEGORIES[path.stem.partition("_")[0]], verdict.detail


def test_every_documented_difference_is_explained() -> None:
    text = (Path(__file__).parents[2] / "docs" / "thrift_grammar.md").read_text(encoding="utf-8")
    assert [code for code in STRICTER if f"`{code}`" not in text] == []


@pytest.mark.needs("thrift")
def test_apache_still_says_so() -> None:
    said = {path.stem: apache(path, []) for path in TEXTS}
    kept = {name: REFUSED if isinstance(answer, str) else answer for name, answer in said.items()}
    found = json.dumps(kept, indent=1, sort_keys=True) + "\n"
    check_golden(FACTS / "apache_thrift.json", FACTS / "apache_thrift.json", found)
