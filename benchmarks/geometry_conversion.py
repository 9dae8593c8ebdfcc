"""GeoParquet of 500 MB made native, beside geoparquet-io, which writes all anew."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

import inlay
from inlay.geo import convert_to_native

_geopandas: Any = import_module("geopandas")
_shapely: Any = import_module("shapely")

PEER: Final = Path(__file__).with_name("geoparquet_io_process.py")
INTERPRETER: Final = "INLAY_GEOPARQUET_IO"
_ROWS: Final = 100_000
_GROUPS: Final = 13
_ROUNDS: Final = 3
_TARGETS: Final = {
    "with --in-place: the footer alone is written": inlay.Target(in_place=True),
    "a copy takes the place of the file": inlay.Target(),
}


def run() -> str:
    python = os.environ.get(INTERPRETER)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        path = _write(folder)
        size = path.stat().st_size
        ours: dict[str, list[float]] = {what: [] for what in _TARGETS}
        theirs: list[float] = []
        for _ in range(_ROUNDS):
            for what, times in ours.items():
                times.append(_convert(path, folder / "undo", _TARGETS[what]))
            if python:
                theirs.append(_ask_peer(python, path, folder / "anew.parquet"))
    lines = []
    for what, times in ours.items():
        times_peer = f"{min(theirs) / min(times):.0f}" if theirs else ""
        lines.append(f"| `convert_to_native`, {what} | {min(times):.2f} | {times_peer} |")
    if theirs:
        lines.append(f"| geoparquet-io: as they lie, Snappy, no repair | {min(theirs):.1f} | |")
    missing = "" if python else f" geoparquet-io is not there ({INTERPRETER} names none)."
    return "\n".join(
        [
            "## 500 MB of GeoParquet made native\n",
            f"{_ROWS * _GROUPS:,} polygons of 33 points in {_GROUPS} row groups with a covering, by GeoPandas in Snappy: {size / 1e6:,.0f} MB. "
            f"Seconds of processor time without the start, of all threads; they take turns, the least of {_ROUNDS}. "
            f"geoparquet-io sorts by Hilbert and compresses by ZSTD 15 unless told otherwise, which takes it longer. "
            f"Aim: 50 times its quickest way.{missing}\n",
            "| what | s | geoparquet-io / this |",
            "|---|---:|---:|",
            *lines,
        ]
    )


def _write(folder: Path) -> Path:
    """Of one row group after the other, for the geometries of all of them are more than the file."""
    random = np.random.default_rng(Random(3).getrandbits(32))
    parts: list[Path] = []
    for group in range(_GROUPS):
        xs = np.sort(random.uniform(-170, -145, _ROWS)) + 25 * group
        polygons: Any = _shapely.buffer(
            _shapely.points(xs, random.uniform(-60, 60, _ROWS)), 0.01, quad_segs=8
        )
        numbers = np.arange(_ROWS) + group * _ROWS
        frame = _geopandas.GeoDataFrame({"id": numbers}, geometry=polygons, crs="OGC:CRS84")
        parts.append(folder / f"{group}.parquet")
        frame.to_parquet(parts[-1], write_covering_bbox=True, row_group_size=_ROWS)
    path = folder / "all.parquet"
    inlay.concat(parts, path)
    for part in parts:
        part.unlink()
    return path


def _convert(path: Path, undo: Path, target: inlay.Target) -> float:
    begin = time.process_time()
    convert_to_native(path, undo_to=undo, target=target)
    took = time.process_time() - begin
    inlay.undo_metadata(path, undo)
    undo.unlink()
    return took


def _ask_peer(python: str, path: Path, output: Path) -> float:
    answer = subprocess.run(
        # -P: beside it lies a module `numbers`, which is no one's that it imports.
        [python, "-P", str(PEER), str(path), str(output)],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    output.unlink()
    return float(answer.stdout.split()[-1])
