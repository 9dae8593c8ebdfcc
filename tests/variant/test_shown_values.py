"""What people see of an array of Variants: JSON, bounded in length, whatever is in it."""

from __future__ import annotations

import json
from typing import Any

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from inlay.variant import Variant, decoded, from_pairs, shred, variant_array
from tests.support.examples import examples
from tests.variant.values import damaged


def test_short_arrays_are_json() -> None:
    rows: list[object] = [{"a": 1, "b": "x"}, None, [1, 2.5], "é\n"]
    array = variant_array(rows)
    assert json.loads(str(array)) == rows
    assert repr(array) == f"<VariantArray of 4 rows>\n{array}"
    assert str(shred(array, pa.struct([("a", pa.int64())]))) == str(array)
    assert (str(array[0]), repr(array[0])) == ('{"a":1,"b":"x"}', '<VariantScalar: {"a":1,"b":"x"}>')  # fmt: skip
    assert (str(array[1]), str(array[:0]), repr(array[:1])) == (
        "null", "[]", '<VariantArray of 1 row>\n[\n  {"a":1,"b":"x"}\n]')  # fmt: skip


def test_long_arrays_show_their_ends() -> None:
    array = variant_array(range(1_000))
    lines = str(array).splitlines()
    assert lines == ["[", *[f"  {n}," for n in range(10)], "  ...", *[f"  {n}," for n in range(990, 999)], "  999", "]"]  # fmt: skip
    assert json.loads(str(array[:21])) == list(range(21))
    some = array.to_string(window=1, indent=4, top_level_indent=2, skip_new_lines=False)
    assert some == "  [\n      0,\n      ...\n      999\n  ]"


def test_long_values_are_cut() -> None:
    array = variant_array(["x" * 5_000, "...,", 1])
    assert str(array) == f'[\n  "{"x" * 99}...,\n  "...,",\n  1\n]'
    assert array.to_string(element_size_limit=3).splitlines()[1] == '  "xx...,'


def test_what_is_damaged_says_so() -> None:
    array = from_pairs([Variant(b"\1\0\0", b"\0"), Variant(b"\1\0\0", b"\x0c"), None])
    damage = "<damaged: $: needs 1 byte, 0 are left, at offset 1>"
    assert str(array) == f"[\n  null,\n  {damage},\n  null\n]"
    assert repr(array[1]) == f"<VariantScalar: {damage}>"
    group: Any = pa.struct([("metadata", pa.binary()), ("value", pa.binary()), ("typed_value", pa.int64())])  # fmt: skip
    both_there: Any = pa.array([{"metadata": b"\1\0\0", "value": b"\0", "typed_value": 1}], group)
    assert "<damaged: $: " in str(decoded(both_there))


def test_what_ends_a_line_or_moves_a_cursor_is_escaped() -> None:
    rows: list[object] = ["a\x85b\u2028c\x7f\U000e0001"]
    array = variant_array(rows)
    assert str(array) == '[\n  "a\\u0085b\\u2028c\\u007f\\udb40\\udc01"\n]'
    assert json.loads(str(array)) == rows
    array = from_pairs([Variant(b"\x11\1\0\1\x1e", b"\x02\1\0\0\1\x0c")])
    assert str(array) == "[\n  <damaged: $['\\u001e']: needs 1 byte, 0 are left, at offset 6>\n]"


@examples(150)
@given(variants=st.lists(st.none() | damaged(), min_size=1, max_size=3))
def test_nothing_raises(variants: list[Variant | None]) -> None:
    array = from_pairs(variants)
    lines = str(array).splitlines()  # at whatever may end a line, not at "\n" alone
    assert len(lines) == len(variants) + 2
    assert all(len(line) < 400 for line in lines)
    assert repr(array[0]).startswith("<VariantScalar: ")
