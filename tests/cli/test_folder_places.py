"""Where results of many files lie in one folder, and that nothing leads out of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlay.cli.folder_places import folders_for, places_of


@pytest.mark.parametrize(
    ("paths", "path", "place"),
    [
        (["lake"], "lake/day=1/a.parquet", "day=1/a.parquet"),
        (["lake/"], "lake/a.parquet", "a.parquet"),
        (["lake/day=*"], "lake/day=1/a.parquet", "day=1/a.parquet"),
        (["lake/day={1,2}/*.parquet"], "lake/day=1/a.parquet", "day=1/a.parquet"),
        (["lake/day=1", "lake"], "lake/day=1/a.parquet", "a.parquet"),
        (["lake"], "other/a.parquet", "a.parquet"),
        (["lake"], "lakes/a.parquet", "a.parquet"),
        (["lake"], "lake/../other/a.parquet", "a.parquet"),
        (["a.parquet"], "a.parquet", "a.parquet"),
        (["s3a://bucket/lake/"], "s3://bucket/lake/day=1/a.parquet", "day=1/a.parquet"),
        (
            ["s3://bucket/lake/day=*/a.parquet"],
            "s3://bucket/lake/day=1/a.parquet",
            "day=1/a.parquet",
        ),
    ],
)
def test_places(
    paths: list[str], path: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lake" / "day=1").mkdir(parents=True)
    assert places_of(paths).of(path) == place


def test_folders_are_made_where_something_comes_into_them(tmp_path: Path) -> None:
    with folders_for([f"{tmp_path}/out/{it}" for it in ("a/b/x", "c/y", "z")]):
        assert {it.name for it in (tmp_path / "out").rglob("*")} == {"a", "b", "c"}
        (tmp_path / "out" / "c" / "y").touch()
    assert {it.name for it in tmp_path.rglob("*")} == {"out", "c", "y"}


def test_folders_are_gone_where_their_making_fails(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        pytest.raises(FileExistsError),
        folders_for([f"{tmp_path}/a/x", f"{tmp_path}/file/y/z"]),
    ):
        raise AssertionError
    assert [it.name for it in tmp_path.iterdir()] == ["file"]
