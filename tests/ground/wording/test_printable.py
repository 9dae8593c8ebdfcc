"""Nothing from a file reaches the terminal as anything but visible characters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.wording.amounts import count, format_size
from inlay.ground.wording.printable import escape_unprintable, format_bytes, shorten, shorten_path


@given(st.text(st.characters(exclude_categories=())))
def test_what_is_printed_is_printable(text: str) -> None:
    assert escape_unprintable(text).isprintable()


@given(st.text(), st.integers(4, 30))
def test_what_is_shortened_is_short_and_printable(text: str, width: int) -> None:
    shown = shorten(text, width)
    assert len(shown) <= width
    assert shown.isprintable()


@given(st.text(st.characters(categories=["L", "N"]), max_size=20))
def test_plain_text_stays_as_it_is(text: str) -> None:
    assert shorten(text, 20) == text


@given(st.binary(), st.integers(1, 30))
def test_bytes_are_printable(data: bytes, most: int) -> None:
    assert format_bytes(data, most).isprintable()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J", "\\x1b[2J"),
        ("a\nb\tc\r", "a\\nb\\tc\\r"),
        ("\u202egpj.exe", "\\u202egpj.exe"),
        ("\U000e0041", "\\U000e0041"),
        ("naïve 日本", "naïve 日本"),
    ],
)
def test_escapes(text: str, shown: str) -> None:
    assert escape_unprintable(text) == shown


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (0, "0 B"),
        (1023, "1023 B"),
        (1024, "1.0 KiB"),
        (1843, "1.8 KiB"),
        (128 << 20, "128 MiB"),
        (1023 << 10, "1.0 MiB"),
        ((1 << 63) - 1, "8.0 EiB"),
        (-2048, "-2.0 KiB"),
    ],
)
def test_sizes(number: int, shown: str) -> None:
    assert format_size(number) == shown


def test_counts() -> None:
    assert count(1, "row") == "1 row"
    assert count(1_000, "entry", "entries") == "1,000 entries"


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ([], ""),
        (["a"], "a"),
        (["list", "element"], "list.element"),
        (["a_long_name", "list", "element"], "...t.element"),
        (["x" * 50], "xxxxxxxxx..."),
        (["\x1b", "\x1b", "\x1b", "end"], "....\\x1b.end"),
    ],
)
def test_paths_keep_their_end(names: list[str], shown: str) -> None:
    assert shorten_path(names, 12) == shown


@given(st.lists(st.text()), st.integers(4, 30))
def test_paths_are_short_and_printable(names: list[str], width: int) -> None:
    shown = shorten_path(names, width)
    assert len(shown) <= width
    assert shown.isprintable()
