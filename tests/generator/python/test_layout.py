"""Code is laid out nearly as black does it before black sees it: what comes out is the same, and black's alone to decide."""

from __future__ import annotations

from pathlib import Path

import black
import pytest
from black.mode import TargetVersion

from inlayc.base.settings import Settings, read_settings, settings_from
from inlayc.pipeline import load_sources
from inlayc.python import format as formatting
from inlayc.python.format import FormatError, format_python
from inlayc.python.layout import lay_out_roughly
from inlayc.python.lower import lower
from inlayc.python.render import render

ROOT = Path(__file__).parents[3]
MODE = black.FileMode(
    line_length=100, target_versions={TargetVersion.PY311}, magic_trailing_comma=False
)
STRUCTS = """
/** It's a "pair", of (some) kind. */
struct Pair {
  /** It's the key; `'a'` or "b". */
  1: required string key
  2: optional list<i32> numbers = [1, 23]
  3: optional binary a_rather_long_name_of_a_field_1
  4: optional binary a_rather_long_name_of_a_field_2
  5: optional list<Pair> pairs // it's
}
struct Empty {}
struct Small { 1: required bool is_set = true }
"""


def pieces_of(settings: Settings) -> list[str]:
    modules = lower(load_sources(settings), settings)
    return [piece for module in modules for piece in render(module).pieces]


@pytest.fixture
def structs(tmp_path: Path) -> list[str]:
    (tmp_path / "demo.thrift").write_text(STRUCTS)
    table: dict[str, object] = {"sources": ["demo.thrift"], "output": "out", "package": "demo"}
    return pieces_of(settings_from(table, tmp_path))


def test_the_result_is_what_black_makes_of_the_rendered_code(structs: list[str]) -> None:
    encodings = [
        piece
        for piece in pieces_of(read_settings(ROOT / "pyproject.toml"))
        if len(piece) < 1_500  # of every kind some; the whole is `inlayc check` of this project
    ]
    assert len(encodings) > 100
    for piece in (*structs, *encodings[::5]):
        assert format_python(piece) == black.format_str(piece, mode=MODE)


def test_black_changes_nothing_of_a_struct(structs: list[str]) -> None:
    """What it changes it goes through twice, which is the time that is saved here."""
    classes = [piece for piece in structs if piece.startswith("class ")]
    assert len(classes) == 3
    for piece in classes:
        rough = lay_out_roughly(piece)
        assert rough != piece
        assert black.format_str(rough, mode=MODE) == rough


@pytest.mark.parametrize("rough", ["x = 2\n", "x = (\n", ""])
def test_a_layout_that_is_wrong_costs_time_only(
    rough: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formatting, "lay_out_roughly", lambda code: rough)
    assert format_python("x = 'a'") == 'x = "a"\n'


def test_what_is_no_python_is_a_defect() -> None:
    with pytest.raises(FormatError, match="1 x = \\("):
        format_python("x = (")
