"""A registration that is killed by a signal leaves the old table or the new one, and the next one goes well."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.errors import RefusedError
from tests.verbs.register.places import PLACES

ROOT = Path(__file__).parents[3]
KILLS = 8
_TABLES = ("iceberg", "delta", "ducklake")


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake, a file that was registered before, and a table for each format and moment, after the kill."""
    folder = tmp_path_factory.mktemp("killed")
    (folder / "lake").mkdir()
    for at in range(40):
        pq.write_table(pa.table({"x": [at, None]}), folder / "lake" / f"{at}.parquet")
    pq.write_table(pa.table({"x": [-1, None]}), folder / "before.parquet")
    for to in _TABLES:
        for number in range(KILLS + 1):
            table = folder / f"{to}-{number}"
            table.mkdir()
            PLACES[to].make(table)
            inlay.register(str(folder / "before.parquet"), **PLACES[to].options(table))
    words = [sys.executable, "-m", "tests.verbs.register.killed_child"]
    subprocess.run([*words, str(folder / "lake"), str(folder), str(KILLS)], cwd=ROOT, check=True)
    return folder


@pytest.mark.parametrize("to", _TABLES)
def test_the_old_table_or_the_new_one(to: str, killed: Path) -> None:
    place = PLACES[to]
    old = [str(killed / "before.parquet")]
    new = sorted([*old, *map(str, (killed / "lake").iterdir())])
    assert place.list_files(killed / f"{to}-0") == new
    for number in range(1, KILLS + 1):
        folder = killed / f"{to}-{number}"
        now = place.list_files(folder)
        assert now in (old, new)
        options = {**place.options(folder), "create": False}
        if now == old:
            assert inlay.register(str(killed / "lake"), **options).committed
        else:
            with pytest.raises(RefusedError, match="in the table already"):
                inlay.register(str(killed / "lake"), **options)
        assert place.list_files(folder) == new
