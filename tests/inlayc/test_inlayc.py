"""The command `inlayc` as a user meets it: words and exit codes."""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import pytest

from inlayc.__main__ import main
from inlayc.cli.command_line import run

ROOT = Path(__file__).parents[2]
IDL = """
struct KeyValue {
  1: required string key
  2: optional string value
}
"""


@dataclass
class Result:
    returncode: int
    stdout: str
    stderr: str


def inlayc(arguments: Sequence[str], cwd: Path) -> Result:
    """The command, in this process: it is the same function that the script calls."""
    stdout, stderr = io.StringIO(), io.StringIO()
    with (
        contextlib.chdir(cwd),
        mock.patch.object(sys, "argv", ["inlayc", *arguments]),
        contextlib.redirect_stdout(stdout),
        contextlib.redirect_stderr(stderr),
        pytest.raises(SystemExit) as exit_,
    ):
        main()
    code = exit_.value.code
    assert code is None or isinstance(code, int)
    return Result(code or 0, stdout.getvalue(), stderr.getvalue())


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "idl").mkdir()
    (tmp_path / "idl" / "demo.thrift").write_text(IDL)
    (tmp_path / "pyproject.toml").write_text(
        '[tool.inlay]\nsources = ["idl/demo.thrift"]\noutput = "out"\npackage = "demo_format"\n'
    )
    assert inlayc(["generate"], tmp_path).returncode == 0
    return tmp_path


def test_generate_writes_a_package_and_check_finds_it_current(project: Path) -> None:
    assert sorted(path.name for path in (project / "out" / "demo_format").iterdir()) == [
        "__init__.py",
        "demo.py",
        "py.typed",
    ]
    result = inlayc(["check"], project)
    assert (result.returncode, result.stdout) == (
        0,
        "out/demo_format: the generated code is current\n",
    )
    again = inlayc(["generate"], project)
    assert again.stdout == "3 files in out: none changed\n"
    (project / "idl" / "other.thrift").write_text("struct Other { 1: string value }")
    (project / "idl" / "demo.thrift").write_text(IDL.replace("value", "worth"))
    settings = (project / "pyproject.toml").read_text().replace("idl/demo", "idl/*")
    (project / "pyproject.toml").write_text(settings)
    both = inlayc(["generate"], project)
    assert both.stdout.endswith("\n4 files in out: 2 changed, 1 new\n")


def test_check_notices_an_edited_idl(project: Path) -> None:
    (project / "idl" / "demo.thrift").write_text(IDL.replace("value", "worth"))
    result = inlayc(["check"], project)
    assert result.returncode == 1
    assert "-    value: str | None" in result.stdout
    assert "+    worth: str | None" in result.stdout
    assert "out/demo_format/demo.py differs from what the IDL says" in result.stderr
    assert "run: inlayc generate" in result.stderr


def test_check_notices_an_edited_output(project: Path) -> None:
    output = project / "out" / "demo_format" / "demo.py"
    output.write_text(output.read_text().replace("key: str", "key: bytes"))
    result = inlayc(["check"], project)
    assert result.returncode == 1
    assert "differs from what the IDL says" in result.stderr
    assert inlayc(["generate"], project).returncode == 0
    assert inlayc(["check"], project).returncode == 0


def test_check_notices_other_line_ends(project: Path) -> None:
    output = project / "out" / "demo_format" / "demo.py"
    output.write_bytes(output.read_bytes().replace(b"\n", b"\r\n"))
    assert inlayc(["check"], project).returncode == 1


def test_check_notices_a_missing_file(project: Path) -> None:
    (project / "out" / "demo_format" / "py.typed").unlink()
    (project / "out" / "demo_format" / "demo.py").unlink()
    result = inlayc(["check"], project)
    assert result.returncode == 1
    assert "out/demo_format/demo.py is missing" in result.stderr
    assert "out/demo_format/py.typed is missing" in result.stderr


def test_check_notices_an_orphan_and_generate_deletes_it(project: Path) -> None:
    package = project / "out" / "demo_format"
    shutil.copy(package / "demo.py", package / "old.py")
    result = inlayc(["check"], project)
    assert result.returncode == 1
    assert "out/demo_format/old.py is orphaned: nothing generates it any more" in result.stderr
    assert "deleted  demo_format/old.py" in inlayc(["generate"], project).stdout
    assert not (package / "old.py").exists()


def test_nothing_is_written_through_a_link_that_lies_in_wait(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package, victim = project / "out" / "demo_format", project / "victim"
    victim.write_text("precious")
    monkeypatch.setattr(os, "urandom", bytes)
    (package / f".inlayc-{bytes(8).hex()}.tmp").symlink_to(victim)
    (package / "demo.py").unlink()
    assert inlayc(["generate"], project).returncode == 6
    assert victim.read_text() == "precious"
    assert not (package / "demo.py").exists()


def test_two_may_generate_at_once(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one does all of its work while the first one is between two files."""
    package = project / "out" / "demo_format"
    expected = {path.name: path.read_bytes() for path in package.iterdir() if path.is_file()}
    shutil.copy(package / "demo.py", package / "old.py")
    for name in expected:
        (package / name).unlink()
    replace, calls = os.replace, list[int]()

    def after_the_other(old: Path, new: Path) -> None:
        calls.append(1)
        if len(calls) == 1:
            assert run(["generate"]) == 0
        replace(old, new)

    monkeypatch.setattr(os, "replace", after_the_other)
    monkeypatch.chdir(project)
    assert run(["generate"]) == 0
    assert len(calls) > 2
    left = {path.name: path.read_bytes() for path in package.iterdir() if path.is_file()}
    assert left == expected


def test_a_folder_in_the_way_is_one_sentence_and_nothing_else(project: Path) -> None:
    package = project / "out" / "demo_format"
    (package / "demo.py").unlink()
    (package / "demo.py").mkdir()
    done = inlayc(["generate"], project)
    assert (done.returncode, done.stderr.count("\n")) == (6, 1)
    assert "out/demo_format/demo.py" in done.stderr
    assert not list(package.glob(".*"))


def test_check_notices_a_file_that_was_not_generated_and_generate_leaves_it(project: Path) -> None:
    foreign = project / "out" / "demo_format" / "mine.py"
    foreign.write_text("x = 1\n")
    result = inlayc(["check"], project)
    assert result.returncode == 1
    assert "mine.py was not generated, and does not belong in this folder" in result.stderr
    assert inlayc(["generate"], project).returncode == 0
    assert foreign.read_text() == "x = 1\n"


def test_generate_refuses_to_overwrite_a_file_that_is_not_its_own(project: Path) -> None:
    output = project / "out" / "demo_format" / "demo.py"
    output.write_text("precious = True\n")
    result = inlayc(["generate"], project)
    assert result.returncode == 2
    assert "was not generated" in result.stderr
    assert output.read_text() == "precious = True\n"


def test_check_never_imports_generated_code(project: Path) -> None:
    output = project / "out" / "demo_format" / "__init__.py"
    output.write_text("raise SystemExit('imported')\n")
    assert "imported" not in inlayc(["check"], project).stderr


def test_a_package_in_a_folder_of_its_own_name_is_told(project: Path) -> None:
    """Whoever writes `-o gen --package gen` most often means one folder."""
    arguments = ["generate", "idl/demo.thrift", "-o", "gen", "--package", "gen"]
    first, again = inlayc(arguments, project), inlayc(arguments, project)
    assert first.returncode == again.returncode == 0
    assert first.stderr == (
        "note: the package is gen/gen: the output is the folder that contains the package\n"
    )
    assert again.stderr == ""
    assert (project / "gen" / "gen" / "demo.py").is_file()


def test_generate_and_check_take_files_instead_of_a_project(project: Path) -> None:
    arguments = ["idl/demo.thrift", "--output", "adhoc", "--package", "a.b"]
    assert inlayc(["check", *arguments], project).returncode == 1
    assert inlayc(["generate", *arguments], project).returncode == 0
    assert inlayc(["check", *arguments], project).returncode == 0
    assert (project / "adhoc" / "a" / "b" / "demo.py").exists()


def test_invalid_input_is_shown_with_a_caret(project: Path) -> None:
    (project / "idl" / "demo.thrift").write_text("struct A { 1: optional Statistcs s }\n")
    result = inlayc(["generate"], project)
    assert result.returncode == 3
    assert "unknown type `Statistcs`" in result.stderr
    assert "^^^^^^^^^" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["generate", "idl/demo.thrift"], "--output DIR and --package NAME"),
        (["generate", "--package", "x"], "go with files"),
        (["nonsense"], "no such command"),
        (["genrate"], "no such command 'genrate'. Did you mean 'generate'?"),
        (["expand", "idl/demo.thrift", "KeyVale"], "did you mean `KeyValue`?"),
        *(
            (
                [*words.split()],
                "demo.txt: its name says no IDL: .thrift, .fbs and .rs files are read",
            )
            for words in (
                "schema demo.txt",
                "expand demo.txt",
                "diff demo.txt idl/demo.thrift",
                "diff idl/demo.thrift demo.txt",
                "check demo.txt -o out --package x",
                "generate demo.txt -o out --package x",
                "format demo.txt",
                "lint demo.txt",
            )
        ),
    ],
)
def test_usage_errors(project: Path, arguments: list[str], words: str) -> None:
    (project / "demo.txt").write_text("struct A {}")
    result = inlayc(arguments, project)
    assert result.returncode == 2
    assert words in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('pakage = "x"', "tool.inlay.pakage: no such setting; did you mean package?"),
        ('package = "not a name"', "expected a dotted Python name"),
        ("sources = 3", "tool.inlay.sources: expected a list of strings"),
        ("package = ", "Invalid value"),
        ('[tool.inlay.types."demo.A"]\nunknown = "maybe"', "expected one of keep, error"),
        ('[tool.inlay.types."demo.A"]\nreader = "a:b"', "a hook has a type, a reader and a writer"),
        ('[tool.inlay.types."demo.Nowhere"]\ninternal = true', "demo.Nowhere"),
        ('[tool.inlay.fields."demo.KeyValue.nowhere"]\nborrow = true', "demo.KeyValue.nowhere"),
    ],
)
def test_settings_errors_name_the_key(project: Path, line: str, words: str) -> None:
    text = (project / "pyproject.toml").read_text()
    kept = [
        kept
        for kept in text.splitlines()
        if not kept.startswith(line.split(" ", maxsplit=1)[0] + " ")
    ]
    (project / "pyproject.toml").write_text("\n".join([*kept, line, ""]))
    result = inlayc(["check"], project)
    assert result.returncode == 2
    assert words in result.stderr


def test_schema_prints_the_resolved_model(project: Path) -> None:
    result = inlayc(["schema", "idl/demo.thrift", "--format", "json"], project)
    assert result.returncode == 0
    (definition,) = json.loads(result.stdout)["definitions"]
    assert (definition["kind"], definition["name"]) == ("struct", "KeyValue")
    assert [
        (field["id"], field["name"], field["type"], field["requiredness"], field["default"])
        for field in definition["fields"]
    ] == [(1, "key", "string", "required", None), (2, "value", "string", "optional", None)]
    text = inlayc(["schema", "idl/demo.thrift"], project).stdout
    assert text == ("struct KeyValue {\n  1: required string key\n  2: optional string value\n}\n")


def test_schema_prints_a_json_schema_with_what_the_project_says(project: Path) -> None:
    table = '[tool.inlay.fields."demo.KeyValue.key"]\ntext = "strict"\n'
    with (project / "pyproject.toml").open("a") as file:
        file.write(f"\n{table}")
    result = inlayc(["schema", "idl/demo.thrift", "--format", "jsonschema"], project)
    assert result.returncode == 0
    document = json.loads(result.stdout)
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    key_value = document["$defs"]["KeyValue"]
    assert key_value["required"] == ["key"]
    assert key_value["properties"]["key"] == {"type": "string"}
    assert "anyOf" in key_value["properties"]["value"]


def test_expand_prints_one_definition_as_it_is_generated(project: Path) -> None:
    result = inlayc(["expand", "idl/demo.thrift", "KeyValue"], project)
    assert result.returncode == 0
    assert result.stdout.startswith("class KeyValue(Struct):")
    generated = (project / "out" / "demo_format" / "demo.py").read_text()
    assert result.stdout.partition("KeyValue.SCHEMA")[0].strip() in generated


def test_diff_leaves_out_what_included_files_define(project: Path) -> None:
    folder = project / "drafts"
    folder.mkdir()
    (folder / "types.thrift").write_text("struct T { 1: i32 x }")
    (folder / "a.thrift").write_text('include "types.thrift" struct A { 1: types.T t }')
    (folder / "b.thrift").write_text("struct T { 1: i64 x } struct A { 1: T t }")
    names = ["diff", "drafts/a.thrift", "drafts/b.thrift"]
    assert "retyped T.x" in inlayc(names, project).stdout
    result = inlayc([*names, "--given-only"], project)
    assert result.stdout.startswith("added T\n")
    assert "retyped" not in result.stdout


def test_diff_shows_drift_and_exits_with_1(project: Path) -> None:
    other = project / "other.rs"
    other.write_text(
        "thrift_struct!(\npub struct KeyValue<'a> {\n  1: required string<'a> key\n"
        "  2: optional i32 value;\n}\n);\n"
    )
    assert inlayc(["diff", "idl/demo.thrift", "idl/demo.thrift"], project).returncode == 0
    result = inlayc(["diff", "idl/demo.thrift", "other.rs"], project)
    assert result.returncode == 1
    assert "KeyValue.value" in result.stdout
    as_json = inlayc(["diff", "idl", "other.rs", "--format", "json"], project)
    assert as_json.returncode == 1
    assert "KeyValue.value" in json.dumps(json.loads(as_json.stdout))


def test_an_internal_error_is_70_and_says_so(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a defect")

    monkeypatch.setattr("inlayc.python.publish.plan", broken)
    result = inlayc(["check"], project)
    assert result.returncode == 70
    assert "this is a bug in inlayc" in result.stderr


def test_6_for_a_file_that_is_not_there(project: Path) -> None:
    for words in (
        ["schema"],
        ["lint"],
        ["generate"],
        ["generate", "--package", "p", "-o", "out"],
        ["check", "--config"],
    ):
        result = inlayc([*words, "nowhere.fbs"], project)
        said = (result.returncode, result.stderr)
        assert said == (6, "error: nowhere.fbs: No such file or directory\n"), words


def test_the_nearest_name_is_told(project: Path) -> None:
    (project / "shop.thrift").write_text("struct A {}\n")
    said = inlayc(["generate", "shop.thrft"], project).stderr
    assert said.endswith("\n  try: the nearest name there is 'shop.thrift'\n")


def test_6_for_a_folder_in_the_place_of_a_file(project: Path) -> None:
    """As `inlay` ends, and not as wrong usage; where a folder stands for its files, it is none."""
    (project / "folder.fbs").mkdir()
    for words in (["schema"], ["expand"], ["check", "--config"]):
        result = inlayc([*words, "folder.fbs"], project)
        said = (result.returncode, result.stderr)
        assert said == (6, "error: folder.fbs: Is a directory\n"), words


@pytest.mark.needs("POSIX")
def test_6_for_a_file_that_may_not_be_read(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who runs this may be root: click asks os.access, and reading is refused by hand."""
    (project / "secret.fbs").write_text("table T {}")
    monkeypatch.setattr(os, "access", lambda *_args, **_kwargs: False)

    def refuse(path: Path, *_args: object, **_kwargs: object) -> bytes:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    monkeypatch.setattr(Path, "read_text", refuse)
    monkeypatch.setattr(Path, "open", refuse)
    result = inlayc(["schema", "secret.fbs"], project)
    assert (result.returncode, result.stderr) == (6, "error: secret.fbs: Permission denied\n")


def test_the_command_runs_as_a_program() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "inlayc", "--help"], capture_output=True, text=True, check=True
    )
    assert "Exit codes:\n  0    ok\n  1    findings\n" in result.stdout


def test_the_command_alone_shows_its_help(project: Path) -> None:
    result = inlayc([], project)
    assert result.returncode == 2
    assert result.stderr.startswith("Usage: inlayc [OPTIONS] COMMAND")


def test_a_folder_in_the_place_of_files_says_what_to_do(project: Path) -> None:
    for command in ("generate", "check"):
        found = inlayc([command, "idl", "--output", "other", "--package", "other"], project)
        assert found.returncode == 2
        what = (
            "idl is a folder: name the files in it, or let `inlayc init` write the settings of it"
        )
        assert found.stderr.splitlines()[0] == f"error: {what}"


def test_a_reference_is_named_as_it_was_given(project: Path) -> None:
    found = inlayc(["doc", "-o", "nowhere/idl.html"], project)
    tried = "try: check the path: there is no folder 'nowhere'"
    said = f"error: nowhere/idl.html: No such file or directory\n  {tried}\n"
    assert (found.returncode, found.stderr) == (6, said)


def test_a_comparison_ends_in_one_line_end(project: Path) -> None:
    same = ["diff", "idl/demo.thrift", "idl/demo.thrift"]
    assert inlayc(same, project).stdout == "no differences\n"
    document = inlayc([*same, "--format", "json"], project).stdout
    assert document.endswith("}\n")
    assert json.loads(document) is not None
