"""What is wrong with options is told in flags by a command, and in keywords by a function."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay as toolkit
from inlay.errors import RequestError
from inlay.ground.blamed_options import blame_options

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

PACKAGE = Path(toolkit.__file__).parent
FLAG = re.compile(r"(?<![\w-])(?:--[a-z][\w-]+|-[a-z])\b")
COMMAND = re.compile(r"`[^`]*`")
KEYWORD = re.compile(r"\b[a-z_]+=['\"T]")

REGISTERED: tuple[tuple[dict[str, Any], str, str], ...] = (
    ({"to": "foo"}, "--to foo: choose delta, ", "to='foo': choose delta, "),
    ({"to": "delta"}, "say which, --table lake/trips", "say which, table='lake/trips'"),
    ({"to": "iceberg"}, "say which, --table ns.name", "say which, table='ns.name'"),
    ({"to": "records"}, "say which, -o lake.parquet", "say which, output='lake.parquet'"),
    (
        {"to": "ducklake"},
        "catalog: --catalog lake.ducklake, ",
        "catalog: catalog='lake.ducklake', ",
    ),
    (
        {"to": "ducklake", "catalog": "c", "partition_by": ["x"]},
        "--partition-by says nothing to DuckLake",
        "partition_by says nothing to DuckLake",
    ),
    (
        {"to": "delta", "table": "t", "create": True, "replace": True},
        "--create with --replace says nothing",
        "create=True with replace=True says nothing",
    ),
    (
        {"to": "iceberg", "table": "a.b", "partition_by": ["x"]},
        "--partition-by needs --create",
        "partition_by needs create=True",
    ),
    (
        {"to": "iceberg", "table": "a.b", "output": "x.parquet"},
        "leave out -o, and give --table ns.name",
        "leave out output, and give table='ns.name'",
    ),
    (
        {"to": "records", "table": "t"},
        "--table is of tables, and records are a file",
        "table is of tables, and records are a file",
    ),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"x": [1]}), path)
    return path


def flags_of(options: dict[str, Any]) -> Iterator[str]:
    for name, value in options.items():
        yield f"--{name.replace('_', '-')}"
        if value is not True:
            yield ",".join(value) if isinstance(value, list) else value


@pytest.mark.parametrize(("options", "flags", "keywords"), REGISTERED)
def test_a_registration_is_told_how_it_was_asked_for(
    options: dict[str, Any], flags: str, keywords: str, path: Path, inlay: Inlay
) -> None:
    found = inlay("register", path, *flags_of(options))
    assert (found.code, flags in found.err) == (2, True), found.err
    assert not KEYWORD.search(found.err.splitlines()[0])
    with pytest.raises(RequestError) as raised:
        toolkit.register(path, **options)
    assert keywords in str(raised.value)
    assert not FLAG.search(str(raised.value))


def test_other_commands_are_told_so_too(path: Path, inlay: Inlay) -> None:
    asked = inlay("index", "add", path, "--what", "page-checksums")
    assert "allow it by --rewrite-headers\n" in asked.err
    with pytest.raises(RequestError, match=r"allow it by rewrite_headers=True$"):
        toolkit.add_index(path, what=["page-checksums"])
    journal = inlay("set", path, "--undo", path)
    assert "was not written by --undo-to, or is not whole" in journal.err


def test_a_value_is_quoted_as_each_has_it() -> None:
    error = blame_options("say {table} or {skip_bad}", table="a b", skip_bad=True)
    assert str(error) == "say table='a b' or skip_bad=True"
    assert error.with_flags == "say --table 'a b' or --skip-bad"


def test_no_function_tells_of_flags() -> None:
    """Commands that a sentence names have theirs."""
    seen = 0
    for file in sorted(PACKAGE.rglob("*.py")):
        if file.is_relative_to(PACKAGE / "cli"):
            continue
        source = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if "RequestError(" in source else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "RequestError":
                seen += 1
                texts = [it.value for it in ast.walk(node) if isinstance(it, ast.Constant)]
                said = COMMAND.sub("", "".join(it for it in texts if isinstance(it, str)))
                assert not FLAG.search(said), f"{file}: {said}"
    assert seen > 50
