"""Nothing in the README that was not run: its Python, its commands, its links."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.__main__ import run as inlay_command

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_python_example_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = pa.table({"price": pa.array([1, 2], pa.decimal128(9, 2))})
    pq.write_table(table, tmp_path / "prices.parquet")
    monkeypatch.chdir(tmp_path)
    reading, extending, tables = blocks("python")
    names: dict[str, object] = {}
    exec(compile(reading, "README.md", "exec"), names)
    assert capsys.readouterr().out == "price: decimal(9, 2)\n"
    generate_vendor_format(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path / "src"))
    exec(compile(extending, "README.md", "exec"), names)
    exec(compile(tables, "README.md", "exec"), names)


def test_the_python_examples_pass_strict_type_checkers(tmp_path: Path) -> None:
    generate_vendor_format(tmp_path)
    example = tmp_path / "example.py"
    example.write_text("\n".join(blocks("python")))
    layers = [ROOT / name for name in ("runtime", "generated", "variant", "toolkit", "typings")]
    paths = [str(path) for path in (*layers, tmp_path / "src")]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", "", str(example)],
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout
    settings = {"include": ["example.py"], "extraPaths": paths, "stubPath": str(ROOT / "typings")}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    found = subprocess.run(
        [sys.executable, "-m", "basedpyright", "-p", str(tmp_path), "--level", "error"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout


def generate_vendor_format(folder: Path) -> None:
    (declaration,) = blocks("fbs")
    (folder / "notes.fbs").write_text(declaration)
    command = [sys.executable, "-m", "inlayc", "generate", "notes.fbs", "--out", "src"]
    command += ["--package", "vendor_format"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def test_the_settings_example_generates(tmp_path: Path) -> None:
    (settings,) = blocks("toml")
    (tmp_path / "pyproject.toml").write_text(settings)
    (tmp_path / "idl").mkdir()
    (tmp_path / "idl" / "events.thrift").write_text("struct Event { 1: required string name }")
    with contextlib.chdir(tmp_path):
        for verb in ("generate", "check"):
            subprocess.run([sys.executable, "-m", "inlayc", verb], check=True, capture_output=True)
    assert (tmp_path / "src" / "events_format" / "events.py").exists()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`([\w./-]+/[\w./-]*)`", README))))
def test_every_path_exists(path: str) -> None:
    made = ("src/events_format/",)
    assert path in made or (ROOT / path).exists()


def test_make_lists_its_verbs() -> None:
    make = shutil.which("make")
    if make is None:
        pytest.skip("make is not installed")
    listed = subprocess.run([make], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    verbs = re.findall(r"^  make (\S+)", listed, re.MULTILINE)
    assert set(verbs) == set(phony.split())
    assert set(re.findall(r"\bmake ([a-z-]+)  ", README)) <= set(verbs)


def test_the_commands_in_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = pa.table({"price": pa.array([1, 2], pa.decimal128(9, 2))})
    pq.write_table(table, tmp_path / "prices.parquet")
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^    \$ inlay (.*?)(?: +#.*)?$", README, re.MULTILINE)
    assert commands
    for command in commands:
        assert inlay_command(command.split()) == 0, command


def commands_of_the_table() -> list[list[str]]:
    """What the rows about `inlay` and `inlayc` name: "`inlay footer show`, `add`" is `footer show` and `footer add`."""
    named: list[list[str]] = []
    for program, first, others in re.findall(r"`(inlayc?) ([a-z -]+)[^`]*`([^|\n]*)\|", README):
        words = [word for word in first.split() if not word.startswith("-")]
        named.append([program, *words])
        for other in re.findall(r"`([a-z -]+)`", others):
            name = other.split()
            is_whole = name[0] == program
            named.append([program, *name[1:]] if is_whole else [program, *words[:-1], *name])
    return named


@pytest.mark.parametrize("words", commands_of_the_table(), ids=" ".join)
def test_every_command_that_is_named_exists(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    program, *command = words
    if program == "inlay":
        assert inlay_command([*command, "--help"]) == 0
        assert capsys.readouterr().out.startswith(f"Usage: inlay {' '.join(command)}")
        return
    arguments = [sys.executable, "-m", "inlayc", *command, "--help"]
    shown = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout
    assert " ".join(command) in shown
