"""`inlayc init`: a first table of settings, in a pyproject.toml of which no byte is lost."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.inlayc.test_inlayc import IDL, inlayc

PROJECT = '[project]\nname = "My-Events"  # ours\n'
BEGINNINGS = [
    pytest.param(None, id="no file"),
    pytest.param(b"", id="empty"),
    pytest.param(PROJECT.encode(), id="a project"),
    pytest.param(PROJECT.rstrip("\n").encode(), id="no line end"),
    pytest.param(PROJECT.replace("\n", "\r\n").encode(), id="CRLF"),
    pytest.param(b"\xef\xbb\xbf" + PROJECT.encode(), id="byte order mark"),
    pytest.param(b"\xef\xbb\xbf", id="byte order mark alone"),
    pytest.param(b"# only a comment", id="comment"),
    pytest.param(b"[tool.black]\nline-length = 100\n\n\n", id="another tool"),
    pytest.param(b"[tool]\nother = {a = 1}\n", id="tool"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "idl").mkdir()
    (tmp_path / "idl" / "demo.thrift").write_text(IDL)
    return tmp_path


@pytest.mark.parametrize("before", BEGINNINGS)
def test_the_table_follows_what_stands_there_and_generates(
    folder: Path, before: bytes | None
) -> None:
    pyproject = folder / "pyproject.toml"
    if before is not None:
        pyproject.write_bytes(before)
    result = inlayc(["init"], folder)
    assert result.returncode == 0, result.stderr
    assert "inlayc generate" in result.stdout
    after = pyproject.read_bytes()
    assert after.startswith(before or b"")
    assert after.count(b"\r\n") in (0, after.count(b"\n"))
    settings = tomllib.loads(after.decode("utf-8-sig"))["tool"]["inlay"]
    named = b"My-Events" in (before or b"")
    assert settings == {
        "sources": ["idl/demo.thrift"],
        "output": "generated",
        "package": "my_events_format" if named else "demo_format",
    }
    assert inlayc(["generate"], folder).returncode == 0
    assert inlayc(["check"], folder).returncode == 0


@pytest.mark.parametrize(
    ("called", "package"), [("weather", "weather_format"), ("1st", "idl_format")]
)
def test_of_several_files_the_folder_gives_the_name(
    called: str, package: str, tmp_path: Path
) -> None:
    """None of them is more than the others."""
    (tmp_path / called).mkdir()
    for name in ("a.thrift", "b.thrift"):
        (tmp_path / called / name).write_text(IDL)
    assert inlayc(["init"], tmp_path / called).returncode == 0
    written = (tmp_path / called / "pyproject.toml").read_text(encoding="utf-8")
    assert tomllib.loads(written)["tool"]["inlay"]["package"] == package


def test_a_file_that_is_called_schema_does_not_name_the_package(tmp_path: Path) -> None:
    (tmp_path / "tflite").mkdir()
    (tmp_path / "tflite" / "schema.fbs").write_text("table Model {}")
    assert inlayc(["init"], tmp_path / "tflite").returncode == 0
    written = (tmp_path / "tflite" / "pyproject.toml").read_text(encoding="utf-8")
    assert tomllib.loads(written)["tool"]["inlay"]["package"] == "tflite_format"


def test_it_says_how_python_finds_the_package(folder: Path) -> None:
    said = inlayc(["init"], folder).stdout
    assert "import:  put generated into PYTHONPATH, and for mypy into MYPYPATH" in said
    assert inlayc(["generate"], folder).returncode == 0
    found = subprocess.run(
        [sys.executable, "-c", "import demo_format.demo"],
        env={**os.environ, "PYTHONPATH": str(folder / "generated")},
        check=False,
    )
    assert found.returncode == 0


def test_the_package_is_not_called_like_that_of_inlay(tmp_path: Path) -> None:
    """One of them would hide the other."""
    (tmp_path / "parquet.thrift").write_text(IDL)
    assert inlayc(["init"], tmp_path).returncode == 0
    settings = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["tool"]["inlay"]["package"] == "my_parquet_format"


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (b"[tool.inlay]\n", "has a table [tool.inlay] already"),
        (b'[tool]\ninlay.package = "x"\n', "has a table [tool.inlay] already"),
        (b'tool = {inlay = {package = "x"}}', "has a table [tool.inlay] already"),
        (b"tool = {black = {}}\n", "cannot stand at the end of this pyproject.toml"),
        (b"[project\n", "pyproject.toml: "),
        (b"\xff\n", "byte 0 is not UTF-8"),
    ],
)
def test_a_file_that_it_cannot_add_to_stays(folder: Path, before: bytes, words: str) -> None:
    (folder / "pyproject.toml").write_bytes(before)
    for _ in range(2):
        result = inlayc(["init"], folder)
        assert result.returncode == 2
        assert words in result.stderr
        assert (folder / "pyproject.toml").read_bytes() == before


def test_a_second_init_is_refused(folder: Path) -> None:
    assert inlayc(["init"], folder).returncode == 0
    before = (folder / "pyproject.toml").read_bytes()
    assert inlayc(["init"], folder).returncode == 2
    assert (folder / "pyproject.toml").read_bytes() == before


def test_of_many_files_it_names_the_folders_and_one_that_is_alone(folder: Path) -> None:
    for number in range(6):
        (folder / "idl" / f"more_{number}.fbs").write_text(f"table T{number} {{}}")
    for other in (".hidden", "build", "venv"):
        (folder / other).mkdir()
        (folder / other / "x.thrift").write_text("struct X {}")
    (folder / "venv" / "pyvenv.cfg").write_text("")
    (folder / "src").mkdir()
    assert inlayc(["init", "--package", "a.b"], folder).returncode == 0
    settings = tomllib.loads((folder / "pyproject.toml").read_text())["tool"]["inlay"]
    assert settings == {
        "sources": ["idl/demo.thrift", "idl/*.fbs"],
        "output": "src",
        "package": "a.b",
    }
    assert inlayc(["generate"], folder).returncode == 0


def test_without_idl_files_it_says_where_to_put_one(tmp_path: Path) -> None:
    result = inlayc(["init"], tmp_path)
    assert result.returncode == 0
    assert "put one into idl/" in result.stdout
    (tmp_path / "idl").mkdir()
    (tmp_path / "idl" / "demo.thrift").write_text(IDL)
    assert inlayc(["generate"], tmp_path).returncode == 0


def test_a_name_that_python_cannot_take_is_refused(folder: Path) -> None:
    result = inlayc(["init", "--package", "class"], folder)
    assert result.returncode == 2
    assert "--package class: expected a dotted Python name" in result.stderr
    assert not (folder / "pyproject.toml").exists()
