"""geoparquet-io in a process of its own, for it asks for versions of DuckDB and its spatial extension, which need not be ours.

    python geoparquet_io_process.py FILE OUTPUT

Run by an interpreter that has it, this converts a file to GeoParquet 2.0 by its quickest way: rows as they lie, no geometry repaired, in
Snappy. It prints the seconds of processor time, without those of its start.
"""

from __future__ import annotations

import importlib
import logging
import sys
import time
from typing import Any


def main(path: str, output: str) -> None:
    logging.disable()
    convert: Any = importlib.import_module("geoparquet_io.core.convert").convert_to_geoparquet
    begin = time.process_time()
    convert(
        path,
        output,
        geoparquet_version="2.0",
        skip_hilbert=True,
        repair_geometry=False,
        compression="SNAPPY",
    )
    print(time.process_time() - begin)


if __name__ == "__main__":
    main(*sys.argv[1:])
