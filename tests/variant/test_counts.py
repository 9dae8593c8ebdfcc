"""What is counted natively is what is counted in Python: the numbers, their order, the schema that follows, and the errors."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.rows.variants.sampling import count_sample
from inlay.variant import (
    Variant,
    VariantArray,
    VariantWarning,
    encode,
    from_pairs,
    infer_schema,
    read_table,
    shred,
    split,
    variant_array,
)
from inlay_runtime.errors import InlayError
from inlay_variant.arrow import kernels, pure
from inlay_variant.arrow.inference import count_values, infer_from_counts
from inlay_variant.storage.normalize_storage import normalize_storage
from inlay_variant.storage.shape import Group
from inlay_variant.value.encode import write_variant
from inlay_variant.value.errors import DamagedRowError
from inlay_variant.value.limits import DEFAULT_LIMITS, VariantLimits
from inlay_variant.value.nodes import Node
from inlay_variant.value.primitives import DECIMAL_PRECISION, Scalar, encode_decimal
from tests.support.examples import examples
from tests.variant.values import SCHEMAS, VARIANTS, damaged

quick = examples(150)
native_core = pytest.mark.needs("native core")
PLAIN = Group(True, None)


def outcome(
    count: Callable[..., Any], array: VariantArray, limits: VariantLimits = DEFAULT_LIMITS
) -> tuple[object, ...]:
    """The counts as text, which has their order too, and the schema; or the error in full."""
    try:
        seen = count(normalize_storage(array.storage, PLAIN), limits)
    except InlayError as error:
        return type(error), str(error)
    return json.dumps(seen.as_json()), infer_from_counts(seen)


def require_equal_counts(array: VariantArray, limits: VariantLimits = DEFAULT_LIMITS) -> None:
    expected = outcome(pure.count_values, array, limits)
    assert outcome(kernels.count_values, array, limits) == expected
    middle = array.slice(len(array) // 2)
    assert outcome(kernels.count_values, middle) == outcome(pure.count_values, middle)


@native_core
@quick
@given(variants=st.lists(st.none() | VARIANTS, max_size=8), bad=st.none() | damaged())
def test_native_and_pure_count_alike(variants: list[Variant | None], bad: Variant | None) -> None:
    require_equal_counts(from_pairs(variants))
    require_equal_counts(from_pairs([*variants, bad, *variants]))


@quick
@given(variants=st.lists(st.none() | VARIANTS, min_size=1, max_size=4), schema=SCHEMAS)
def test_shredding_does_not_change_the_counts(
    both: str, variants: list[Variant | None], schema: pa.DataType
) -> None:
    array = from_pairs(variants)
    assert count_values(shred(array, schema, exact=True)) == count_values(array)


@native_core
def test_every_value_of_the_corpus_is_counted_alike(parquet_testing: Path) -> None:
    files = sorted((parquet_testing / "variant").glob("*.value"))
    pairs = [Variant(file.with_suffix(".metadata").read_bytes(), file.read_bytes()) for file in files]  # fmt: skip
    pairs += [
        split(file.read_bytes())
        for file in sorted((parquet_testing / "shredded_variant").glob("*.variant.bin"))
    ]
    assert len(pairs) > 50
    require_equal_counts(from_pairs(pairs))
    for pair in pairs:
        require_equal_counts(from_pairs([pair]))


def nested(levels: int, *, of_objects: bool) -> Variant:
    node: Node = Scalar(3, b"\1")
    for _ in range(levels):
        node = {"a": node, "b": Scalar(0)} if of_objects else [node, Scalar(1)]
    return Variant(*write_variant(node))


@native_core
@pytest.mark.parametrize("of_objects", [False, True])
@pytest.mark.parametrize("levels", [1, 15, 16, 17, 18, 127, 128])
def test_what_lies_deep_is_checked_and_not_counted(levels: int, of_objects: bool) -> None:
    deep = nested(levels, of_objects=of_objects)
    require_equal_counts(from_pairs([deep]))
    require_equal_counts(from_pairs([deep]), VariantLimits(depth=17))
    at = deep.value.index(b"\x0c\x01")  # the number inside of all
    broken = deep._replace(value=deep.value[:at] + b"\x10" + deep.value[at + 1 :])
    array = from_pairs([deep, broken])
    require_equal_counts(array)
    with pytest.raises(DamagedRowError, match="row 1"):
        count_values(array)


@native_core
def test_digits_of_decimals() -> None:
    for type_, most in DECIMAL_PRECISION.items():
        numbers = [0, 1, -1, 9, 10, -10, 99, 10 ** (most - 1), 10**most - 1, 1 - 10**most, 10**most]
        for scale in (0, 1, most, 38, 39):
            for number in numbers:
                bits = 8 * {8: 4, 9: 8, 10: 16}[type_]
                if not -(1 << bits - 1) <= number < 1 << bits - 1:
                    continue
                value = bytes([type_ << 2]) + encode_decimal(type_, number, scale)
                require_equal_counts(from_pairs([Variant(b"\x11\0\0", value)]))
    require_equal_counts(variant_array([Decimal("0.001"), 7, Decimal("123.5"), 2**40]))


@native_core
def test_many_places_and_dictionaries() -> None:
    wide: list[object] = [{f"f{i:03}": i for i in range(700)}, {"f001": "x", "g" * 40: [1, "y"]}]
    keyed: list[object] = [{f"user-{i}": {"at": i, f"{i}": None}} for i in range(3_000)]
    kinds = [encode([Scalar(type_, b"") for type_ in (*range(21, 64), 1, 2, 16)])]
    require_equal_counts(variant_array([*wide, *keyed, *wide, None, *kinds]))


@native_core
def test_threads_count_at_once() -> None:
    array = variant_array([{f"k{i % 50}": [i, {"a": i}], "b": "x"} for i in range(2_000)])
    expected = outcome(pure.count_values, array)
    with ThreadPoolExecutor(4) as pool:
        counted = pool.map(lambda _: outcome(kernels.count_values, array), range(8))
        assert list(counted) == [expected] * 8


BAD = Variant(b"\x11\0\0", b"\x14\0")
"""An int32 that has one byte."""


def test_a_damaged_row_of_a_sample_is_named_by_its_own_number(both: str) -> None:
    rows = [encode({"a": 1})] * 30
    rows[20] = BAD
    array = from_pairs(rows)
    assert infer_schema(array, sample=7).rows == 7
    for sample in (3, 15, None):
        with pytest.raises(DamagedRowError, match=r"^row 20: \$: needs 4 bytes, 1 is left"):
            infer_schema(array, sample=sample)


def test_a_damaged_row_of_a_file_is_named_by_its_number_there(both: str, tmp_path: Path) -> None:
    rows = [encode({"a": 1})] * 3_000
    rows[2_345] = BAD
    storage: Any = from_pairs(rows).storage
    file = tmp_path / "groups.parquet"
    pq.write_table(pa.table({"v": storage}), file, row_group_size=1_100)
    with pytest.raises(DamagedRowError, match=r"^row 2345: "):
        count_sample(file, "v")


@native_core
def test_files_are_sampled_alike(parquet_testing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shredded in every way that the corpus has."""
    compared = 0
    for file in sorted((parquet_testing / "shredded_variant").glob("*.parquet")):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", VariantWarning)
                array: Any = read_table(file).column("var")
        except (InlayError, KeyError):
            continue  # a case that no reader takes
        results: list[object] = []
        for native in (kernels.native, None):
            with monkeypatch.context() as patched:
                patched.setattr(kernels, "native", native)
                try:
                    results.append(infer_schema(array))
                except InlayError as error:
                    results.append((type(error), str(error)))
        assert results[0] == results[1], file.name
        compared += 1
    assert compared > 50
