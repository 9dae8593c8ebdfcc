"""A client of Spark Connect has no SparkContext, no JVM and no RDD: no code of the pipeline needs more."""

from __future__ import annotations

import ast
from pathlib import Path


def test_no_library_code_needs_more_than_connect() -> None:
    root = Path(__file__).parents[2] / "pipeline"
    files = list(root.rglob("*.py"))
    assert files
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
            assert name not in {"sparkContext", "SparkContext", "_jvm", "_jsc", "rdd", "_sc"}, path
