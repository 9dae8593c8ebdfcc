"""A file is there whole and synced, or not at all, and what was there before is what it was."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import nullcontext
from pathlib import Path

import pytest

from inlay.changes.rewrite.names import name_sidecar
from inlay.changes.rewrite.new_file import NewFile, write_at_once
from inlay.changes.rewrite.replace import publish_atomically
from inlay.changes.rewrite.system import POSIX
from inlay.ground.files.aside import choose_aside_name, is_aside
from inlay.ground.refusals import RefusedError


class Disk:
    """The calls that decide, in their order; one of them may fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[str] = []
        self.fails: dict[str, int] = {}
        for name in ("fsync", "rename", "link"):
            monkeypatch.setattr(os, name, self._recorded(name, getattr(os, name)))

    def _recorded(self, name: str, call: object) -> object:
        def recorded(*arguments: object) -> object:
            kind = name
            if name == "fsync":
                assert isinstance(arguments[0], int)
                is_folder = stat.S_ISDIR(os.fstat(arguments[0]).st_mode)
                kind = "sync folder" if is_folder else "sync file"
            if kind in self.fails:
                raise OSError(self.fails[kind], os.strerror(self.fails[kind]), arguments[0])
            self.calls.append(kind)
            assert callable(call)
            return call(*arguments)

        return recorded


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


def write(target: Path, data: bytes, *, overwrite: bool) -> None:
    with NewFile(target, overwrite=overwrite) as new:
        new.file.write(data)


@pytest.mark.parametrize("overwrite", [True, False])
def test_a_new_file_is_synced_before_it_has_its_name_and_its_folder_after(
    tmp_path: Path, disk: Disk, overwrite: bool
) -> None:
    target = tmp_path / "catalog.json"
    write(target, b"new", overwrite=overwrite)
    assert target.read_bytes() == b"new"
    assert disk.calls == ["sync file", "rename" if overwrite else "link", "sync folder"]
    assert os.listdir(tmp_path) == ["catalog.json"]


def test_an_old_file_is_replaced_or_left(tmp_path: Path) -> None:
    target = tmp_path / "catalog.json"
    target.write_bytes(b"old")
    with pytest.raises(RefusedError) as caught:
        write(target, b"new", overwrite=False)
    assert caught.value.path == str(target)
    assert target.read_bytes() == b"old"
    write_at_once(str(target), b"new")
    assert target.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["catalog.json"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_who_may_not_read_the_old_file_may_not_read_the_new_one(tmp_path: Path, mode: int) -> None:
    target = tmp_path / "out"
    target.write_bytes(b"old")
    target.chmod(mode)
    with NewFile(target, overwrite=True) as new:
        assert stat.S_IMODE(os.fstat(new.file.fileno()).st_mode) == mode
        new.file.write(b"new")
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == mode


@pytest.mark.parametrize(
    ("is_there", "overwrite", "keeps_sidecar"),
    [(True, False, True), (True, True, False), (False, False, False)],
)
def test_a_sidecar_goes_only_with_its_file(
    tmp_path: Path, is_there: bool, overwrite: bool, keeps_sidecar: bool
) -> None:
    """The one of a file that was removed without it would say otherwise than the new file."""
    target, new = tmp_path / "out", tmp_path / "new"
    sidecar = Path(name_sidecar(str(target)))
    sidecar.write_bytes(b"crc\0")
    new.write_bytes(b"new")
    if is_there:
        target.write_bytes(b"theirs")
    with pytest.raises(RefusedError) if keeps_sidecar else nullcontext():
        publish_atomically(POSIX, str(new), str(target), overwrite=overwrite)
    assert sidecar.exists() == keeps_sidecar
    assert target.read_bytes() == (b"theirs" if keeps_sidecar else b"new")


def test_no_sidecar_of_other_bytes_stands_beside_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out"
    sidecar = Path(name_sidecar(str(target)))
    link, seen = os.link, list[bool]()

    def watched(old: str, new: str) -> None:
        seen.append(sidecar.exists())
        link(old, new)

    monkeypatch.setattr(os, "link", watched)
    sidecar.write_bytes(b"crc\0")
    write(target, b"new", overwrite=False)
    assert seen == [False]


def test_a_file_that_appears_meanwhile_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out"
    link = os.link

    def late(old: str, new: str) -> None:
        target.write_bytes(b"theirs")
        link(old, new)

    monkeypatch.setattr(os, "link", late)
    with pytest.raises(RefusedError):
        write(target, b"ours", overwrite=False)
    assert target.read_bytes() == b"theirs"
    assert os.listdir(tmp_path) == ["out"]


@pytest.mark.parametrize("call", ["sync file", "rename"])
def test_what_fails_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, disk: Disk, call: str
) -> None:
    target = tmp_path / "catalog.json"
    target.write_bytes(b"old")
    disk.fails[call] = errno.ENOSPC
    with pytest.raises(OSError, match="No space left") as caught:
        write_at_once(str(target), b"new")
    assert caught.value.filename == str(target)
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["catalog.json"]


def test_a_file_system_without_hard_links_will_do(tmp_path: Path, disk: Disk) -> None:
    disk.fails["link"] = errno.EPERM
    target = tmp_path / "out"
    write(target, b"new", overwrite=False)
    assert target.read_bytes() == b"new"
    with pytest.raises(RefusedError):
        write(target, b"newer", overwrite=False)


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "there" / "file")
    write_at_once(str(link), b"new")
    assert link.is_symlink()
    assert (tmp_path / "there" / "file").read_bytes() == b"new"


@pytest.mark.parametrize("kind", ["pipe", "folder"])
def test_what_is_no_regular_file_is_never_replaced(tmp_path: Path, kind: str) -> None:
    target = tmp_path / "out"
    os.mkfifo(target) if kind == "pipe" else target.mkdir()
    said = "only a regular file is replaced" if kind == "pipe" else "it is a folder"
    with pytest.raises(RefusedError, match=said):
        write_at_once(str(target), b"new")
    assert target.is_fifo() or target.is_dir()


def test_a_folder_that_is_not_there_is_an_error_about_the_file(tmp_path: Path) -> None:
    target = str(tmp_path / "none" / "out")
    with pytest.raises(FileNotFoundError) as caught:
        write_at_once(target, b"new")
    assert caught.value.filename == target


@pytest.mark.parametrize("name", ["a", "x" * 255, "ü" * 127])
def test_the_name_aside_is_hidden_and_fits(tmp_path: Path, name: str) -> None:
    aside = os.path.basename(choose_aside_name(str(tmp_path / name)))
    assert aside.startswith(".")
    assert is_aside(aside)
    assert not is_aside(name)
    assert len(os.fsencode(aside)) <= 255
    write_at_once(str(tmp_path / name), b"new")
    assert (tmp_path / name).read_bytes() == b"new"
