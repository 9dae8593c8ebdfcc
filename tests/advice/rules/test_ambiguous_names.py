"""`ambiguous-names`."""

from __future__ import annotations

from pathlib import Path

from tests.advice.footers import advise, chunk, column, footer, make_fine, row_group

RULE = "ambiguous-names"


def test_names_that_differ_in_case(tmp_path: Path) -> None:
    names = ["Id", "id", "name", "ID"]
    metadata = footer([column(name) for name in names], [row_group(*map(chunk, names))])
    (advice,) = advise(RULE, metadata, tmp_path)
    assert advice.seen == "3 columns whose names differ in case at most: Id, id, ID"
    assert (advice.column, advice.place) == ("id", "schema[2]")
    assert advice.mend == "inlay set file.parquet --rename id=id_2"


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
