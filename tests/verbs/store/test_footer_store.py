"""Law: what a store has of footers says what the files say, and none of them is opened."""

from __future__ import annotations

import json
import os
import pickle
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.__main__ import run
from inlay.tables.scan.schemas import ALL_TABLES, OF_PAGES
from inlay.tables.scan.tally import Tally
from tests.verbs.store.lakes import rewrite_unseen, write_file

TABLES = [it for it in ALL_TABLES if it not in OF_PAGES]


class Lake(NamedTuple):
    """A folder with two schemas, folders with values, a footer of another form, damage, and what is not Parquet; its store after a refresh."""

    folder: Path
    store: Path
    paths: list[str]


def _build(folder: Path) -> Lake:
    lake, store = folder / "lake", folder / "store"
    paths = [
        write_file(lake / f"day=2026-01-0{1 + at % 2}" / f"{at}.parquet", {"x": [at, 10 * at, 7]})
        for at in range(6)
    ]
    inlay.build_store(lake, output=store)
    write_file(Path(paths[1]), {"x": [100, 200, 300, 400, 500]})
    paths.append(write_file(lake / "z.parquet", {"x": [5, 6], "s": ["a", None]}))
    assert run(["footer", "add", paths[-1]]) == 0
    (lake / "note.txt").write_text("no Parquet at all")
    (lake / "bad.parquet").write_bytes(b"PAR1 and no more PAR1")
    assert inlay.refresh_store(store).read == 2
    return Lake(lake, store, paths)


def test_a_store_is_called_what_was_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its files are not: whoever plans from it may stand in another folder."""
    monkeypatch.chdir(tmp_path)
    path = write_file(tmp_path / "lake" / "a.parquet", {"x": [1]})
    assert inlay.build_store("lake", output="made").store == "made"
    assert inlay.refresh_store("made").store == "made"
    assert inlay.plan_store("made", "x = 1").store == "made"
    assert run(["store", "refresh", "made", "--format", "text"]) == 0
    assert capsys.readouterr().out == "made: 1 file; 0 footers read, 0 records removed\n"
    footers = inlay.open_store("made")
    monkeypatch.chdir(tmp_path / "lake")
    assert inlay.plan_store(footers, "x = 1").paths == [path]
    assert inlay.plan_store(footers, "x = 2").paths == []


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    return _build(tmp_path_factory.mktemp("lake"))


def _list_rows(table: str, source: Any, *more: Any, name: str = "*") -> list[dict[str, Any]]:
    read = inlay.scan_footers(source, *more, table=table, name=name).read_all()
    if table == "problems":  # what was wrong with a file is not kept
        read = read.select(
            ["path", "is_unreadable"] if "is_unreadable" in read.schema.names else ["path"]
        )
    rows: list[dict[str, Any]] = read.to_pylist()
    return sorted(rows, key=lambda it: str([*it.values()]))


@pytest.mark.parametrize("table", TABLES)
def test_tables_are_those_of_the_files(lake: Lake, table: str) -> None:
    with inlay.open_store(lake.store) as stored:  # which is no other behind it: nothing is open
        assert isinstance(stored, inlay.FooterStore)
    rows = _list_rows(table, stored.paths, stored)
    assert rows == _list_rows(table, lake.folder)
    assert rows or table == "key_values"


@pytest.mark.parametrize(
    ("some", "name"),
    [
        (["day=2026-01-01"], "*"),
        (["day=2026-01-0*"], "[3-9].parquet"),
        (["z.parquet", "day=2026-01-02"], "*"),
        (["*/{1,4}.parquet", "z.parquet", "*/4.parquet"], "*"),
    ],
)
def test_paths_are_found_as_in_the_lake(lake: Lake, some: list[str], name: str) -> None:
    paths = [str(lake.folder / it) for it in some]
    rows = _list_rows("files", paths, inlay.open_store(lake.store), name=name)
    assert rows == _list_rows("files", paths, name=name)
    assert rows


def test_what_is_not_there_is_not_found(lake: Lake) -> None:
    stored = inlay.open_store(lake.store)
    for path in ("nothing.parquet", "day=2026-01-09", "day=2026-01-0"):
        with pytest.raises(FileNotFoundError, match="no such file"):
            inlay.scan_footers(str(lake.folder / path), stored).read_all()
        with pytest.raises(FileNotFoundError):
            stored.footer(lake.folder / path)
    with pytest.raises(IsADirectoryError):
        stored.footer(lake.folder)
    with pytest.raises(OSError, match="when the store was made"):
        stored.footer(lake.folder / "bad.parquet")
    with pytest.raises(FileNotFoundError):
        inlay.open_store(lake.folder)


def test_a_footer_is_that_of_the_file(lake: Lake) -> None:
    stored = pickle.loads(pickle.dumps(inlay.open_store(str(lake.store))))
    for path in reversed(lake.paths):
        ours, theirs = stored.footer(path), inlay.open(path)
        assert (ours.data, ours.offset, ours.file_size) == (
            theirs.data,
            theirs.offset,
            theirs.file_size,
        )
        assert ours.form is theirs.form
        assert ours.metadata == theirs.metadata


def test_no_file_is_opened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bytes that no listing tells from those before are noticed by nobody."""
    lake = _build(tmp_path)
    expected = [inlay.prune(path, "x > 150", pages=False).row_groups for path in lake.paths]
    plain = inlay.report(lake.folder).answers["column_sizes"]
    for path in lake.paths:
        rewrite_unseen(path)
    stored = inlay.open_store(lake.store)
    tally = Tally()
    report = inlay.report(stored.paths, stored, tally=tally)
    assert report.answers["column_sizes"].equals(plain)
    assert (tally.files, tally.unreadable, tally.others) == (9, 1, 1)
    found = [inlay.prune(stored.footer(path), "x > 150").row_groups for path in lake.paths]
    assert found == expected
    capsys.readouterr()
    assert (
        run(["prune", str(lake.folder), "x > 150", "--store", str(lake.store), "--format", "json"])
        == 6
    )
    documents = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    by_path = {it["path"]: it for it in documents}
    for path, groups in zip(lake.paths, expected, strict=True):
        left = [at for at, it in enumerate(by_path[path]["row_groups"]) if not it["is_skipped"]]
        assert left == groups
    assert "when the store was made" in by_path[str(lake.folder / "bad.parquet")]["error"]["what"]
    assert run(["scan", "--store", str(lake.store), str(lake.folder), "--columns", "path"]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 7
    assert run(["report", "--store", str(lake.store), str(lake.folder), "--query", "overview"]) == 1
    assert "9" in capsys.readouterr().out
    assert run(["scan", "--store", str(lake.store), lake.paths[0], "--table", "pages"]) == 2
    assert "footers alone" in capsys.readouterr().err


def test_plans_say_row_groups(lake: Lake) -> None:
    """Each file has the row groups that its footer leaves, whatever else the filter says of folders."""
    for filter in ("x > 150", "x = 7", "x < 0", "x is null", "x = 7 or x > 450"):
        plan = inlay.plan_store(
            lake.store, f"({filter}) and (day is null or day > '2020-01-01')", by_row_group=True
        )
        expected = {
            path: tuple(groups)
            for path in lake.paths[:-1]
            if (groups := inlay.prune(path, filter, pages=False).row_groups)
        }
        found = {it.path: it.row_groups for it in plan.files if it.row_groups is not None}
        assert found == expected
        whole = inlay.plan_store(lake.store, filter, by_row_group=True)
        assert dict(zip(whole.paths, whole.files, strict=True)).keys() >= expected.keys()
        for file in whole.files:
            if file.row_groups is not None:
                own = inlay.open(file.path).row_groups
                assert file.rows == sum(own[at].num_rows for at in file.row_groups)


def test_row_groups_of_a_column_that_is_a_folder_too_are_not_known(tmp_path: Path) -> None:
    write_file(tmp_path / "lake" / "x=7" / "a.parquet", {"x": [1, 2, 3], "y": [1, 2, 3]})
    inlay.build_store(tmp_path / "lake", output=tmp_path / "store")
    (file,) = inlay.plan_store(tmp_path / "store", "y = 3 and x = 7", by_row_group=True).files
    assert file.row_groups is None


def test_wide_footers_are_in_row_groups_of_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that what is in memory is bounded by bytes."""
    monkeypatch.setattr("inlay.verbs.store.part_file._MOST_BYTES", 1 << 18)
    columns = {f"c{at}": pa.array([at], pa.int64()) for at in range(300)}
    for at in range(40):
        write_file(tmp_path / "lake" / f"{at}.parquet", columns)
    monkeypatch.setattr("inlay.tables.scan.slices.MOST_FILES", 4)
    inlay.build_store(tmp_path / "lake", output=tmp_path / "store")
    (part,) = (it for it in os.listdir(tmp_path / "store") if it.startswith("part"))
    assert pq.read_metadata(tmp_path / "store" / part).num_row_groups > 4
    stored = inlay.open_store(tmp_path / "store")
    paths = sorted(it["path"] for it in _list_rows("files", stored.paths, stored))
    assert len(paths) == 40
    assert stored.footer(paths[33]).num_columns == 300
    assert len(inlay.plan_store(tmp_path / "store", "c5 = 5", by_row_group=True).files) == 40
