"""Which inputs of a run get all of a law: native code gets each of them, pure Python a part, always the same."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from fuzz import sampling
from fuzz.target import Target, load_target, target_names
from tests.support.examples import TIMES

INPUTS: Final = [bytes([at % 256, at // 256]) for at in range(4_096)]
QUICK: Final = [name for name in target_names() if load_target(name).quick is not None]


def _target(whole: list[bytes], quickly: list[bytes] | None) -> Target:
    quick = None if quickly is None else quickly.append
    return Target("a law", whole.append, list, lambda data, _: data, quick=quick)


def test_one_input_in_so_many_gets_all_of_the_law(tmp_path: Path) -> None:
    path = tmp_path / "count"
    runs = []
    for _ in range(2):
        whole: list[bytes] = []
        quickly: list[bytes] = []
        check = sampling.SampledCheck(_target(whole, quickly), path)
        for data in INPUTS:
            check(data)
        check.write_count()
        assert sorted(whole + quickly) == sorted(INPUTS)
        assert sampling.read_share(path) == len(whole) / len(INPUTS)
        runs.append(whole)
    assert runs[0] == runs[1]
    assert len(INPUTS) / 128 < len(runs[0]) < len(INPUTS) / 32


def test_without_a_quick_part_every_input_does(tmp_path: Path) -> None:
    whole: list[bytes] = []
    check = sampling.SampledCheck(_target(whole, None), tmp_path / "count")
    for data in INPUTS:
        check(data)
    assert whole == INPUTS
    assert (check.calls, check.compared) == (len(INPUTS), len(INPUTS))


def test_a_run_that_counted_nothing_compared_nothing(tmp_path: Path) -> None:
    assert sampling.read_share(tmp_path / "none") == 0


@pytest.mark.needs("native core")
@pytest.mark.parametrize("name", QUICK)
def test_seeds_and_changes_of_them_keep_the_quick_part(name: str) -> None:
    from fuzz.sample import list_inputs

    target = load_target(name)
    assert target.quick is not None
    for data in (*target.seeds(), *list_inputs(target, 20 * TIMES, name)):
        target.quick(data)
