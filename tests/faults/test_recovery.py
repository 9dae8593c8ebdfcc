"""What a killed rewrite leaves beside the file, and what `recover` makes of it."""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

import pytest

from inlay.files.aside import choose_aside_name
from inlay.life_cycle.edit_extension import seal_file
from inlay.recover.from_journal import RecoveryStep, recover
from inlay.rewrite import ChangedError, RefusedError, RewriteError
from inlay.rewrite.journal import Journal
from inlay.rewrite.names import name_journal
from inlay.rewrite.system import Posix


def interrupted(path: Path, *, written: int) -> tuple[bytes, bytes]:
    """The file as after a kill during an overwrite: old and new bytes of it."""
    old = path.read_bytes()
    record = Journal(len(old) - 300, old[-300:], b"n" * 500, crc32(old[-300 - 4096 : -300]))
    Path(name_journal(str(path))).write_bytes(record.encode())
    path.write_bytes(old[:-300] + record.new_tail[:written] + record.old_tail[written:])
    return old, old[:-300] + record.new_tail


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
