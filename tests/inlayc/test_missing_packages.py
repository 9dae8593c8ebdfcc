"""What `inlay` and `inlayc` say when packages are missing: one sentence with what to install."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path

import pytest

from inlay.ground.missing import say_how_to_install
from inlay_runtime.distribution import DISTRIBUTION
from inlayc.cli.missing import suggest_remedy

BLOCKED = """
import json, runpy, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

blocked, command = json.loads(sys.argv[1]), sys.argv[2]
sys.path[:0] = json.loads(sys.argv[3])
sys.meta_path.insert(0, Blocked())
sys.argv = [command, *sys.argv[4:]]
runpy.run_module(command, run_name="__main__", alter_sys=True)
"""


def run(
    blocked: list[str], command: str, *arguments: str, cwd: Path
) -> subprocess.CompletedProcess[str]:
    given = [json.dumps(blocked), command, json.dumps(sys.path)]
    return subprocess.run(
        [sys.executable, "-c", BLOCKED, *given, *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TERM": "dumb"},
    )


BASE = ["lark", "jinja2", "black", "pyarrow", "numpy", "fsspec", "pyspark", "pandas", "pcodec"]


@pytest.mark.parametrize(
    ("blocked", "command", "sentence"),
    [
        (
            ["click"],
            "inlay --version",
            "this needs click, which is not installed: pip install click",
        ),
        (
            ["click"],
            "inlayc check",
            "inlayc needs click, which is not installed: pip install click",
        ),
        (
            BASE,
            "inlayc generate x.thrift --output o --package p",
            "pip install 'inlay-parquet[compiler]'",
        ),
        (BASE, "inlayc schema x.thrift", "pip install 'inlay-parquet[compiler]'"),
        (
            ["black"],
            "inlayc expand x.thrift",
            "needs black, which is not installed: pip install 'inlay-parquet[compiler]'\n",
        ),
        (
            BASE,
            "inlay scan .",
            "this needs pyarrow, which is not installed: pip install 'inlay-parquet[files]'",
        ),
        (
            ["duckdb"],
            "inlay report .",
            "this needs duckdb, which is not installed: pip install 'inlay-parquet[report]'",
        ),
        (BASE, "inlay variant show x", "pip install 'inlay-parquet[files]'"),
        (["pyspark"], "inlay spark catalog . --output x", "pip install 'inlay-parquet[spark]'"),
    ],
)
def test_a_missing_package_is_one_sentence(
    tmp_path: Path, blocked: list[str], command: str, sentence: str
) -> None:
    (tmp_path / "x.thrift").write_text("struct S {}")
    name, *arguments = command.split()
    result = run(blocked, name, *arguments, cwd=tmp_path)
    assert result.returncode == 2, result.stderr
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("commands", "package", "url", "extra"),
    [
        (["inspect", "verify"], "fsspec", "memory://a.parquet", "files"),
        (
            ["seal"],
            "s3fs",
            "s3://bucket/a.parquet",
            "s3",
        ),  # pyarrow stands in for reading
        (["seal"], "gcsfs", "gs://bucket/a.parquet", "gcs"),
        (["inspect", "verify"], "aiohttp", "http://127.0.0.1:1/a.parquet", "http"),
    ],
)
def test_what_a_url_needs_is_one_sentence(
    tmp_path: Path, commands: list[str], package: str, url: str, extra: str
) -> None:
    for command in commands:
        done = run([package], "inlay", command, url, cwd=tmp_path)
        assert done.returncode == 6
        sentence = (
            f"this needs {package}, which is not installed: pip install 'inlay-parquet[{extra}]'"
        )
        assert done.stderr == f"error: {url}: {sentence}\n"


def test_a_url_of_the_web_needs_one_extra_and_not_two(tmp_path: Path) -> None:
    """That of fsspec alone would ask for aiohttp next."""
    done = run(BASE, "inlay", "inspect", "http://127.0.0.1:1/a.parquet", cwd=tmp_path)
    assert done.returncode == 6
    assert done.stderr.endswith("not installed: pip install 'inlay-parquet[http]'\n")


@pytest.mark.parametrize("command", ["inlay --help", "inlay --version", "inlayc --help"])
def test_a_bare_installation_has_help_and_a_version(tmp_path: Path, command: str) -> None:
    name, *arguments = command.split()
    result = run(BASE, name, *arguments, cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("function", "package", "extra"),
    [("chunk_table", "pyarrow", "files"), ("report", "duckdb", "report")],
)
def test_a_function_says_what_it_needs(
    tmp_path: Path, function: str, package: str, extra: str
) -> None:
    code = (
        f"import sys; sys.modules['{package}'] = None; import inlay\n"
        f"try: inlay.{function}\nexcept ModuleNotFoundError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == (
        f"inlay.{function} needs {package}, which is not installed: pip install 'inlay-parquet[{extra}]'\n"
    )


def test_both_commands_start_with_what_is_always_installed() -> None:
    always = {line.split(">")[0] for line in requires(DISTRIBUTION) or [] if "extra ==" not in line}
    assert {"click", "rich"} <= always


def test_names_are_found_before_they_are_imported() -> None:
    import inlay
    import inlay_runtime
    from inlay import errors, variant

    assert {"chunk_table", "read_table", "read_metadata", "__version__"} <= set(dir(inlay))
    assert inlay.__version__
    for module in (inlay, errors, variant):
        assert sorted(module.__all__) == module.__all__
        assert all(hasattr(module, name) for name in module.__all__)
    for module in (errors, variant):
        assert set(module.__all__) <= set(dir(module))
    assert set(inlay_runtime.__all__) <= set(dir(inlay_runtime))
    for name in inlay_runtime.__all__:
        assert getattr(inlay_runtime, name).__name__ == name


def test_completion_begins_with_what_people_type() -> None:
    """All functions, and of the classes those that are given to one: they would all come before the functions."""
    import inlay

    functions = {name for name in inlay.__all__ if name.islower()}
    classes = [name for name in dir(inlay) if name[0].isupper()]
    assert functions <= set(dir(inlay))
    assert len(classes) < 8
    assert set(classes) < set(inlay.__all__)
    assert "Verification" not in classes


def test_importing_the_runtime_imports_next_to_none_of_its_modules() -> None:
    code = "import sys, inlay_runtime; print([m for m in sys.modules if m.startswith('inlay_runtime.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['inlay_runtime.lazy_names']\n"


@pytest.mark.parametrize("package", ["lark", "jinja2", "black"])
def test_the_extra_of_the_compiler_brings_what_it_needs(package: str) -> None:
    lines = [line.replace('"', "'") for line in requires(DISTRIBUTION) or []]
    assert any(it.lower().startswith(package) and "extra == 'compiler'" in it for it in lines)
    remedy = suggest_remedy(ModuleNotFoundError(name=package)) or ""
    assert remedy.endswith(f"pip install '{DISTRIBUTION}[compiler]'")


@pytest.mark.parametrize(
    "name", ["pyarrow", "duckdb", "pcodec", "pyspark", "pyiceberg", "deltalake", "cryptography"]
)
def test_an_extra_that_is_named_brings_the_package(name: str) -> None:
    command = say_how_to_install(name)
    extra = command.partition("[")[2].rstrip("]'")
    assert command == f"pip install '{DISTRIBUTION}[{extra}]'"
    lines = [line.replace('"', "'") for line in requires(DISTRIBUTION) or []]
    assert any(it.lower().startswith(name) and it.endswith(f"extra == '{extra}'") for it in lines)


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("inlay --help", "Needs pyspark: see inlay spark --help."),
        ("inlay spark --help", "pyspark is not installed: pip install 'inlay-parquet[spark]'"),
    ],
)
def test_the_help_says_what_the_commands_for_lakes_lack(
    command: str, line: str, tmp_path: Path
) -> None:
    for blocked in ([], ["pyspark"]):
        done = run(blocked, *command.split(), cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert (line in " ".join(done.stdout.split())) is bool(blocked)
