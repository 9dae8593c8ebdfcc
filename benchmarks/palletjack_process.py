"""PalletJack in a process of its own, for it asks for one version of pyarrow, which need not be ours.

    python palletjack_process.py FILE INDEX COLUMN STEP ROUNDS

Run by an interpreter that has it, this makes the index of a file, and prints medians in microseconds of processor time as
JSON: by where the index is, and by how much is placed. A collection comes before every sample, as in `measure.py`.
"""

from __future__ import annotations

import gc
import importlib
import json
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any


def main(path: str, index: str, column: str, step: str, rounds: str) -> None:
    palletjack = importlib.import_module("palletjack")  # not here, but where this is run
    palletjack.generate_metadata_index(path, index)
    sources: dict[str, dict[str, object]] = {
        "memory": {"index_data": Path(index).read_bytes()},
        "a file": {"index_file_path": index},
    }
    columns = palletjack.read_metadata(index_file_path=index).num_columns
    chosen = {
        "place 1": [int(column)],
        "place 10%": list(range(0, columns, int(step))),
        "place all": [],
    }
    medians = {
        place: {
            title: median_of(palletjack, source, asked, int(rounds))
            for title, asked in chosen.items()
        }
        for place, source in sources.items()
    }
    for place, source in sources.items():
        medians[place]["warm 1"] = warm(partial(read, palletjack, source, [int(column)]))
    print(json.dumps(medians))


def median_of(module: Any, source: dict[str, object], columns: list[int], rounds: int) -> float:
    samples: list[float] = []
    for _ in range(rounds + 1):
        gc.collect()
        start = time.process_time()
        read(module, source, columns)
        samples.append(time.process_time() - start)
    return statistics.median(samples[1:]) * 1e6


def warm(contender: Callable[[], object]) -> float:
    """Microseconds of processor time again and again, caches warm: the best of many."""
    contender()
    best = float("inf")
    for _ in range(20):
        start = time.process_time()
        for _ in range(10):
            contender()
        best = min(best, (time.process_time() - start) / 10)
    return best * 1e6


def read(module: Any, source: dict[str, object], columns: list[int]) -> list[tuple[int, int]]:
    metadata = module.read_metadata(**source, column_indices=columns)
    return [
        (chunk.data_page_offset, chunk.total_compressed_size)
        for group in map(metadata.row_group, range(metadata.num_row_groups))
        for chunk in map(group.column, range(metadata.num_columns))
    ]


if __name__ == "__main__":
    main(*sys.argv[1:])
