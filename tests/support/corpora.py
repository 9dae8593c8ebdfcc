"""Public files to test with, which are not part of the repository: where they lie, and how they get there.

    python -m tests.support.corpora [FROM]

brings them by git, from FROM followed by the name of the repository; `make corpus` does it. They lie in the
folder that INLAY_CORPUS names, or in `corpus/` of the repository, or in `shared/corpus` beside it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
PUBLIC: Final = "https://github.com/apache/"


class Corpus(NamedTuple):
    """A folder of a public repository as of a commit, and files of it that every complete copy has.

    A later commit may hold files that the tests know nothing of: whoever moves it on looks at what they say.
    """

    repository: str
    commit: str
    folder: str
    has: tuple[str, ...]


CORPORA: Final = {
    "parquet-testing": Corpus(
        "parquet-testing",
        "1a2a75127be06fc0123f03ebd36c966f7beda27d",
        ".",
        (
            "data/nulls.snappy.parquet",
            "data/encrypt_columns_plaintext_footer.parquet.encrypted",
            "data/_KEY_MATERIAL_FOR_external_key_material_java.parquet.encrypted.json",
            "data/unknown-logical-type.parquet",
            "bad_data",
            "shredded_variant",
        ),
    ),
    "arrow-fuzzing": Corpus(
        "arrow-testing", "9cfebfef8982fb8612e0a2c59059752bd32321a3", "data/parquet/fuzzing", ()
    ),
}


HUGE: Final = "large_string_map.brotli.parquet"
"""A file of 4 KB in parquet-testing with two strings of a gigabyte. pyarrow says after a quarter of a minute that it cannot
read them, so nothing asks it to."""


def own_place() -> Path:
    """The folder that is filled."""
    return Path(os.environ.get("INLAY_CORPUS") or ROOT / "corpus")


def place() -> Path:
    """The folder that has a folder for each corpus; it need not be there."""
    beside = ROOT.parent / "shared" / "corpus"
    return beside if beside.is_dir() and not own_place().is_dir() else own_place()


def missing(name: str, within: Path | None = None) -> list[str]:
    """What a corpus lacks: itself, or files that a complete one has."""
    folder = (within or place()) / name
    if not folder.is_dir():
        return [name]
    return [path for path in CORPORA[name].has if not (folder / path).exists()]


def run_git(folder: str, commands: Iterable[list[str]]) -> str:
    """One after another; what the first that fails says, empty where none does. Nobody is asked for a password."""
    for command in commands:
        done = subprocess.run(
            ["git", *command],
            cwd=folder,
            env={**os.environ, "GIT_TERMINAL_PROMPT": "0"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            return done.stderr.strip() or f"git {command[0]} failed"
    return ""


def bring(name: str, source: str, target: Path) -> str | None:
    """Copies one corpus into `target`; what git said if it cannot."""
    corpus = CORPORA[name]
    with tempfile.TemporaryDirectory() as scratch:
        commands = (
            ["init", "--quiet"],
            ["fetch", "--quiet", "--depth", "1", source + corpus.repository, corpus.commit],
            ["checkout", "--quiet", "FETCH_HEAD"],
        )
        if failed := run_git(scratch, commands):
            return failed
        aside = target.with_name(f".{name}.new")
        shutil.rmtree(aside, ignore_errors=True)
        about = shutil.ignore_patterns(".git", "README.md")
        shutil.copytree(Path(scratch) / corpus.folder, aside, ignore=about)
        shutil.rmtree(target, ignore_errors=True)
        aside.rename(target)
    return None


def main(arguments: list[str]) -> int:
    source = arguments[0] if arguments else PUBLIC
    folder = own_place()
    failed = 0
    for name in CORPORA:
        if not missing(name, folder):
            print(f"{name}: complete in {folder / name}")
            continue
        folder.mkdir(parents=True, exist_ok=True)
        reason = bring(name, source, folder / name)
        if reason is None:
            print(f"{name}: brought to {folder / name}")
            continue
        failed += 1
        corpus = CORPORA[name]
        print(f"{name}: {source}{corpus.repository} cannot be reached: {reason}", file=sys.stderr)
        print(
            f"  put the files of `{corpus.folder}` of apache/{corpus.repository} into {folder / name},"
            " or say where it can be had: make corpus FROM=...",
            file=sys.stderr,
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
