"""A ledger as JSON is written in pieces, and is the text that the whole document has."""

from __future__ import annotations

import json
from array import array

import pytest

from inlay.cli.layout_json import write_json
from inlay.ground.documents.values import format_json
from inlay.verbs.layout.ledger import Ledger

ROWS = 17_000
"""More than one piece has."""


def filled(rows: int) -> Ledger:
    ledger = Ledger("a \udcff.parquet", rows, "thrift")
    ledger.names = ["plain", 'with "quotes"', "\udcff and ä"]
    for column, values in (
        ("start", [0, 1 << 40]),
        ("length", [1, 2, 3]),
        ("own", [0]),
        ("kind", [0, 1, 2]),
        ("name", [-1, 0, 1, 2]),
        ("row_group", [-1, 7]),
        ("column", [-1, 12]),
        ("page", [-1, 0]),
        ("encoding", [-1, 0, 8]),
        ("parent", [-1, 5]),
    ):
        kept: array[int] = getattr(ledger, column)
        kept.extend(values[at % len(values)] for at in range(rows))
    return ledger


@pytest.mark.parametrize("in_line", [False, True])
@pytest.mark.parametrize("rows", [0, 1, ROWS])
def test_the_text_is_that_of_the_document(rows: int, in_line: bool) -> None:
    pieces = [*write_json(filled(rows), in_line=in_line)]
    text = "".join(pieces)
    document = json.loads(text)
    assert text == format_json(document, in_line=in_line) + "\n"
    assert [len(column) for column in document["owners"].values()] == [rows] * 10
    assert rows < ROWS or max(piece.count(",") for piece in pieces) < ROWS - 1


def test_the_words_of_numbers() -> None:
    owners = json.loads("".join(write_json(filled(4))))["owners"]
    assert owners["start"] == [0, 1 << 40, 0, 1 << 40]
    assert owners["name"] == [None, "plain", 'with "quotes"', {"hex": "ff20616e6420c3a4"}]
    assert owners["row_group"] == [None, 7, None, 7]
    assert owners["encoding"] == [None, "PLAIN", "RLE_DICTIONARY", None]
