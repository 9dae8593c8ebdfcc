"""apache/parquet-testing: every value of `variant`, every case of `shredded_variant`; and damage to all of them."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.footers.footer import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.variant import (
    Variant,
    VariantWarning,
    decode,
    from_pairs,
    read_table,
    shred,
    split,
    unshred,
)
from inlay_runtime.errors import DecodeError, InlayError
from inlay_variant.arrow import kernels, pure
from inlay_variant.storage.normalize_storage import normalize_storage
from inlay_variant.storage.shape import Group
from inlay_variant.value.limits import DEFAULT_LIMITS
from parquet_format.parquet import VariantType


def test_every_value_is_read_and_canonical_after_one_rewrite(parquet_testing: Path) -> None:
    files = sorted((parquet_testing / "variant").glob("*.value"))
    assert files
    for file in files:
        variant = Variant(file.with_suffix(".metadata").read_bytes(), file.read_bytes())
        canonical = variant.canonical()
        assert canonical.canonical() == canonical
        assert decode(canonical, typed=True) == decode(variant, typed=True)


def cases(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    for case in json.loads((folder / "cases.json").read_bytes()):
        if "parquet_file" in case and (folder / Path(case["parquet_file"]).name).exists():
            yield folder / Path(case["parquet_file"]).name, case


def expected(folder: Path, case: dict[str, Any]) -> list[Variant | None]:
    names = case.get("variant_files") or [case["variant_file"]]
    return [split((folder / Path(name).name).read_bytes()) if name else None for name in names]


def canonical(variants: list[Variant | None]) -> list[Variant | None]:
    return [None if one is None else one.canonical() for one in variants]


def test_every_case_of_shredded_variants(both: str, parquet_testing: Path) -> None:
    folder = parquet_testing / "shredded_variant"
    seen = {"read": 0, "must error": 0, "may error": 0}
    for file, case in cases(folder):
        if "error_message" in case:
            with pytest.raises(InlayError):
                read_table(file, unshred=True)
            seen["must error"] += 1
        elif "notes" in case:
            with warnings.catch_warnings():
                warnings.simplefilter("error", VariantWarning)
                with pytest.raises((InlayError, VariantWarning)):
                    read_table(file, unshred=True)
            seen["may error"] += 1
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", VariantWarning)
                read = read_table(file, unshred=True, tolerant=True)
            assert canonical(variants(read)) == canonical(expected(folder, case)), case
        else:
            read = read_table(file, unshred=True)
            assert canonical(variants(read)) == canonical(expected(folder, case)), case
            seen["read"] += 1
    assert seen["must error"]
    assert seen["may error"]
    assert seen["read"] > 50


def variants(table: Any) -> list[Variant | None]:
    return [one for chunk in table.column("var").chunks for one in chunk.variants()]


@pytest.mark.parametrize(
    ("type_", "names"),
    [(pa.uint32(), "uint32"), (pa.binary(4), r"fixed_size_binary\[4\]")],
    ids=["case 127", "case 137"],
)
def test_types_that_parquet_cannot_shred_into_are_refused(
    tmp_path: Path, type_: pa.DataType, names: str
) -> None:
    """Made here in the shape of the cases that this corpus may lack."""
    file = tmp_path / "case.parquet"
    storage = pa.struct(
        [pa.field("metadata", pa.binary(), nullable=False), ("value", pa.binary()), ("typed_value", type_)]
    )  # fmt: skip
    write_annotated(file, pa.array([{"metadata": b"\1\0\0", "value": b"\0"}], storage))
    with pytest.raises(InlayError, match=rf"var\.typed_value: {names}"):
        read_table(file)


def write_annotated(file: Path, storage: Any) -> None:
    """A file as another writer would have left it, whatever the storage is."""
    pq.write_table(pa.table({"var": storage}), file)
    footer = read_footer(file)
    assert footer.metadata is not None
    footer.metadata.schema[1].logicalType = VariantType(specification_version=1)
    data = file.read_bytes()[: footer.offset]
    file.write_bytes(data + tail_of(footer.metadata.encode(), footer.magic))


def corpus_values(parquet_testing: Path) -> list[Variant]:
    pairs = [
        Variant(file.with_suffix(".metadata").read_bytes(), file.read_bytes())
        for file in sorted((parquet_testing / "variant").glob("*.value"))
    ]
    files = sorted((parquet_testing / "shredded_variant").glob("*.bin"))
    return list(dict.fromkeys([*pairs, *[split(file.read_bytes()) for file in files]]))


def test_every_prefix_and_bit_flip_is_a_value_or_a_typed_error(parquet_testing: Path) -> None:
    """And native says the same of each as pure Python."""
    made: list[Variant] = []
    for metadata, value in corpus_values(parquet_testing):
        made += [Variant(metadata, value[:end]) for end in range(len(value))]
        made += [Variant(metadata[:end], value) for end in range(len(metadata))]
        made += [Variant(metadata, flip(value, bit)) for bit in range(8 * len(value))]
        made += [Variant(flip(metadata, bit), value) for bit in range(8 * min(len(metadata), 40))]
    refused = 0
    for variant in dict.fromkeys(made):
        error = refusal(variant)
        refused += error is not None
        if kernels.native is not None:
            storage = normalize_storage(from_pairs([variant]).storage, Group(True, None))
            assert (kernels.native.check(storage, DEFAULT_LIMITS) is None) == (error is None), (
                variant
            )
    assert 0 < refused < len(made)


def refusal(variant: Variant) -> DecodeError | None:
    """Why it is none; any other exception is a defect."""
    try:
        decode(variant)
    except DecodeError as error:
        return error if error.reason and error.offset >= 0 else None
    return None


def test_the_corpus_survives_shredding(both: str, parquet_testing: Path) -> None:
    array = from_pairs(corpus_values(parquet_testing))
    schema = pa.struct([("a", pa.int32()), ("b", pa.string()), ("string_field", pa.null())])
    for chosen in (schema, pa.list_(pa.string()), pa.int64(), pa.list_(schema)):
        back = unshred(shred(array, chosen, exact=True))
        assert canonical(back.variants()) == canonical(array.variants())


def test_pure_is_the_specification() -> None:
    """What native has, pure has, under the same name."""
    for name in ("parse_json", "check", "shred", "unshred", "look_up_values", "cast_values"):
        assert hasattr(pure, name)
        assert hasattr(kernels, name)


def flip(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)
