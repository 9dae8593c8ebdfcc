"""flatc as oracle: what it said of small texts is kept, and holds without it.

`facts/fbs/*.fbs` are the texts, named after what is expected of the pair of compilers; `facts/flatc.json` is
what flatc 25.12.19 made of them. Where `flatc` is installed, the facts themselves are checked;
`INLAY_REFRESH=flatc.json` writes them anew, and fails.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.oracles.flatc import flatc, judge
from tests.oracles.flatc_differences import LOOSER, STRICTER
from tests.oracles.verdicts import AGREEMENT
from tests.support.golden_files import check_golden
from tests.support.in_one_test import in_one_test

FACTS = Path(__file__).parent / "facts"
TEXTS = sorted((FACTS / "fbs").glob("*.fbs"))
DOCS = Path(__file__).parents[3] / "docs"
DOCUMENTS = (DOCS / "fbs_grammar.md", DOCS / "decisions" / "fbs_grammar.md")

CATEGORIES = {
    "accept": AGREEMENT,
    "refuse": "both refuse",
    "stricter": "stricter, as documented",
    "looser": "only they refuse, as documented",
}


def facts() -> dict[str, dict[str, Any] | str]:
    known: dict[str, dict[str, Any] | str] = json.loads(
        (FACTS / "flatc.json").read_text(encoding="utf-8")
    )
    return known


def test_there_is_a_fact_for_every_text() -> None:
    assert sorted(facts()) == [path.stem for path in TEXTS]


@in_one_test("path", TEXTS)
def test_agrees_with_what_flatc_said(path: Path) -> None:
    verdict = judge(path, [], facts()[path.stem])
    assert verdict.category == CATEGORIES[path.stem.partition("_")[0]], verdict.detail


def test_every_documented_difference_is_explained() -> None:
    text = " ".join(" ".join(page.read_text(encoding="utf-8") for page in DOCUMENTS).split())
    assert [code for code in STRICTER if f"`{code}`" not in text] == []
    assert [reason for reason in LOOSER if reason not in text] == []


@pytest.mark.needs("flatc")
def test_flatc_still_says_so() -> None:
    said = {path.stem: flatc(path, []) for path in TEXTS}
    found = json.dumps(said, indent=1, sort_keys=True) + "\n"
    check_golden(FACTS / "flatc.json", FACTS / "flatc.json", found)
