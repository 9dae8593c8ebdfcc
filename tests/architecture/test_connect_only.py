"""A client of Spark Connect has no SparkContext, no JVM and no RDD: no code of the pipeline needs more, but for connectors."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

_OF_DRIVERS: Final = "inlay_spark/registration/connectors/driver_java.py"
"""Where connectors are asked for: a client of Spark Connect has none, and goes on without."""


def test_no_library_code_needs_more_than_connect() -> None:
    root = Path(__file__).parents[2] / "pipeline"
    files = [path for path in root.rglob("*.py") if path != root / _OF_DRIVERS]
    assert len(files) == len(list(root.rglob("*.py"))) - 1
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
            assert name not in {"sparkContext", "SparkContext", "_jvm", "_jsc", "rdd", "_sc"}, path
