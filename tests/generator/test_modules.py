"""Modules are named after files; files of one name are told apart by folders, then by their suffix."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlayc.base.settings import settings_from
from inlayc.frontends.load import load
from inlayc.model.schema import ListOf, Named, Struct
from inlayc.pipeline import compile_sources

STRUCT = "struct S { 1: i32 x }"
TABLE = "table S { x: int; }"
MACRO = "thrift_struct!(pub struct S { 1: required i32 x; });"


def write(folder: Path, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ({"a/x.thrift": STRUCT, "b/y.thrift": STRUCT}, {"x", "y"}),
        ({"a/x.thrift": STRUCT, "b/x.thrift": STRUCT}, {"a_x", "b_x"}),
        ({"a/x.fbs": TABLE, "a/b/x.fbs": TABLE}, {"x", "b_x"}),
        ({"a/c/x.fbs": TABLE, "b/c/x.fbs": TABLE}, {"a_c_x", "b_c_x"}),
        ({"src/a/mod.rs": MACRO, "src/b/mod.rs": MACRO}, {"a_mod", "b_mod"}),
        ({"x.thrift": STRUCT, "x.fbs": TABLE, "x.rs": MACRO}, {"x", "x_fbs", "x_rs"}),
        ({"a/x.fbs": TABLE, "b/x.fbs": TABLE, "a_x.fbs": TABLE}, {"a_x", "a_x_", "b_x"}),
    ],
)
@pytest.mark.parametrize("backwards", [False, True])
def test_names(tmp_path: Path, texts: dict[str, str], expected: set[str], backwards: bool) -> None:
    write(tmp_path, texts)
    sources = sorted((tmp_path / name for name in texts), reverse=backwards)
    assert {module.name for module in load(sources).modules} == expected


def test_the_file_that_has_a_name_alone_keeps_it(tmp_path: Path) -> None:
    write(tmp_path, {"a/x.fbs": TABLE, "b/x.fbs": TABLE, "a_x.fbs": "table Alone {}"})
    found = load([tmp_path / name for name in ("a/x.fbs", "b/x.fbs", "a_x.fbs")])
    assert [d.name for d in found.module("a_x")] == ["Alone"]


@pytest.mark.parametrize("suffix", ["thrift", "fbs"])
def test_an_include_means_the_file_that_it_leads_to(tmp_path: Path, suffix: str) -> None:
    """References in a text are by the file's own name, whatever its module is called."""
    is_thrift = suffix == "thrift"
    texts: dict[str, str] = {}
    for side in "ab":
        common, user = (
            (f"struct C{side} {{ 1: i32 x }}", f'include "common.thrift"\nstruct U{side} {{ 1: list<common.C{side}> c }}')
            if is_thrift
            else (f"table C{side} {{ x: int; }}", f'include "common.fbs"; table U{side} {{ c: [C{side}]; }}')
        )  # fmt: skip
        texts |= {f"{side}/common.{suffix}": common, f"{side}/user_{side}.{suffix}": user}
    write(tmp_path, texts)
    schema = load([tmp_path / f"{side}/user_{side}.{suffix}" for side in "ab"])
    for side in "ab":
        struct = schema[Named(f"user_{side}", f"U{side}")]
        assert isinstance(struct, Struct)
        assert struct.fields[0].type == ListOf(Named(f"{side}_common", f"C{side}"))
    settings = settings_from(
        {"sources": [f"{s}/user_{s}.{suffix}" for s in "ab"], "package": "p"}, tmp_path
    )
    assert {path.stem for path in compile_sources(settings)} >= {"a_common", "b_common"}


def test_a_struct_called_like_its_file_keeps_its_name(tmp_path: Path) -> None:
    write(tmp_path, {"Footer.thrift": 'include "Part.thrift"\nstruct Footer { 1: Part.Part p }',
                     "Part.thrift": "struct Part { 1: i32 x } struct Footer { 1: i32 y }"})  # fmt: skip
    settings = settings_from({"sources": ["Footer.thrift"], "package": "p"}, tmp_path)
    code = {path.stem: text for path, text in compile_sources(settings).items()}
    assert "class Footer(Struct):" in code["Footer"]
    assert "class Part(Struct):" in code["Part"]
    assert "p: Part.Part | None" in code["Footer"]
