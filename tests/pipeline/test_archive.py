"""The archive: what is in it, and how its compiled modules are found, in processes that have nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import pytest

from inlay_spark.session import archive as archiving
from inlay_spark.session import native_modules
from inlay_spark.session.archive import write_job
from inlay_spark.session.native_modules import MANIFEST, find_private_folder, unpack
from tests.pipeline.jobs_check import written_job

NATIVE = "inlay_runtime/native"
ASK = """
from inlay_variant.arrow import kernels
from inlay_runtime import core
import importlib.metadata, inlay
print(core.describe(), kernels.native is not None, importlib.metadata.version("inlay-parquet"), inlay.__file__, sep=" / ")
"""


@pytest.fixture
def job() -> tuple[Path, Path]:
    return written_job()


@pytest.fixture
def archive(job: tuple[Path, Path]) -> Path:
    return job[0]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this process unpacks modules."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def ask(archive: Path, temporary: Path, **environment: str) -> str:
    """Which core a bare Python in another directory has, with the archive on its path."""
    path = os.pathsep.join([str(archive), sysconfig.get_path("purelib")])
    known = {"PYTHONPATH": path, "TMPDIR": str(temporary), "HOME": str(temporary), **environment}
    done = subprocess.run(
        [sys.executable, "-S", "-c", ASK],
        capture_output=True,
        text=True,
        cwd=temporary,
        env=known,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    core, kernels, _, package = done.stdout.strip().split(" / ")
    assert package.startswith(f"{archive}/inlay/__init__.py")
    assert kernels == str(core == "native core"), (
        "those of Variants come with it, or stay away with it"
    )
    return core


def modules(temporary: Path) -> list[Path]:
    return sorted(temporary.rglob("*.so"))


def test_the_archive_is_the_same_for_the_same_code(
    job: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for what Python compiles it to, which is compared by nobody and not made again."""
    monkeypatch.setattr(archiving, "_byte_code", lambda *_: b"")
    second, _ = write_job(tmp_path)
    contents = [
        {name: archive.read(name) for name in archive.namelist() if not name.endswith(".pyc")}
        for archive in (zipfile.ZipFile(job[0]), zipfile.ZipFile(second))
    ]
    assert contents[0] == contents[1]
    assert {"inlay_spark/__init__.py", "parquet_format/parquet.py", MANIFEST} <= set(contents[0])
    assert job[0].stat().st_size < 12 << 20
    compile(job[1].read_text(), str(job[1]), "exec")


@pytest.mark.needs("native core")
def test_code_from_the_archive_is_native(archive: Path, tmp_path: Path) -> None:
    assert ask(archive, tmp_path) == "native core"
    there = modules(tmp_path)
    assert len(there) > 10
    assert {path.stat().st_mode & 0o777 for path in there} == {0o600}
    assert (tmp_path / f"inlay-native-{os.geteuid()}").stat().st_mode & 0o777 == 0o700
    times = [path.stat().st_mtime_ns for path in there]
    assert ask(archive, tmp_path) == "native core"
    assert [path.stat().st_mtime_ns for path in there] == times


@pytest.mark.needs("native core")
def test_who_asks_for_pure_python_gets_it(archive: Path, tmp_path: Path) -> None:
    assert ask(archive, tmp_path, INLAY_PURE="1") == "pure Python core, as INLAY_PURE asks"
    assert modules(tmp_path) == []


@pytest.mark.needs("native core")
def test_a_file_that_was_tampered_with_is_not_used(archive: Path, tmp_path: Path) -> None:
    ask(archive, tmp_path)
    for path in modules(tmp_path):
        path.write_bytes(b"\x7fELF somebody else's")
    assert ask(archive, tmp_path) == "native core"
    digests = json.loads(zipfile.ZipFile(archive).read(MANIFEST)).values()
    assert {sha256(path.read_bytes()).hexdigest() for path in modules(tmp_path)} <= set(digests)


@pytest.mark.needs("native core")
@pytest.mark.parametrize("how", ["open to others", "a link", "a file", "of another user"])
def test_a_folder_that_others_could_write_is_not_used(
    archive: Path, tmp_path: Path, how: str
) -> None:
    """The next place is taken, and if that is no better, pure Python does the work."""
    for base in (tmp_path, tmp_path / ".cache"):
        base.mkdir(exist_ok=True)
        folder = base / f"inlay-native-{os.geteuid()}"
        match how:
            case "a link":
                (base / "elsewhere").mkdir(mode=0o700)
                folder.symlink_to(base / "elsewhere")
            case "a file":
                folder.touch()
            case "of another user":
                if os.geteuid() != 0:
                    pytest.skip("only root can make a folder of another user")
                folder.mkdir(mode=0o700)
                os.chown(folder, 12_345, 12_345)
            case _:
                folder.mkdir()
                folder.chmod(0o777)
    assert ask(archive, tmp_path) == "pure Python core, the native one is not built"
    assert modules(tmp_path) == []
    folder = tmp_path / ".cache" / f"inlay-native-{os.geteuid()}"
    folder.unlink() if not folder.is_dir() or folder.is_symlink() else folder.rmdir()
    assert ask(archive, tmp_path) == "native core"


@pytest.mark.needs("native core")
def test_another_interpreter_takes_the_sources(
    archive: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native_modules, "EXTENSION_SUFFIXES", [".cpython-399-riscv64-linux-gnu.so"])
    assert unpack(archive, NATIVE) is None
    assert modules(here) == []


@pytest.mark.needs("native core")
def test_an_archive_that_lies_about_a_module(archive: Path, here: Path) -> None:
    broken = here / "inlay.zip"
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(broken, "w") as new:
        for name in old.namelist():
            new.writestr(name, b"\x7fELF" if name.endswith(".so") else old.read(name))
    with pytest.raises(ValueError, match="is not what the archive says it is"):
        unpack(broken, NATIVE)
    assert modules(here) == []
    assert ask(broken, here) == "pure Python core, the native one is not built"


@pytest.mark.needs("native core")
def test_many_workers_at_once(archive: Path, here: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        (folder,) = set(pool.map(lambda _: unpack(archive, NATIVE), range(32)))
    assert folder is not None
    there = {path.name: path.read_bytes() for path in folder.iterdir()}
    with zipfile.ZipFile(archive) as opened:
        sent = [name for name in opened.namelist() if Path(name).match(f"{NATIVE}/*.so")]
        assert there == {Path(name).name: opened.read(name) for name in sent}
    assert modules(here) == sorted(folder / name for name in there)


def test_nowhere_to_unpack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    monkeypatch.setenv("HOME", str(tmp_path / "none"))
    with pytest.raises(OSError, match="No such file or directory"):
        find_private_folder()
