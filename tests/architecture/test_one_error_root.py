"""Every exception of ours is an InlayError, so that one `except` catches them all (`docs/errors.md`)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

from inlay_runtime.errors import InlayError

ROOT = Path(__file__).parents[2]
FOLDERS = ("generator", "runtime", "generated", "variant", "toolkit", "pipeline")

SIGNALS = {
    "Rejected": "the native core asks pure Python to say what is wrong",
    "StaleError": "a store tells the rewriting that it has lost a race",
    "UnplannedError": "a pass over structs does not know a type, and is not used",
    "OutputLostError": "standard output takes no more, which nothing may take for a failure of a file",
    "UnsplitPageError": "a page is not read in parts, and is read at once instead",
    "UnfitColumnsError": "columns that are not as wanted are put together instead",
    "UnfitError": "an edit of a tree tells the edit of its column, which knows the row",
    "Terminated": "a signal, which nothing may take for a failure",
}
"""Exceptions that always end inside of the packages, and why. A class with a leading underscore is one, too."""


ENDINGS: Final = ("Error", "Exception", "Interrupt")
_LIKELY: Final = re.compile(rf"class \w+\([^:]*(?:{'|'.join(ENDINGS)})")
"""What a module has that has such a class; to parse the others takes longer than all else."""


def classes() -> Iterator[tuple[Path, str]]:
    """Every class with a base whose name is that of an exception."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(source)) if _LIKELY.search(source) else ():
                if isinstance(node, ast.ClassDef) and any(map(_is_exception, node.bases)):
                    yield path.relative_to(ROOT / folder), node.name


def _is_exception(base: ast.expr) -> bool:
    return ast.unparse(base).endswith(ENDINGS)


def test_an_exception_is_an_inlay_error() -> None:
    public = [(path, name) for path, name in classes() if not name.startswith("_")]
    assert len(public) - len(SIGNALS) > 60
    assert set(SIGNALS) <= {name for _, name in public}
    for path, name in public:
        module = import_module(".".join(path.with_suffix("").parts))
        is_ours = issubclass(getattr(module, name), InlayError)
        assert is_ours or name in SIGNALS, f"{path}: {name}"


TAKEN: Final = {
    "inlay_runtime.errors": {"InlayError"},
    "inlay_runtime.missing_paths": {"advise_on_missing"},
    "inlay_runtime.standard_streams": {"run_delivered"},
    "inlay_runtime.usage_errors": {"describe_usage"},
}


def test_the_compiler_takes_little_of_the_runtime() -> None:
    paths = sorted((ROOT / "generator").rglob("*.py"))
    assert len(paths) > 50
    for path in paths:
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if "inlay_runtime" in source else ():
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("inlay_runtime"):
                names = {each.name for each in node.names}
                assert names <= TAKEN.get(node.module or "", set()), path
