"""JSON text in and out, and paths: what is read, what is refused, and at which byte."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

import pytest

from inlay.variant import PathError, PrimitiveType, decode, encode, from_json, get, to_json
from inlay_runtime.errors import DecodeError, LimitError
from inlay_variant.value.path import parse_path

NUMBERS: Final = {
    "0": (3, 0),
    "-0": (3, 0),
    "-128": (3, -128),
    "128": (4, 128),
    "9223372036854775807": (6, 2**63 - 1),
    "9223372036854775808": (10, 2**63),
    "-9223372036854775808": (6, -(2**63)),
    "9" * 38: (10, 10**38 - 1),
    "9" * 39: (7, 1e39),
    "0.10": (8, Decimal("0.10")),
    "-0.0": (8, Decimal("0.0")),
    "1234567890.5": (9, Decimal("1234567890.5")),
    "0.0000000001": (9, Decimal("1e-10")),
    "0." + "0" * 37 + "1": (10, Decimal("1e-38")),
    "0." + "0" * 38 + "1": (7, 1e-39),
    "1e2": (7, 100.0),
    "1.5E-3": (7, 0.0015),
}


@pytest.mark.parametrize("text", NUMBERS)
def test_numbers_keep_their_value(text: str) -> None:
    made = from_json(text)
    type_, value = NUMBERS[text]
    assert made.value[0] >> 2 == type_
    assert decode(made) == value


def test_text_and_structure() -> None:
    text = ' {"a" : [ 1 , {} , [] , "\\u00e9\\ud83d\\ude00\\n\\/" ] , "" : null , "b":{"c":true}}\n'
    made = from_json(text)
    assert decode(made) == {"": None, "a": [1, {}, [], "é😀\n/"], "b": {"c": True}}
    assert made == made.canonical()
    assert from_json(to_json(made)) == made


REFUSED: Final = {
    "": (0, "$", "text ends"),
    " ": (1, "$", "text ends"),
    "nul": (0, "$", "expected a value"),
    "NaN": (0, "$", "expected a value"),
    "01": (1, "$", "text follows"),
    "1.": (1, "$", "text follows"),
    "+1": (0, "$", "expected a value"),
    "1e999": (0, "$", "no double"),
    "[1,]": (3, "$[1]", "expected a value"),
    "[1 2]": (3, "$[1]", "expected ','"),
    "[1": (2, "$[1]", "expected ','"),
    '{"a":1,}': (7, "$.a", "double quotes"),
    '{"a" 1}': (5, "$.a", "':'"),
    '{"a":1,"a":2}': (7, "$.a", "twice"),
    '{"a":{"b c":[0,tru]}}': (15, "$.a['b c'][1]", "expected a value"),
    '"\\x"': (1, "$", "escape"),
    '"\\ud800"': (1, "$", "lone surrogate"),
    '"\\udc00"': (1, "$", "lone surrogate"),
    '"\\ud800\\u0041"': (1, "$", "lone surrogate"),
    '"\n"': (1, "$", "control character"),
    '"abc': (4, "$", "inside a string"),
    "null // no": (5, "$", "text follows"),
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_json_is_refused_at_its_byte(text: str) -> None:
    offset, path, reason = REFUSED[text]
    with pytest.raises(DecodeError, match=reason) as caught:
        from_json(text)
    assert (caught.value.offset, caught.value.path) == (offset, path)


def test_text_that_is_not_utf8_and_depth() -> None:
    with pytest.raises(DecodeError, match="not UTF-8, at offset 1"):
        from_json(b'"\xff"')
    with pytest.raises(DecodeError, match="not UTF-8"):
        from_json('"\ud800"')
    with pytest.raises(LimitError, match="more than 128"):
        from_json("[" * 129 + "]" * 129)
    assert to_json(from_json("[" * 128 + "]" * 128)) == "[" * 128 + "]" * 128


def test_what_json_has_no_type_for_becomes_text() -> None:
    assert to_json(encode([float("nan"), float("-inf"), b"\0"])) == '["NaN","-Infinity","AA=="]'


@pytest.mark.parametrize(
    ("path", "steps"),
    [
        ("$", []),
        ("$.a.b[3]", ["a", "b", 3]),
        ("$['a b'][\"c.d\"].é", ["a b", "c.d", "é"]),
        ("$['it\\'s'][0][1]", ["it's", 0, 1]),
        ("$.a-b", ["a-b"]),
        ("$.a b.it's] .c", ["a b", "it's] ", "c"]),  # as in Spark
        ("$['a\\b']['\\\\n'][\"'\\\"\"]", ["a\\b", "\\n", "'\""]),
    ],
)
def test_paths(path: str, steps: list[str | int]) -> None:
    assert parse_path(path) == steps


@pytest.mark.parametrize(
    ("path", "offset"),
    [("", 0), ("a b", 1), ("$a", 1), ("$.", 1), ("$[x]", 1), ("$[-]", 1), ("$.a['b", 3)],
)
def test_what_is_no_path_is_refused_where_it_ends(path: str, offset: int) -> None:
    with pytest.raises(PathError, match="a path is") as caught:
        parse_path(path)
    assert caught.value.offset == offset


def test_a_long_name_that_does_not_end_is_refused_soon() -> None:
    """Each backslash may stand for itself, or before another one: nothing tries both."""
    with pytest.raises(PathError, match="from character 1"):
        parse_path("$['" + "\\\\" * 10_000)


def test_looking_up_a_path() -> None:
    made = from_json('{"a":{"b":[1,"x",{"c":null}]},"d":1}')
    found = get(made, "$.a.b[2]")
    assert found is not None
    assert decode(found) == {"c": None}
    for missing in ("$.a.x", "$.d.e", "$.a[0]", "$.a.b[3]", "$.a.b.c", "$[0]"):
        assert get(made, missing) is None


def test_looking_up_reads_nothing_beside_the_path() -> None:
    """Damage elsewhere is not met; damage on the way is an error with its path."""
    made = from_json('{"a":{"b":1},"z":"text"}')
    damaged = made._replace(value=made.value[:-4] + b"\xff\xff\xff\xff")
    with pytest.raises(DecodeError, match="not UTF-8"):
        decode(damaged)
    found = get(damaged, "$.a.b")
    assert found is not None
    assert found.value == bytes([PrimitiveType.INT8 << 2, 1])
    with pytest.raises(DecodeError, match=r"\$: .*values take"):
        get(made._replace(value=made.value[:-1]), "$.a.b")
