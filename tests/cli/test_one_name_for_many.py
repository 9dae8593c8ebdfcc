"""A string where a list of names is meant is an error in every public function: its letters would be taken for names."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay import encoding, variant
from inlay_runtime.errors import InlayError
from parquet_format import footer_v0
from parquet_format.parquet import KeyValue
from tests.pages.encodings.faults import Whole

NAMES = re.compile(r"(Sequence|Iterable|Collection|[Ss]et|list|tuple)\[str\b|\bColumns\b")
MODULES = (
    "inlay",
    "inlay.variant",
    "inlay.encoding",
    "inlay.designs",
    "inlay.geo",
    "inlay_runtime",
)

Call = Callable[[Any, Path], object]
"""With a string where names are meant, on a file of the columns a and b."""


def _table(function: Any) -> Call:
    return lambda names, path: function(inlay.open(path), columns=names)


CALLS: dict[str, Call] = {
    "inlay.Footer.bounds columns": lambda names, path: inlay.open(path).bounds(names),
    "inlay.Footer.chunks columns": lambda names, path: inlay.open(path).chunks(names),
    "inlay.Footer.find paths": lambda names, path: inlay.open(path).find(names),
    "inlay.Footer.place columns": lambda names, path: inlay.open(path).place(names),
    "inlay.Target allow": lambda names, path: inlay.Target(allow=names),
    "inlay.bloom_table columns": lambda names, path: inlay.bloom_table(path, columns=names),
    "inlay.bloom_table paths": lambda names, path: inlay.bloom_table(path, paths=names),
    "inlay.chunk_table columns": _table(inlay.chunk_table),
    "inlay.concat allow": lambda names, path: inlay.concat(
        [path], path.with_name("c"), allow=names
    ),
    "inlay.drop allow": lambda names, path: inlay.drop(
        path, path.with_name("c"), columns=["b"], allow=names
    ),
    "inlay.drop columns": lambda names, path: inlay.drop(path, path.with_name("c"), columns=names),
    "inlay.extension_table columns": _table(inlay.extension_table),
    "inlay.file_table columns": _table(inlay.file_table),
    "inlay.footer_tables tables": lambda names, path: inlay.footer_tables(
        inlay.open(path), {"files": names}
    ),
    "inlay.index_table columns": lambda names, path: inlay.index_table(path, columns=names),
    "inlay.index_table paths": lambda names, path: inlay.index_table(path, paths=names),
    "inlay.iter_batches columns": lambda names, path: inlay.iter_batches(path, columns=names),
    "inlay.key_value_table columns": _table(inlay.key_value_table),
    "inlay.compat readers": lambda names, path: inlay.compat(path, readers=names),
    "inlay.lint ignore": lambda names, path: inlay.lint(path, ignore=names),
    "inlay.lint select": lambda names, path: inlay.lint(path, select=names),
    "inlay.page_table columns": lambda names, path: inlay.page_table(path, columns=names),
    "inlay.page_table paths": lambda names, path: inlay.page_table(path, paths=names),
    "inlay.read_table columns": lambda names, path: inlay.read_table(path, columns=names),
    "inlay.register allow": lambda names, path: inlay.register(path, to="records", allow=names),
    "inlay.register partition_by": lambda names, path: inlay.register(
        path, to="records", partition_by=names
    ),
    "inlay.report only": lambda names, path: inlay.report(path, only=names),
    "inlay.rewrite allow": lambda names, path: inlay.rewrite(
        [path], path.with_name("c"), allow=names
    ),
    "inlay.rewrite sort_by": lambda names, path: inlay.rewrite(
        [path], path.with_name("c"), sort_by=names
    ),
    "inlay.row_group_table columns": _table(inlay.row_group_table),
    "inlay.scan_footers columns": lambda names, path: inlay.scan_footers(path, columns=names),
    "inlay.schema_table columns": _table(inlay.schema_table),
    "inlay.select allow": lambda names, path: inlay.select(
        path, path.with_name("c"), columns=["a"], allow=names
    ),
    "inlay.select columns": lambda names, path: inlay.select(
        path, path.with_name("c"), columns=names
    ),
    "inlay.add_index columns": lambda names, path: inlay.add_index(path, columns=names),
    "inlay.add_index what": lambda names, path: inlay.add_index(path, what=names),
    "inlay.fix_index columns": lambda names, path: inlay.fix_index(path, columns=names),
    "inlay.strip_index columns": lambda names, path: inlay.strip_index(path, columns=names),
    "inlay.strip_index what": lambda names, path: inlay.strip_index(path, what=names),
    "inlay.set_metadata delete": lambda names, path: inlay.set_metadata(path, delete=names),
    "inlay.split allow": lambda names, path: inlay.split(path, path.parent, rows=1, allow=names),
    "inlay.vet readers": lambda names, path: inlay.vet(path, readers=names),
    "inlay.variant.VariantWriter allow": lambda names, path: variant.VariantWriter(
        path.with_name("c"), pa.schema([]), allow=names
    ),
    "inlay.variant.VariantWriter sources": lambda names, path: variant.VariantWriter(
        path.with_name("c"), pa.schema([]), sources=names
    ),
    "inlay.variant.read_table columns": lambda names, path: variant.read_table(path, columns=names),
    "inlay.encoding.choose_columns patterns": lambda names, _: encoding.choose_columns(
        names, Whole()
    ),
    "inlay.encoding.iter_batches columns": lambda names, path: encoding.iter_batches(
        path, columns=names
    ),
    "inlay.encoding.read_table columns": lambda names, path: encoding.read_table(
        path, columns=names
    ),
    "inlay_runtime.Struct.decode fields": lambda names, _: KeyValue.decode(b"\0", fields=names),
    "inlay_runtime.Struct.decode_from fields": lambda names, _: KeyValue.decode_from(
        b"\0", fields=names
    ),
    "a table's decode": lambda names, _: footer_v0.KeyValue.decode(
        footer_v0.KeyValue(key="a").encode(), fields=names
    ),
}

ANSWERS = frozenset(
    "Amendment CompatReport CompatFinding Conversion FixedFile GeoCheck GeoConversion IndexedFile LintReport ModuleVerification Outcome Registration RebuiltFile Rewrapping RewrittenFile ShownGeoFile TableCheck WrittenFile Remainder".split()
)
"""Classes that functions give, and nobody else makes."""

QUESTIONS = frozenset({"inlay.designs.FooterDesign.find paths"})
"""What `Footer.find` hands on."""


def list_parameters() -> Iterator[str]:
    """Of public functions, methods and constructors, those that take several texts, and not one as well."""
    for module in MODULES:
        door = import_module(module)
        for name in door.__all__:
            value = getattr(door, name)
            if name in ANSWERS:
                continue
            taken = {name: value} if callable(value) else {}
            if inspect.isclass(value):
                taken |= {
                    f"{name}.{member}": function
                    for member, function in inspect.getmembers(value, inspect.isroutine)
                    if not member.startswith("_")
                }
            for called, function in taken.items():
                yield from (f"{module}.{called} {each}" for each in _list_of(function))


def _list_of(function: Any) -> Iterator[str]:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return
    for parameter in parameters:
        said = str(parameter.annotation)
        if NAMES.search(said) and not re.search(r"\bstr \| \w+\[str\]|Given \|", said):
            yield parameter.name


def test_every_such_parameter_is_here() -> None:
    assert {*list_parameters()} - QUESTIONS == CALLS.keys() - {"a table's decode"}


@pytest.mark.parametrize("name", CALLS)
def test_a_string_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"a": [1, 2], "b": [0.5, 1.5]}), path)
    with pytest.raises((InlayError, ValueError, TypeError)) as caught:
        CALLS[name]("ab", path)
    said = str(caught.value)
    assert re.search(r"say \w+=(\['ab'\]|{'ab'})|list of paths, not one string", said), said
    assert not path.with_name("c").exists()
