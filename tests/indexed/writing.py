"""A writer in a process of its own: `python -m tests.indexed.writing WRITER` writes a file for each line of stdin, `GIVEN OUT` as JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pyarrow as pa
from pyarrow import parquet

from tests.indexed.writers import WRITERS
from tests.readers.process import ROOT

pq = cast("Any", parquet)


class WriterProcess:
    def __init__(self, name: str, process: subprocess.Popen[str]) -> None:
        self._name = name
        self._process = process

    def write(self, rows: pa.Table, path: Path) -> None:
        """The columns that it writes."""
        given = path.with_stem(f"{path.stem}, given")
        without = WRITERS[self._name].without
        some = cast("Any", rows).select([it for it in rows.column_names if it not in without])
        pq.write_table(some, given, store_schema=False)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps([str(given), str(path)]), file=self._process.stdin, flush=True)
        while (line := self._process.stdout.readline()) and line != _DONE:
            pass  # of what it prints itself
        given.unlink()
        if not path.exists():
            raise RuntimeError(f"{self._name} has written nothing")


_DONE = "written\n"


@contextmanager
def starting(name: str) -> Iterator[WriterProcess]:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.indexed.writing", name],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield WriterProcess(name, process)
        assert process.stdin is not None
        process.stdin.close()


def main(name: str) -> None:
    writer = WRITERS[name]()
    for line in sys.stdin:
        writer.write(*json.loads(line))
        print(_DONE, end="", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
