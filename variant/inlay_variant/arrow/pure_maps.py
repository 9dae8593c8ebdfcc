"""The dictionaries of rows whose names are data, in pure Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pyarrow as pa

from inlay_variant.storage.arrow_classes import Array
from inlay_variant.storage.columns import build_binary_array, bytes_of
from inlay_variant.value.metadata import write_metadata


def write_dictionaries(rows: Array, keys: Array, names: Sequence[bytes], count: int) -> Array:
    """A dictionary for each of `count` rows: of `names`, and of the keys of the row.

    `rows` (int64) has the row of each of the `keys` (text), in order.
    """
    all_names: list[list[bytes]] = [list(names) for _ in range(count)]
    for row, key in zip(rows.to_pylist(), bytes_of(keys.cast(pa.binary())), strict=True):
        all_names[cast(int, row)].append(key or b"")
    return build_binary_array([write_metadata(of_row) for of_row in all_names])
