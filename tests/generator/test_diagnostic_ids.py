"""The table of diagnostics has each id that the compiler can tell, and no other: its source is walked."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from inlayc.base.diagnostic_ids import DIAGNOSTICS

ROOT: Final = Path(__file__).parents[2]
TREES: Final = [
    ast.parse(path.read_text(encoding="utf-8"))
    for path in (ROOT / "generator" / "inlayc").rglob("*.py")
]
GOLDEN: Final = ROOT / "tests" / "golden" / "diagnostics"
DIALECTS: Final = {"flatbuffers": "`.fbs`", "macros": "`.rs`"}
"""By the folder of golden files; the others are Thrift."""
COMPOSED: Final = {"unclosed-{what}": {"unclosed-comment", "unclosed-string"}}
"""The one id that is put together."""


def makers_of(trees: list[ast.Module]) -> dict[str, int]:
    """Names of what takes an id, and how many arguments are before it."""
    makers = {"Diagnostic": 0}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                names = [each.arg for each in node.args.args if each.arg != "self"]
                if {"code", "message"} <= set(names):
                    makers[node.name] = names.index("code")
    return makers


def ids_in(tree: ast.Module, makers: Mapping[str, int]) -> Iterator[str]:
    constants = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        if called in makers:
            given = [each.value for each in node.keywords if each.arg == "code"]
            given += node.args[makers[called] : makers[called] + 1]
            for each in given:
                yield from values_of(each, constants)


def values_of(node: ast.expr, constants: Mapping[str, ast.expr]) -> Iterator[str]:
    """Nothing of a parameter: what calls the function has its value."""
    match node:
        case ast.Constant(value=str() as value):
            yield value
        case ast.IfExp(body=body, orelse=other):
            yield from values_of(body, constants)
            yield from values_of(other, constants)
        case ast.Name(id=name) if name in constants:
            yield from values_of(constants[name], constants)
        case ast.JoinedStr():
            yield from COMPOSED[ast.unparse(node)[2:-1]]


def test_the_table_has_every_id_of_the_source() -> None:
    makers = makers_of(TREES)
    told = {code for tree in TREES for code in ids_in(tree, makers)}
    assert told - set(DIAGNOSTICS) == set(), (
        "say in inlayc/base/diagnostic_ids.py what is wrong there"
    )
    assert set(DIAGNOSTICS) - told == set(), "nothing tells these any more"


def test_an_id_is_seen_however_it_is_given() -> None:
    tree = ast.parse(
        "A = 'a-1'\ndef refuse(message, code): ...\n"
        "refuse('m', 'b-2' if x else 'c-3')\nDiagnostic(A)\nDiagnostic(code='d-4')\n"
        "Diagnostic(f'unclosed-{what}')"
    )
    told = {*ids_in(tree, makers_of([tree]))}
    assert told == {"a-1", "b-2", "c-3", "d-4", "unclosed-comment", "unclosed-string"}


def test_the_dialects_are_those_that_golden_files_show() -> None:
    """And perhaps others, which read a text with the same code."""
    for path in GOLDEN.rglob("*.stderr"):
        dialect = DIALECTS.get(path.relative_to(GOLDEN).parts[0], "`.thrift`")
        for code in re.findall(r"^error\[([a-z0-9-]+)\]", path.read_text("utf-8"), re.MULTILINE):
            assert dialect in DIAGNOSTICS[code][0], (path.name, code)


def test_what_is_wrong_is_a_clause() -> None:
    for code, (_, meaning) in DIAGNOSTICS.items():
        assert re.fullmatch(r"(?:[a-z]|`).*[^.]", meaning), code
