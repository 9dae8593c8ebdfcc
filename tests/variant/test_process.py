"""Importing Inlay and reading with it leave the process as it was, for whoever else works in it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.variant import (
    RegisteredError,
    VariantType,
    register,
    unregister,
    variant_array,
    write_table,
)
from inlay_variant.arrow.variant_type import NAME

SHAPE: Final = pa.struct([("id", pa.int64()), ("tags", pa.list_(pa.struct([("n", pa.string())])))])
ROWS: Final[list[object]] = [{"id": 1, "tags": [{"n": "x"}]}, None, "text"]

ENTRANCES: Final = {
    "import": "import inlay_variant.arrow.variant_type, inlay.rows.variants.writing, inlay_spark.rows.opened",
    "open": "inlay.open(file).metadata",
    "read_table": "inlay.read_table(file)",
    "read_table of a part": "inlay.read_table(file, columns=['v.typed_value.id'])",
    "read_table with a filter": "inlay.read_table(file, filters=[('n', '>', 1)])",
    "iter_batches": "list(inlay.iter_batches(file))",
    "variant.read_table": "V.read_table(file, unshred=True)",
    "read_path": "V.read_path(file, 'v', '$.id')",
    "verify": "inlay.verify(file)",
    "scan_footers": "list(inlay.scan_footers(folder))",
    "tables of footers": "data = inlay.open(file).metadata.encode(); inlay.file_table(data); inlay.schema_table(data)",
    "shred_columns": "import inlay.rows.variants.file_shredding as S, pyarrow as pa; S.shred_columns(file, folder + '/out', {'v': pa.null()})",
    "write_table": "V.write_table(V.read_table(file), folder + '/out.parquet')",
    "the command": "from inlay.__main__ import run; run(['variant', 'show', file])",
}  # fmt: skip

CHILD: Final = """
import codecs, contextlib, decimal, faulthandler, gc, io, json, locale, logging, os, signal, socket, sys, threading, warnings
import pyarrow as pa, pyarrow.parquet as pq, pyarrow.compute, pyarrow.dataset
file, folder, entrances = sys.argv[1:]

def snapshot():
    return {
        "signals": [signal.getsignal(number) for number in signal.valid_signals()],
        "locale": locale.setlocale(locale.LC_ALL),
        "warnings": (list(warnings.filters), warnings.showwarning),
        "logging": (logging.root.level, list(logging.root.handlers), list(logging.root.filters), logging.getLogger("py4j").level),
        "hooks": (sys.gettrace(), sys.getprofile(), sys.excepthook, sys.unraisablehook, threading.excepthook, sys.displayhook),
        "limits": (sys.getrecursionlimit(), sys.get_int_max_str_digits(), sys.getswitchinterval(), threading.stack_size()),
        "decimal": repr(decimal.getcontext()),
        "collector": (gc.isenabled(), gc.get_threshold(), gc.get_debug()),
        "environment": (dict(os.environ), os.getcwd(), list(sys.path), list(sys.meta_path), list(sys.path_hooks)),
        "streams": (sys.stdout, sys.stderr, sys.stdin, faulthandler.is_enabled(), socket.getdefaulttimeout()),
        "text": (sys.getdefaultencoding(), sys.getfilesystemencoding()),
        "Arrow": (pa.cpu_count(), pa.io_thread_count(), pa.default_memory_pool().backend_name),
        "threads": threading.active_count(),
    }

storage = pq.read_table(file)
before = snapshot()
names = {"file": file, "folder": folder}
for name, entrance in json.loads(entrances).items():
    with contextlib.redirect_stdout(io.StringIO()):
        exec("import inlay, inlay.variant as V\\n" + entrance, names)
    after = snapshot()
    for part in before:
        assert before[part] == after[part], (name, part, before[part], after[part])
    try:
        pa.unregister_extension_type("arrow.parquet.variant")
    except pa.ArrowKeyError:
        pass
    else:
        raise AssertionError(name + " has registered a type")
    again = pq.read_table(file)
    assert again.schema == storage.schema and again.equals(storage), name
    pq.write_table(again, folder + "/again.parquet")
    print(name, flush=True)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "v.parquet"
    write_table(pa.table({"n": [1, 2, 3], "v": variant_array(ROWS)}), made, shred={"v": SHAPE})
    return made


@pytest.mark.parametrize("names", [[*ENTRANCES], [*ENTRANCES][::-1]], ids=["forth", "back"])
def test_the_process_is_as_it_was(names: list[str], file: Path, tmp_path: Path) -> None:
    """After each, whichever came before. Among the rest: pyarrow writes what it read, which is safe where
    no type is registered."""
    entrances = json.dumps({name: ENTRANCES[name] for name in names})
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(file), str(tmp_path), entrances],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == names


def test_a_type_is_registered_for_who_asks_for_it(file: Path) -> None:
    assert pa.types.is_struct(pq.read_table(file).schema.field("v").type)
    register()
    try:
        register()
        assert isinstance(pq.read_table(file).schema.field("v").type, VariantType)
        found: Any = inlay.read_table(file).column("v").chunk(0)
        assert found.to_python() == ROWS
        part = inlay.read_table(file, columns=["v.typed_value.id.typed_value"]).column("v")
        assert part.to_pylist()[0] == {"typed_value": {"id": {"typed_value": 1}}}
    finally:
        unregister()
    unregister()
    assert pa.types.is_struct(pq.read_table(file).schema.field("v").type)


class Another(pa.ExtensionType):
    """A type of somebody else's under the same name."""

    def __init__(self, storage: pa.DataType) -> None:
        super().__init__(storage, NAME)

    def __arrow_ext_serialize__(self) -> bytes:
        return b""

    @classmethod
    def __arrow_ext_deserialize__(cls, storage_type: pa.DataType, serialized: bytes) -> Another:
        del serialized
        return cls(storage_type)


def test_a_type_of_somebody_else_stays_and_does_not_matter(file: Path) -> None:
    makers: Any = pa
    makers.register_extension_type(Another(pa.struct([])))
    try:
        with pytest.raises(RegisteredError, match="another type is registered as arrow"):
            register()
        unregister()
        assert isinstance(pq.read_table(file).schema.field("v").type, Another)
        found: Any = inlay.read_table(file).column("v").chunk(0)
        assert found.to_python() == ROWS
    finally:
        makers.unregister_extension_type(NAME)


def test_variants_inside_of_other_types_are_found_without_a_registered_type(
    tmp_path: Path,
) -> None:
    values = [1, None, {"a": [1]}, "x"]
    array: Any = variant_array(values)
    makers: Any = pa
    columns = {
        "s": pa.StructArray.from_arrays(
            [array, pa.array(range(4))], ["v", "k"], mask=pa.array([False, True, False, False])
        ),
        "l": pa.ListArray.from_arrays(pa.array([0, 1, None, 2, 4], pa.int32()), array),
        "large": pa.LargeListArray.from_arrays(pa.array([0, 1, 1, 2, 4], pa.int64()), array),
        "m": makers.MapArray.from_arrays([0, 1, 1, 1, 4], pa.array(list("abcd")), array),
        "f": pa.FixedSizeListArray.from_arrays(array, 1),
    }
    table = pa.table(columns)
    file = tmp_path / "nested.parquet"
    write_table(table, file)
    read = inlay.read_table(file)
    assert [str(field.type).count("VariantType") for field in read.schema] == [1] * 5
    batches = list(inlay.iter_batches(file, batch_size=3))
    assert pa.Table.from_batches(batches).to_pylist() == read.to_pylist()
    structs: Any = read.column("s").chunk(0)
    assert structs.field("v").to_python() == [1, None, {"a": [1]}, "x"]
    for name in ("l", "large", "f"):
        inner: Any = read.column(name).chunk(0)
        assert inner.values.to_python() == values
    maps: Any = read.column("m").chunk(0)
    assert maps.items.to_python() == values
