"""`inlay spark register` is `inlay register`, entry by entry: on Spark, beside bad files, and beside other clients."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.errors import RefusedError, RequestError
from inlay.verbs.register.register import Registration, commit_files
from inlay_spark.catalog.directory import CatalogError
from inlay_spark.jobs.directory import JobError, LockedError
from inlay_spark.registration import lake as lakes
from inlay_spark.registration.intents import INTENTS, write_intents
from inlay_spark.registration.lake import AGAIN, register_lake
from inlay_spark.registration.records import RecordDirectory
from inlay_spark.registration.work import RecordWorker
from tests.pipeline.audit.lakes import make_lake
from tests.pipeline.shred.here import here
from tests.support.inlay_command import Inlay
from tests.verbs.register.places import PLACES

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from inlay.ground.documents.values import Json

_TABLES = ("iceberg", "delta", "ducklake")


def write(path: Path, **columns: Any) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns), path)
    return str(path)


def plan(place: Any, folder: Path) -> dict[str, Any]:
    return {**place.options(folder), "dry_run": True, "skip_bad": True}


def fail_after(times: int, real: Callable[..., Any]) -> Callable[..., Any]:
    """As a signal does, in the call after so many."""
    left = [times]

    def call(*given: Any) -> Any:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        return real(*given)

    return call


def describe(registration: Registration) -> dict[str, Any]:
    """All but the plan itself, who is to commit it, and where a listing is not of one moment."""
    said = (line for line in registration.lines if not line.startswith("to be committed by "))
    return {
        "files": registration.files,
        "rows": registration.rows,
        "bytes": registration.bytes,
        "unread": [(it.entry.path, it.finding) for it in registration.unread],
        "lines": tuple(said),
        "losses": registration.losses,
        "unbounded": registration.unbounded,
        "entries": registration.describe_entries(),
    }


def write_thousand(lake: Path) -> list[Path]:
    """Of several writers, some of which say what does not hold; one is torn, and one is of another kind."""
    first = make_lake(lake, 4)
    more: list[Path] = []
    for at in range(1_000 - len(first)):
        original = first[at % len(first)]
        copy = original.with_name(f"{original.stem}-{at}.parquet")
        shutil.copyfile(original, copy)
        more.append(copy)
    return [*first, *more]


def test_a_thousand_files_on_spark(spark: SparkSession, tmp_path: Path) -> None:
    """In each format what `inlay.register` puts there; footers are read once for all of them."""
    lake, journal = tmp_path / "lake", str(tmp_path / "journal")
    paths = sorted(map(str, write_thousand(lake)))
    manifest = ""
    for to, place in PLACES.items():
        place.make(tmp_path)
        ours = register_lake(spark, str(lake), journal, **plan(place, tmp_path))
        assert describe(ours) == describe(inlay.register(str(lake), **plan(place, tmp_path)))
        assert ours.files == len(paths)
        options = {**place.options(tmp_path), "skip_bad": True}
        registration = register_lake(spark, str(lake), journal, **options)
        assert (len(registration.unread), bool(registration.committed)) == (1, True)
        assert sorted(place.list_files(tmp_path) or ()) == paths, to
        text = (Path(journal) / "records.json").read_text()
        assert text == (manifest or text)
        manifest = text


@pytest.mark.parametrize("to", PLACES)
def test_beside_a_bad_file_nothing_is_registered(to: str, tmp_path: Path) -> None:
    place, lake = PLACES[to], tmp_path / "lake"
    place.make(tmp_path)
    path = write(lake / "a.parquet", x=[1])
    (lake / "bad.parquet").write_bytes(b"PAR1 and then nothing")
    (lake / "notes.txt").write_text("not a table")
    registration = register_lake(
        here(attempts=2), str(lake), str(tmp_path / "journal"), **place.options(tmp_path)
    )
    assert (registration.committed, registration.plan) == (None, None)
    (unread,) = registration.unread
    assert unread.entry.path.endswith("bad.parquet")
    assert place.list_files(tmp_path) is None
    options = {**place.options(tmp_path), "skip_bad": True}
    with mock.patch.object(RecordWorker, "carry_out", side_effect=AssertionError):  # nothing is new
        registration = register_lake(here(), str(lake), str(tmp_path / "journal"), **options)
    assert (len(registration.unread), bool(registration.committed)) == (1, True)
    assert place.list_files(tmp_path) == [path]


@pytest.mark.parametrize("to", _TABLES)
def test_of_two_clients_one_loses_and_says_so(to: str, tmp_path: Path) -> None:
    place = PLACES[to]
    place.make(tmp_path)
    first = write(tmp_path / "first" / "a.parquet", x=[1])
    mine = write(tmp_path / "mine" / "b.parquet", x=[2])
    theirs = write(tmp_path / "theirs" / "c.parquet", x=[3])
    inlay.register(first, **place.options(tmp_path))
    options = {**place.options(tmp_path), "create": False}
    real = commit_files

    def commit_after_them(target: Any, opened: Any, *given: Any, **more: Any) -> Registration:
        inlay.register(theirs, **options)
        return real(target, opened, *given, **more)

    journal = str(tmp_path / "journal")
    with (
        mock.patch.object(lakes, "commit_files", commit_after_them),
        pytest.raises(RefusedError, match=r"in between.*run it again"),
    ):
        register_lake(here(), mine, journal, **options)
    assert place.list_files(tmp_path) == sorted([first, theirs])
    assert register_lake(here(), mine, journal, **options).committed
    assert place.list_files(tmp_path) == sorted([first, mine, theirs])


def test_a_run_that_lost_a_race_for_a_new_table(tmp_path: Path) -> None:
    place = PLACES["delta"]
    path = write(tmp_path / "lake" / "a.parquet", x=[1])
    real = commit_files

    def commit_after_them(*given: Any, **more: Any) -> Registration:
        inlay.register(path, **place.options(tmp_path))
        return real(*given, **more)

    with (
        mock.patch.object(lakes, "commit_files", commit_after_them),
        pytest.raises(RefusedError, match="created the table in between"),
    ):
        register_lake(here(), path, str(tmp_path / "journal"), **place.options(tmp_path))
    assert place.list_files(tmp_path) == [path]


@pytest.mark.parametrize("to", _TABLES)
def test_files_that_were_rewritten_and_a_run_again(to: str, tmp_path: Path) -> None:
    """The same journal replaces what has changed, and a table that has the commit is not changed again."""
    place = PLACES[to]
    place.make(tmp_path)
    path, journal = write(tmp_path / "lake" / "a.parquet", x=[1, 2]), str(tmp_path / "journal")
    register_lake(here(), path, journal, **place.options(tmp_path))
    write(Path(path), x=[3, 4])
    os.utime(path, (1, 1))
    allow = {"outside"} if to == "delta" else set[str]()
    options = {**place.options(tmp_path), "create": False, "replace": True, "allow": allow}
    with (
        mock.patch.object(lakes, "write_intents", fail_after(1, write_intents)),
        pytest.raises(KeyboardInterrupt),
    ):
        register_lake(here(), path, journal, **options)
    with mock.patch.object(lakes, "commit_files", side_effect=AssertionError):
        done = register_lake(here(), path, journal, **options)
    assert (done.lines, done.files) == ((AGAIN,), 1)
    again = register_lake(here(), path, journal, **options)
    assert (again.lines, again.committed) == ((AGAIN,), done.committed)
    assert place.list_files(tmp_path) == [path]
    checked = {
        key: options[key] for key in ("to", "table", "catalog", "properties") if key in options
    }
    assert not inlay.check_table(**checked).files


def test_more_files_than_at_the_kill(tmp_path: Path) -> None:
    """A lake that grew after a commit that nobody heard of: what is there is refused, and not registered twice."""
    place, lake = PLACES["delta"], tmp_path / "lake"
    path, journal = write(lake / "a.parquet", x=[1]), str(tmp_path / "journal")
    with (
        mock.patch.object(lakes, "write_intents", fail_after(1, write_intents)),
        pytest.raises(KeyboardInterrupt),
    ):
        register_lake(here(), str(lake), journal, **place.options(tmp_path))
    register_lake(here(), str(lake), journal, **place.options(tmp_path))
    write(lake / "b.parquet", x=[2])
    options = {**place.options(tmp_path), "create": False}
    with pytest.raises(RefusedError, match="1 file in the table already"):
        register_lake(here(), str(lake), journal, **options)
    assert place.list_files(tmp_path) == [path]


def test_what_is_no_journal(tmp_path: Path) -> None:
    place, lake = PLACES["records"], tmp_path / "lake"
    write(lake / "a.parquet", x=[1])
    options = place.options(tmp_path)
    with pytest.raises(RefusedError, match="inside the lake"):
        register_lake(here(), str(lake), str(lake / "journal"), **options)
    with pytest.raises(CatalogError, match="holds other files and no catalog"):
        register_lake(here(), str(lake), str(tmp_path), **options)
    journal = tmp_path / "journal"
    with RecordDirectory(str(journal)).lock(), pytest.raises(LockedError, match="another run"):
        register_lake(here(), str(lake), str(journal), **options)
    with pytest.raises(RequestError, match="delta has"):
        register_lake(here(), str(lake), str(journal), to="delta", table="t", allow={"losses"})
    register_lake(here(), str(lake), str(journal), **options)
    for to, said in (("delta", "say which, table="), ("iceberg", "a namespace and a name")):
        with pytest.raises(RequestError, match=said):
            register_lake(here(), str(lake), str(journal), to=to)
    records = json.loads((journal / "records.json").read_text())
    records["settings"] = {"inlay": "0.0.1"}
    (journal / "records.json").write_text(json.dumps(records))
    with pytest.raises(CatalogError, match=r"was begun with inlay 0\.0\.1"):
        register_lake(here(), str(lake), str(journal), **options)


@pytest.mark.parametrize(
    "text",
    [
        "no JSON",
        "[]",
        '{"version": 2, "intents": []}',
        '{"version": 1, "intents": [{"job": "x"}]}',
        '{"version": 1, "intents": [{"job": 1, "to": "", "table": "", "files": 1, "digest": ""}]}',
    ],
)
def test_intents_of_somebody_else(text: str, tmp_path: Path) -> None:
    place, lake, journal = PLACES["records"], tmp_path / "lake", tmp_path / "journal"
    write(lake / "a.parquet", x=[1])
    register_lake(here(), str(lake), str(journal), **place.options(tmp_path))
    (journal / INTENTS).write_text(text)
    with pytest.raises(JobError, match="does not say what was about to be committed"):
        register_lake(here(), str(lake), str(journal), **place.options(tmp_path))


def test_records_of_somebody_else(tmp_path: Path) -> None:
    place, lake, journal = PLACES["records"], tmp_path / "lake", tmp_path / "journal"
    write(lake / "a.parquet", x=[1])
    register_lake(here(), str(lake), str(journal), **plan(place, tmp_path))
    (part,) = (journal / "files").iterdir()
    table = pq.read_table(part)
    shared = pa.array([b"no footer"], pa.binary())
    pq.write_table(table.set_column(table.column_names.index("shared"), "shared", shared), part)
    with pytest.raises(CatalogError, match="create a new one"):
        register_lake(here(), str(lake), str(journal), **place.options(tmp_path))


@pytest.mark.needs("POSIX")
def test_names_that_no_table_has(tmp_path: Path) -> None:
    place, lake = PLACES["records"], tmp_path / "lake"
    path = write(lake / "a.parquet", x=[1])
    Path(os.fsdecode(os.fsencode(lake) + b"/\xff.parquet")).write_bytes(Path(path).read_bytes())
    registration = register_lake(
        here(), str(lake), str(tmp_path / "journal"), **plan(place, tmp_path)
    )
    (unread,) = registration.unread
    assert "not UTF-8" in unread.finding.what
    assert registration.files == 1


def test_the_command(inlay: Inlay, spark: SparkSession, tmp_path: Path) -> None:
    place, lake, journal = PLACES["delta"], tmp_path / "lake", tmp_path / "journal"
    write(lake / "a.parquet", x=[1])
    table = place.options(tmp_path)["table"]
    words = ["spark", "register", str(lake), "--to", "delta", "--table", table, "--create"]
    words += ["--allow", "outside", "--journal", str(journal), "--format", "json"]
    (lake / "bad.parquet").write_bytes(b"PAR1 and then nothing")
    outcome = inlay(*words)
    assert (outcome.code, "nothing is registered" in outcome.err) == (1, True)
    outcome = inlay(*words, "--skip-bad")
    document: dict[str, Json] = json.loads(outcome.out)
    assert (outcome.code, document["committed"], document["files"]) == (1, "version 0", 1)
    (lake / "bad.parquet").unlink()
    outcome = inlay(*words)
    assert (outcome.code, json.loads(outcome.out)["changes"]) == (0, [AGAIN])
