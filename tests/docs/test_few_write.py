"""The page of readers by version has each answer of a writer in the cell where it belongs."""

from __future__ import annotations

from docs.site.few_write import list_few_write
from tests.compat.asked_writer import DEFAULTS, SECOND
from tests.compat.encodings_written import FEW_WRITE, TYPES, Answer, Written, load_written

SPLIT, DELTA = "BYTE_STREAM_SPLIT", "DELTA_BYTE_ARRAY"
FIXED = "FIXED_LEN_BYTE_ARRAY"


def list_cells(page: str, first: str) -> list[str]:
    line = next(it for it in page.splitlines() if it.startswith(f"| {first} |"))
    return [it.strip() for it in line.split("|")[2:-1]]


def test_each_answer_stands_in_its_cell() -> None:
    unasked = [
        Answer(type_, way, "o=2" if way == SECOND else "", DELTA if way == SECOND else "PLAIN")
        for type_ in TYPES
        for way in (DEFAULTS, SECOND)
    ]
    written = {
        "good": Written("1", [Answer("INT32", SPLIT, "encoding='byte_stream_split'", SPLIT)]),
        "silent": Written("2", [Answer("INT32", SPLIT, "split=true", "PLAIN")]),
        "plain": Written("3", [Answer("INT32", SPLIT, "", "", "no such encoding")]),
        "second": Written("4", unasked),
    }
    page = "\n".join(list_few_write(written))
    asked = list_cells(page, f"{SPLIT} of INT32")
    assert asked == ["good 1", "none", "silent (PLAIN)", "plain", "second"]
    delta = list_cells(page, f"{DELTA} of {FIXED}")
    assert delta == ["none", "second (version 2)", "none", "none", "good, silent, plain"]
    assert list_cells(page, "good 1") == ["`encoding='ENCODING'`"]
    assert list_cells(page, "second 4")[:2] == ["none", "PLAIN"]
    assert "| second 4 | version 2: `o=2` | DELTA" in page


def test_the_page_has_every_writer_for_every_encoding() -> None:
    written = load_written()
    page = "\n".join(list_few_write(written))
    for encoding, type_ in FEW_WRITE:
        cells = ", ".join(list_cells(page, f"{encoding} of {type_}"))
        assert {it.split(" ")[0] for it in cells.split(", ")} - {"none"} == written.keys()
