"""Modules whose names are imported when they are first used: one function, and what it promises for each of them."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import inlay
from inlay.cli.front_page import COMMANDS
from inlay.ground.hidden_names import OF_COMMANDS

ROOT = Path(__file__).parents[2]
MODULES = (
    "inlay",
    "inlay.footers.containers",
    "inlay.encoding",
    "inlay.errors",
    "inlay.variant",
    "inlay_runtime",
)


@pytest.mark.parametrize("name", MODULES)
def test_every_public_name_is_there_and_listed(name: str) -> None:
    module = import_module(name)
    assert len(set(module.__all__)) == len(module.__all__)
    for public in module.__all__:
        assert getattr(module, public) is getattr(module, public), public
    listed = set(module.__all__)
    if name == "inlay":  # classes of answers are public, and not what people type
        listed = {each for each in listed if each.islower()} | (listed & set(dir(module)))
    assert listed <= set(dir(module))
    assert sorted(dir(module)) == dir(module)
    offered = {each for each in dir(module) if not each.startswith("__")}
    doors = {each for each in offered if isinstance(getattr(module, each), ModuleType)}
    assert offered - doors == {each for each in listed if not each.startswith("__")}
    assert doors <= {"designs", "encoding", "errors", "geo", "variant"}
    with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'absent'"):
        _ = module.absent


def test_a_name_that_is_absent_gets_the_one_that_was_meant() -> None:
    for absent, said in {
        "scan": "what `inlay scan` does is in scan_footers",
        "verfy": "did you mean 'verify'?",
    }.items():
        with pytest.raises(AttributeError) as caught:
            getattr(inlay, absent)
        assert str(caught.value) == f"module 'inlay' has no attribute {absent!r}; {said}"


def test_every_command_has_a_function_or_says_which() -> None:
    doors = {"designs", "encoding", "errors", "geo", "variant"}
    known = {*inlay.__all__, *doors, *OF_COMMANDS}
    assert COMMANDS.keys() - known == {"seal"}  # a command alone
    for said in OF_COMMANDS.values():
        assert "inlay_spark" in said or any(name in said for name in inlay.__all__), said


@pytest.mark.parametrize("name", MODULES)
def test_type_checkers_see_the_same_names(name: str) -> None:
    """What a checker reads as imports is what comes at run time."""
    module = import_module(name)
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    seen: dict[str, tuple[str, str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("inlay"):
            for alias in node.names:
                seen[alias.asname or alias.name] = (node.module or "", alias.name)
    assert set(module.__all__) <= set(seen)
    for public in module.__all__:
        home, own = seen[public]
        assert getattr(module, public) is getattr(import_module(home), own), public


@pytest.mark.parametrize("name", MODULES)
def test_a_name_that_was_used_is_an_ordinary_one(name: str) -> None:
    code = (
        f"import {name} as module\n"
        "first = [each for each in module.__all__ if each not in vars(module)]\n"
        "assert first, 'nothing is lazy'\n"
        "assert {each for each in first if each.islower()} <= set(dir(module))\n"
        "getattr(module, first[0])\n"
        "assert first[0] in vars(module)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_there_is_one_table_of_this_kind_only() -> None:
    folders = ("generator", "runtime", "variant", "toolkit", "pipeline")
    own = {
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "__getattr__" in (source := path.read_text(encoding="utf-8"))
        for node in ast.parse(source).body
        for inner in ast.walk(node)
        if isinstance(inner, ast.FunctionDef)
        and inner.name == "__getattr__"
        and isinstance(node, ast.If | ast.FunctionDef)
    }
    assert own == {"toolkit/inlay/__init__.py"}, "it also says what is missing, and the version"
