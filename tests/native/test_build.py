"""The build hook: what changed is built, and a machine without a compiler gets a line, and pure Python."""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

HOOK = Path(__file__).parents[2] / "hatch_build.py"


@pytest.fixture
def hook(tmp_path: Path) -> Any:
    """The module, over a source tree with one small module; compiling starts processes of its own, so it lies there."""
    package = tmp_path / "runtime" / "inlay_runtime"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "answer.pyx").write_text("def answer():\n    return 42\n")
    copy = shutil.copy(HOOK, tmp_path)
    spec = importlib.util.spec_from_file_location("hatch_build_under_test", copy)
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_without_a_compiler_a_line_says_that_it_runs_pure(
    hook: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", "/no/compiler/here")
    assert hook.build_all(hook.sources(), in_place=True) == {}
    first, *_, last = capsys.readouterr().err.strip().splitlines()
    assert first == "compiling 1 native module: about 10 seconds"
    assert last.startswith("inlay: inlay_runtime.answer runs pure, it was not compiled: ")
    assert "/no/compiler/here" in last


@pytest.mark.parametrize(
    ("modules", "processes", "said"),
    [
        (1, 1, "compiling 1 native module: about 10 seconds"),
        (39, 2, "compiling 39 native modules: about 70 seconds"),
        (39, 1, "compiling 39 native modules: about 140 seconds"),
        (39, 39, "compiling 39 native modules: about 10 seconds"),
    ],
)
def test_how_long_it_takes_is_said(hook: Any, modules: int, processes: int, said: str) -> None:
    assert hook.describe_work(modules, processes) == said


def test_nothing_is_said_where_nothing_has_changed(
    hook: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert hook.compile_all({}, []) == {}
    assert capsys.readouterr().err == ""


@pytest.mark.needs("C compiler")
def test_what_has_changed_is_built_beside_its_source(hook: Any, tmp_path: Path) -> None:
    (source,) = hook.sources()
    (built,) = hook.build_all([source], in_place=True).values()
    assert built.parent == source.parent
    assert not list(tmp_path.rglob("*.c")), "no C file stays"
    assert len(built.read_bytes()) < 200_000, "without debug information"
    before = built.stat().st_mtime_ns
    hook.build_all([source], in_place=True)
    assert built.stat().st_mtime_ns == before
    os.utime(source, (built.stat().st_mtime + 10, built.stat().st_mtime + 10))
    assert not hook.is_current(built, source)
    source.write_text("this is not Cython(")
    os.utime(source, (built.stat().st_mtime + 10, built.stat().st_mtime + 10))
    assert hook.build_all([source], in_place=True) == {}
    assert not built.exists(), "what is older than its source would be wrong"


def test_a_module_is_built_anew_for_what_it_takes_in_and_for_no_other(
    hook: Any, tmp_path: Path
) -> None:
    (source,) = hook.sources()
    package = source.parent
    source.write_text('from inlay_runtime.native.far cimport f\ninclude "part.pxi"\n')
    names = ("part.pxi", "deep.pxi", "other.pxi", f"{source.stem}.pxd", "far.pxd", "farther.pxd")
    for name in names:
        (package / name).write_text("")
    (package / "part.pxi").write_text('include "deep.pxi"\n')
    declared = hook.PACKAGES[0].parent / "inlay_runtime" / "native"
    declared.mkdir(parents=True, exist_ok=True)
    (declared / "far.pxd").write_text("from inlay_runtime.native.farther cimport g\n")
    (declared / "farther.pxd").write_text("")
    taken = {"part.pxi", "deep.pxi", f"{source.stem}.pxd", "far.pxd", "farther.pxd"}
    assert {part.name for part in hook.parts_of(source)} == {source.name, *taken}


def test_nothing_is_compiled_where_pure_python_is_asked_for(
    hook: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INLAY_BUILD", "pure")
    build_data: dict[str, Any] = {"force_include": {}}
    built = hook.NativeBuildHook("", {}, None, None, "", "wheel")
    built.initialize("standard", build_data)
    assert build_data == {"force_include": {}}
