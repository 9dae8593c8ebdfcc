"""`python -m tests.readers`: the whole matrix, in a few minutes, into docs/reader_matrix.md."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.readers import cases, document
from tests.readers.expected import differences
from tests.readers.matrix import measure, words
from tests.readers.registry import READERS, lacking
from tests.readers.sources import corpus_sources, write_sources, write_wide
from tests.readers.timing import measure_openings, write_timed


def main() -> int:
    """1 where a reader is not there, or does something else than expected; nothing is written then."""
    missing = {reader: why for reader in READERS if (why := lacking(reader)) is not None}
    if missing:
        print("not there:", *(f"{reader}: {why}" for reader, why in missing.items()), sep="\n  ")
        return 1
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        own = write_sources(folder)
        sources = {**own, **corpus_sources()}
        wide = {"wide": folder / "wide.parquet"}
        write_wide(wide["wide"])
        (folder / "cases").mkdir()
        writer = cases.Writer(folder / "cases")
        every = [
            *cases.forms({**sources, **wide}, writer),
            *cases.places(sources, writer),
            *cases.large(own, writer),
            *cases.outside(own, writer),
        ]
        results = measure(READERS, {**sources, **wide}, every)
        found = differences(words(results))
        if found:
            print("not as tests/readers/expected.py has it:", *found, sep="\n  ")
            return 1
        openings = measure_openings(READERS, write_timed(folder))
    text = document.PATH.read_text(encoding="utf-8")
    text = document.replaced(text, "tables", document.tables())
    text = document.replaced(text, "run", document.run(results, openings, {**sources, **wide}))
    document.PATH.write_text(text, encoding="utf-8")
    print(f"{len(results)} readings, all as expected: {document.PATH}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
