"""What makes tests quick changes nothing else."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from inlay.tables.typed_extensions import sources
from inlay.tables.typed_extensions.sources import TypeSources
from tests.support import quick_schemas
from tests.support.noted_files import SCHEMA
from tests.support.quick_stores import forget_clients
from tests.support.quick_sync import sync_quickly


def test_a_closed_file_cannot_be_synced(tmp_path: Path) -> None:
    with (tmp_path / "file").open("wb") as file:
        os.fsync(file)
        descriptor = os.dup(file.fileno())
    os.close(descriptor)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fsync(descriptor)


def test_a_fork_waits_for_the_disk() -> None:
    assert os.fsync is sync_quickly
    child = os.fork()
    if not child:
        os._exit(os.fsync is sync_quickly)
    assert os.waitpid(child, 0)[1] == 0


def test_sqlite_does_not_wait_for_the_disk(tmp_path: Path) -> None:
    engine = import_module("sqlalchemy").create_engine(f"sqlite:///{tmp_path}/catalog.db")
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 0
    engine.dispose()
    (tmp_path / "text").write_text("this is not a database, which a query says" * 9)
    other = sqlite3.connect(tmp_path / "text")
    with closing(other), pytest.raises(sqlite3.DatabaseError, match="not a database"):
        other.execute("SELECT * FROM sqlite_master")


def test_clients_of_stores_share_what_botocore_reads() -> None:
    forget_clients()
    sessions: Any = import_module("botocore.session")
    first, second = (sessions.get_session().get_component("data_loader") for _ in range(2))
    assert first is second


def test_a_schema_is_compiled_for_each_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[Sequence[str]]()

    def find(schemas: Sequence[str]) -> TypeSources:
        asked.append(schemas)
        return TypeSources((f"package_{len(asked)}",))

    monkeypatch.setattr(quick_schemas, "find_sources", find)
    monkeypatch.setattr(quick_schemas, "_FOUND", {})  # that of the process has what others found
    quick_schemas.install(monkeypatch)
    first, second = (str(tmp_path / name / "note.fbs") for name in "ab")
    for path in map(Path, (first, second)):
        path.parent.mkdir()
        path.write_text(SCHEMA, encoding="utf-8")
    assert sources.find_sources([first]) == sources.find_sources([second])
    sources.find_sources([first, second])
    Path(second).write_text(SCHEMA.replace("owner", "author"), encoding="utf-8")
    assert sources.find_sources([first]) != sources.find_sources([second])
    assert asked == [[first], [first, second], [second]]
    assert sources.find_sources(["acme"]) != sources.find_sources(["acme"])
    with pytest.raises(FileNotFoundError):
        sources.find_sources([str(tmp_path / "nothing.fbs")])
