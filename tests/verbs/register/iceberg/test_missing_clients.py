"""A catalog whose client is not installed is not a bug of ours: it is said what to install, as pyiceberg says it."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.__main__ import run
from inlay.cli.exit_codes import ExitCode
from inlay.ground.missing import find_remedy
from tests.docs.pages import ROOT

_CLIENTS: Final = {
    "sql": ("pyiceberg.catalog.sql", "sqlalchemy", "pyiceberg[sql-sqlite]"),
    "glue": ("pyiceberg.catalog.glue", "boto3", "pyiceberg[glue]"),
    "dynamodb": ("pyiceberg.catalog.dynamodb", "boto3", "pyiceberg[dynamodb]"),
}
"""By the type of a catalog: pyiceberg's module, what it imports, and what pyiceberg says to install."""


@pytest.mark.parametrize("kind", _CLIENTS)
def test_what_to_install(
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    module, package, extra = _CLIENTS[kind]
    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"id": [1]}), path)
    words = ["--to", "iceberg", "--table", "lake.t", "-p", f"type={kind}", "-p", "uri=u"]
    assert run(["register", str(path), "--create", *words]) == ExitCode.USAGE
    printed = capsys.readouterr().err
    assert printed.startswith("error: catalog default: ")
    assert f"pip install '{extra}'" in printed
    assert "Traceback" not in printed
    with pytest.raises(ModuleNotFoundError) as caught:
        inlay.register(
            path, to="iceberg", table="lake.t", properties={"type": kind, "uri": "u"}, create=True
        )
    assert caught.value.name == package


def test_a_type_that_pyiceberg_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--to", "iceberg", "lake.t", "-p", "type=nosuch", "-p", "uri=secret"]
    assert run(["register", "check", *words]) == ExitCode.USAGE
    printed = capsys.readouterr().err
    assert "'nosuch' is not a valid CatalogType" in printed
    assert "secret" not in printed


def test_the_first_error_with_a_name_is_the_missing_module() -> None:
    missing = ModuleNotFoundError("No module named 'x.y'", name="x.y")
    unnamed = ModuleNotFoundError("the client needs x")
    unnamed.__cause__ = missing
    assert find_remedy(unnamed) == "x, which is not installed: pip install x"
    assert find_remedy(ModuleNotFoundError("nothing")) is None


def test_no_error_of_ours_leaves_the_module_out() -> None:
    """Without it, the command takes the error for a bug."""
    for path in (ROOT / "toolkit").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "ModuleNotFoundError":
                assert "name" in {each.arg for each in node.keywords}, (path, node.lineno)
