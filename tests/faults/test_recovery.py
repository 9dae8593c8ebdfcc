"""What a killed rewrite leaves beside the file, and what `recover` makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlay.changes.life_cycle.edit_extension import seal_file
from inlay.changes.rewrite import Change, ChangedError, RefusedError, RewriteError, edit_tail
from inlay.changes.rewrite.leftovers import targets_of_leftovers
from inlay.changes.rewrite.names import name_journal
from inlay.changes.rewrite.new_file import NewFile
from inlay.changes.rewrite.rewrite_file import Written, rewrite_whole
from inlay.changes.rewrite.system import Posix
from inlay.ground.files.aside import choose_aside_name
from inlay.verbs.recover.from_journal import RecoveryStep, recover
from tests.faults.journals import write_journal
from tests.faults.owners import Owners


def interrupted(path: Path, *, written: int) -> tuple[bytes, bytes]:
    """The file as after a kill during an overwrite: old and new bytes of it."""
    old = path.read_bytes()
    new_tail = b"n" * 500
    write_journal(path, old, len(old) - 300, new_tail)
    path.write_bytes(old[:-300] + new_tail[:written] + old[-300:][written:])
    return old, old[:-300] + new_tail


def test_recovery_undoes_or_completes(path: Path) -> None:
    whole = path.read_bytes()
    for written, complete, step in [
        (0, False, RecoveryStep.WAS_OLD),
        (100, False, RecoveryStep.UNDONE),
        (100, True, RecoveryStep.COMPLETED),
        (400, False, RecoveryStep.UNDONE),
        (500, False, RecoveryStep.WAS_NEW),
    ]:
        path.write_bytes(whole)
        old, new = interrupted(path, written=written)
        with pytest.raises(RefusedError, match="inlay recover"):
            seal_file(str(path))
        assert recover(str(path), complete=complete).step is step
        assert path.read_bytes() == (
            new if step in (RecoveryStep.COMPLETED, RecoveryStep.WAS_NEW) else old
        )
        assert recover(str(path)).step is RecoveryStep.NOTHING


def test_recovery_does_not_overwrite_what_others_wrote(path: Path) -> None:
    interrupted(path, written=100)
    foreign = path.read_bytes()[:-50] + b"z" * 50
    path.write_bytes(foreign)
    with pytest.raises(ChangedError, match="another program"):
        recover(str(path))
    assert path.read_bytes() == foreign
    path.write_bytes(b"x" * len(foreign))
    with pytest.raises(ChangedError):
        recover(str(path))


def test_a_damaged_journal_is_dropped_only_beside_a_file_that_reads(path: Path) -> None:
    beside = Path(name_journal(str(path)))
    beside.write_bytes(b"INLAYJ01 and then nothing")
    assert recover(str(path)).step is RecoveryStep.NOT_BEGUN
    assert not beside.exists()
    interrupted(path, written=250)
    beside.write_bytes(beside.read_bytes()[:-1] + b"?")
    with pytest.raises(RewriteError, match=r"the journal .* is damaged, and so is the file"):
        recover(str(path))
    assert beside.exists()


def test_leftovers_are_removed_unless_somebody_writes_them(path: Path) -> None:
    system = Posix()
    dead, alive = Path(choose_aside_name(str(path))), Path(choose_aside_name(str(path)))
    other = Path(choose_aside_name(str(path.with_name("another.parquet"))))
    for name in (dead, alive, other):
        name.touch()
    with alive.open("rb") as file:
        system.lock(file.fileno())
        found = recover(str(path))
    assert (found.removed, found.busy) == ((str(dead),), (str(alive),))
    assert other.exists()


def test_files_whose_long_names_begin_alike_have_journals_of_their_own(path: Path) -> None:
    first, second = (path.with_name("x" * 230 + end) for end in ("-A.parquet", "-B.parquet"))
    for each in (first, second):
        each.write_bytes(path.read_bytes())
    old, _ = interrupted(first, written=100)
    assert targets_of_leftovers(str(path.parent), []) == {str(first)}
    assert recover(str(second)).step is RecoveryStep.NOTHING
    seal_file(str(second))
    assert recover(str(first)).step is RecoveryStep.UNDONE
    assert first.read_bytes() == old


@pytest.mark.parametrize("size", [255, 254, 240, 239, 228, 227, 226])
def test_the_longest_names_have_journals(path: Path, size: int) -> None:
    long = path.rename(path.with_name("é" * (size // 2) + "x" * (size % 2)))
    old, _ = interrupted(long, written=100)
    assert targets_of_leftovers(str(path.parent), []) == {str(long)}
    assert recover(str(long)).step is RecoveryStep.UNDONE
    assert long.read_bytes() == old


def test_a_journal_of_somebody_else_is_refused(path: Path) -> None:
    """Whoever may make a file in the folder could write the file otherwise."""
    interrupted(path, written=100)
    torn, journal = path.read_bytes(), Path(name_journal(str(path)))
    system = Owners()
    system.give_away(path, 12_345, 1)
    system.give_away(journal, 54_321, 1)
    with pytest.raises(RefusedError, match="belongs to user 54321, and the file to user 12345"):
        recover(str(path), system=system)
    assert path.read_bytes() == torn
    system.give_away(journal, 12_345, 1)
    assert recover(str(path), system=system).step is RecoveryStep.UNDONE


def test_a_journal_that_is_a_link_or_no_file_is_not_followed(path: Path) -> None:
    interrupted(path, written=100)
    torn, journal = path.read_bytes(), Path(name_journal(str(path)))
    away = journal.rename(path.with_name("away"))
    for is_link in (True, False):
        if is_link:
            journal.symlink_to(away)
        else:
            journal.mkdir()
        with pytest.raises(OSError, match=r"symbolic links|a directory") as caught:
            recover(str(path))
        assert caught.value.filename == str(journal)
        assert path.read_bytes() == torn
        if is_link:
            journal.unlink()


def test_a_journal_of_another_size_than_it_says_is_not_read(path: Path) -> None:
    journal = Path(name_journal(str(path)))
    with journal.open("wb") as file:
        file.truncate(1 << 40)  # of nothing
    assert recover(str(path)).step is RecoveryStep.NOT_BEGUN


class SettledMeanwhile(Posix):
    """When the file is locked at last, its writer has removed the journal."""

    def lock(self, file: int) -> None:
        super().lock(file)
        for journal in self.journals:
            journal.unlink(missing_ok=True)

    journals: list[Path]


def test_a_journal_that_is_gone_by_then_is_none(path: Path) -> None:
    interrupted(path, written=100)
    system = SettledMeanwhile()
    system.journals = [Path(name_journal(str(path)))]
    assert recover(str(path), system=system).step is RecoveryStep.NOTHING


class KilledMeanwhile(Posix):
    """When the file is locked at last, a writer that had it was killed."""

    def lock(self, file: int) -> None:
        super().lock(file)
        Path(name_journal(self.path)).write_bytes(b"INLAYJ01")

    path: str


def test_a_journal_that_appears_before_the_lock_is_in_the_way(path: Path) -> None:
    old = path.read_bytes()
    system = KilledMeanwhile()
    system.path = str(path)
    for change in (
        lambda: edit_tail(str(path), lambda _: Change(4, b"tail"), system=system),
        lambda: rewrite_whole(str(path), lambda *_: Written(0, None), system=system),
    ):
        with pytest.raises(RefusedError, match="inlay recover"):
            change()
        assert path.read_bytes() == old
        Path(name_journal(str(path))).unlink()


def test_what_somebody_writes_is_not_removed(path: Path) -> None:
    """Until it has its name."""
    out = path.with_name("out.parquet")
    with NewFile(out) as new:
        new.file.write(b"half")
        found = recover(str(out))
        assert (found.removed, len(found.busy)) == ((), 1)
        new.file.write(b" and the other half")
    assert out.read_bytes() == b"half and the other half"
