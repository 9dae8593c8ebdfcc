"""Work items are data: whoever can write into the directory of a job makes no worker run anything."""

from __future__ import annotations

import ast
import errno
import json
import os
import pickle
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.files.entries import FileEntry
from inlay.tables.scan.problems import finding_of
from inlay_spark.catalog import work as catalog_work
from inlay_spark.catalog.directory import CatalogDirectory
from inlay_spark.jobs.directory import JobError
from inlay_spark.jobs.work_items import (
    entries_as_json,
    entries_from_json,
    pack_entries,
    pack_json,
    unpack_entries,
)
from inlay_spark.shredding import work as shredding_work
from inlay_spark.shredding.directory import ShredDirectory
from inlay_spark.shredding.shred_schema import ShredSchema

ROOT = Path(__file__).parents[3]

errors = st.one_of(
    st.none(),
    st.builds(OSError, st.just(errno.EACCES), st.text(max_size=9)),
    st.builds(OSError, st.text(min_size=1, max_size=9)),
)
entries = st.builds(
    FileEntry,
    st.one_of(st.text(max_size=20), st.binary(max_size=9).map(os.fsdecode)),
    st.integers(-1, 1 << 62),
    st.integers(-(1 << 62), 1 << 62),
    st.none() | st.text(max_size=9),
    st.integers(0, 99),
    errors,
)


@given(st.lists(entries, max_size=5))
def test_what_is_packed_comes_out_again(files: list[FileEntry]) -> None:
    unpacked = unpack_entries(pack_entries(files))
    assert [file._replace(error=None) for file in unpacked] == [
        file._replace(error=None) for file in files
    ]
    for file, other in zip(files, unpacked, strict=True):
        if file.error is None:
            assert other.error is None
            continue
        assert other.error is not None
        assert type(other.error) is type(file.error)
        assert finding_of(file.error) == finding_of(other.error)


NONE: list[Any] = [
    None,
    [],
    {},
    {**entries_as_json([FileEntry("/a", 1, 1)]), "path": ["/a", "/b"]},
    {**entries_as_json([FileEntry("/a", 1, 1)]), "path": [3]},
    {**entries_as_json([FileEntry("/a", 1, 1)]), "size": ["1"]},
    {**entries_as_json([FileEntry("/a", 1, 1)]), "size": [True]},
    {**entries_as_json([FileEntry("/a", 1, 1)]), "path": "/"},
    {**entries_as_json([FileEntry("/a", 1, 1)]), "errors": {"x": [1, "a"]}},
    {**entries_as_json([FileEntry("/a", 1, 1)]), "errors": {"0": 1}},
]


@pytest.mark.parametrize("value", NONE)
def test_what_is_no_list_of_files(value: Any) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        entries_from_json(value)


class Harmful:
    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, ("harmed",)


HOSTILE: dict[str, bytes] = {
    "pickle": zlib.compress(pickle.dumps(Harmful())),
    "plain pickle": pickle.dumps(Harmful()),
    "nothing": b"",
    "no JSON": zlib.compress(b"{"),
    "no UTF-8": zlib.compress(b'"\xff"'),
    "another thing": pack_json({"files": 3}),
    "a list": zlib.compress(json.dumps([1]).encode()),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("job", ["catalog", "shred"])
def test_a_hostile_item_is_refused_and_runs_nothing(
    job: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = str(tmp_path / "out")
    ShredDirectory(path).write_schema(ShredSchema({}))
    directory = CatalogDirectory(path)
    directory.make("_staging", "1")
    for suffix in ("item", "order"):  # as it was called when it was a pickle
        directory.write(HOSTILE[name], "_staging", "1", f"0.{suffix}")
    worker: Any = (
        catalog_work.CatalogWorker(path, 1)
        if job == "catalog"
        else shredding_work.ShredWorker(path, "1")
    )
    with pytest.raises(JobError, match=r"_staging/1/0\.item is not a work item"):
        worker(0)
    assert not (tmp_path / "harmed").exists()
    with pytest.raises(JobError, match=r"_staging/1/1\.item: it is not there on this worker"):
        worker(1)


def test_nothing_in_the_pipeline_unpickles() -> None:
    """Closures and partitions travel by Spark's own hands; files are never unpickled."""
    paths = sorted((ROOT / "pipeline").rglob("*.py"))
    assert len(paths) > 50
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [
                alias.name for alias in getattr(node, "names", []) if isinstance(node, ast.Import)
            ]
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {"pickle", "cloudpickle", "marshal", "shelve"} & set(names), path
