"""`inlayc format` as a user sees it: what is changed, what is not, and what is said."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path
from typing import cast

import pytest

from inlayc.base.diagnostics import CompileError
from inlayc.base.settings import SettingsError
from inlayc.cli.command_line import run
from inlayc.python.publish import PublishError, _keep_rights, replace_file
from tests.generator.formatting.test_formatting import STRAY_RETURNS
from tests.inlayc.test_inlayc import inlayc

UGLY = "struct A{1:i32 x}\n"
EVEN = "struct A { 1: i32 x }\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "idl").mkdir()
    (tmp_path / "idl" / "a.thrift").write_text(UGLY)
    (tmp_path / "idl" / "b.fbs").write_text("table T { x: int; }\n")
    (tmp_path / "idl" / "c.rs").write_text("thrift_struct!(struct  A {});\n")
    return tmp_path


def test_a_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["format", "idl"]) == 0
    assert capsys.readouterr().out == "changed  idl/a.thrift\n"
    assert (folder / "idl" / "a.thrift").read_text() == EVEN
    assert "struct  A" in (folder / "idl" / "c.rs").read_text()
    assert run(["format", "idl"]) == 0
    assert capsys.readouterr().out == "nothing to change\n"


def test_the_sources_of_the_project(folder: Path) -> None:
    (folder / "pyproject.toml").write_text('[tool.inlay]\nsources = ["idl"]\npackage = "demo"\n')
    assert run(["format"]) == 0
    assert (folder / "idl" / "a.thrift").read_text() == EVEN


def test_check_changes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["format", "--check", "idl"]) == 1
    assert capsys.readouterr().out == (
        "--- a/idl/a.thrift\n+++ b/idl/a.thrift\n@@ -1 +1 @@\n-struct A{1:i32 x}\n+struct A { 1: i32 x }\n"
    )
    assert (folder / "idl" / "a.thrift").read_text() == UGLY
    assert run(["format", "--check", "idl/b.fbs"]) == 0


def test_one_mistake_and_no_file_is_changed(folder: Path) -> None:
    (folder / "idl" / "z.thrift").write_text("struct A {")
    with pytest.raises(CompileError):
        run(["format", "idl"])
    assert (folder / "idl" / "a.thrift").read_text() == UGLY


@pytest.mark.parametrize(("name", "text"), STRAY_RETURNS)
@pytest.mark.parametrize("options", [[], ["--check"]])
def test_what_is_refused_is_one_sentence(
    name: str, text: str, options: list[str], folder: Path
) -> None:
    (folder / name).write_bytes(text.encode())
    result = inlayc(["format", *options, "idl", name], folder)
    assert result.returncode == 3
    assert result.stderr == (
        f"error: {name}:1: a carriage return without a line feed; put a line end there, or take it out\n"
    )
    assert (folder / name).read_bytes() == text.encode()
    assert (folder / "idl" / "a.thrift").read_text() == UGLY


def test_rust_is_for_rustfmt(folder: Path) -> None:
    with pytest.raises(SettingsError, match="rustfmt"):
        run(["format", "idl/c.rs"])


def test_nothing_to_format_is_wrong_usage(folder: Path) -> None:
    assert run(["format"]) == 2


def test_rights_and_links_stay(folder: Path) -> None:
    file, link = folder / "idl" / "a.thrift", folder / "link.thrift"
    file.chmod(0o640)
    link.symlink_to(file)
    assert run(["format", "link.thrift"]) == 0
    assert link.is_symlink()
    assert file.read_text() == EVEN
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_file_that_changes_meanwhile_stays(folder: Path) -> None:
    file = folder / "idl" / "a.thrift"
    with pytest.raises(PublishError, match="changed meanwhile"):
        replace_file(file, b"what was read before", EVEN.encode())
    assert file.read_text() == UGLY
    assert {path.name for path in file.parent.iterdir()} == {"a.thrift", "b.fbs", "c.rs"}


def test_a_disk_that_fails_leaves_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise OSError(28, "No space left on device", "idl/a.thrift")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space"):
        run(["format", "idl"])
    file = folder / "idl" / "a.thrift"
    assert file.read_text() == UGLY
    assert {path.name for path in file.parent.iterdir()} == {"a.thrift", "b.fbs", "c.rs"}


def test_rights_and_the_longest_names_are_kept(folder: Path) -> None:
    file = (folder / "idl" / "a.thrift").rename(folder / "idl" / ("a" * 248 + ".thrift"))
    for mode in (0o600, 0o640, 0o664):
        file.write_text(UGLY)
        file.chmod(mode)
        assert run(["format", "idl"]) == 0
        assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == (EVEN, mode)


def test_a_group_that_cannot_be_kept_has_no_rights(tmp_path: Path) -> None:
    class Elsewhere:
        """Of a group that we are none of."""

        def __fspath__(self) -> str:
            return str(old)

        def stat(self) -> os.stat_result:
            status = list(old.stat())
            status[stat.ST_GID] += 1
            return os.stat_result(status)

    old, new = tmp_path / "old", tmp_path / "new"
    for path in (old, new):
        path.touch()
    old.chmod(0o664)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(1, "not permitted")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shutil, "chown", refuse)
        _keep_rights(cast(Path, Elsewhere()), new)
    assert stat.S_IMODE(new.stat().st_mode) == 0o604
