"""`unread-form`."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay import lint
from inlay.verbs.set.convert_footer import convert_footer
from tests.verbs.lint.footers import advise, advise_on_file, make_fine

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

RULE = "unread-form"


@pytest.mark.parametrize(
    ("design", "command"),
    [
        ("modular", "inlay footer convert file.parquet --design thrift"),
        ("parx", "inlay footer convert file.parquet --design thrift"),
    ],
)
def test_footers_of_other_designs(tmp_path: Path, design: str, command: str) -> None:
    path = tmp_path / "file.parquet"
    pq.write_table(pa.table({"a": [1]}), path)
    assert advise_on_file(RULE, path) == []
    convert_footer(str(path), design)
    (advice,) = advise_on_file(RULE, path)
    assert advice.seen == f"the footer has the form {design}, which other readers do not know"
    assert advice.fix == command


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []


@pytest.mark.parametrize("design", ["modular", "parx"])
def test_no_other_advice_names_a_command_that_refuses_the_file(
    tmp_path: Path, design: str, inlay: Inlay
) -> None:
    """Values that all differ, without a codec: a rewrite would help, and takes no such file."""
    path = tmp_path / "file.parquet"
    pq.write_table(pa.table({"a": range(50_000)}), path, compression="none")
    before = {it.fix for it in lint(path).advice}
    assert any(it.startswith("inlay rewrite ") for it in before)
    convert_footer(str(path), design)
    report = lint(path)
    assert len(report.advice) > 1
    fixes = {it.fix for it in report.advice}
    assert {it for it in fixes if "rewrite" in it} == set()
    for fix in fixes:
        assert inlay(*shlex.split(fix)[1:], "-o", tmp_path / "out.parquet").code == 0, fix
