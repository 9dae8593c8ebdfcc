"""`inlay index add` as lint prints it: it is run on the file, which then has what was missing, and nothing that its values contradict."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.__main__ import run
from inlay.verbs.lint.advice import Advice
from inlay.verbs.lint.fold import fold
from parquet_format.parquet import ColumnMetaData, FileMetaData
from tests.verbs.lint.test_printed_commands import ADDED, ALONE, FILES, NAME, change, write
from tests.verbs.rewrite.kinds import edit

NAN: Final = float("nan")


SEVERAL_PAGES: Final[dict[str, Any]] = {"data_page_size": 1, "write_batch_size": 3}


def advise(path: Path, rule: str) -> list[Advice]:
    return [each for each in inlay.lint(path).advice if each.rule == rule]


def follow(command: str) -> None:
    words = shlex.split(command)
    assert words[:3] == ["inlay", "index", "add"]
    assert run(words[1:]) == 0


def find_wrong(path: Path) -> set[str]:
    """Some rules are shown by files that say what is false from the beginning."""
    return {finding.code for finding in inlay.verify(path, values=True).findings}


@pytest.mark.parametrize("rule", sorted(ADDED))
def test_the_advice_is_gone(rule: str, tmp_path: Path) -> None:
    path = tmp_path / "it's a file.parquet"
    FILES[rule](path)
    advice = advise(path, rule)
    assert advice
    before, end = path.read_bytes(), inlay.open(path).offset
    wrong = find_wrong(path)
    follow(fold(advice)[0].fix)
    assert advise(path, rule) == []
    assert not any("inlay index add" in each.fix for each in inlay.lint(path).advice)
    assert find_wrong(path) <= wrong
    assert path.read_bytes()[:end] == before[:end]


@pytest.mark.parametrize("rule", sorted(ALONE))
def test_a_command_of_its_own(rule: str, tmp_path: Path) -> None:
    path = tmp_path / "it's a file.parquet"
    FILES[rule](path)
    (advice,) = advise(path, rule)
    words = shlex.split(advice.fix)
    assert words[:2] == ["inlay", "index"]
    assert run(words[1:]) == 0
    assert advise(path, rule) == []
    assert inlay.verify(path, values=True).findings == ()


def test_all_of_it_is_one_command(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    table = pa.table({"n": range(9), "x": [1.5] * 9})
    pq.write_table(table, path, write_statistics=False, **SEVERAL_PAGES)
    commands = {each.fix for each in inlay.lint(path).advice if each.fix.startswith("inlay index")}
    what = "null-counts,bounds,nan-counts,offset-index,column-index"
    assert commands == {f"inlay index add {path} --what {what}"}
    follow(commands.pop())
    assert not any(each.fix.startswith("inlay index") for each in inlay.lint(path).advice)


def test_a_column_is_named_where_others_need_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    table = pa.table({NAME: range(9), "other": range(9)})
    pq.write_table(table, path, write_statistics=["other"], use_dictionary=False)
    (advice,) = advise(path, "missing-statistics")
    follow(f"inlay index add {shlex.quote(str(path))} --what column-index,offset-index")
    (advice,) = advise(path, "missing-statistics")
    assert " --columns " in advice.fix
    follow(advice.fix)
    assert advise(path, "missing-statistics") == []


def drop_orders(path: Path) -> None:
    def drop(metadata: FileMetaData) -> None:
        metadata.column_orders = None

    edit(path, drop)


def point_elsewhere(path: Path) -> None:
    def point(metadata: FileMetaData) -> None:
        metadata.row_groups[0].columns[0].file_path = "other.parquet"

    edit(path, point)


NOT_ADDED: Final[dict[str, Callable[[Path], object]]] = {
    "bounds without an order": drop_orders,
    "a column elsewhere": point_elsewhere,
}


@pytest.mark.parametrize("kind", NOT_ADDED)
def test_what_cannot_be_added_is_not_promised(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"n": range(9), "m": range(9)}), path, **SEVERAL_PAGES)
    assert all("index add" in each.fix for each in advise(path, "missing-column-index"))
    NOT_ADDED[kind](path)
    advice = advise(path, "missing-column-index")
    assert advice
    assert not any("index add" in each.fix for each in advice)


def test_a_single_page_needs_no_index(tmp_path: Path) -> None:
    """As `index add` has it: what the index would say, the chunk says."""
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"n": range(9)}), path)
    assert inlay.add_index(path).statements == ()
    assert advise(path, "missing-column-index") == advise(path, "missing-offset-index") == []


def test_where_a_value_is_nan_the_next_advice_is_another(tmp_path: Path) -> None:
    """There are no bounds beside NaNs, and nobody knows of them before they are counted."""
    path = tmp_path / "a.parquet"
    write(path, pa.array([1.0, NAN]), write_statistics=False)
    (advice,) = advise(path, "missing-statistics")
    follow(advice.fix)
    (advice,) = advise(path, "missing-statistics")
    assert advice.fix.startswith("inlay rewrite ")


def test_one_flag_of_two_is_completed(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    write(path, pa.array(["a", "b"]))

    def forget(meta: ColumnMetaData) -> None:
        assert meta.statistics is not None
        fields: dict[str, Any] = {"is_min_value_exact": None, "is_max_value_exact": False}
        meta.statistics = meta.statistics.replace(**fields)

    change(path, forget)
    (advice,) = advise(path, "unknown-exactness")
    follow(advice.fix)
    said = inlay.read_metadata(path).row_groups[0].columns[0].meta_data
    assert said is not None
    assert said.statistics is not None
    assert (said.statistics.is_min_value_exact, said.statistics.is_max_value_exact) == (True, False)
