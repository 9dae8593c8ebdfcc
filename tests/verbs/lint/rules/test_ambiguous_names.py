"""`ambiguous-names`."""

from __future__ import annotations

import shlex
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.__main__ import run
from tests.verbs.lint.footers import (
    advise,
    advise_on_file,
    chunk,
    column,
    footer,
    make_fine,
    row_group,
)

RULE = "ambiguous-names"


def test_names_that_differ_in_case(tmp_path: Path) -> None:
    names = ["Id", "id", "name", "ID"]
    metadata = footer([column(name) for name in names], [row_group(*map(chunk, names))])
    (advice,) = advise(RULE, metadata, tmp_path)
    assert advice.seen == "3 columns whose names differ in case at most: Id, id, ID"
    assert (advice.column, advice.place) == ("id", "schema[2]")
    assert advice.fix == "inlay set file.parquet --rename id=id_2 --rename ID=ID_3"


@pytest.mark.parametrize(
    "names", [["a", "A", "A_2"], ["Id", "id", "name", "ID"], ["a", "A", "a_2"]]
)
def test_the_command_fixes_it(
    names: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pq.write_table(pa.table({name: [1] for name in names}), "file.parquet")
    (advice,) = advise_on_file(RULE, Path("file.parquet"))
    assert run(shlex.split(advice.fix)[1:]) == 0
    assert advise_on_file(RULE, Path("file.parquet")) == []


@pytest.mark.parametrize("names", [["a", "a"], ["a=b", "A=b"], ["a.b", "A.b"]])
def test_words_where_no_option_can_tell_which_is_meant(names: list[str], tmp_path: Path) -> None:
    metadata = footer([column(name) for name in names], [row_group(*map(chunk, names))])
    (advice,) = advise(RULE, metadata, tmp_path)
    assert advice.fix == "rewrite with another name for each"


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
