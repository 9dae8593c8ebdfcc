"""What starting the commands costs: which modules they import. The times are a benchmark."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from platform import libc_ver
from typing import TYPE_CHECKING

import click
import pytest

from inlay.cli import front_page
from inlay.cli.command_line import inlay as inlay_group
from inlay.cli.plain_commands import PLAIN
from inlayc.cli.command_line import commands as inlayc_group
from parquet_format.parquet import FileMetaData

if TYPE_CHECKING:
    from tests.support.small_files import Inlay, MakeFile

PROBE = """
import json, sys
sys.path[:0] = json.loads(sys.argv[1])
out, sys.stdout = sys.stdout, open(sys.argv[2], "w")
before = set(sys.modules)
module, sys.argv = sys.argv[3], sys.argv[3:]
try:
    __import__(f"{module}.__main__", fromlist=["main"]).main()
except SystemExit as error:
    assert error.code in (None, 0, 1), error.code  # 1 is findings
print(json.dumps(sorted(set(sys.modules) - before)), file=out, flush=True)
"""
HEAVY = {"pyarrow", "fsspec", "numpy", "flatbuffers", "lark", "jinja2", "black", "inlayc"}
SLOW = {"importlib.metadata", "subprocess", "pathlib", "urllib.parse", "email", "rich"}
"""Of Python's own, and rich: what takes as long as a footer does to read."""


@pytest.fixture
def imported_by(tmp_path: Path) -> Imported:
    return Imported(tmp_path / "out")


class Imported:
    """The modules that a command imports beside those that Python starts with; `text` is what the last one printed."""

    def __init__(self, out: Path) -> None:
        self._out = out

    def __call__(self, command: str, *arguments: str, **environment: str) -> set[str]:
        given = [json.dumps(sys.path), str(self._out), command]
        done = subprocess.run(
            [sys.executable, "-c", PROBE, *given, *arguments],
            capture_output=True,
            check=True,
            env=os.environ | environment,
            text=True,
        )
        modules: list[str] = json.loads(done.stdout)
        return {*modules, *(module.partition(".")[0] for module in modules)}

    @property
    def text(self) -> str:
        return self._out.read_text(encoding="utf-8")


@pytest.mark.parametrize("asked", ["--help", "-h"])
@pytest.mark.parametrize("command", ["inlay", "inlayc"])
def test_help_imports_next_to_nothing(imported_by: Imported, command: str, asked: str) -> None:
    imported = {each for each in imported_by(command, asked) if each.startswith("inlay")}
    allowed = {
        "inlay": "inlay inlay.__main__ inlay.cli inlay.cli.front_page",
        "inlayc": "inlayc inlayc.__main__ inlayc.cli inlayc.cli.exit_codes inlayc.cli.front_page",
    }
    shared = "inlay_runtime inlay_runtime.lazy_names inlay_runtime.standard_streams"
    assert imported <= {*allowed[command].split(), *shared.split()}
    others = imported_by(command, asked) - imported - {"__future__", "json"}
    assert not {each for each in others if not each.startswith(("json", "_"))}


def test_the_version_names_the_core_and_imports_no_more(imported_by: Imported) -> None:
    assert not imported_by("inlay", "--version") & (HEAVY | {"rich", "parquet_format"})


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_footer_is_shown_without_what_it_does_not_need(
    metadata: FileMetaData, make_file: MakeFile, imported_by: Imported, form: str
) -> None:
    path = str(make_file(metadata.encode()))
    imported = imported_by("inlay", "inspect", path, "--format", form)
    assert not imported & (HEAVY | SLOW)
    assert form == "json" or not imported & {"dataclasses", "decimal"}
    assert not {each for each in imported if each.startswith("inlay_runtime.flat")}


def test_a_modular_footer_is_laid_out_without_functions_of_arrays(
    metadata: FileMetaData, make_file: MakeFile, imported_by: Imported, inlay: Inlay, tmp_path: Path
) -> None:
    path, modular = str(make_file(metadata.encode())), str(tmp_path / "modular")
    assert inlay("footer", "convert", path, "--design", "modular", "-o", modular)[0] == 0
    imported = imported_by("inlay", "layout", modular)
    assert "pyarrow" in imported
    assert "pyarrow.compute" not in imported


def test_a_report_does_without_pandas(
    metadata: FileMetaData, make_file: MakeFile, imported_by: Imported
) -> None:
    imported = imported_by("inlay", "report", str(make_file(metadata.encode())))
    assert "duckdb" in imported
    assert "pandas" not in imported


@pytest.mark.needs("native core")
def test_variants_do_without_pandas(imported_by: Imported, inlay: Inlay, tmp_path: Path) -> None:
    """pyarrow imports it for a list or a scalar of Python, which takes 0.2 s and 33 MiB."""
    lines, plain, shredded, again = (str(tmp_path / name) for name in ("a.json", "b", "c", "d"))
    (tmp_path / "a.json").write_text('{"a": 1, "b": ["x", null]}\n' * 40)
    commands = [
        ("from-json", lines, "-o", plain),
        ("schema", plain),
        ("shred", plain, "-o", shredded),
        ("show", shredded, "--path", "$.b[0]"),
        ("show", shredded, "--path", "$.a", "--cast", "int64"),
        ("unshred", shredded, "-o", again),
    ]
    for command in commands:
        imported = imported_by("inlay", "variant", *command)
        assert "pyarrow.compute" in imported
        assert "pandas" not in imported, command
    assert inlay("variant", "show", again)[0] == 0


@pytest.mark.parametrize("command", PLAIN)
def test_a_command_with_nothing_but_paths_needs_no_click(
    metadata: FileMetaData, make_file: MakeFile, imported_by: Imported, command: str
) -> None:
    path = str(make_file(metadata.encode()))
    imported = imported_by("inlay", command, path)
    assert "click" not in imported
    assert command != "inspect" or "uuid" not in imported


def test_a_command_of_its_own_process_looks_for_cycles_less_often_and_has_its_words_once(
    metadata: FileMetaData, make_file: MakeFile
) -> None:
    path = str(make_file(metadata.encode()))
    before = (
        "import gc, sys, inlay.cli.command_line, inlay.__main__ as it; usual = gc.get_threshold()"
    )
    code = f"{before}; assert usual == (700, 10, 10)\ntry: it.main()\nfinally: assert gc.get_threshold() > usual and not sys.orig_argv"
    subprocess.run([sys.executable, "-c", code, "inspect", path], check=True, capture_output=True)


@pytest.mark.needs("native core")
def test_in_a_command_of_its_own_process_arrow_keeps_no_memory(
    metadata: FileMetaData, make_file: MakeFile
) -> None:
    """Where glibc has it: another library is not asked."""
    path, is_glibc = str(make_file(metadata.encode())), libc_ver()[0] == "glibc"
    after = f"import pyarrow; assert (pyarrow.default_memory_pool().backend_name == 'system') is {is_glibc}"
    code = f"import inlay.__main__ as it\ntry: it.main()\nfinally: {after}"
    environment = {key: value for key, value in os.environ.items() if not key.startswith("ARROW")}
    given = [sys.executable, "-c", code, "inspect", path]
    subprocess.run(given, check=True, capture_output=True, env=environment)


def test_colours_are_what_rich_is_for(
    metadata: FileMetaData, make_file: MakeFile, imported_by: Imported
) -> None:
    path = str(make_file(metadata.encode()))
    assert "rich" in imported_by("inlay", "--color", "always", "inspect", path)
    assert "\x1b[" in imported_by.text
    assert "rich" in imported_by("inlay", "inspect", path, FORCE_COLOR="1")


def test_importing_ours_imports_no_typing() -> None:
    for module in ("inlay", "inlay_runtime"):
        code = f"import sys, {module}; sys.exit('typing' in sys.modules)"
        subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(("command", "group"), [("inlay", inlay_group), ("inlayc", inlayc_group)])
def test_the_quick_page_is_the_page_and_names_all_there_is(
    imported_by: Imported, command: str, group: click.Group
) -> None:
    imported_by(command, "--help")
    quick = imported_by.text
    context = click.Context(group, info_name=command)
    assert quick == f"{group.get_help(context)}\n"
    for name in group.list_commands(context):
        assert f"\n  {name} " in quick
    options = [each for each in group.get_params(context) if isinstance(each, click.Option)]
    assert len(options) >= 2
    for option in options:
        assert ", ".join(reversed(option.opts)) in quick or option.opts[0] in quick
        if isinstance(option.type, click.Choice):
            assert f"[{'|'.join(option.type.choices)}]" in quick
    assert max(map(len, quick.splitlines())) < 100


def test_commands_of_others_are_not_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where another package brings commands, the quick page leaves the question to the slow one."""
    ours = tmp_path / "inlay_parquet-1.0.dist-info"
    theirs = tmp_path / "other-1.0.dist-info"
    for folder in (ours, theirs):
        folder.mkdir()
    (ours / "entry_points.txt").write_text("[inlay.commands]\nspark = inlay_spark.commands:spark\n")
    (theirs / "entry_points.txt").write_text("[console_scripts]\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "absent")])
    assert front_page.is_answered(["--help"])
    (theirs / "entry_points.txt").write_text("[inlay.commands]\nlater = other:later\n")
    assert not front_page.is_answered(["--help"])
    monkeypatch.setattr(sys, "path", [])
    assert not front_page.is_answered(["--help"]), "who runs from a folder is told what is there"


def test_a_command_of_our_own_looks_for_no_others(
    inlay: Inlay, metadata: FileMetaData, make_file: MakeFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(**_: object) -> None:
        raise AssertionError("entry points were looked for")

    monkeypatch.setattr("importlib.metadata.entry_points", look)
    assert inlay("inspect", make_file(metadata.encode())).code == 0
