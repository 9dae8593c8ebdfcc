"""What is made of an IDL is bounded by its words: each takes at most 512 bytes, right or refused, in any dialect."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

import pytest

from inlayc.base.diagnostics import CompileError
from inlayc.frontends.text import limits
from inlayc.frontends.text.limits import count_allowed
from tests.security.hostile_kinds import parse_macros, resolve_fbs, resolve_thrift

WORDS: Final = 2_000
PRICE: Final = 512
MESSAGES: Final = 64 << 10
"""Bytes of the hundred mistakes that are told."""


def names() -> list[str]:
    return [f"n{at}" for at in range(WORDS)]


def macros(text: str) -> object:
    from inlayc.frontends.resolve import resolve

    document: Any = parse_macros(text)
    return resolve([document])


TEXTS: Final[Mapping[str, tuple[Callable[[str], object], str, int]]] = {
    "names of an enum": (resolve_thrift, f"enum E {{ {' '.join(names())} }}", 1),
    "one name of an enum": (resolve_thrift, "enum E { " + "a " * WORDS + "}", 1),
    "lines": (resolve_thrift, "//\n" * WORDS + "struct S {}", 1),
    "values of an enum": (resolve_fbs, f"enum E: long {{ {','.join(names())} }}", 1),
    "variants of a union": (resolve_fbs, f"union U {{ {','.join(names())} }}", 1),
    "variants": (macros, "thrift_union!(union U {" + "".join(f"{at}:{name}\n" for at, name in enumerate(names())) + "});", 2),
}  # fmt: skip
"""The dearest of each dialect: what reads it, a text, and the words of each of its parts."""


def peak_of(read: Callable[[str], object], text: str) -> int:
    """Bytes. What else this process does meanwhile, such as a table of its own that grows, can only add to them: one measurement
    within the bound is enough."""
    gc.collect()
    tracemalloc.start()
    try:
        with suppress(CompileError):
            read(text)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", TEXTS)
def test_a_word_takes_at_most_512_bytes(name: str) -> None:
    read, text, words = TEXTS[name]
    with suppress(CompileError):
        read(text)  # makes its parser, and imports
    bound = PRICE * WORDS * words + MESSAGES
    assert any(0 < peak_of(read, text) <= bound for _ in range(3))


def test_the_price_is_that_of_the_limit() -> None:
    assert PRICE // limits.CHARACTERS_A_WORD == 32


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (resolve_thrift, "enum E {" + "a " * 40),
        (resolve_thrift, "/**/" * 40),
        (resolve_fbs, "table T (" + "a," * 40),
        (parse_macros, "thrift_enum!(enum E {" + "a " * 40 + "})"),
    ],
)
def test_more_words_than_a_text_may_have_are_refused(
    read: Callable[[str], object], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "WORDS", 20)
    assert count_allowed(160) == 30
    with pytest.raises(CompileError) as caught:
        read(text)
    assert caught.value.diagnostics[0].code == "too-many-tokens"
