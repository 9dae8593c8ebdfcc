"""Installs the wheel and the sdist into empty environments, and runs what a newcomer would run there.

    python -m tests.packaging.installs [--python PYTHON ...] [--extra EXTRA ...]

For every Python, the wheel is built from the sdist, with the build requirements and without a network. For every extra: a new
environment, `pip install`, the help of every command, the versions, and for the extras that have what it needs the README. The
sdist is installed bare without a C compiler. A row a visit, with the seconds and the size of installing; exit 1 if one of them
met a traceback. Takes minutes, and needs a package index.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.packaging.visits import Visit, visits

ROOT: Final = Path(__file__).parents[2]
BARE: Final = ""
NO_COMPILER: Final = {"CC": "/no/compiler/here"}
QUIET: Final = ("--quiet", "--disable-pip-version-check")


class Row(NamedTuple):
    """How one installation went."""

    python: str
    what: str
    seconds: float
    megabytes: float
    visits: list[Visit]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="install into empty environments, and try it")
    parser.add_argument("--python", nargs="+", default=[sys.executable])
    parser.add_argument("--extra", nargs="+", default=[BARE, *extras()])
    options = parser.parse_args(arguments)
    failed = 0
    print("python  installed             seconds  MB    commands  failed")
    with tempfile.TemporaryDirectory() as folder:
        for number, row in enumerate(_rows(Path(folder), options.python, options.extra)):
            bad = [visit for visit in row.visits if not visit.is_well]
            failed += len(bad)
            counts = f"{len(row.visits):8}  {len(bad)}"
            print(
                f"{row.python:7} {row.what:21} {row.seconds:7.1f}  {row.megabytes:4.0f}  {counts}",
                flush=True,
            )
            for visit in bad:
                print(f"  {number}: {visit.command} (exit {visit.exit_code})\n{visit.output}")
    return 1 if failed else 0


def extras() -> list[str]:
    """Those that `pyproject.toml` has."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return list(settings["project"]["optional-dependencies"])


def _rows(folder: Path, pythons: Sequence[str], chosen: Sequence[str]) -> Iterator[Row]:
    sdist = build_sdist(folder / "sdist")
    for number, python in enumerate(pythons):
        wheel = build_wheel(python, sdist, folder / f"wheel-{number}")
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.2f} MB", flush=True)
        for extra in chosen:
            what = f"{wheel}[{extra}]" if extra else str(wheel)
            name = f"wheel [{extra}]" if extra else "wheel"
            yield _row(python, folder / f"{number}-{extra or 'bare'}", what, name)
        place = folder / f"{number}-sdist"
        yield _row(python, place, str(sdist), "sdist, no compiler", NO_COMPILER)


def build_sdist(folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (sdist,) = folder.glob("*.tar.gz")
    return sdist


def build_wheel(python: str, sdist: Path, folder: Path) -> Path:
    """From the sdist, where nothing but the build requirements can be had."""
    builder = _environment(python, folder / "builder")
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    _pip(builder, "install", *settings["build-system"]["requires"])
    offline = ["unshare", "--map-root-user", "--net"] if _can_unshare() else []
    build = ["wheel", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", str(folder)]
    _run([*offline, builder, "-m", "pip", *QUIET, *build, str(sdist)])
    (wheel,) = folder.glob("*.whl")
    return wheel


def _can_unshare() -> bool:
    """Whether a process can be started without a network; elsewhere it is only told of no index."""
    command = ["unshare", "--map-root-user", "--net", "true"]
    return (
        shutil.which("unshare") is not None
        and not subprocess.run(command, check=False, capture_output=True).returncode
    )


def _environment(python: str, place: Path) -> str:
    """The Python of a new environment."""
    _run([python, "-m", "venv", str(place)])
    return str(place / "bin" / "python")


def _row(
    python: str, place: Path, what: str, name: str, environment: dict[str, str] | None = None
) -> Row:
    inside = _environment(python, place)
    begin = time.monotonic()
    _pip(inside, "install", what, **(environment or {}))
    seconds = time.monotonic() - begin
    version = subprocess.run([inside, "-V"], check=True, capture_output=True, text=True).stdout
    size = sum(path.stat().st_size for path in place.rglob("*") if path.is_file())
    row = Row(version.split()[1], name, seconds, size / 1e6, visits(place, ROOT / "README.md"))
    shutil.rmtree(place)
    return row


def _pip(python: str, *arguments: str, **environment: str) -> None:
    _run([python, "-m", "pip", *QUIET, *arguments], **environment)


def _run(command: Sequence[str], **environment: str) -> None:
    """Ends everything, with what the command said, if it fails."""
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    sys.exit(main())
