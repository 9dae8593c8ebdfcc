"""Files of many columns in two row groups or more, without compression and dictionaries."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.variant import from_json_array, write_table
from tests.support.encrypted_files import encrypted_file, write_keys
from tests.verbs.geo.files import key_of
from tests.verbs.verify.values.geometry_files import point, square

_EDGES: Final = ("xmin", "ymin", "xmax", "ymax")


def wide_table(columns: int) -> pa.Table:
    numbers = pa.array([0.5, -1.0, 2.0, 4.0])
    return pa.table({f"c{at}": numbers for at in range(columns)})


def write_wide(folder: Path, columns: int) -> str:
    path = str(folder / f"wide_{columns}.parquet")
    _write(wide_table(columns), path)
    return path


def write_wide_groups(path: str, columns: int) -> None:
    """Ten row groups, of which each column has the same bounds."""
    _write(pa.concat_tables([wide_table(columns)] * 5), path)


def write_wide_geometries(path: str, columns: int) -> None:
    """With a column `g` of points behind the others, which the key `geo` describes."""
    table = wide_table(columns).append_column("g", pa.array([point(1, 2)] * 4))
    _write(table.replace_schema_metadata({"geo": key_of()}), path)


def write_wide_coverings(path: str, columns: int) -> None:
    """A column of points and one of their boxes for five of the columns, which the key `geo` describes."""
    columns //= 5
    points = pa.array([point(1, 2)] * 4)
    boxes = pa.array([square(1, 2, 1, 2)] * 4)
    arrays: dict[str, pa.Array[Any]] = {f"g{at}": points for at in range(columns)}
    arrays |= {f"b{at}": boxes for at in range(columns)}
    about = {
        f"g{at}": {
            "encoding": "WKB",
            "geometry_types": [],
            "covering": {"bbox": {edge: [f"b{at}", edge] for edge in _EDGES}},
        }
        for at in range(columns)
    }
    geo = {"version": "1.1.0", "primary_column": "g0", "columns": about}
    _write(pa.table(arrays).replace_schema_metadata({"geo": json.dumps(geo)}), path)


def write_wide_variants(path: str, columns: int) -> None:
    """With a column `v` of Variants behind the others."""
    variants = from_json_array(['{"a": 1}'] * 4)
    write_table(wide_table(columns).append_column("v", variants), path)


def write_wide_encrypted(path: str, columns: int) -> None:
    """With a column `a` that has a key of its own; the master keys lie beside it, as KEYS."""
    table = wide_table(columns).append_column("a", pa.array(range(4)))
    Path(path).write_bytes(encrypted_file(table))
    write_keys(Path(f"{path} KEYS"))


def _write(table: pa.Table, path: str) -> None:
    pq.write_table(table, path, row_group_size=2, compression="none", use_dictionary=False)
