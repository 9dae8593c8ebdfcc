"""GeoParquet made native, and boxes worked out from values: processor time of one core, beside a converter that writes all anew."""

from __future__ import annotations

import gc
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import inlay
from inlay.geo import add_boxes, convert_to_native

_geopandas: Any = import_module("geopandas")
_shapely: Any = import_module("shapely")

ROWS: Final = 600_000
_GROUP: Final = 100_000
_TIMES: Final = 5
_DRY: Final = inlay.Target(dry_run=True)
_STATEMENTS: Final = ("geometry-boxes", "geometry-types")


def run() -> str:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = _write(folder)
        size = path.stat().st_size
        wkb: int = pq.read_table(path, columns=["geometry"]).nbytes
        native = _measure(lambda: convert_to_native(path, target=_DRY))
        peer = _measure(lambda: _convert_anew(path, folder / "anew.parquet"))
        lines = [
            f"| native types, boxes from the covering | {native * 1e3:,.0f} ms | |",
            f'| GeoPandas reads and writes `schema_version="2.0.0"` | {peer * 1e3:,.0f} ms | |',
        ]
        for codec in ("none", "snappy", "zstd"):
            seconds = _measure_boxes(path, folder / f"{codec}.parquet", codec)
            lines.append(
                f"| boxes from values, {codec} | {seconds * 1e3:,.0f} ms | {wkb / seconds / 1e9:.1f} GB/s |"
            )
    return "\n".join(
        [
            "## Geometries\n",
            f"{ROWS:,} polygons of {wkb / ROWS:,.0f} bytes of WKB in {ROWS // _GROUP} row groups, with a covering whose NaNs nobody counts, by "
            f"GeoPandas: {size / 1e6:,.0f} MB. Processor time of this process, the least of {_TIMES}; nothing is written but by GeoPandas, whose "
            "threads count.\n",
            "| what | time | of WKB |",
            "|---|---|---|",
            *lines,
        ]
    )


def _write(folder: Path) -> Path:
    random = np.random.default_rng(Random(2).getrandbits(32))
    xs, ys = np.sort(random.uniform(-170, 170, ROWS)), random.uniform(-60, 60, ROWS)
    polygons: Any = _shapely.buffer(_shapely.points(xs, ys), 0.01, quad_segs=2)
    frame = _geopandas.GeoDataFrame({"id": np.arange(ROWS)}, geometry=polygons, crs="OGC:CRS84")
    path = folder / "polygons.parquet"
    frame.to_parquet(path, write_covering_bbox=True, row_group_size=_GROUP)
    return path


def _convert_anew(path: Path, output: Path) -> None:
    _geopandas.read_parquet(path).to_parquet(output, schema_version="2.0.0", row_group_size=_GROUP)


def _measure_boxes(path: Path, output: Path, codec: str) -> float:
    table: pa.Table = pq.read_table(path)
    options: Any = {"compression": codec, "row_group_size": _GROUP, "use_dictionary": False}
    pq.write_table(table, output, **options)
    convert_to_native(output)
    inlay.strip_index(output, what=_STATEMENTS)
    return _measure(lambda: add_boxes(output, target=_DRY))


def _measure(do: Callable[[], object]) -> float:
    do()  # what is imported when it is first needed
    times: list[float] = []
    for _ in range(_TIMES):
        gc.collect()
        begin = time.process_time()
        do()
        times.append(time.process_time() - begin)
    return min(times)
