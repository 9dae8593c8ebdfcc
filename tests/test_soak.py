"""`python -m tests.soak` sees what fails by chance, what fails in one order alone, and what ends the process."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.soak import main, run_shuffled

BY_CHANCE = """
from pathlib import Path

RUNS = Path(__file__).with_name("runs")

def test_fails_in_the_first_run():
    runs = RUNS.stat().st_size if RUNS.exists() else 0
    RUNS.write_bytes(bytes(runs + 1))
    assert runs, "there is no run before this"

def test_holds():
    pass
"""

BY_ORDER = """
import pytest

SEEN = []

@pytest.mark.parametrize("number", range(5))
def test_is_behind_its_neighbour(number):
    SEEN.append(number)
    assert SEEN == list(range(number + 1))
"""


def test_the_table_says_how_often_and_what(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module = tmp_path / "test_by_chance.py"
    module.write_text(BY_CHANCE)
    assert main(["--times", "2", "--load", "1", "--seed", "7", str(module)]) == 1
    orders, table = capsys.readouterr().out.split("order 8: 0 failed\n")
    assert orders == "order 7: 1 failed\n"
    row = r"1/2  .*test_by_chance::test_fails_in_the_first_run  \(--seed 7\)\n    .*there is no run before this\n"
    assert re.fullmatch(row + "1 tests failed in 2 runs from --seed 7\n", table)


def test_an_order_is_random_and_can_be_repeated(tmp_path: Path) -> None:
    module = tmp_path / "test_by_order.py"
    module.write_text(BY_ORDER)
    first = run_shuffled([str(module)], 3)
    assert first
    assert run_shuffled([str(module)], 3) == first
    assert run_shuffled([str(module)], 4) != first


def test_the_end_of_the_process_is_a_failure(tmp_path: Path) -> None:
    module = tmp_path / "test_end.py"
    module.write_text("import os\n\ndef test_end():\n    os._exit(3)\n")
    (failure,) = run_shuffled([str(module)], 1)
    assert failure.test == "pytest"
    assert failure.message.startswith("exit status 3")
