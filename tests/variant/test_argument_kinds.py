"""The functions of `inlay.variant` take what the docs show: pairs and pieces of bytes, schemas as text, whatever carries Arrow."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pytest

from inlay import variant as iv
from inlay_variant.arrow.schema_text import SchemaTextError, parse_schema

VALUE: Final = {"a": 1, "tags": ["x"]}
ONE: Final = iv.encode(VALUE)
VIEW: Any = memoryview
PAIRS: dict[str, Any] = {
    "Variant": ONE,
    "tuple": tuple(ONE),
    "memoryviews": (memoryview(ONE.metadata), memoryview(ONE.value)),
    "bytearrays": (bytearray(ONE.metadata), bytearray(ONE.value)),
    "a Variant of memoryviews": iv.Variant(*map(VIEW, ONE)),
}


@pytest.mark.parametrize("kind", PAIRS)
def test_one_variant_is_a_pair_of_bytes(kind: str) -> None:
    pair = PAIRS[kind]
    assert iv.decode(pair) == VALUE
    assert iv.decode(*pair) == VALUE
    assert iv.decode(pair[0], pair[1], iv.VariantLimits(depth=2)) == VALUE
    assert iv.decode(pair, iv.VariantLimits(depth=2)) == VALUE
    assert iv.to_json(pair) == '{"a":1,"tags":["x"]}'
    assert iv.get(pair, "$.tags[0]") == iv.get(ONE, "$.tags[0]")


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_bytes_of_any_kind(kind: Any) -> None:
    assert iv.split(kind(ONE.metadata + ONE.value)) == ONE
    assert (
        iv.from_json(kind(b'{"a":1,"tags":["x"]}')).node()
        == iv.from_json('{"a":1,"tags":["x"]}').node()
    )


@pytest.mark.parametrize("what", [5, "x", b"", (b"",), (1, 2), None])
def test_what_is_no_variant_says_what_one_is(what: Any) -> None:
    for ask in (iv.decode, iv.to_json, lambda it: iv.get(it, "$")):
        with pytest.raises(
            TypeError, match=r"^a Variant is needed, or its metadata and value as bytes"
        ):
            ask(what)


PAGE: Final = (Path(__file__).parents[2] / "docs" / "variant.md").read_text(encoding="utf-8")
WRITTEN: Final = re.findall(r"`(struct<.*?>)`", PAGE)


def test_the_schemas_of_the_page_are_schemas(tmp_path: Path) -> None:
    """As the page writes them, they go where a schema goes."""
    assert len(WRITTEN) >= 1
    array = iv.variant_array([VALUE, None, 5])
    for number, text in enumerate(WRITTEN):
        type_ = parse_schema(text)
        shredded = iv.shred(array, text)
        assert shredded.type == iv.shred(array, type_).type
        assert shredded.to_python() == [VALUE, None, 5]
        file = tmp_path / f"{number}.parquet"
        iv.write_table(pa.table({"v": array}), file, shred={"v": text})
        assert iv.read_table(file).column("v").type.is_shredded
        with iv.VariantWriter(file, pa.schema([("v", array.type)]), schemas={"v": text}) as writer:
            writer.write(pa.table({"v": array}))
        assert iv.read_table(file, unshred=True).column("v").to_pylist() == [VALUE, None, 5]


def test_text_that_is_no_schema_says_where(tmp_path: Path) -> None:
    array = iv.variant_array([VALUE])
    with pytest.raises(SchemaTextError, match="at character 11: 'in' is none of"):
        iv.shred(array, "struct<a: in>")
    file = tmp_path / "v.parquet"
    with pytest.raises(SchemaTextError):
        iv.write_table(pa.table({"v": array}), file, shred={"v": "struct<"})
    assert not file.exists()


STRICT: Final = {
    *["check", "decoded", "encode", "from_arrow", "from_json", "from_json_array", "from_pairs", "register", "unregister"],
    *["scalar", "split", "variant_array"],
}  # fmt: skip
"""What checks, writes, or looks at no value."""


def test_whatever_reads_values_takes_tolerant() -> None:
    """`docs/variant.md`, "Tolerant reading"."""
    functions = {
        name: it
        for name in iv.__all__
        if inspect.isfunction(it := getattr(iv, name)) or name == "VariantWriter"
    }
    lacking = {
        name for name, it in functions.items() if "tolerant" not in inspect.signature(it).parameters
    }
    assert lacking == STRICT
