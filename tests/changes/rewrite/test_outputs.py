"""Where commands write to: what is never replaced, what nobody else may find, what an end leaves behind."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.__main__ import run
from inlay.changes.rewrite import Target
from inlay.changes.rewrite.publish import edit_tail
from tests.faults.files import change_tail, small_file
from tests.faults.owners import Somebody

Captured = pytest.CaptureFixture[str]

WRITERS = {
    "footer add": ["footer", "add", "{file}", "-o", "{out}", "--overwrite"],
    "ext append": [
        "ext",
        "append",
        "{file}",
        "{payload}",
        "--raw",
        "-o",
        "{out}",
        "--overwrite",
    ],
    "ext strip": ["ext", "strip", "{sealed}", "-o", "{out}", "--overwrite"],
    "ext extract": ["ext", "extract", "{sealed}", "-o", "{out}", "--overwrite"],
    "seal": ["seal", "{file}", "-o", "{out}", "--overwrite"],
    "recover": ["recover", "{cut}", "-o", "{out}", "--overwrite"],
    "scan": ["scan", "{file}", "-o", "{out}", "--overwrite"],
    "report": ["report", "{file}", "-o", "{out}", "--overwrite"],
    "dump": ["dump", "{file}", "-o", "{out}", "--overwrite"],
    "layout": ["layout", "{file}", "--format", "json", "-o", "{out}", "--overwrite"],
    "variant from-json": ["variant", "from-json", "{json}", "-o", "{out}", "--overwrite"],
}


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    made = {
        "file": small_file(),
        "payload": b"somebody's",
        "cut": small_file() + b"a tail that leads nowhere",
        "json": b'{"a": 1}\n',
    }
    for name, data in made.items():
        (tmp_path / name).write_bytes(data)
    paths = {name: str(tmp_path / name) for name in [*made, "sealed"]}
    assert run(["seal", paths["file"], "-o", paths["sealed"]]) == 0
    return paths


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


def _device(path: Path) -> None:
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("only root makes devices")


def _link_to_device(path: Path) -> None:
    path.symlink_to("/dev/null")


def _link_to_pipe(path: Path) -> None:
    os.mkfifo(path.with_name("pipe"))
    path.symlink_to("pipe")


def _link_to_descriptor(path: Path) -> None:
    """As /dev/stdout is one."""
    reader, writer = os.pipe()
    os.close(reader)
    path.symlink_to(f"/dev/fd/{writer}")  # which stays open, as those of a shell do


SPECIAL: dict[str, Callable[[Path], None]] = {
    "a pipe": os.mkfifo,
    "a device": _device,
    "a device, by a link": _link_to_device,
    "a socket": _socket,
    "a directory": os.mkdir,
    "a pipe, by a link": _link_to_pipe,
    "a pipe, by its descriptor": _link_to_descriptor,
}


@pytest.mark.parametrize("kind", SPECIAL)
@pytest.mark.parametrize("writer", WRITERS)
def test_nothing_but_a_regular_file_is_ever_replaced(
    writer: str, kind: str, files: dict[str, str], tmp_path: Path, capsys: Captured
) -> None:
    out = tmp_path / "out"
    SPECIAL[kind](out)
    before = out.lstat()
    names = sorted(os.listdir(tmp_path))
    arguments = [one.format(out=out, **files) for one in WRITERS[writer]]
    is_folder = (
        kind == "a directory"
    )  # which a command that writes one file refuses as a name for it
    assert run(arguments) in ((2, 4) if is_folder else (4,))
    said = capsys.readouterr().err
    if is_folder:
        assert str(out) in said
        assert "is a folder: name a file in it" in said
    else:
        assert f"{out}: refused: it is {kind.partition(',')[0]}" in said
    after = out.lstat()
    assert (after.st_mode, after.st_ino) == (before.st_mode, before.st_ino)
    assert sorted(os.listdir(tmp_path)) == names


@pytest.mark.parametrize("writer", WRITERS)
def test_a_regular_file_is_replaced_and_a_link_to_it_stays(
    writer: str, files: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "real").write_bytes(b"old")
    out = tmp_path / "out"
    out.symlink_to("real")
    assert run([one.format(out=out, **files) for one in WRITERS[writer]]) in (0, 1)
    assert out.is_symlink()
    assert (tmp_path / "real").read_bytes() != b"old"


@pytest.mark.parametrize("writer", WRITERS)
def test_what_is_there_stays_without_overwrite(
    writer: str, files: dict[str, str], tmp_path: Path, capsys: Captured
) -> None:
    out = tmp_path / "out"
    out.write_bytes(b"old")
    arguments = [one.format(out=out, **files) for one in WRITERS[writer][:-1]]
    assert run(arguments) == 4
    assert "--overwrite" in capsys.readouterr().err
    assert out.read_bytes() == b"old"


@pytest.mark.parametrize("link", [None, os.symlink, os.link])
@pytest.mark.parametrize("writer", ["ext extract", "scan", "report", "dump", "layout", "assemble"])
def test_what_is_read_is_never_the_output(
    writer: str,
    link: Callable[[str, Path], None] | None,
    files: dict[str, str],
    tmp_path: Path,
    capsys: Captured,
) -> None:
    """By whatever name, and whatever is allowed."""
    text = str(tmp_path / "text")
    assert run(["dump", files["file"], "-o", text]) == 0
    assembled = ["assemble", text, "--source", "{file}", "-o", "{out}", "--overwrite"]
    words = {**WRITERS, "assemble": assembled}[writer]
    sources = {files["sealed" if "{sealed}" in words else "file"]}
    for at, source in enumerate({*sources, text} if writer == "assemble" else sources):
        before = Path(source).read_bytes()
        out = tmp_path / f"out-{at}"
        if link is not None:
            link(source, out)
        arguments = [one.format(out=source if link is None else out, **files) for one in words]
        assert run(arguments) == 4
        assert "one of the files that it is made of" in capsys.readouterr().err
        assert Path(source).read_bytes() == before


def test_the_footers_of_a_table_do_not_go_into_it(
    files: dict[str, str], tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "table" / "_delta_log").mkdir(parents=True)
    (tmp_path / "table" / "_delta_log" / f"{0:020}.json").write_text("{}")
    assert run(["scan", files["file"], "-o", str(tmp_path / "table" / "a.parquet")]) == 4
    assert "Delta" in capsys.readouterr().err


@pytest.mark.parametrize("writer", WRITERS)
def test_a_message_names_what_was_asked_for(
    writer: str, files: dict[str, str], tmp_path: Path, capsys: Captured
) -> None:
    out = tmp_path / "nowhere" / "out"
    assert run([one.format(out=out, **files) for one in WRITERS[writer]]) == 6
    said = capsys.readouterr().err
    assert f"{out}: No such file or directory" in said
    assert ".inlay-" not in said


@pytest.mark.parametrize("writer", WRITERS)
def test_a_folder_that_is_not_there_has_the_name_that_was_given(
    writer: str,
    files: dict[str, str],
    tmp_path: Path,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([word.format(**files, out="nowhere/out") for word in WRITERS[writer]]) == 6
    assert "error: nowhere/out: No such file or directory\n" in capsys.readouterr().err


def test_the_output_of_a_scan_goes_through_no_link_that_lies_in_wait(
    files: dict[str, str], tmp_path: Path
) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    (tmp_path / ".out.part").symlink_to(victim)
    out = tmp_path / "out"
    assert run(["scan", files["file"], "-o", str(out)]) == 0
    assert victim.read_bytes() == b"precious"
    assert out.read_bytes()[:4] == b"PAR1"
    assert not out.is_symlink()


def test_an_output_that_is_the_file_itself_is_called_that(
    files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    os.symlink("file", "link")
    os.link("file", "hard")
    for out in ("./file", "link", "hard"):
        assert run(["footer", "add", "file", "-o", out, "--overwrite"]) == 4
        said = capsys.readouterr().err
        assert "OUT and FILE are the same file" in said
        assert "override: --overwrite" not in said


def test_an_extract_leaves_the_old_file_when_the_disk_is_full(
    files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    out = tmp_path / "out"
    out.write_bytes(b"old")

    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert run(["ext", "extract", files["sealed"], "-o", str(out), "--overwrite"]) == 6
    assert out.read_bytes() == b"old"
    assert f"{out}: No space left" in capsys.readouterr().err
    assert not [name for name in os.listdir(tmp_path) if ".inlay-" in name]


@pytest.mark.parametrize("call", ["pwrite", "copy_file_range"])
def test_a_disk_that_is_full_is_that_of_the_output(
    call: str,
    files: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:
    """The source may lie on another one, which has room."""

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    out = tmp_path / "out"
    monkeypatch.setattr(os, call, full)
    assert run(["seal", files["file"], "-o", str(out)]) == 6
    assert f"error: {out}: No space left" in capsys.readouterr().err
    assert not [name for name in os.listdir(tmp_path) if name == "out" or ".inlay-" in name]


def test_an_extract_is_not_shown_on_a_terminal(files: dict[str, str]) -> None:
    master, slave = os.openpty()
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "inlay", "ext", "extract", files["sealed"]],
            stdout=slave,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(slave)
        os.close(master)
    assert ended.returncode == 2
    assert b"the output is binary" in ended.stderr


def test_a_new_file_belongs_to_who_makes_it(tmp_path: Path) -> None:
    file, out = tmp_path / "file", tmp_path / "out"
    file.write_bytes(small_file())
    file.chmod(0o4640)
    system = Somebody()
    system.give_away(file, 12_345, 54_321)
    change = change_tail(small_file())
    edit_tail(str(file), lambda _: change, target=Target(output=str(out)), system=system)
    assert out.stat().st_uid == os.geteuid()
    assert stat.S_IMODE(out.stat().st_mode) == 0o640
    again = Target(output=str(out), overwrite=True)
    with pytest.raises(PermissionError):
        edit_tail(str(file), lambda _: change, target=again, system=system)


PARTS = {
    "concat": ["concat", "{rows}", "-o", "{out}"],
    "select": ["select", "{rows}", "--row-groups", "0", "-o", "{out}"],
    "split": ["split", "{rows}", "--rows", "1000000", "-o", "{folder}"],
}


@pytest.mark.parametrize("writer", [*WRITERS, *PARTS])
def test_what_is_made_of_a_private_file_is_private(
    writer: str, files: dict[str, str], tmp_path: Path
) -> None:
    out, folder, rows = tmp_path / "out", tmp_path / "folder", tmp_path / "rows"
    pq.write_table(pa.table({"id": [1]}), rows)
    sources = {**files, "rows": str(rows)}
    words = {**WRITERS, **PARTS}[writer]
    mask = os.umask(0o022)
    try:
        for mode in (0o644, 0o640, 0o600):
            for source in sources.values():
                os.chmod(source, mode)
            assert run([one.format(out=out, folder=folder, **sources) for one in words]) in (0, 1)
            made = next(folder.iterdir()) if folder.exists() else out
            assert stat.S_IMODE(made.stat().st_mode) == mode
            made.unlink()
    finally:
        os.umask(mask)


def test_sigterm_removes_what_is_unfinished_as_ctrl_c_does(tmp_path: Path) -> None:
    file = tmp_path / "part.parquet"
    file.write_bytes(small_file())
    ended = subprocess.run(
        [
            sys.executable,
            "-c",
            "import os, signal, sys\n"
            "import inlay.changes.rewrite.replace as replace\n"
            "from inlay.__main__ import main\n"
            "replace.copy_body = lambda *_: os.kill(os.getpid(), signal.SIGTERM)\n"
            "sys.argv[1:] = ['footer', 'add', sys.argv[1]]\n"
            "main()",
            str(file),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr.strip()) == (143, "error: terminated")
    assert os.listdir(tmp_path) == ["part.parquet"]
    assert file.read_bytes() == small_file()


def test_whoever_uses_the_library_keeps_his_signals(tmp_path: Path) -> None:
    file = tmp_path / "part.parquet"
    file.write_bytes(small_file())
    before = signal.getsignal(signal.SIGTERM)
    assert run(["footer", "add", str(file)]) == 0
    assert signal.getsignal(signal.SIGTERM) is before
