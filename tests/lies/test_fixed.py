"""Readers that lose rows by a lie lose none when `inlay index fix` has been at the file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

import inlay
from tests.lies.asking import Answer, ask, write_files
from tests.lies.pruning_readers import PRUNING
from tests.lies.record import WRONG, read_record
from tests.readers.place import BESIDE
from tests.readers.registry import lacking

LEFT: Final = {
    "header-max", "header-v2-min", "header-v2-nulls", "rows-of-file", "values-of-list", "second-footer", "second-encoding",
}  # fmt: skip
"""What `index fix` leaves, with the reason (`tests/verbs/index/test_fix.py`)."""

HERE: Final = [reader for reader in PRUNING if reader not in BESIDE and reader != "Spark"]
"""Spark takes a minute to start and to ask."""


@pytest.mark.parametrize("reader", HERE)
def test_no_row_is_lost_any_longer(reader: str, tmp_path: Path) -> None:
    if why := lacking(reader):
        pytest.skip(why)
    answers = read_record()["answers"][reader]
    names = [name for name, answer in answers.items() if answer in WRONG and name not in LEFT]
    assert len(names) > 10
    write_files(tmp_path, names)
    for name in names:
        inlay.fix_index(tmp_path / f"{name}.parquet")
    assert ask(reader, tmp_path, names) == dict.fromkeys(names, Answer.SAME)
