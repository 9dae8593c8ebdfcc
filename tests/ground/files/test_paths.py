"""What is a URL and what a path: one rule, for what is read, written and recovered."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from inlay.changes.rewrite import Change
from inlay.changes.rewrite.open_file import OpenFile
from inlay.changes.rewrite.publish import edit_tail
from inlay.changes.rewrite.rewrite_file import Written, rewrite_whole
from inlay.ground.files.paths import find_local_path, is_url
from inlay.verbs.recover.from_journal import recover

HOME = os.path.expanduser("~")
TEXTS: dict[str, str | None] = {
    "a.parquet": "a.parquet",
    "/a/b.parquet": "/a/b.parquet",
    "~/a.parquet": f"{HOME}/a.parquet",
    "file:/a.parquet": "/a.parquet",
    "file:///a%20b.parquet": "/a b.parquet",
    "file://localhost/a.parquet": "/a.parquet",
    "File://LOCALHOST/a.parquet": "/a.parquet",
    "FILE:a.parquet": "a.parquet",
    "of/odd://name": "of/odd://name",
    "a:b.parquet": "a:b.parquet",
    "1://a": "1://a",
    "s3://bucket/a.parquet": None,
    "S3A://bucket/a.parquet": None,
    "memory://a": None,
    "zip://a.parquet::https://host/b.zip": None,
}
"""With the path of this machine that is meant; None for a URL."""


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_a_path_or_a_url(text: str) -> None:
    assert find_local_path(text) == TEXTS[text]
    assert is_url(text) == (TEXTS[text] is None)


def write_old(_: OpenFile, new: OpenFile | None) -> Written[None]:
    assert new is not None
    new.write_all(b"old", 0)
    return Written(3, None)


@pytest.mark.parametrize("name", ["a b.bin", "odd://name", "50%.bin"])
def test_a_file_is_changed_under_every_name_that_reads_it(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"old")
    for given in (str(path), path.as_uri()):
        edit_tail(given, lambda _: Change(0, b"new"))
        assert path.read_bytes() == b"new"
        rewrite_whole(given, write_old)
        assert path.read_bytes() == b"old"
        assert not recover(given).did_something
