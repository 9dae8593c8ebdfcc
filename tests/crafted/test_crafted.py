"""Files that are wrong in one way: each is what it says, and Inlay finds it or says why it cannot read on."""

from __future__ import annotations

import re
from typing import Final

import inlay
from inlay_runtime.errors import InlayError
from tests.crafted.__main__ import ALL, PAGE
from tests.crafted.deviation import Must
from tests.crafted.deviations import DEVIATIONS
from tests.crafted.files import crafted_file, good_file
from tests.support.in_one_test import in_one_test

ONLY_VALUES_SHOW: Final = {
    "chunk-without-metadata",
    "codec-unknown",
    "codec-snappy-for-plain-bytes",
    "plain-size-less",
    "levels-longer-than-the-page",
    "levels-of-negative-length",
    "levels-above-the-most",
    "levels-end-early",
    "text-longer-than-the-page",
    "text-of-negative-length",
    "snappy-garbage",
    "snappy-of-another-size",
    "snappy-of-4-gib",
    "dictionary-values-more",
}
"""What `inlay verify --data`, which decompresses and decodes nothing, does not find."""


def test_no_two_files_are_the_same() -> None:
    files = {name: crafted_file(name) for name in DEVIATIONS}
    assert len({good_file(), *files.values()}) == len(DEVIATIONS) + 1


def test_the_good_file_has_no_findings() -> None:
    assert inlay.verify(good_file(), data=True).findings == ()


@in_one_test("name", DEVIATIONS)
def test_a_file_is_checked_and_never_more_than_refused(name: str) -> None:
    data = crafted_file(name)
    must = DEVIATIONS[name].must
    try:
        is_found = bool(inlay.verify(data, data=True).findings)
    except InlayError:
        assert must is not Must.READ
        is_found = True
    if must is Must.REFUSE:
        assert is_found == (name not in ONLY_VALUES_SHOW)


@in_one_test("name", DEVIATIONS)
def test_a_file_is_text_and_back(name: str) -> None:
    data = crafted_file(name)
    assert inlay.assemble(inlay.dump(data), source=data) == data


def test_the_page_has_every_file() -> None:
    """Once: in a row, or by its name where all readers do the same."""
    text = PAGE.read_text("utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \| (.*?) \| (\w+) \|", text, re.MULTILINE)
    named = [
        (name, must)
        for (must, _), said in ALL.items()
        for names in re.findall(rf"^{said} (.*)\.$", text, re.MULTILINE)
        for name in re.findall(r"`([\w-]+)`", names)
    ]
    assert all(DEVIATIONS[name].what == what for name, what, _ in rows)
    musts = [*((name, Must(must)) for name, _, must in rows), *named]
    assert sorted(musts, key=lambda pair: pair[0]) == sorted(
        (name, each.must) for name, each in DEVIATIONS.items()
    )
