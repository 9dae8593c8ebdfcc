"""Readers that know nothing of new encodings read the same values from the dual file as from the original.

Each runs in a child process with a time limit, and what it reads is compared by a hash over all values.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.pages.encodings.files import WRITERS, add_all
from tests.readers.expected import SKIPS_AS_TEXT
from tests.readers.outcome import Kind
from tests.readers.process import lend_reader
from tests.readers.registry import PATIENCE, READERS, lacking

FAILING = {"fastparquet", *SKIPS_AS_TEXT}
"""What they take an extension of ColumnMetaData for: docs/wire.md. Spark is asked in `spark_cases`."""

FILES = [name for name in WRITERS if name != "pyarrow, no rows"]


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, Path, Path]]:
    folder = tmp_path_factory.mktemp("dual")
    found: list[tuple[str, Path, Path]] = []
    for number, name in enumerate(FILES):
        original, dual = folder / f"{number}.parquet", folder / f"{number}_dual.parquet"
        WRITERS[name](original)
        shutil.copyfile(original, dual)
        assert add_all(dual).sizes
        found.append((name, original, dual))
    return found


@pytest.mark.parametrize("reader", [name for name in READERS if name not in {*FAILING, "Spark"}])
def test_reads_the_same_values(reader: str, pairs: list[tuple[str, Path, Path]]) -> None:
    if (why := lacking(reader)) is not None:
        pytest.skip(f"{reader}: {why}")
    with lend_reader(reader, PATIENCE) as process:
        for name, original, dual in pairs:
            baseline = process.read(original)
            found = process.read(dual).against(baseline)
            assert baseline.kind is Kind.READ, (name, baseline)
            assert found.kind is Kind.READ, (name, found)
