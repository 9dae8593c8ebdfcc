"""No fixture outlives its module that changes how others run: any order of files and folders gives the same."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]


def reaching_others(source: str) -> Iterator[str]:
    """Fixtures of the session that every test gets, or that have parameters: tests are put in the order of these."""
    if "session" not in source and "package" not in source:
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef):
            continue
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.fixture":
                given = {each.arg: each.value for each in decorator.keywords}
                scope = ast.unparse(given.get("scope", ast.Constant("function")))
                if scope in ("'session'", "'package'") and given.keys() & {"autouse", "params"}:
                    yield node.name


def test_fixtures_of_the_session_reach_nobody_unasked() -> None:
    for path in (*TESTS.rglob("conftest.py"), *TESTS.rglob("test_*.py")):
        assert list(reaching_others(path.read_text(encoding="utf-8"))) == [], path


def test_such_a_fixture_is_found() -> None:
    fixture = "@pytest.fixture({})\ndef core(): ..."
    assert list(reaching_others(fixture.format("scope='session', autouse=True"))) == ["core"]
    assert list(reaching_others(fixture.format("scope='session', params=[1]"))) == ["core"]
    assert list(reaching_others(fixture.format("scope='module', autouse=True"))) == []
    assert list(reaching_others(fixture.format("scope='session'"))) == []
