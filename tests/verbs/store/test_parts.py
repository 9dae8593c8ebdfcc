"""The parts of a store, as files."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq

import inlay
from tests.verbs.store.lakes import write_file


def has_dictionaries(folder: Path, files: int) -> bool:
    """Whether bounds are in dictionaries, in the part of so many files."""
    for at in range(files):
        write_file(folder / "lake" / f"{at}.parquet", {"x": [at, at + 1]})
    inlay.build_store(folder / "lake", output=folder / "store")
    (part,) = (folder / "store").glob("part-*.parquet")
    row_group = pq.read_metadata(part).row_group(0)
    chunks = [row_group.column(at) for at in range(row_group.num_columns)]
    return any("lower_bound" in it.path_in_schema and it.has_dictionary_page for it in chunks)


def test_few_files_have_no_dictionaries(tmp_path: Path) -> None:
    """pyarrow makes room for a dictionary of each column, of which a part of one wide file has tens of thousands: 25 KiB for each of them."""
    assert not has_dictionaries(tmp_path / "few", 3)
    assert has_dictionaries(tmp_path / "many", 120)
