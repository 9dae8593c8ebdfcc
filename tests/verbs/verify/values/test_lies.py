"""Each lie is found by the finding of this level that it is about, and by no other; the level `data` may see a contradiction in it."""

from __future__ import annotations

from pathlib import Path

import pytest

import inlay
from tests.verbs.verify.values.lies import FOOTER_LIES, INDEX_LIES, Lie, tell
from tests.verbs.verify.values.right_files import write_right


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("right") / "right.parquet"
    write_right(path, write_page_index=True)
    return path


def test_the_file_is_right_when_nothing_is_changed(right: Path, tmp_path: Path) -> None:
    path = tmp_path / "same.parquet"
    tell(right, path, "id", lambda said: said)
    assert not inlay.verify(str(path), values=True).findings


@pytest.mark.parametrize("name", [*FOOTER_LIES, *INDEX_LIES])
def test_each_lie_is_found(name: str, right: Path, tmp_path: Path) -> None:
    lie: Lie = {**FOOTER_LIES, **INDEX_LIES}[name]
    path = tmp_path / "lie.parquet"
    tell(right, path, lie.column, lie.change)
    findings = inlay.verify(str(path), values=True).findings
    told = [(one.code, one.what) for one in findings if one.code.startswith("value-")]
    assert {code for code, _ in told} == {lie.code}, findings
    assert lie.words in told[0][1]
