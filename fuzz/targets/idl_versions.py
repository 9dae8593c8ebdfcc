"""Two texts, one behind the other, as versions of an IDL: `inlayc diff` and `inlayc breaking`."""

from __future__ import annotations

import re
from functools import lru_cache
from random import Random
from typing import Final

from fuzz.idl_texts import load_text, read_texts
from fuzz.mutators.text import mutate_text
from fuzz.target import Target
from fuzz.targets import idl_thrift
from inlayc.judges.breaking.judge import judge
from inlayc.judges.diff.comparison import compare, merge_schemas
from inlayc.judges.diff.model import Settings
from inlayc.model.schema import Schema

_BETWEEN: Final = b"\x1c"


def check(data: bytes) -> None:
    before, _, after = data.partition(_BETWEEN)
    old, new = _load(before), _load(after)
    if old is None or new is None:
        return
    there, back = compare(old, new, Settings()), compare(new, old, Settings())
    assert bool(there) == bool(back)
    assert bool(judge(old, new, Settings())) == bool(judge(new, old, Settings()))


@lru_cache(1024)  # one of two texts is as it was in most inputs
def _load(text: bytes) -> Schema | None:
    schema = load_text("a.thrift", text)
    return schema and merge_schemas([schema])


def seeds() -> list[bytes]:
    texts = read_texts("tests/golden/emitted/**/*.thrift", "tests/runtime/idl/*.thrift", "idl/footers/*.thrift")  # fmt: skip
    return [text + _BETWEEN + text for text in texts if load_text("a.thrift", text)]


def mutate(data: bytes, rng: Random) -> bytes:
    before, _, after = data.partition(_BETWEEN)
    change = _rename if rng.random() < 0.2 else mutate_text(idl_thrift.WORDS)
    return before + _BETWEEN + change(after, rng)


def _rename(text: bytes, rng: Random) -> bytes:
    """A word by another name, or by that of another, wherever it is: types may be followed then."""
    words = sorted(set(re.findall(rb"[A-Za-z_]\w*", text)))
    if not words:
        return text
    old, new = rng.choice(words), rng.choice([*words, b"X" + rng.choice(words)])
    return re.sub(rb"\b%s\b" % old, new, text)


TARGET: Final = Target(
    "two versions differ in one direction if they do in the other, and every difference has a verdict",
    check,
    seeds,
    mutate,
    longest=6_000,
)
