"""Every public file: it gains what can be said, nothing that contradicts it, and the way back is to the byte."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import inlay
from inlay.errors import InlayError

LARGE = 3 << 20


def list_findings(path: Path) -> Counter[tuple[str, str]]:
    return Counter((it.code, it.at) for it in inlay.verify(path, values=True).findings)


def test_every_public_file(parquet_testing: Path, tmp_path: Path) -> None:
    gained = 0
    for number, source in enumerate(sorted(parquet_testing.rglob("*.parquet"))):
        path, undo = tmp_path / f"{number}.parquet", tmp_path / f"{number}.undo"
        if source.stat().st_size > LARGE:
            continue
        shutil.copyfile(source, path)
        try:
            before = list_findings(path)
            added = inlay.add_index(path, what=["all"], undo_to=undo)
        except InlayError:  # of what nobody can read
            assert path.read_bytes() == source.read_bytes()
            continue
        assert not list_findings(path) - before, source.name
        gained += added.outcome.changed
        if added.outcome.changed:
            inlay.undo_metadata(path, undo)
        assert path.read_bytes() == source.read_bytes()
    assert gained > 50
