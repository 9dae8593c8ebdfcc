"""Runs lines of commands in forks of this process, each with standard output into each kind of place.

A way may end in " unbuffered". Takes a folder, of which each fork gets a copy of what its line names and of what all may need, and on
standard input a list of lines, each with its ways. Prints [line, way, code, out, err] for each.
"""

from __future__ import annotations

import gc
import json
import os
import shlex
import shutil
import sys
import tempfile
from contextlib import redirect_stdout, suppress
from importlib import import_module
from io import FileIO, StringIO, TextIOWrapper
from pathlib import Path
from pkgutil import walk_packages
from typing import Final

NEEDED_BY_ALL: Final = ("a.parquet", "a.thrift", "pyproject.toml")
"""Files that some commands read without being told: of a table, of a store, of settings."""


def run(line: str, way: str, folder: Path) -> list[object]:
    scratch = Path(tempfile.mkdtemp())
    (scratch / "here").mkdir()
    if not line.endswith("--help"):
        copy_inputs(line, folder, scratch / "here")
    out, err = scratch / "out", scratch / "err"
    if (child := os.fork()) == 0:
        become(line, way, scratch / "here", out, err)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    said = [path.read_text(errors="replace") if path.exists() else "" for path in (out, err)]
    shutil.rmtree(scratch)
    return [line, way, code, *said]


def copy_inputs(line: str, folder: Path, here: Path) -> None:
    """All of the folder for each line takes as long as half of what they do."""
    for path in folder.iterdir():
        if path.name in NEEDED_BY_ALL or path.name in line:
            copy = shutil.copytree if path.is_dir() else shutil.copyfile
            copy(path, here / path.name)


def become(line: str, way: str, here: Path, out: Path, err: Path) -> None:
    """The command; its end is that of the process."""
    from inlay.__main__ import main as inlay
    from inlayc.__main__ import main as inlayc

    os.chdir(here)
    words = shlex.split(line)
    if words[:2] == ["inlayc", "init"]:
        Path("pyproject.toml").unlink(missing_ok=True)
    if words[:2] == ["inlayc", "check"]:
        Path("out").mkdir()
    os.dup2(os.open(err, os.O_WRONLY | os.O_CREAT), 2)
    place, _, buffers = way.partition(" ")
    match place:
        case "file":
            os.dup2(os.open(out, os.O_WRONLY | os.O_CREAT), 1)
        case "full":
            os.dup2(os.open("/dev/full", os.O_WRONLY), 1)
        case "pipe":
            reader, writer = os.pipe()
            os.close(reader)
            os.dup2(writer, 1)
        case _:  # as Python starts with it
            os.close(1)
            for name in ("stdout", "__stdout__"):
                setattr(sys, name, None)
    if buffers == "unbuffered":
        leave_buffers()
    sys.argv = words
    code: object = 0
    try:
        (inlayc if words[0] == "inlayc" else inlay)()
    except SystemExit as end:
        code = end.code
    finally:
        os._exit(end_streams(int(str(code or 0))))


def leave_buffers() -> None:
    """Both streams as they are where PYTHONUNBUFFERED is set."""
    for number, name in ((1, "stdout"), (2, "stderr")):
        stream = TextIOWrapper(FileIO(number, "w", closefd=False), write_through=True)
        for each in (name, f"__{name}__"):
            setattr(sys, each, stream)


def end_streams(code: int) -> int:
    """As Python does at its end, which takes longer here than all else: it would take all modules apart."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as error:
            os.write(2, f"Exception ignored: {error}\n".encode())
            return 120
    return code


def load() -> None:
    """What all commands import, so that forks have it."""
    for name in (
        "black",
        "duckdb",
        "jinja2",
        "lark",
        "rich.console",
        "pyarrow.compute",
        "pyarrow.dataset",
        "pyarrow.parquet",
    ):
        import_module(name)
    for package in (import_module("inlay"), import_module("inlayc")):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                with suppress(
                    ImportError
                ):  # what only Windows lacks, or a package that is not installed
                    import_module(module.name)


def make_grammar(folder: Path) -> None:
    """Which is kept once an IDL of its kind was read, and takes most of the time of every command that reads one."""
    from inlayc.cli.command_line import run as run_compiler

    with redirect_stdout(StringIO()):
        for name in ("a.thrift", "note.fbs"):
            run_compiler(["schema", str(folder / name)])


def leave_archive() -> None:
    """Nothing is compiled for the archive for Spark, which takes seconds: only what is printed of it matters here."""
    from inlay_spark.session import archive

    archive.write_archive = _write_nothing


def _write_nothing(target: Path) -> Path:
    target.write_bytes(b"")
    return target


def keep_types(folder: Path) -> None:
    """A schema of extensions is compiled once: each command with it would start the compiler."""
    from inlay.tables.typed_extensions import sources

    compiled = sources.find_sources([str(folder / "note.fbs")])

    def find(schemas: tuple[str, ...]) -> sources.TypeSources:
        assert len(schemas) == 1
        return compiled

    sources.__dict__["find_sources"] = find


if __name__ == "__main__":
    load()
    make_grammar(Path(sys.argv[1]))
    leave_archive()
    keep_types(Path(sys.argv[1]))
    gc.freeze()  # or each fork would copy all of it when it collects
    lines: list[tuple[str, list[str]]] = json.load(sys.stdin)
    results = [run(line, way, Path(sys.argv[1])) for line, ways in lines for way in ways]
    json.dump(results, sys.stdout)
