"""Every two files of a folder whose columns have the same names and types: put together, and compared with both.

    python -m tests.verbs.parts.pairs FOLDER...

The folders are walked. A pair is `whole` if the pages of the result are those of both and pyarrow reads as many rows,
`refused` if the schemas or something else do not fit; whatever else happens is an error, and the exit code 1.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import inlay
from inlay.errors import ChunkError, InlayError, RefusedError
from inlay.ground.schema.tree import SchemaTree
from inlay.verbs.parts.matching import SchemaError
from tests.pages.encodings.files import pa, pq
from tests.verbs.parts.made import pages_in

Columns = tuple[tuple[tuple[str, ...], Any], ...]


def find_pairs(paths: Iterable[Path]) -> Iterator[tuple[Path, Path]]:
    """Two different files, in both orders."""
    alike: defaultdict[Columns, list[Path]] = defaultdict(list)
    for path in paths:
        columns = _columns_of(path)
        if columns is not None:
            alike[columns].append(path)
    for files in alike.values():
        yield from ((first, second) for first, second in product(files, files) if first != second)


def _columns_of(path: Path) -> Columns | None:
    """None for a file that is not whole."""
    try:
        tree = SchemaTree(inlay.read_metadata(path).schema)
        _ = pages_in(path)
    except (InlayError, OSError):
        return None
    return tuple(sorted((leaf.path, leaf.element.type) for leaf in tree.leaves))


def put_together(first: Path, second: Path, out: Path) -> str:
    """`whole`, `refused`, or `unread` where pyarrow does not read one of the files. AssertionError for a wrong result."""
    try:
        inlay.concat([first, second], out, overwrite=True)
    except (SchemaError, RefusedError, ChunkError):
        return "refused"
    assert pages_in(out) == pages_in(first) + pages_in(second)
    try:
        rows = [pq.ParquetFile(path).read().num_rows for path in (first, second)]
    except (OSError, pa.ArrowException):
        return "unread"
    assert pq.ParquetFile(out).read().num_rows == sum(rows)
    return "whole"


def main(folders: Iterable[str]) -> int:
    paths = [path for folder in folders for path in sorted(Path(folder).rglob("*.parquet"))]
    outcomes = try_pairs(paths)
    counts = ", ".join(f"{count:,} {name}" for name, count in sorted(outcomes.items()))
    print(f"{len(paths):,} files, {outcomes.total():,} pairs: {counts}")
    return int(outcomes["error"] > 0)


def try_pairs(paths: Iterable[Path]) -> Counter[str]:
    """How many pairs came to what; errors are printed."""
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for first, second in find_pairs(paths):
            try:
                outcome = put_together(first, second, Path(folder, "out.parquet"))
            except (InlayError, AssertionError, OSError, pa.ArrowException) as error:
                outcome = "error"
                print(f"{first} + {second}: {type(error).__name__}: {error}", flush=True)
            outcomes[outcome] += 1
    return outcomes


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
