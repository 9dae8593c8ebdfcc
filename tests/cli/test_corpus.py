"""Real and hostile files through the command: an answer or an error, soon, and never a traceback."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.effort import costs_at_most

if TYPE_CHECKING:
    from tests.support.small_files import Inlay, Outcome


@pytest.mark.parametrize("options", [[], ["--all"], ["--format", "json"]], ids=" ".join)
class TestEveryFile:
    def test_of_parquet_testing(
        self, options: list[str], parquet_testing: Path, inlay: Inlay
    ) -> None:
        files = [path for path in parquet_testing.rglob("*") if path.is_file()]
        codes = inspect_all(files, options, inlay)
        parquet = [p for p in files if ".parquet" in p.name and p.suffix != ".json"]
        assert codes == {0: len(parquet), 3: len(files) - len(parquet)}

    def test_of_arrow_fuzzing(self, options: list[str], arrow_fuzzing: Path, inlay: Inlay) -> None:
        codes = inspect_all(sorted(arrow_fuzzing.iterdir()), options, inlay)
        assert set(codes) == {0, 3}


def inspect_all(files: Iterable[Path], options: list[str], inlay: Inlay) -> Counter[int]:
    codes: Counter[int] = Counter()
    runs: list[Outcome] = []

    def inspect(path: Path) -> None:
        runs.append(inlay("inspect", path, *options))

    for path in files:
        assert costs_at_most(5_000, partial(inspect, path)), path
        found = runs[-1]
        assert found.code in (0, 3), found.err
        assert bool(found.out) == (found.code == 0), path
        assert bool(found.err) == (found.code == 3), path
        assert "Traceback" not in found.err
        if "json" in options and found.out:
            json.loads(found.out, parse_constant=pytest.fail)
        codes[found.code] += 1
    return codes
