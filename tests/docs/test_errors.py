"""`docs/errors.md` has every class of `inlay.errors`, with its fields, its kind and its exit code."""

from __future__ import annotations

import inspect
import re
from typing import NamedTuple

import pytest

import inlay
from inlay import errors
from inlay.cli.errors import exit_code_of
from inlay_runtime.errors import InlayError
from tests.docs.pages import ROOT, steps_of

PAGE = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")


class Row(NamedTuple):
    name: str
    kind_of: str
    fields: list[str]
    code: int


def rows() -> list[Row]:
    listed: list[Row] = []
    above = "InlayError"
    for indent, name, fields, code in re.findall(
        r"^\| (- )?`(\w+)` \|[^|]+\|([^|]*)\| (\d) \|$", PAGE, re.MULTILINE
    ):
        if not indent:
            above = name
        kind_of = above if indent else "InlayError"
        listed.append(Row(name, kind_of, re.findall(r"`(\w+)`", fields), int(code)))
    return listed


ROWS = rows()


def test_the_table_names_every_class_once() -> None:
    assert sorted(row.name for row in ROWS) == errors.__all__
    assert set(errors.__all__) <= set(dir(errors))
    assert inlay.InlayError is errors.InlayError is InlayError


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_row_is_true(row: Row) -> None:
    kind: type[InlayError] = getattr(errors, row.name)
    assert issubclass(kind, getattr(errors, row.kind_of))
    assert exit_code_of(kind) == row.code
    made_of = inspect.signature(inspect.getattr_static(kind, "__init__")).parameters
    fields = [name for name in made_of if name not in ("self", "args", "kwargs")]
    assert row.fields == (fields or [name for name in vars(kind) if name == "place"])


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = (step.text for step in steps_of(PAGE) if step.language == "python")
    exec(compile(example, "errors.md", "exec"), {})
    assert "at offset" not in (printed := capsys.readouterr().out)
    assert "try:" not in printed
    assert printed
