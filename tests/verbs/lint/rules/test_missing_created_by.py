"""`missing-created-by`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verbs.lint.footers import advise, make_fine

RULE = "missing-created-by"


@pytest.mark.parametrize("name", [None, "", " "])
def test_no_name(tmp_path: Path, name: str | None) -> None:
    metadata = make_fine()
    metadata.created_by = name
    (advice,) = advise(RULE, metadata, tmp_path)
    assert (advice.seen, advice.place) == ("no created_by", "created_by")
    assert advice.fix == (
        "if you know the writer, name it and its version: inlay set ... --created-by"
    )


def test_any_name_will_do(tmp_path: Path) -> None:
    metadata = make_fine()
    metadata.created_by = "Polars"
    assert advise(RULE, metadata, tmp_path) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
