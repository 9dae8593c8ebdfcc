"""What every public function has in common: it takes a path as text and as a Path, and says what to install."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay import encoding, geo
from inlay import variant as iv
from tests.pages.encodings.faults import Whole
from tests.support.encrypted_files import MASTERS, write_encrypted

KNOWN = encoding.Encodings(Whole())
CHANGED = "changed.parquet"

TAKE_ONE: dict[str, Callable[[Any, Path], object]] = {
    "add_index": lambda path, _: inlay.add_index(path),
    "build_store": lambda path, out: inlay.build_store(path, output=out / "store"),
    "bloom_table": lambda path, _: inlay.bloom_table(path),
    "compat": lambda path, _: inlay.compat(path),
    "concat": lambda path, out: inlay.concat([path], out / "new.parquet"),
    "convert_footer": lambda path, _: inlay.convert_footer(path, "modular"),
    "diff": lambda path, _: list(inlay.diff(path, path)),
    "drop": lambda path, _: inlay.drop(path, columns=["b"]),
    "dump": lambda path, _: list(inlay.dump(path)),
    "edit_footer": lambda path, _: inlay.edit_footer(path, lambda footer: footer.data),
    "index_table": lambda path, _: inlay.index_table(path),
    "iter_batches": lambda path, _: inlay.iter_batches(path).read_all(),
    "layout": lambda path, _: inlay.layout(path),
    "lint": lambda path, _: inlay.lint(path),
    "open": lambda path, _: inlay.open(path).metadata,
    "page_table": lambda path, _: inlay.page_table(path),
    "open_store": lambda path, out: inlay.open_store(_store(path, out)),
    "plan_store": lambda path, out: inlay.plan_store(_store(path, out), "a > 1"),
    "prune": lambda path, _: inlay.prune(path, "a > 1"),
    "read_metadata": lambda path, _: inlay.read_metadata(path),
    "read_table": lambda path, _: inlay.read_table(path),
    "rebuild": lambda path, out: inlay.rebuild(path, out / "new.parquet", like=path),
    "refresh_store": lambda path, out: inlay.refresh_store(_store(path, out)),
    "register": lambda path, out: inlay.register(path, to="records", output=out / "r.parquet"),
    "report": lambda path, _: inlay.report(path),
    "rewrap_keys": lambda path, _: inlay.rewrap_keys(
        write_encrypted(path), old=inlay.EncryptionKeys(master_keys=MASTERS), new=MASTERS
    ),
    "rewrite": lambda path, out: inlay.rewrite([path], out / "new.parquet"),
    "scan_footers": lambda path, _: inlay.scan_footers(path).read_all(),
    "select": lambda path, out: inlay.select(path, out / "new.parquet", columns=["a"]),
    "set_footer_mode": lambda path, _: inlay.set_footer_mode(
        write_encrypted(path), "plaintext", keys=inlay.EncryptionKeys(master_keys=MASTERS)
    ),
    "set_metadata": lambda path, _: inlay.set_metadata(path, keys={"k": "v"}),
    "split": lambda path, out: inlay.split(path, out, rows=1),
    "fix_index": lambda path, _: inlay.fix_index(path),
    "strip_index": lambda path, _: inlay.strip_index(path),
    "undo_metadata": lambda path, out: inlay.undo_metadata(path, _set(path, out)),
    "verify": lambda path, _: inlay.verify(path),
    "verify_modules": lambda path, _: inlay.verify_modules(path),
    "vet": lambda path, _: inlay.vet(path, readers=["pyarrow"]),
    "geo.check_geometries": lambda path, _: geo.check_geometries(path),
    "geo.add_boxes": lambda path, _: geo.add_boxes(path),
    "geo.convert_to_geoparquet": lambda path, _: geo.convert_to_geoparquet(path),
    "geo.convert_to_native": lambda path, _: geo.convert_to_native(path),
    "geo.show_geometries": lambda path, _: geo.show_geometries(path),
    "encoding.add_to_file": lambda path, _: _add(path),
    "encoding.ratify_file": lambda path, _: encoding.ratify_file(path, encodings=_add(path)),
    "encoding.repair_file": lambda path, _: encoding.repair_file(path, encodings=KNOWN),
    "encoding.strip_file": lambda path, _: (_add(path), encoding.strip_file(path)),
    "encoding.read_table": lambda path, _: encoding.read_table(path),
    "encoding.iter_batches": lambda path, _: encoding.iter_batches(path).read_all(),
    "variant.read_table": lambda path, _: iv.read_table(path),
}
"""By name, for a file of the columns a and b; and a folder for what is written."""

NO_FILE = frozenset(
    """
    assemble check_table chunk_table extension_table file_table find_extension footer_tables key_value_table problem_table row_group_table
    schema_table encoding.choose_columns
    variant.read_path variant.try_read_path variant.check variant.decode variant.decoded variant.encode variant.from_arrow
    variant.from_json variant.from_json_array variant.from_pairs variant.get variant.infer_schema variant.register variant.scalar
    variant.shred variant.split variant.to_json variant.to_python variant.try_variant_array_append variant.try_variant_get
    variant.try_variant_insert variant.try_variant_set variant.unregister variant.unshred variant.variant_array
    variant.variant_array_append variant.variant_delete variant.variant_get variant.variant_insert variant.variant_merge_patch
    variant.variant_pick variant.variant_set variant.variant_strip_nulls variant.write_table
    """.split()
)
"""Functions of values, tables and footers; or of a file with a Variant, which have tests of their own."""


def _set(path: Any, out: Path) -> Path:
    inlay.set_metadata(path, keys={"k": "v"}, undo_to=out / "undo")
    return out / "undo"


def _store(path: Any, out: Path) -> Any:
    """A store as the path is given: text, or a path."""
    inlay.build_store(path, output=out / "store")
    return type(path)(out / "store")


def _add(path: Any) -> encoding.Encodings:
    encoding.add_to_file(path, encoding.choose_columns(["a"], Whole()), encodings=KNOWN)
    return encoding.Encodings(Whole(), numbers={"whole": 77})


def list_functions() -> set[str]:
    doors = {"": inlay, "encoding.": encoding, "geo.": geo, "variant.": iv}
    return {
        prefix + name
        for prefix, module in doors.items()
        for name in module.__all__
        if inspect.isfunction(getattr(module, name))
    }


def test_every_public_function_is_here() -> None:
    assert {*TAKE_ONE, *NO_FILE} == list_functions()


@pytest.mark.parametrize("as_given", [str, Path])
@pytest.mark.parametrize("call", TAKE_ONE.values(), ids=TAKE_ONE)
def test_a_path_may_be_text_or_a_path(
    call: Callable[[Any, Path], object], as_given: Callable[[Any], Any], tmp_path: Path
) -> None:
    path = tmp_path / CHANGED
    pq.write_table(pa.table({"a": [1, 2], "b": [0.5, 1.5]}), path, row_group_size=1)
    out = tmp_path / "out"
    out.mkdir()
    call(as_given(path), out)


@pytest.mark.parametrize("given", [b"PAR1", 7, None])
def test_what_changes_a_file_takes_a_path(given: Any) -> None:
    for call in (
        lambda: inlay.edit_footer(given, lambda footer: footer.data),
        lambda: inlay.set_metadata(given, keys={"k": "v"}),
        lambda: inlay.undo_metadata(given, "undo"),
        lambda: inlay.convert_footer(given, "modular"),
    ):
        with pytest.raises(
            TypeError, match=r"\w+ changes a file, so it takes a path or a URL: not \w+"
        ):
            call()


def test_a_target_takes_a_path(tmp_path: Path) -> None:
    path, out = tmp_path / CHANGED, tmp_path / "out.parquet"
    pq.write_table(pa.table({"a": [1, 2]}), path)
    inlay.set_metadata(path, keys={"k": "v"}, target=inlay.Target(output=out))
    assert pq.read_schema(out).metadata == {b"k": b"v"}


_WITHOUT = """
import re
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("pyarrow", "pyspark", "fsspec", "numpy", "pandas"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Absent())
import inlay, inlay.encoding, inlay.errors, inlay.designs, inlay.geo, inlay.variant, inlay_spark
DOORS = (inlay, inlay.encoding, inlay.errors, inlay.designs, inlay.geo, inlay.variant, inlay_spark)
footer = inlay.open(sys.argv[1])
asked = [lambda: footer.schema_arrow, lambda: footer.schema, lambda: footer.find(["a"]), lambda: footer.place()]
asked += [lambda m=m, n=n: getattr(m, n) for m in DOORS for n in m.__all__]
asked += [lambda: inlay.lint(sys.argv[1]).table, lambda: inlay.lint(sys.argv[1], pages=True)]
for value in (footer, inlay.layout(sys.argv[1]), inlay.lint(sys.argv[1]), inlay.verify(sys.argv[1]), inlay.prune(sys.argv[1], "a > 0")):
    asked += [lambda v=value, n=n: getattr(v, n) for n in dir(value) if not n.startswith("_")]
refused = 0
for ask in asked:
    try:
        ask()
    except ModuleNotFoundError as error:
        refused += 1
        assert re.search("needs (pyarrow|pyspark), which is not installed: pip install '", str(error)), error
print(refused)
"""


def test_an_absent_package_is_named_with_what_brings_it(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"a": [1]}), path)
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT, str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 55


@pytest.mark.parametrize("verb", [inlay.lint, inlay.compat, inlay.report, inlay.vet, inlay.verify])
def test_a_path_that_leads_to_nothing_raises(verb: Callable[[Any], object], tmp_path: Path) -> None:
    for nowhere in ("nope", "nope.parquet", "nope/*.parquet"):
        with pytest.raises(FileNotFoundError, match="nope"):
            verb(str(tmp_path / nowhere))


@pytest.mark.parametrize("verb", [inlay.lint, inlay.compat])
def test_a_report_of_files_that_were_not_read_says_so(
    verb: Callable[[Any], object], tmp_path: Path
) -> None:
    (tmp_path / "no.parquet").write_bytes(b"PAR1x")
    assert "0 files; 1 file not read; 0 " in repr(verb(str(tmp_path)))


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda it, path: it.prune(path, 3), "such as 'price > 10': not int"),
        (lambda it, path: it.prune(path, [("price", ">", 1)]), "'price > 10': not list"),
        (lambda it, path: it.edit_footer(path, b""), "takes a function, .*: not bytes"),
        (lambda it, path: it.edit_footer(path, lambda _: "x"), "returns bytes, .*: not str"),
        (lambda it, path: it.edit_footer(path, lambda _: None), "bytes, .*: not NoneType"),
    ],
)
def test_an_argument_of_another_type_is_told_in_words(
    ask: Callable[[Any, Path], object], said: str, tmp_path: Path
) -> None:
    """`Any`, as for callers without a type checker."""
    path = tmp_path / "prices.parquet"
    pq.write_table(pa.table({"price": [1, 2, 3]}), path)
    before = path.read_bytes()
    with pytest.raises(TypeError, match=said):
        ask(inlay, path)
    assert path.read_bytes() == before
