"""Values that need wide ids, offsets and counts, and columns with more keys than the native table keeps."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, Final

import pyarrow as pa
import pytest

from inlay.variant import (
    decode,
    encode,
    from_json_array,
    shred,
    unshred,
    variant_array,
    variant_get,
)

WIDE: Final[dict[str, Any]] = {
    "256 fields": {f"f{i}": i for i in range(256)},
    "66,000 fields": {f"f{i}": True for i in range(66_000)},
    "256 elements": [None] * 256,
    "70,000 bytes of values": ["x" * 1000] * 70,
    "17 MB of values": ["x" * 1_000_000] * 17,
    "128 levels": json.loads("[" * 128 + "]" * 128),
}


@pytest.mark.parametrize("name", WIDE)
def test_wide_values_are_canonical_and_come_back(both: str, name: str) -> None:
    value = WIDE[name]
    array = from_json_array([json.dumps(value), None])
    assert array.variants() == [encode(value), None]
    if name == "66,000 fields":
        return
    assert array.to_python() == [value, None]
    schema = (
        pa.list_(pa.int8())
        if isinstance(value, list)
        else pa.struct([("f7", pa.int64()), ("zz", pa.int8())])
    )
    back = unshred(shred(array, schema, exact=True))
    found = back.variants()[0]
    assert found is not None
    assert found.canonical() == encode(value)  # fmt: skip


@pytest.mark.needs("native core")
def test_more_keys_than_the_native_table_keeps() -> None:
    count = 70_000
    array = from_json_array([f'{{"k{i}":{i},"same":1}}' for i in range(count)])
    assert variant_get(array, "$.same", pa.int8()).null_count == 0
    for row in (0, 65_536, 65_537, 65_538, count - 1):
        (variant,) = array.slice(row, 1).variants()
        assert variant is not None
        assert decode(variant) == {f"k{row}": row, "same": 1}


def test_an_empty_array(both: str) -> None:
    empty = variant_array([])
    for array in (
        empty,
        from_json_array([]),
        shred(empty, pa.list_(pa.string())),
        unshred(shred(empty, pa.int8())),
    ):
        assert array.to_python() == []
        assert variant_get(array, "$.a[0]", pa.int8()).to_pylist() == []


def test_single_values_need_no_pyarrow() -> None:
    code = "import sys; from inlay.variant import encode, decode; decode(encode({'a': 1})); sys.exit('pyarrow' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
