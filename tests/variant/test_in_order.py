"""Names in another order than the specification's, as Spark's by UTF-16: refused, and read tolerantly with a finding."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pytest

from inlay.variant import (
    DamagedRowError,
    Variant,
    VariantWarning,
    check,
    decode,
    encode,
    from_pairs,
    read_path,
    read_table,
    shred,
    to_python,
    unshred,
    variant_get,
    write_table,
)
from inlay_runtime.errors import DecodeError
from inlay_variant.arrow.variant_type import wrap
from inlay_variant.value.containers import write_array, write_object
from inlay_variant.value.metadata import write_metadata

LAST: Final = "\ue000"
BEYOND: Final = "\U00010000"
"""Behind the other by UTF-8, and before it by UTF-16."""

NAMES: Final = write_metadata([LAST.encode(), BEYOND.encode()])
ONE, TWO = encode(1).value, encode(2).value
BY_UTF16: Final = Variant(NAMES, write_object([(1, TWO), (0, ONE)]))
INSIDE: Final = Variant(NAMES, write_array([ONE, write_object([(1, write_object([(1, TWO), (0, ONE)])), (0, ONE)])]))  # fmt: skip
VALUE: Final = {LAST: 1, BEYOND: 2}

ANY_ORDER: Final = [BY_UTF16, encode({"a": 1}), INSIDE, None, encode([VALUE])]
READ: Final = [VALUE, {"a": 1}, [1, {LAST: 1, BEYOND: VALUE}], None, [VALUE]]


def test_it_is_refused_where_nobody_asked_for_tolerance(both: str) -> None:
    array = from_pairs(ANY_ORDER)
    with pytest.raises(
        DecodeError,
        match=r"not sorted by name \(DuckDB and Spark write such ones\); only tolerant reading",
    ):
        to_python(array)
    for work in (
        check,
        lambda one: shred(one, pa.int8()),
        lambda one: variant_get(one, f"$['{LAST}']"),
    ):
        with pytest.raises(DamagedRowError, match=r"^row 0: \$: fields are not sorted by name"):
            work(array)


def test_it_is_read_tolerantly_and_then_in_order(both: str) -> None:
    with pytest.warns(VariantWarning, match="2 rows, from row 0 on, have names that are not in"):
        plain = unshred(from_pairs(ANY_ORDER), tolerant=True)
    assert to_python(plain) == READ
    check(plain)
    first = plain.variants()[0]
    assert first is not None
    assert first.canonical() == encode(VALUE)


def test_a_path_is_looked_up_in_any_order(both: str, tmp_path: Path) -> None:
    array = from_pairs(ANY_ORDER)
    for name, found in ((LAST, [1, None, None, None, None]), (BEYOND, [2, None, None, None, None])):
        path = f"$['{name}']"
        assert variant_get(array, path, pa.int64(), tolerant=True).to_pylist() == found
    file = tmp_path / "v.parquet"
    write_table(pa.table({"v": array}), file)
    inside = read_path(file, "v", f"$[1]['{BEYOND}']['{LAST}']", pa.int64(), tolerant=True)
    assert inside.to_pylist() == [None, None, 1, None, None]
    with pytest.warns(VariantWarning):
        assert to_python(read_table(file, tolerant=True).column("v")) == READ


def test_what_is_left_beside_typed_columns_is_put_in_order(both: str) -> None:
    names = write_metadata([b"a", LAST.encode(), BEYOND.encode()])
    fields = pa.StructArray.from_arrays([pa.nulls(1, pa.binary()), pa.array([7], pa.int64())], ["value", "typed_value"])  # fmt: skip
    typed = pa.StructArray.from_arrays([fields], fields=[pa.field("a", fields.type, nullable=False)])  # fmt: skip
    rest = write_object([(2, TWO), (1, ONE)])
    storage = pa.StructArray.from_arrays(
        [pa.array([names]), pa.array([rest]), typed],
        fields=[pa.field("metadata", pa.binary(), nullable=False), pa.field("value", pa.binary()), pa.field("typed_value", typed.type)],
    )  # fmt: skip
    with pytest.raises(DamagedRowError, match="not sorted by name"):
        unshred(wrap(storage))
    with pytest.warns(VariantWarning):
        plain = unshred(wrap(storage), tolerant=True)
    assert to_python(plain) == [{"a": 7, LAST: 1, BEYOND: 2}]


def test_a_dictionary_that_says_it_is_sorted_and_is_not(both: str) -> None:
    lying = Variant(b"\x11\x02\x00\x01\x02ba", write_object([(1, ONE), (0, TWO)]))
    array = from_pairs([lying])
    with pytest.raises(DamagedRowError, match="sorted_strings is set"):
        check(array)
    assert variant_get(array, "$.b", pa.int8(), tolerant=True).to_pylist() == [2]
    with pytest.warns(VariantWarning):
        plain = unshred(array, tolerant=True)
    assert to_python(plain) == [{"a": 1, "b": 2}]
    check(plain)


@pytest.mark.parametrize(
    ("reason", "variant"),
    [
        ("field 'a' is there twice", Variant(write_metadata([b"a"]), write_object([(0, ONE), (0, TWO)]))),
        ("field id 5", Variant(write_metadata([b"a"]), write_object([(5, ONE)]))),
        ("not UTF-8", Variant(b"\x11\x01\x00\x01\xff", ONE)),
    ],
)  # fmt: skip
def test_damage_stays_damage(both: str, reason: str, variant: Variant) -> None:
    with pytest.raises(DamagedRowError, match=reason):
        unshred(from_pairs([encode(1), variant]), tolerant=True)


def test_any_permutation_of_many_fields_comes_back_sorted(both: str) -> None:
    rng = random.Random(7)
    rows: list[Variant] = []
    wanted: list[Any] = []
    for size in (2, 3, 40, 300):
        names = [f"n{at:03}" for at in range(size)]
        fields = [(at, encode("x" * at).value) for at in range(size)]
        rng.shuffle(fields)
        rows.append(Variant(write_metadata([one.encode() for one in names]), write_object(fields)))
        wanted.append({name: "x" * at for at, name in enumerate(names)})
    with pytest.warns(VariantWarning):
        plain = unshred(from_pairs(rows), tolerant=True)
    assert to_python(plain) == wanted
    decoded: list[Any] = [decode(one) for one in plain.variants() if one]
    assert [list(names) for names in decoded] == [list(names) for names in wanted]
