"""Damage that a filter meets is of the row of the file where it lies, whoever answers the test: leaves, or rows of pyarrow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import inlay
from inlay.variant import encode, shred, variant_array, write_table
from inlay_variant.arrow.variant_type import wrap
from inlay_variant.storage.normalize_storage import normalize_storage
from inlay_variant.value.errors import DamagedRowError

ROWS = 40


def cut_short(row: int) -> Any:
    """Variants, of which one lacks its last byte."""
    values = [encode({"a": at, "l": [at]}) for at in range(ROWS)]
    data = [value.value[:-1] if at == row else value.value for at, value in enumerate(values)]
    arrays = [pa.array([value.metadata for value in values], pa.binary()), pa.array(data, pa.binary())]  # fmt: skip
    names = [pa.field("metadata", pa.binary(), False), pa.field("value", pa.binary(), False)]
    return wrap(pa.StructArray.from_arrays(arrays, fields=names))


def in_structs(row: int) -> Any:
    return pa.StructArray.from_arrays([cut_short(row)], names=["v"])


def in_shredded_list(row: int) -> Any:
    """A list with a column of its own, of which one element has no bytes."""
    shredded: Any = shred(
        variant_array([{"l": [at]} for at in range(ROWS)]),
        pa.struct([("l", pa.list_(pa.string()))]),
    )
    storage: Any = shredded.storage
    elements = storage.field("typed_value").field("l").field("typed_value").values
    data = [b"" if at == row else one for at, one in enumerate(elements.field("value").to_pylist())]
    element: Any = pa.StructArray.from_arrays(
        [pa.array(data, pa.binary()), pa.nulls(ROWS, pa.string())], names=["value", "typed_value"]
    )
    of_elements: Any = pa.list_(pa.field("element", element.type, False))
    lists: Any = pa.ListArray.from_arrays(pa.array(range(ROWS + 1), pa.int32()), element, type=of_elements)  # fmt: skip
    group: Any = pa.StructArray.from_arrays(
        [pa.nulls(ROWS, pa.binary()), lists], names=["value", "typed_value"]
    )
    typed = pa.StructArray.from_arrays([group], fields=[pa.field("l", group.type, False)])
    fields = [pa.field("metadata", pa.binary(), False), pa.field("value", pa.binary()), pa.field("typed_value", typed.type)]  # fmt: skip
    columns = [storage.field("metadata"), pa.nulls(ROWS, pa.binary()), typed]
    return wrap(normalize_storage(pa.StructArray.from_arrays(columns, fields=fields), shredded.type.shape))  # fmt: skip


WAYS = {
    "v, by leaves": (cut_short, "variant_get(c, '$.a') >= 0"),
    "v in structs, by rows": (in_structs, "variant_get(c.v, '$.a') >= 0"),
    "a shredded list, by rows": (in_shredded_list, "variant_get(c, '$.l[0]') >= 0"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("row", [3, 25, 39])
@pytest.mark.parametrize("where", ["", "n >= 0 and ", "n >= 20 and "])
def test_the_row_of_the_file_is_named(tmp_path: Path, way: str, row: int, where: str) -> None:
    """Also where row groups and pages before it were left out."""
    make, test = WAYS[way]
    path = tmp_path / "damaged.parquet"
    options: Any = {"data_page_size": 1, "write_batch_size": 5, "use_dictionary": False}
    table = pa.table({"c": make(row), "n": range(ROWS)})
    write_table(table, path, row_group_size=10, write_page_index=True, **options)
    if where == "n >= 20 and " and row < 20:
        assert inlay.read_table(path, columns=["n"], filters=where + test).num_rows == 20
        return
    with pytest.raises(DamagedRowError, match=rf"^row {row}: "):
        inlay.read_table(path, columns=["n"], filters=where + test)
    with pytest.raises(DamagedRowError, match=rf"^row {row}: "):
        inlay.read_table(path, columns=["n"], filters=f"n >= {max(row - 2, 0)} and {test}")
