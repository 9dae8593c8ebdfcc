"""`generate` writes nothing that cannot be imported, and imports nothing itself."""

from __future__ import annotations

import sys
from pathlib import Path, PurePosixPath

import pytest

from inlayc.base.settings import settings_from
from inlayc.cli.command_line import run
from inlayc.pipeline import prove_package
from inlayc.python import values
from inlayc.python.import_proof import NotImportableError, Proof
from tests.support.quick_compile import compile_quickly

BASE = "from inlay_runtime import schema as tables\nfrom inlay_runtime.struct import Struct\n"
LATER = BASE + (
    "class S(Struct):\n"
    "    __slots__ = ('_a',)\n"
    "    @property\n"
    "    def a(self):\n"
    "        return {[]: 1} if self._a is None else self._a\n"
)
"""A mistake that an import does not meet: the default of a field."""

DEFECTS = [
    ("x = {[]: 1}", "TypeError: unhashable type: 'list'"),
    ("from demo.b import nothing", "ImportError"),
    ("x = y", "NameError: name 'y' is not defined"),
    (LATER, "TypeError: unhashable type: 'list'"),
]


@pytest.mark.parametrize(("code", "said"), DEFECTS)
def test_what_cannot_be_imported_is_a_defect(code: str, said: str) -> None:
    files = {PurePosixPath("demo/__init__.py"): "", PurePosixPath("demo/b.py"): ""}
    Proof().prove(files, "demo", ())
    with pytest.raises(NotImportableError, match="demo cannot be imported") as caught:
        Proof().prove({**files, PurePosixPath("demo/a.py"): code}, "demo", ())
    assert said in str(caught.value)


def test_hooks_and_the_packages_around_are_not_imported(tmp_path: Path) -> None:
    """A hook may import what it serves, and a package may have code of the user's around it."""
    (tmp_path / "demo.thrift").write_text(
        "typedef binary Id struct A { 1: Id id; 2: optional B b } union B { 1: Id id; 2: A a }"
    )
    hook = {
        "type": "absent.hooks:Id",
        "reader": "absent.hooks:read",
        "writer": "absent.hooks:write",
    }
    table = {"sources": ["demo.thrift"], "package": "around.it", "types": {"demo.Id": hook}}
    settings = settings_from(table, tmp_path)
    prove_package(compile_quickly(settings), settings)
    assert "around" not in sys.modules


def test_nothing_is_written_that_cannot_be_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As if the templates printed a name that nobody defines."""
    (tmp_path / "demo.thrift").write_text("const i32 ONE = 1")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(values, "write_scalar", lambda _: "missing")
    with pytest.raises(NotImportableError, match="name 'missing' is not defined"):
        run(["generate", "demo.thrift", "--package", "demo", "--output", "out"])
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("suffix", ["fbs", "thrift"])
@pytest.mark.parametrize("text", ["", "  // nothing yet\n"])
def test_an_idl_without_a_definition_is_told_of(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    suffix: str,
    text: str,
) -> None:
    (tmp_path / f"demo.{suffix}").write_text(text)
    monkeypatch.chdir(tmp_path)
    arguments = ["generate", f"demo.{suffix}", "--package", "demo", "--output", "out"]
    assert run(arguments) == 0
    assert capsys.readouterr().err == f"note: nothing is defined in demo.{suffix}\n"
    other = {"fbs": "table T { x: int; }", "thrift": "struct T {}"}[suffix]
    (tmp_path / f"demo.{suffix}").write_text(other)
    assert run(arguments) == 0
    assert capsys.readouterr().err == ""
