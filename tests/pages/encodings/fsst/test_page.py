"""Pages of both cores: equal bytes, equal strings; and what training does."""

from __future__ import annotations

import random

import pytest

from inlay.pages.encodings.errors import DeclinedError
from inlay.pages.encodings.fsst.page import decode_page, encode_page
from inlay.pages.encodings.fsst.plugin import Fsst, take_strings
from inlay.pages.encodings.fsst.symbols import ESCAPE, SymbolTable
from inlay.pages.encodings.fsst.training import SAMPLE, train
from parquet_format.parquet import Type
from tests.pages.encodings.fsst.pages import CASES, join_plain, plain_values


@pytest.mark.parametrize("case", CASES)
def test_every_string_comes_back(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    values, count = plain_values(case)
    page = Fsst().encode(values, count, Type.BYTE_ARRAY)
    assert Fsst().decode(memoryview(page), count, Type.BYTE_ARRAY) == values
    assert decode_page(memoryview(page), count) == values
    monkeypatch.setattr("inlay.pages.encodings.fsst.plugin.NATIVE", None)
    assert Fsst().encode(values, count, Type.BYTE_ARRAY) == page


def test_the_longest_symbol_is_taken() -> None:
    table = SymbolTable([b"a", b"ab", b"abcdefgh", b"abcd", b"h"])
    assert table.compress(b"abcdefghabcdefgabxa") == bytes(
        [2, 3, *b"\xffe\xfff\xffg", 1, ESCAPE, 120, 0]
    )
    assert table.compress(b"") == b""


@pytest.mark.parametrize("text", [b"abcdefghabcdefgabxa", b"a", b"ab", b"xx", b"abcdabcd", b"hhh"])
def test_both_cores_take_the_same(text: bytes) -> None:
    table = SymbolTable([b"a", b"ab", b"abcdefgh", b"abcd", b"h"])
    encode = Fsst().prepare([(join_plain([b"ab" * 100]), 1)], Type.BYTE_ARRAY)
    values = join_plain([text])
    assert Fsst().decode(memoryview(encode(values, 1)), 1, Type.BYTE_ARRAY) == values
    page = encode_page(values, 1, table)
    assert Fsst().decode(memoryview(page), 1, Type.BYTE_ARRAY) == values


def test_addresses_become_a_third() -> None:
    values, count = plain_values("addresses")
    assert len(Fsst().encode(values, count, Type.BYTE_ARRAY)) < len(values) / 2.5


def test_training_says_the_same_of_the_same() -> None:
    texts = CASES["words"](random.Random(1))
    assert train(texts) == train(list(texts))
    assert len(train(texts).symbols) <= 255
    assert train([]).symbols == []


def test_samples_come_from_all_of_a_chunk() -> None:
    """Strings of every page, and no more than the sample is to have, however long they are."""
    pages = [(join_plain([b"%d" % page * 50] * 2_000), 2_000) for page in range(8)]
    sample = take_strings(pages)
    assert {text[:1] for text in sample} == {b"%d" % page for page in range(8)}
    assert SAMPLE // 2 <= sum(map(len, sample)) <= 2 * SAMPLE
    assert sum(map(len, take_strings([(join_plain([b"x" * 1_000_000] * 3), 3)]))) <= 3 * SAMPLE


def test_noise_is_declined() -> None:
    for case in ("any bytes", "nothing but empty ones"):
        with pytest.raises(DeclinedError, match="by samples, FSST makes"):
            Fsst().prepare([plain_values(case)], Type.BYTE_ARRAY)
