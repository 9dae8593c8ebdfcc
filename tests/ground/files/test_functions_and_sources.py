"""docs/sources.md says which function takes which source, and every cell of its table is run."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import compute

import inlay
from inlay import variant
from inlay.ground.files import clients
from tests.ground.files.conftest import ROWS
from tests.ground.files.documented_tables import columns_below

TITLES = columns_below("Functions")
KINDS = list(TITLES["one file"].cells)
FIRST: Any = 0
Run = Callable[[Any, Path], object]
"""A function on a source, with an empty folder to write to; what it gives is that of the same file by its path."""


def read_rows(source: Any, _: Path) -> object:
    return sum(batch.num_rows for batch in inlay.iter_batches(source))


def read_layout(source: Any, _: Path) -> object:
    ledger = inlay.layout(source)
    return ledger.size, ledger.form, ledger.start.tolist(), ledger.kind.tolist()


def compare(source: Any, _: Path) -> object:
    return inlay.diff(source, OTHERS["other"]), inlay.diff(OTHERS["other"], source)


def assemble(source: Any, _: Path) -> object:
    return inlay.assemble(inlay.dump(OTHERS["path"]), source=source)


def select(source: Any, folder: Path) -> object:
    inlay.select(source, str(folder / "out.parquet"), columns=["at"])
    return (folder / "out.parquet").read_bytes()


def drop(source: Any, folder: Path) -> object:
    inlay.drop(source, str(folder / "out.parquet"), columns=["at"])
    return (folder / "out.parquet").read_bytes()


def split(source: Any, folder: Path) -> object:
    inlay.split(source, str(folder), row_groups=1)
    return [path.read_bytes() for path in sorted(folder.iterdir())]


def concat(source: Any, folder: Path) -> object:
    """Of several sources, the first group."""
    inlay.concat(source, str(folder / "out.parquet"))
    return inlay.read_table(folder / "out.parquet", columns=["at"], row_groups=[0])


def rewrite(source: Any, folder: Path) -> object:
    """Of several sources, the rows of the first."""
    inlay.rewrite(source, str(folder / "out.parquet"))
    return inlay.read_table(folder / "out.parquet", columns=["at"])[:ROWS]


def scan(source: Any, _: Path) -> object:
    """What a scan says of each different file; its problem is raised, as others raise theirs."""
    batches = list(inlay.scan_footers(source, columns=["file_size", "num_rows"]))
    for batch in inlay.scan_footers(source, table="problems"):
        raise OSError(batch.column("message")[0].as_py())
    return [row for batch in batches for row in batch.to_pylist()][:1]


def report(source: Any, _: Path) -> object:
    """Who wrote the files; a file that could not be read is raised."""
    answers = inlay.report(source, only=["writers"])
    if answers.unreadable:
        raise OSError(f"{answers.unreadable} of {answers.files} cannot be read")
    return [row[:2] for row in answers.rows("writers").rows]


def lint(source: Any, _: Path) -> object:
    """The rules about one file that have something to say; what could not be read is raised."""
    said = inlay.lint(source, ignore=["small-files"])
    for name, finding in said.unread:
        raise OSError(f"{name}: {finding}")
    return {advice.rule for advice in said}


def judge(source: Any, _: Path) -> object:
    """What readers stumble over; what could not be read is raised."""
    said = inlay.compat(source, readers=["fastparquet"])
    for name, finding in said.unread:
        raise OSError(f"{name}: {finding}")
    return {finding.features for finding in said}


def list_rows(table: pa.Table, source: Any) -> object:
    """Those of the first footer; a table of several footers has one more column, and that is left out."""
    if isinstance(source, list):
        table = table.filter(compute.field("footer") == FIRST).drop_columns("footer")
    return table.to_pylist()


def take_footers(function: Callable[[Any], pa.Table]) -> Run:
    return lambda source, _: list_rows(function(source), source)


OTHERS: dict[str, str] = {}
"""The file by its path, and another one to compare it with."""

FUNCTIONS: dict[str, Run] = {
    "open": lambda source, _: inlay.open(source).thrift,
    "read_metadata": lambda source, _: inlay.read_metadata(source),
    "read_table": lambda source, _: inlay.read_table(source),
    "iter_batches": read_rows,
    "verify": lambda source, _: inlay.verify(source, data=True).findings,
    "verify_modules": lambda source, _: inlay.verify_modules(source).findings,
    "vet": lambda source, _: inlay.vet(source, readers=[]).size,
    "layout": read_layout,
    "page_table": lambda source, _: inlay.page_table(source),
    "index_table": lambda source, _: inlay.index_table(source),
    "bloom_table": lambda source, _: inlay.bloom_table(source),
    "prune": lambda source, _: inlay.prune(source, "at > 9000").groups,
    "diff": compare,
    "dump": lambda source, _: list(inlay.dump(source)),
    "assemble": assemble,
    "select": select,
    "drop": drop,
    "split": split,
    "variant.read_table": lambda source, _: variant.read_table(source),
    "variant.read_path": lambda source, _: variant.read_path(
        source, "variant", "$.half", pa.float64()
    ),
    "variant.try_read_path": lambda source, _: variant.try_read_path(
        source, "variant", "$.half", pa.int8(), filter="at > 9000"
    ),
    "chunk_table": take_footers(inlay.chunk_table),
    "row_group_table": take_footers(inlay.row_group_table),
    "schema_table": take_footers(inlay.schema_table),
    "key_value_table": take_footers(inlay.key_value_table),
    "extension_table": take_footers(inlay.extension_table),
    "file_table": take_footers(inlay.file_table),
    "footer_tables": take_footers(
        lambda source: inlay.footer_tables(source, {"column_chunks": None})["column_chunks"]
    ),
    "scan_footers": scan,
    "report": report,
    "lint": lint,
    "compat": judge,
    "concat": concat,
    "rewrite": rewrite,
}


def test_the_page_lists_every_function_that_takes_a_source() -> None:
    modules = {"": inlay, "variant.": variant}
    public = {
        f"{prefix}{name}": getattr(module, name)
        for prefix, module in modules.items()
        for name in module.__all__
    }
    takes_sources = {
        name
        for name, function in public.items()
        if inspect.isfunction(function)
        and any(
            kind in str(parameter.annotation)
            for parameter in inspect.signature(function).parameters.values()
            for kind in ("Source", "FooterData")
        )
    }
    listed = [name for column in TITLES.values() for name in column.names]
    assert sorted(listed) == sorted(takes_sources)
    assert list(FUNCTIONS) == listed


@pytest.fixture(scope="module")
def expected(lake: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    path = str(lake / "part.parquet")
    OTHERS.update(path=path, other=str(lake.parent / "other.parquet"))
    return {
        name: function(path, tmp_path_factory.mktemp(name)) for name, function in FUNCTIONS.items()
    }


@pytest.mark.parametrize("kind", KINDS)
def test_functions(
    kind: str,
    places: dict[str, Any],
    expected: dict[str, object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if kind.endswith("without s3fs"):
        monkeypatch.setattr(clients, "is_installed", lambda package: package != "s3fs")
    for column in TITLES.values():
        for name in column.names:
            folder = tmp_path / name
            folder.mkdir()
            if column.cells[kind] == "yes":
                assert FUNCTIONS[name](places[kind], folder) == expected[name], name
                continue
            with pytest.raises((OSError, TypeError)) as caught:
                FUNCTIONS[name](places[kind], folder)
            assert caught.type.__name__ == column.cells[kind], name
