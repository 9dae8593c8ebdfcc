"""`__source__`: the file and the line of each class, the same from wherever the compiler is run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from inlayc.base.settings import Settings
from inlayc.cli.command_line import run
from inlayc.python.sources import name_file
from parquet_format import encoding, parquet

if TYPE_CHECKING:
    from tests.generator.python.conftest import CompileIdl

ROOT = Path(__file__).parents[3]
IDL = """enum Color { RED = 1 }
/** Of two lines,
 * before the struct. */
struct Leaf { 1: Color color }
exception Wrong { 1: i32 code }
struct Empty {}
union Tag { 1: Empty a }
union Wrapped {
  1: i32 number
  2: i32 other
}
service Trees { Leaf grow() }
"""
LINES = {
    "Color": 1,
    "Leaf": 4,
    "Wrong": 5,
    "Empty": 6,
    "Tag": 7,
    "WrappedNumber": 9,
    "WrappedOther": 10,
    "Trees": 12,
}


def test_each_class_has_the_line_of_its_name(compile_idl: CompileIdl) -> None:
    demo = compile_idl(IDL)
    assert {name: getattr(demo, name).__source__ for name in LINES} == {
        name: ("demo.thrift", line) for name, line in LINES.items()
    }


@pytest.mark.parametrize("cls", [parquet.FileMetaData, parquet.Type, encoding.ColumnEncoding])
def test_the_line_of_ours_has_the_name(cls: type) -> None:
    file, line = cls.__dict__["__source__"]
    text = (ROOT / file).read_text(encoding="utf-8").splitlines()[line - 1]
    assert cls.__name__ in text


PROJECT = '[tool.inlay]\nsources = ["idl/a.thrift"]\noutput = "out"\npackage = "demo"\ninclude = ["../shared"]\n'


def test_a_package_is_the_same_from_whichever_folder(tmp_path: Path) -> None:
    packages: list[dict[str, bytes]] = []
    for project, within in (("here", "."), ("else/where", "idl")):
        top = tmp_path / project
        (top / "idl").mkdir(parents=True)
        (top / "idl" / "a.thrift").write_text('include "b.thrift"\nstruct A { 1: b.B b }\n')
        (top / "pyproject.toml").write_text(PROJECT)
        (top.parent / "shared").mkdir()
        (top.parent / "shared" / "b.thrift").write_text("struct B {}\n")
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(top / within)
            assert run(["generate"]) == 0
        packages.append({p.name: p.read_bytes() for p in (top / "out" / "demo").glob("*.py")})
    assert packages[0] == packages[1]
    assert b'note_source("idl/a.thrift", {A: 2})' in packages[0]["a.py"]
    assert b'note_source("../shared/b.thrift", {B: 1})' in packages[0]["b.py"]


@pytest.mark.parametrize(
    ("name", "settings", "called"),
    [
        ("idl/a.thrift", Settings(Path()), "idl/a.thrift"),
        ("./idl/../a.thrift", Settings(Path()), "a.thrift"),
        ("idl\\a.thrift", Settings(Path()), "idl/a.thrift"),
        ("/home/me/a.thrift", Settings(Path()), "a.thrift"),
        ("/home/me/p/idl/a.thrift", Settings(Path("/home/me/p")), "idl/a.thrift"),
        ("/home/me/s/a.thrift", Settings(Path("/home/me/p")), "../s/a.thrift"),
        ("sub/idl/a.thrift", Settings(Path("sub")), "idl/a.thrift"),
        (
            "/usr/share/idl/x/a.thrift",
            Settings(Path("/home/me"), include=("/usr/share/idl",)),
            "x/a.thrift",
        ),
        (
            "/usr/share/a.thrift",
            Settings(Path("/home/me"), sources=("/usr/share/a.thrift",)),
            "a.thrift",
        ),
    ],
)
def test_no_name_has_anything_of_the_machine(name: str, settings: Settings, called: str) -> None:
    assert name_file(name, settings) == called
