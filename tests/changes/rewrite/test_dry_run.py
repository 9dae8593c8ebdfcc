"""What a dry run says of a change that would fail for want of permission."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from inlay.changes.life_cycle.edit_extension import append_to_file
from inlay.changes.rewrite import Target
from inlay.changes.rewrite.publish import edit_tail
from inlay.changes.rewrite.system import POSIX
from tests.faults.files import change_tail, small_file
from tests.faults.owners import Somebody, Someone


def test_a_dry_run_needs_no_permission_and_says_what_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(small_file())
    target = Target(dry_run=True)
    change = change_tail(small_file())
    outcome = edit_tail(str(file), lambda _: change, target=target, system=Somebody())
    assert outcome.new_size == len(small_file())
    assert outcome.warnings == (f"{file} may not be written: without --dry-run this fails",)
    assert append_to_file(str(file), b"x", None, target=target).outcome.warnings == ()


@pytest.mark.parametrize("in_place", [False, True])
def test_a_dry_run_says_that_a_new_file_cannot_be_given_to_the_owner_of_the_old(
    tmp_path: Path, in_place: bool
) -> None:
    file, system = tmp_path / "file", Someone()
    file.write_bytes(small_file())
    change = change_tail(small_file())
    warned: list[str] = []
    for owner in (1_000, 1_001):
        system.give_away(file, owner, os.getegid())
        target = Target(dry_run=True, in_place=in_place)
        warned += edit_tail(str(file), lambda _: change, target=target, system=system).warnings
    reason = "belongs to another user, and a new file cannot be given to them"
    expected = [] if in_place else [f"{file} {reason}: without --dry-run this fails"]
    assert warned == expected


@pytest.mark.parametrize("in_place", [False, True])
def test_a_dry_run_looks_at_the_folder_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_place: bool
) -> None:
    """The new file is made in it, and so is the journal of a change in place."""
    file, out = tmp_path / "file", tmp_path / "read-only" / "out"
    file.write_bytes(small_file())
    out.parent.mkdir()
    monkeypatch.setattr(type(POSIX), "may_write", lambda _, path: os.path.isfile(path))
    change = change_tail(small_file())
    for target, folder in (
        (Target(dry_run=True, in_place=in_place), tmp_path),
        (Target(dry_run=True, output=str(out)), out.parent),
    ):
        outcome = edit_tail(str(file), lambda _: change, target=target)
        said = f"no file may be made in {folder}: without --dry-run this fails"
        assert outcome.warnings == (said,)
