"""What a rewrite keeps of a file beside its bytes, and what it refuses to touch."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from uuid import UUID

import pytest

from inlay.changes.life_cycle.edit_extension import ExtensionResult, append_to_file, strip_from_file
from inlay.changes.rewrite import (
    Change,
    ChangedError,
    RefusedError,
    RewriteError,
    Target,
    edit_tail,
)
from inlay.changes.rewrite.names import name_sidecar
from inlay.changes.rewrite.system import PRIVATE, Posix
from inlay.ground.files.aside import choose_aside_name, find_asides
from inlay.ground.files.source import Seekable
from tests.faults.owners import Owners

MARK = UUID("7d5d9a3e-2c46-4b1f-9a53-6d0c2f5b8e11")
IN_PLACE = Target(in_place=True)


NEW_FILE = Target()


def append(path: Path, target: Target = NEW_FILE) -> ExtensionResult:
    return append_to_file(str(path), b"payload", MARK, target=target)


def test_mode_and_extended_attributes_are_kept(path: Path) -> None:
    path.chmod(0o640)
    try:
        os.setxattr(path, "user.origin", b"here")
    except OSError:
        pytest.skip("the file system has no extended attributes")
    inode = path.stat().st_ino
    append(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.getxattr(path, "user.origin") == b"here"
    assert path.stat().st_ino != inode


class NotRoot(Owners):
    def set_owner(self, file: int, owner: int, group: int) -> None:
        raise PermissionError(errno.EPERM, "not permitted")

    def may_write(self, path: str) -> bool:
        return not path.endswith("readonly.parquet")


def test_the_owner_is_kept(path: Path) -> None:
    system = Owners()
    system.give_away(path, 12_345, 54_321)
    inode = path.stat().st_ino
    edit_tail(str(path), lambda _: Change(4, b"new tail"), system=system)
    assert path.stat().st_ino != inode
    status = system.status_of(str(path))
    assert (status.owner, status.group) == (12_345, 54_321)


def test_an_owner_that_cannot_be_kept_is_a_reason_to_refuse(path: Path) -> None:
    system = NotRoot()
    system.give_away(path, 12_345, 54_321)
    old = path.read_bytes()
    change = Change(len(old) - 8, b"new tail")
    with pytest.raises(RefusedError, match="belongs to user 12345") as refused:
        edit_tail(str(path), lambda _: change, system=system)
    assert "--in-place" in refused.value.override
    assert path.read_bytes() == old
    assert os.listdir(path.parent) == [path.name]
    edit_tail(str(path), lambda _: change, target=IN_PLACE, system=system)
    assert path.read_bytes() == old[:-8] + b"new tail"


def test_a_file_that_may_not_be_written_is_not_replaced(path: Path) -> None:
    other = path.rename(path.with_name("readonly.parquet"))
    with pytest.raises(PermissionError):
        edit_tail(str(other), lambda _: Change(4, b""), system=NotRoot())


def test_in_place_keeps_the_inode_and_hard_links(path: Path) -> None:
    other = path.with_name("other.parquet")
    os.link(path, other)
    inode = path.stat().st_ino
    assert append(path, IN_PLACE).warnings == ()
    assert path.stat().st_ino == inode
    assert other.read_bytes() == path.read_bytes()
    assert strip_from_file(str(path)).warnings == (
        "1 other hard link of the file keeps the old bytes",
    )
    assert other.read_bytes() != path.read_bytes()


def test_a_symbolic_link_is_followed(path: Path) -> None:
    link = path.parent.parent / "link.parquet"
    link.symlink_to(path)
    assert append(link).outcome.path == str(link)
    assert link.is_symlink()
    assert b"payload" in path.read_bytes()


@pytest.mark.parametrize("target", [Target(), IN_PLACE], ids=["new file", "in place"])
def test_the_checksums_of_hadoop_go_with_the_change(path: Path, target: Target) -> None:
    crc = Path(name_sidecar(str(path)))
    crc.write_bytes(b"crc\0")
    append(path, Target(dry_run=True))
    assert crc.exists()
    append(path, target)
    assert not crc.exists()


def test_what_would_change_nothing_touches_nothing(path: Path) -> None:
    before = path.stat()
    outcome = edit_tail(str(path), lambda _: Change(100, path.read_bytes()[100:]))
    assert not outcome.changed
    assert path.stat().st_ino == before.st_ino
    assert path.stat().st_mtime_ns == before.st_mtime_ns


def test_a_dry_run_writes_nothing(path: Path) -> None:
    old = path.read_bytes()
    for target in (Target(dry_run=True), Target(dry_run=True, in_place=True)):
        result = append(path, target)
        assert result.outcome.dry_run
        assert result.outcome.new_size > result.outcome.old_size == len(old)
    assert path.read_bytes() == old
    assert os.listdir(path.parent) == [path.name]


def test_another_file_is_written(path: Path) -> None:
    old = path.read_bytes()
    out = path.with_name("out.parquet")
    append(path, Target(output=str(out)))
    assert path.read_bytes() == old
    assert strip_from_file(str(out)).outcome.new_size == len(old)
    assert out.read_bytes() == old
    with pytest.raises(RefusedError) as refused:
        append(path, Target(output=str(out)))
    assert refused.value.override == "--overwrite"
    append(path, Target(output=str(out), overwrite=True))
    assert out.read_bytes() != old
    with pytest.raises(RefusedError):
        append(path, Target(output=str(path), overwrite=True))


def test_a_file_that_changes_while_it_is_rewritten_is_left_alone(path: Path) -> None:
    old = path.read_bytes()

    def rewritten(_source: Seekable) -> Change:
        return Change(len(old) - 8, b"new tail")

    def touched(_file: Seekable) -> None:
        path.write_bytes(old + b"more")

    def replaced(_file: Seekable) -> None:
        path.with_name("new").write_bytes(old)
        path.with_name("new").rename(path)

    for meddle in (touched, replaced):
        for target in (Target(), IN_PLACE, Target(output=str(path) + ".out")):
            path.write_bytes(old)
            with pytest.raises(ChangedError):
                edit_tail(str(path), rewritten, check=meddle, target=target)
            assert path.read_bytes().startswith(old)
            assert os.listdir(path.parent) == [path.name]


def test_what_does_not_read_back_is_not_published(path: Path) -> None:
    old = path.read_bytes()
    calls = 0

    def refuse(_file: Seekable) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise RewriteError("not what was meant")

    for target in (Target(), IN_PLACE):
        calls = 0
        with pytest.raises(RewriteError):
            edit_tail(str(path), lambda _: Change(10, b"tail"), check=refuse, target=target)
        assert path.read_bytes() == old
        assert os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize(
    ("mark", "kind"),
    [
        ("_delta_log/0.json", "a Delta table"),
        (".hoodie/hoodie.properties", "a Hudi table"),
        ("metadata/v1.metadata.json", "an Iceberg table"),
        ("metadata/version-hint.text", "an Iceberg table"),
        ("schema/schema-0", "a Paimon table"),
        ("_spark_metadata/0", "the sink of a Spark stream"),
    ],
)
def test_a_file_of_a_table_is_refused(
    mark: str, kind: str, path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """And so is a new file among those of a table."""
    table = path.parent.parent
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "out.parquet"
    (table / mark).parent.mkdir()
    (table / mark).touch()
    with pytest.raises(RefusedError, match=f"lies in {kind} .*records its length") as refused:
        append(path)
    assert refused.value.override.startswith("--allow table")
    new = table / "new.parquet"
    with pytest.raises(RefusedError, match=f"would lie in {kind} .*does not list it") as refused:
        append(path, Target(output=str(new)))
    assert refused.value.override.startswith("--allow table")
    append(path, Target(output=str(elsewhere)))
    append(path, Target(output=str(new), allow=frozenset({"table"})))
    append(path, Target(allow=frozenset({"table"})))


def test_a_file_of_a_ducklake_is_known_by_its_name_or_folder(path: Path) -> None:
    """Its manifest is a database, which lies elsewhere."""
    name = "ducklake-019a2b3c-4d5e-7f60-8192-a3b4c5d6e7f8.parquet"
    own = path.with_name(name)
    below = path.parent / "lake.ducklake.files" / "main" / "t" / "x.parquet"
    below.parent.mkdir(parents=True)
    for one in (own, below):
        one.write_bytes(path.read_bytes())
        with pytest.raises(RefusedError, match="lies in a DuckLake table"):
            append(one)


def test_ordinary_folders_of_such_names_are_no_tables(path: Path) -> None:
    (path.parent / "metadata").mkdir()
    (path.parent / "metadata" / "readme.json").touch()
    (path.parent / "schema").mkdir()
    (path.parent / "schema" / "schema-draft.sql").touch()
    path = path.rename(path.with_name("ducklake-1.parquet"))
    size = path.stat().st_size
    append(path)
    assert path.stat().st_size > size


def test_names_of_any_length_fit(tmp_path: Path) -> None:
    path = tmp_path / ("ä" * 120 + ".parquet")
    path.write_bytes(b"x" * 20)
    edit_tail(str(path), lambda _: Change(10, b"tail"))
    edit_tail(str(path), lambda _: Change(10, b"another"), target=IN_PLACE)
    made = choose_aside_name(str(path))
    assert find_asides(str(path), [os.path.basename(made), "x"]) == [made]


def test_a_system_without_the_calls_of_linux_will_do(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """macOS has no `copy_file_range`, and Python no extended attributes there."""
    old = path.read_bytes()
    for name in ("copy_file_range", "listxattr", "getxattr", "setxattr"):
        monkeypatch.delattr(os, name)
    append(path)
    assert strip_from_file(str(path)).outcome.changed
    assert path.read_bytes() == old


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(IsADirectoryError):
        edit_tail(str(tmp_path), lambda _: Change(0, b""))
    with pytest.raises(OSError, match="Not a regular file"):
        edit_tail(str(tmp_path / "pipe"), lambda _: Change(0, b""))


class NothingHidden(Posix):
    """A folder in which no other name can be given or made."""

    def open(self, path: str, flags: int, mode: int = PRIVATE) -> int:
        if path.endswith("journal") and flags & os.O_CREAT:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), path)
        return super().open(path, flags, mode)

    def rename(self, old: str, new: str) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), old, new)


@pytest.mark.parametrize("target", [Target(), IN_PLACE], ids=["new file", "in place"])
def test_errors_name_no_hidden_file(path: Path, target: Target) -> None:
    with pytest.raises(PermissionError) as caught:
        edit_tail(str(path), lambda _: Change(4, b"tail"), target=target, system=NothingHidden())
    assert (caught.value.filename, caught.value.filename2) == (str(path), None)
    assert os.listdir(path.parent) == [path.name]
