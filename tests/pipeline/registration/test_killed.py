"""Killed at any point, the table is the old or the new one, and the same command again ends in the new one, with each file once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay_spark.registration.intents import read_intents
from inlay_spark.registration.lake import AGAIN, register_lake
from inlay_spark.registration.records import RecordDirectory
from tests.pipeline.registration.child import MOMENTS
from tests.pipeline.shred.here import here
from tests.verbs.register.places import PLACES

ROOT = Path(__file__).parents[3]
LANDED = ("after the commit", "at the end")


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake, and beside it a folder for each format and moment, after the kill."""
    folder = tmp_path_factory.mktemp("killed")
    (folder / "lake").mkdir()
    for at in range(3):
        pq.write_table(pa.table({"x": [at, None]}), folder / "lake" / f"{at}.parquet")
    for to, place in PLACES.items():
        for moment in MOMENTS:
            (folder / f"{to}-{moment}").mkdir()
            place.make(folder / f"{to}-{moment}")
    words = [sys.executable, "-m", "tests.pipeline.registration.child"]
    subprocess.run([*words, str(folder / "lake"), str(folder)], cwd=ROOT, check=True)
    return folder


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("to", PLACES)
def test_the_old_table_or_the_new_one(to: str, moment: str, killed: Path) -> None:
    place, folder = PLACES[to], killed / f"{to}-{moment}"
    everything = sorted(str(path) for path in (killed / "lake").iterdir())
    assert place.list_files(folder) == (everything if moment in LANDED else None)
    journal = str(folder / "journal")
    intents = read_intents(RecordDirectory(journal))
    assert len(intents) == (moment not in ("in a task", "after records", "before the intent"))
    assert [it.committed is None for it in intents] == [moment != "at the end"] * len(intents)
    registration = register_lake(here(), str(killed / "lake"), journal, **place.options(folder))
    assert place.list_files(folder) == everything
    assert registration.committed
    assert (AGAIN in registration.lines) == (moment in LANDED)
    (intent,) = read_intents(RecordDirectory(journal))
    assert intent.committed == registration.committed
    assert [it.job for it in intents] in ([], [intent.job])  # taken up again with its id
