"""Output that nothing takes, of the commands that need a session of Spark (docs/terminal.md).

They run in this process, with its session, between streams as a process of their own would have them.
"""

from __future__ import annotations

import os
import sys
from io import FileIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.cli.exit_codes import ExitCode
from inlay_runtime.standard_streams import run_delivered
from inlay_spark.catalog.build import build_catalog
from inlay_spark.commands import SUBCOMMANDS
from inlay_spark.spark_submit_entry import main
from tests.support.examples import TIMES
from tests.support.lost_output import SENTENCES

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PRINTING: Final = """
migrate HERE/lake --to final
migrate HERE/lake --to final --write --journal HERE/journal
verify HERE/journal
rollback HERE/journal
compact HERE/lake
recover HERE/lake --output HERE/recovered
geo HERE/lake --boxes
index HERE/lake
shred HERE/lake --columns a
register HERE/lake --to records -o HERE/records --journal HERE/records-journal
catalog HERE/lake --output HERE/new
report CATALOG --query overview
lint CATALOG
compat HERE/lake -o HERE/compat
""".strip().splitlines()
"""In an order in which each has what it needs; the Java of the session knows no folder but the one it began in."""


TABLE: Final = pa.table({"id": [1, 2], "a": ['{"x": 1}', '{"x": 2}']})


class End(NamedTuple):
    code: int
    err: str


def test_every_command_is_asked() -> None:
    assert {line.split()[0] for line in PRINTING} == SUBCOMMANDS.keys() - {"archive"}


def run_into(way: str, line: str, monkeypatch: pytest.MonkeyPatch) -> End:
    err = StringIO()
    out = open_output(way)
    with monkeypatch.context() as streams:
        for name in ("stdout", "__stdout__"):
            streams.setattr(sys, name, out)
        streams.setattr(sys, "stderr", err)
        code = run_delivered(lambda: main(line.split()), ExitCode.IO)
    return End(code, err.getvalue())


def open_output(way: str) -> TextIOWrapper | None:
    """None is what Python makes of a stream that is closed when it starts."""
    match way:
        case "closed":
            return None
        case "full":
            raw = FileIO("/dev/full", "w")
        case _:
            reader, writer = os.pipe()
            os.close(reader)
            raw = FileIO(writer, "w")
    return TextIOWrapper(raw, "utf-8", write_through=True)


@pytest.fixture(scope="module")
def catalog(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("catalog")
    lake = make_lake(folder)
    build_catalog(spark, str(lake), str(folder / "tables"))
    return folder / "tables"


def make_lake(folder: Path) -> Path:
    lake = folder / "lake"
    lake.mkdir()
    for name in ("a", "b"):
        pq.write_table(TABLE, lake / f"{name}.parquet")
    return lake


@pytest.mark.needs("/dev/full")
@pytest.mark.parametrize("first", range(len(SENTENCES) if TIMES > 1 else 1))
def test_what_nothing_takes_ends_every_command_alike(
    first: int, spark: SparkSession, catalog: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is printed at the end is of what was done, which the next command finds. One function ends all commands, so that each has one
    of the ways; with `INLAY_EXAMPLES=2`, each has all."""
    make_lake(tmp_path)
    ways = list(SENTENCES)
    for at, line in enumerate(PRINTING):
        way = ways[(first + at) % len(ways)]
        words = line.replace("HERE", str(tmp_path)).replace("CATALOG", str(catalog))
        end = run_into(way, words, monkeypatch)
        assert end.code == ExitCode.IO, (line, way, end)
        assert end.err.endswith(SENTENCES[way]), (line, way, end)
        assert "Traceback" not in end.err, (line, way, end)
