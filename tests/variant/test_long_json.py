"""A long JSON document is read for its mistakes before anything of it is kept: both readings say the same of any text."""

from __future__ import annotations

import random
from typing import Final

import pytest

from inlay_runtime.errors import DecodeError
from inlay_variant.value import json_text
from inlay_variant.value.limits import VariantLimits
from tests.variant.test_json_and_paths import REFUSED

PARTS: Final = (
    "0", "-1.5", "1e9", "1e99", "12345678901234567890123", "true", "null", '""', '"a,]"', '"\\n\\u0041"', '"é"', "[]", "[ ]",
    "{}", "[1, 2]", '[[], {}]', '{"a":0}', '{"a":{"b":[1]}}', '{"a":1,"b":2}', '{"\\u0061":1,"b":2 , "a":3}', " ", "\n", ",", ":", "]", "}", "[", "{",
    '"a":', '"b" :', "tru", "01", "1.", "-", '"\\x"', "1e999", '"\t"', '"',
)  # fmt: skip


def outcome(text: bytes, limits: VariantLimits, *, keep: bool) -> str:
    try:
        json_text.read_document(text, limits, keep=keep)
    except DecodeError as error:
        return repr(error)
    return "read"


@pytest.mark.parametrize("seed", range(40))
def test_both_readings_say_the_same(seed: int) -> None:
    draw = random.Random(seed)
    said = set[str]()
    for _ in range(150):
        opened = draw.choice(("[", '{"z":', "[[", '{"a":0,'))
        words = [
            draw.choice(PARTS) + ("," if draw.random() < 0.8 else "")
            for _ in range(draw.randint(0, 8))
        ]
        closed = {"[": "]", "{": "}"}
        end = "".join(closed[mark] for mark in reversed(opened) if mark in closed)
        text = (opened + "".join(words) + draw.choice((end, "0" + end, '"q":0' + end, ""))).encode()
        limits = VariantLimits(depth=draw.choice((1, 2, 3, 1000)))
        kept = outcome(text, limits, keep=True)
        assert outcome(text, limits, keep=False) == kept, text
        said.add(kept)
    assert "read" in said
    assert len(said) > 20


@pytest.mark.parametrize(
    "text", [text for text, (_, _, reason) in REFUSED.items() if not reason.startswith("text")]
)
def test_a_mistake_after_much_is_found_at_its_byte(text: str) -> None:
    offset, path, reason = REFUSED[text]
    before = ('0,[1, "x"],{"k":null},"a,b",' * 200).encode()
    with pytest.raises(DecodeError, match=reason) as caught:
        json_text.node_of_json(b"[" + before + text.encode())
    assert caught.value.path == "$[800]" + path[1:]
    assert caught.value.offset == 1 + len(before) + offset
