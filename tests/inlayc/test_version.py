"""`inlay --version` names the compiled modules that are missing, whatever package they belong to."""

from __future__ import annotations

from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from inlay.__main__ import run
from inlay.cli.command_line import COMPILED
from inlay_runtime import core


@pytest.mark.parametrize(
    "missing", ["inlay.footers.conversion.native_copying", "inlay_variant.native.shred"]
)
def test_a_part_that_is_not_built_is_named(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Finder:
        """Finds all but one."""

        @staticmethod
        def find_spec(name: str, _path: object) -> ModuleSpec | None:
            return None if name == missing else ModuleSpec(name, None, is_package=True)

    monkeypatch.delenv(core.ENVIRONMENT, raising=False)
    monkeypatch.setattr(core, "PathFinder", Finder)
    monkeypatch.setattr(core, "load_native", lambda _: core)
    assert core.describe(
        "inlay.footers.conversion.native_copying", "inlay_variant.native.shred"
    ) == (f"native core without {missing}, which is not built")


def test_pure_python_is_said_to_be_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(core.ENVIRONMENT, "1")
    assert run(["--version"]) == 0
    assert "pure Python core, as INLAY_PURE asks" in capsys.readouterr().out


def test_one_module_decides_which_core_it_is() -> None:
    root = Path(__file__).parents[2]
    asking = [
        path.relative_to(root).as_posix()
        for folder in ("runtime", "variant", "toolkit", "pipeline")
        for path in (root / folder).rglob("*.py")
        if f'"{core.ENVIRONMENT}"' in path.read_text(encoding="utf-8")
    ]
    assert asking == ["runtime/inlay_runtime/core.py"]


def test_every_compiled_module_is_asked_for() -> None:
    root = Path(__file__).parents[2]
    paths = [
        path.relative_to(root / folder).with_suffix("")
        for folder in ("variant", "toolkit")
        for path in (root / folder).rglob("*.pyx")
    ]
    assert sorted(COMPILED) == sorted(".".join(path.parts) for path in paths)
