"""What is left out before it is collected is what `-m` would leave out."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.support.left_out import LeftOut, names_left_out
from tests.support.markers import TESTS
from tests.support.slow import SLOW

QUICK: Final = "not spark and not oracle and not corpus and not slow"
ROOT: Final = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("expression", "names"),
    [
        (QUICK, {"spark", "oracle", "corpus", "slow"}),
        ("not slow", {"slow"}),
        ("", set()),
        ("slow", set()),
        ("not slow or spark", set()),
        ("spark and not slow", set()),
        ("not (slow and spark)", set()),
        ("not nonsense", set()),
        ("not slow and not spark or oracle", set()),
    ],
)
def test_only_plain_exclusions_are_understood(expression: str, names: set[str]) -> None:
    assert names_left_out(expression) == names


def test_the_quick_tests_are_asked_for_so() -> None:
    assert f"-m '{QUICK}'" in (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("place", "names", "is_ignored"),
    [
        ("pipeline", {"spark"}, True),
        ("pipeline", {"slow", "oracle"}, None),
        ("readers/test_probes.py", {"oracle"}, True),
        ("flat/test_interop.py", {"oracle"}, True),
        ("flat", {"oracle"}, None),
        ("..", {"spark", "oracle"}, None),
    ],
)
def test_places(place: str, names: set[str], is_ignored: bool | None) -> None:
    path = (TESTS / place).resolve()
    assert LeftOut(frozenset(names)).pytest_ignore_collect(path) is is_ignored


@pytest.mark.parametrize(
    ("name", "names", "made"),
    [
        ("test_there", {"slow"}, []),
        ("test_there", {"spark"}, None),
        ("test_elsewhere", {"slow"}, None),
    ],
)
def test_functions(
    name: str,
    names: set[str],
    made: list[pytest.Item] | None,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = request.node.getparent(pytest.Module)
    here = Path(__file__).relative_to(TESTS).as_posix()
    monkeypatch.setitem(SLOW, here, ("test_there",))
    assert LeftOut(frozenset(names)).pytest_pycollect_makeitem(module, name) == made
