"""docs/decisions/footers.md has the sizes that footers have: those of public files, which depend on no version of a writer."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.footer_sizes import public_footers, row, scripts, sizes

PAGE = Path(__file__).parents[2] / "docs" / "decisions" / "footers.md"


@pytest.mark.needs("whole corpus")
def test_the_tables_are_those_of_the_benchmark(parquet_testing: Path) -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    for name, thrifts in public_footers(parquet_testing).items():
        assert row(name, sizes(thrifts)) in lines
        assert row(name, scripts(thrifts)) in lines
