"""Everything that must be true before a version is published: `make release VERSION=0.1.0`. It tags, and never pushes.

    python -m tests.packaging.release VERSION [--dry-run | --tagged]

`--dry-run` says what is wrong instead of ending at the first thing, skips the tests, and sets no tag. `--tagged` only asks whether
version and CHANGELOG are those of a tag that is there, which the workflow of releases does.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final, TypeAlias

ROOT: Final = Path(__file__).parents[2]
VERSION: Final = re.compile(r"\d+\.\d+\.\d+((a|b|rc)\d+)?")
OURS: Final = ("generator", "runtime", "generated", "variant", "toolkit", "pipeline", "idl")
"""Folders of which every file that git has must be in the sdist."""

Step: TypeAlias = tuple[str, Callable[[], str]]
"""Its name, and what does it and says so. It raises NotReadyError."""


class NotReadyError(Exception):
    """What has to be done first, in a sentence."""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="check, test, build and tag a release")
    parser.add_argument("version")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--dry-run", action="store_true", help="no tests, no tag, every complaint")
    how.add_argument("--tagged", action="store_true", help="only version and CHANGELOG")
    options = parser.parse_args(arguments)
    version: str = options.version
    today = datetime.now(UTC).date()
    steps: list[Step] = [
        ("version", lambda: check_version(version, ROOT)),
        ("changelog", lambda: check_changelog(version, ROOT, today, tagged=options.tagged)),
    ]
    if not options.tagged:
        steps.append(("tree", lambda: check_tree(version, ROOT)))
        tests = ("tests", run_tests)
        files = ("files", lambda: build_files(version))
        steps += [files] if options.dry_run else tag_what_was_tested(version, ROOT, tests, files)
    return take(steps, every=options.dry_run)


def take(steps: list[Step], *, every: bool) -> int:
    """Prints a line a step; 1 if one was not ready. With `every`, the others are taken nevertheless."""
    failed = 0
    for name, step in steps:
        try:
            print(f"{name:10} {step()}", flush=True)
        except NotReadyError as error:
            print(f"{name:10} not ready: {error}", flush=True)
            failed = 1
            if not every:
                break
    return failed


def check_version(version: str, root: Path) -> str:
    """It is written in one place; `inlay.__version__` is what was installed from there."""
    if not VERSION.fullmatch(version):
        raise NotReadyError(f"{version!r} is not a version: it looks like 0.1.0 or 0.2.0rc1")
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    declared = settings["project"]["version"]
    if declared != version:
        raise NotReadyError(f"pyproject.toml has version {declared!r}: write {version!r} there")
    return f"{version}, as in pyproject.toml"


def check_changelog(version: str, root: Path, today: date, *, tagged: bool = False) -> str:
    """The first section is that of the version, has the day of today, and something to say. A tag may be some days old."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    _, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    if not sections:
        raise NotReadyError(f"CHANGELOG.md has no section: write `## {version} - {today}`")
    heading, _, body = sections[0].partition("\n")
    day = _read_day(heading.removeprefix(f"{version} - "))
    if heading != f"{version} - {day}" or not (day == today or (tagged and day < today)):
        raise NotReadyError(
            f"CHANGELOG.md begins with `## {heading}`: write `## {version} - {today}`"
        )
    entries = len(re.findall(r"^- ", body, re.MULTILINE))
    if not entries:
        raise NotReadyError(f"the section `## {heading}` of CHANGELOG.md has no entries")
    return f"{heading}, {entries} entries"


def _read_day(text: str) -> date:
    """One that no heading has, for what is not a day."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return date.max


def check_tree(version: str, root: Path) -> str:
    """Everything is committed, whatever the configuration of git leaves out, and the tag is free."""
    if changed := _git("status", "--porcelain", "--untracked-files=all", root=root):
        raise NotReadyError(
            f"{len(changed.splitlines())} files are not committed: {changed.splitlines()[0]}"
        )
    marked = [line[2:] for line in _git("ls-files", "-v", root=root).splitlines() if line[0] != "H"]
    if marked:
        raise NotReadyError(
            f"git is told to overlook changes of {len(marked)} files: {marked[0]} (`git ls-files -v` marks them)"
        )
    if _git("tag", "--list", f"v{version}", root=root):
        raise NotReadyError(f"the tag v{version} is there already: a version is published once")
    return f"clean, at {read_commit(root)[:8]}"


def read_commit(root: Path) -> str:
    """The hash of what is checked out."""
    return _git("rev-parse", "HEAD", root=root)


def tag_what_was_tested(version: str, root: Path, tests: Step, files: Step) -> list[Step]:
    """Tests, files and tag of the commit that is checked out now. Tests take minutes, in which somebody may commit."""
    commit = read_commit(root)
    return [
        tests,
        files,
        ("same", lambda: check_same(version, commit, root)),
        ("tag", lambda: set_tag(version, commit, root)),
    ]


def check_same(version: str, commit: str, root: Path) -> str:
    """The tree is as it was before tests and build."""
    check_tree(version, root)
    if (now := read_commit(root)) != commit:
        raise NotReadyError(f"{commit[:8]} was tested, and {now[:8]} is checked out: begin again")
    return f"still {commit[:8]}, and clean"


def run_tests() -> str:
    if subprocess.run(["make", "test"], cwd=ROOT, check=False).returncode:
        raise NotReadyError("`make test` fails, and says why above")
    return "`make test` passes"


def build_files(version: str) -> str:
    """The sdist, twice the same, with all that git has of the packages; a wheel of it; both as PyPI wants them."""
    environment = {"SOURCE_DATE_EPOCH": _git("log", "-1", "--format=%ct")}
    with tempfile.TemporaryDirectory() as scratch:
        again, dist = Path(scratch), ROOT / "dist"
        name = f"inlay_parquet-{version}.tar.gz"
        for folder in (again, dist):
            _build(["--sdist", "--outdir", str(folder), str(ROOT)], environment)
        if _digest(again / name) != _digest(dist / name):
            raise NotReadyError("two builds of the sdist have different bytes")
        check_contents(_tracked(), _names_in(dist / name))
        with tarfile.open(dist / name) as sdist:
            sdist.extractall(again, filter="data")
        _build(
            ["--wheel", "--outdir", str(dist), str(again / f"inlay_parquet-{version}")], environment
        )
    wheel = max(dist.glob(f"inlay_parquet-{version}-*.whl"), key=lambda path: path.stat().st_mtime)
    if not (
        modules := sum(each.endswith((".so", ".pyd")) for each in zipfile.ZipFile(wheel).namelist())
    ):
        raise NotReadyError(f"{wheel.name} has no native modules: see what the build said")
    _run([sys.executable, "-m", "twine", "check", "--strict", str(dist / name), str(wheel)], {})
    return f"{name}; {wheel.name}, {modules} native modules, {wheel.stat().st_size / 1e6:.2f} MB"


def check_contents(tracked: set[str], names: set[str]) -> str:
    """The sdist has what git has of the packages, and nothing else: hatchling does not know what the machine's own
    configuration of git ignores."""
    if missing := tracked - names:
        raise NotReadyError(f"the sdist lacks {len(missing)} files: {min(missing)}")
    ours = {name for name in names if name.partition("/")[0] in OURS and "/" in name}
    if strange := ours - tracked:
        raise NotReadyError(f"the sdist has {len(strange)} files that git has not: {min(strange)}")
    return f"{len(names)} files"


def set_tag(version: str, commit: str, root: Path) -> str:
    _git("tag", "--annotate", f"v{version}", commit, "--message", f"inlay {version}", root=root)
    return f"v{version} is set at {commit[:8]}; publish it with `git push origin v{version}`"


def _tracked() -> set[str]:
    return set(_git("ls-files", *OURS, "pyproject.toml", "hatch_build.py", "LICENSE").splitlines())


def _names_in(sdist: Path) -> set[str]:
    with tarfile.open(sdist) as file:
        return {name.partition("/")[2] for name in file.getnames()}


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _build(arguments: list[str], environment: dict[str, str]) -> None:
    _run([sys.executable, "-m", "build", *arguments], environment)


def _git(*arguments: str, root: Path = ROOT) -> str:
    return _run(["git", *arguments], {}, root).strip()


def _run(command: list[str], environment: dict[str, str], root: Path = ROOT) -> str:
    """What it printed. NotReadyError with all of that where it fails."""
    done = subprocess.run(
        command,
        cwd=root,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise NotReadyError(f"{' '.join(command[:4])} failed\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
