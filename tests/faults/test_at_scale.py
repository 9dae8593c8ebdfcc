"""A sample of the faults of `at_scale`, and its table: no command that writes is missing."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from inlay.cli.command_line import inlay as whole
from tests.cli.test_bad_files import leaves
from tests.faults.at_scale import main, strike_commands, strike_objects
from tests.faults.changing_commands import CASES
from tests.faults.struck_commands import Trial
from tests.faults.struck_system import StruckSystem


def _writes(name: str) -> bool:
    command: click.Command | None = whole
    for part in name.split():
        assert isinstance(command, click.Group)
        command = command.get_command(click.Context(command), part)
    assert command is not None
    return any("--output" in parameter.opts for parameter in command.params)


ELSEWHERE = {"crypt footer", "crypt rewrap", "store build"}
"""They draw nonces or names, so no two results are equal: tests/verbs/crypt and tests/verbs/store have a test_killed.py each."""


def test_every_command_that_writes_is_struck() -> None:
    writing = {name for name in leaves(whole) if _writes(name)}
    assert writing - ELSEWHERE == {name for name in leaves(whole) if f"{name} " in _all_words()}


def _all_words() -> str:
    return "\n".join(case.words for case in CASES.values()) + "\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("INLAY_CONFIG", str(tmp_path / "files" / "inlay.toml"))
    return tmp_path


def test_a_sample_of_faults(folder: Path) -> None:
    quick = ("seal", "set in place", "footer convert -o", "ext append", "drop", "dump")
    for seed, name in enumerate(quick):
        totals = strike_commands(12, seed, folder, only=name, forks=False)
        assert not totals.broken
        assert totals.by_result.total() == 12


PARTS = ("concat", "concat --no-verify-pages", "select", "split", "drop -o", "set -o")
WRITES = ("write", "pwrite", "copy_file_range")
SEEDS = range(3)


@pytest.mark.parametrize("name", PARTS)
def test_a_new_file_that_is_written_in_part_is_known(folder: Path, name: str) -> None:
    """A kill at each call that writes: what was written has a hidden name, and is removed by `recover`."""
    trial = Trial(name, folder)
    writes = [at for at, call in enumerate(trial.calls, 1) if call in WRITES]
    sizes = [
        size for at in writes for seed in SEEDS for size in trial.leave_some(at, seed).values()
    ]
    whole = max(len(data) for data in trial.new.values())
    assert len(sizes) == len(writes) * len(SEEDS)
    assert any(0 < size < whole for size in sizes)


def test_a_sample_of_faults_of_requests() -> None:
    totals = strike_objects(40, 3)
    assert not totals.broken
    assert {"old", "new", "theirs"} <= set(totals.by_result)


def test_a_protocol_that_forgets_to_sync_is_convicted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What shows that faults are felt: the same sample with a journal that is not synced."""
    monkeypatch.setattr("inlay.changes.rewrite.in_place.sync_folder", lambda *_: None)
    trial = Trial("set in place", folder)
    assert any(_breaks(trial, at) for at in range(len(trial.calls) - 12, len(trial.calls) + 1))


def test_a_name_that_is_not_synced_is_convicted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was reported as done outlives a power loss that comes later; here it would not."""
    monkeypatch.setattr("inlay.changes.rewrite.replace.sync_folder", lambda *_: None)
    assert strike_commands(60, 1, folder, only="seal", forks=False).broken


def test_no_fault_is_drawn_of_a_case_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["10", "--only", "nosuch"])
    assert "seal" in capsys.readouterr().err


def _breaks(trial: Trial, at: int) -> bool:
    try:
        for seed in range(8):
            trial.strike("power", at, seed)
    except AssertionError:
        return True
    return False


def test_the_same_seed_strikes_the_same(folder: Path) -> None:
    trial = Trial("seal", folder)
    results = {trial.strike("power", at, 7) for at in (len(trial.calls), len(trial.calls))}
    assert len(results) == 1


def test_calls_elsewhere_are_left_alone(tmp_path: Path) -> None:
    system = StruckSystem(str(tmp_path / "ours"), "EIO", 1, 0)
    with system.installed():
        (tmp_path / "theirs").mkdir()
        assert not system.calls
        with pytest.raises(OSError, match="Input/output error"):
            (tmp_path / "ours").mkdir()
