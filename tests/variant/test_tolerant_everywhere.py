"""Tolerant reading: whatever reads Variants takes it, gives what is there, and says without it how to ask for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

import pyarrow as pa
import pytest

import inlay
from inlay.variant import (
    DamagedRowError,
    Variant,
    VariantArray,
    VariantWarning,
    check,
    decode,
    encode,
    from_pairs,
    get,
    infer_schema,
    read_path,
    read_table,
    shred,
    to_json,
    to_python,
    try_read_path,
    try_variant_array_append,
    try_variant_get,
    try_variant_insert,
    try_variant_set,
    unshred,
    variant_array,
    variant_array_append,
    variant_delete,
    variant_get,
    variant_insert,
    variant_merge_patch,
    variant_pick,
    variant_set,
    variant_strip_nulls,
    write_table,
)
from inlay_runtime.errors import DecodeError
from inlay_variant.value.containers import write_array, write_object
from inlay_variant.value.metadata import write_metadata
from tests.support.inlay_command import Inlay

NAMES: Final = write_metadata([b"a", b"z"])


def make_row(number: int) -> Variant:
    """`{"z": number, "a": [number]}` in this order, as DuckDB writes it."""
    one = encode(number).value
    return Variant(NAMES, write_object([(1, one), (0, write_array([one]))]))


ROW: Final = make_row(1)
ROWS: Final = [make_row(number) for number in range(5)]
READ: Final[list[Any]] = [{"a": [number], "z": number} for number in range(5)]
ADVICE: Final = (
    r"not sorted by name \(DuckDB and Spark write such ones\); only tolerant reading takes that: "
    "tolerant=True in Python, --tolerant for a command, the option tolerant on Spark"
)

VALUES: dict[str, tuple[Callable[..., object], object]] = {
    "decode": (partial(decode, ROW), READ[1]),
    "decode of two": (partial(decode, *ROW), READ[1]),
    "to_json": (partial(to_json, ROW), '{"a":[1],"z":1}'),
    "canonical": (ROW.canonical, encode(READ[1])),
    "get": (lambda **options: decode(get(ROW, "$.z", **options) or ROW), 1),
}


@pytest.mark.parametrize("name", VALUES)
def test_one_value(name: str) -> None:
    work, wanted = VALUES[name]
    with pytest.raises(DecodeError, match=ADVICE):
        work()
    assert work(tolerant=True) == wanted


def read_rows(array: Any) -> list[object]:
    if isinstance(array, list):
        return array
    if isinstance(array, pa.Array) and not isinstance(array, VariantArray):
        return array.to_pylist()
    return to_python(array)


ARRAYS: dict[str, tuple[Callable[..., Any], Any]] = {
    "unshred": (unshred, READ),
    "shred": (partial(shred, schema="struct<z: int64>"), READ),
    "to_python": (to_python, READ),
    "rows": (lambda array, **options: array.to_python(**options), READ),
    "variant_get": (partial(variant_get, path="$.z", type=pa.int64()), [0, 1, 2, 3, 4]),
    "try_variant_get": (partial(try_variant_get, path="$.a[0]", type=pa.int8()), [0, 1, 2, 3, 4]),
    "variant_get of all": (
        partial(variant_get, path="$", type=pa.struct([("z", pa.int8()), ("a", pa.list_(pa.int8()))])),
        READ,
    ),
    "variant_get as text": (
        partial(variant_get, path="$", type=pa.string(), cast="spark"),
        [f'{{"a":[{number}],"z":{number}}}' for number in range(5)],
    ),
    "insert": (partial(variant_insert, path="$.b", value=7), [{**it, "b": 7} for it in READ]),
    "try insert": (partial(try_variant_insert, path="$.z", value=7), [None] * 5),
    "set": (partial(variant_set, path="$.z", value=7), [{**it, "z": 7} for it in READ]),
    "try set": (partial(try_variant_set, path="$.z[0]", value=7), [None] * 5),
    "delete": (lambda array, **options: variant_delete(array, "$.z", **options), [{"a": it["a"]} for it in READ]),
    "pick": (lambda array, **options: variant_pick(array, "z", **options), [{"z": it["z"]} for it in READ]),
    "append": (partial(variant_array_append, path="$.a", value=7), [{"a": [n, 7], "z": n} for n in range(5)]),
    "try append": (partial(try_variant_array_append, path="$.z", value=7), [None] * 5),
    "strip": (variant_strip_nulls, READ),
    "merge": (partial(variant_merge_patch, patch=ROW), [READ[1]] * 5),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore::inlay_variant.value.errors.VariantWarning")
@pytest.mark.parametrize("name", ARRAYS)
def test_arrays(both: str, name: str) -> None:
    work, wanted = ARRAYS[name]
    array = from_pairs(ROWS)
    if name != "unshred":  # which has nothing to put together here, and looks at nothing
        with pytest.raises((DamagedRowError, DecodeError), match=ADVICE):
            work(array)
    assert read_rows(work(array, tolerant=True)) == wanted


def test_a_schema_is_inferred_as_of_rows_in_order(both: str) -> None:
    with pytest.raises(DamagedRowError, match=ADVICE):
        infer_schema(from_pairs(ROWS))
    for sample in (2, None):
        with pytest.warns(VariantWarning):
            inferred = infer_schema(from_pairs(ROWS), sample=sample, tolerant=True)
        assert inferred == infer_schema(variant_array(READ), sample=sample)


def test_what_is_checked_is_never_tolerant(both: str) -> None:
    with pytest.raises(DamagedRowError, match=ADVICE):
        check(from_pairs(ROWS))


@pytest.mark.parametrize(
    ("rows", "said"), [(1, "row 0 has names"), (5, "5 rows, from row 0 on, have names")]
)
def test_the_warning_counts_rows_and_names_who_writes_them(rows: int, said: str) -> None:
    with pytest.warns(
        VariantWarning, match=f"^{said} that are not in the order of their UTF-8 .DuckDB keeps"
    ):
        unshred(from_pairs(ROWS[:rows]), tolerant=True)


@pytest.fixture
def unsorted(tmp_path: Path) -> Path:
    file = tmp_path / "unsorted.parquet"
    write_table(pa.table({"n": list(range(5)), "v": from_pairs(ROWS)}), file)
    return file


@pytest.mark.parametrize("shredding", [None, "auto", {"v": "struct<a: variant>"}])
def test_what_is_written_tolerantly_is_in_order(tmp_path: Path, shredding: Any) -> None:
    file = tmp_path / "sorted.parquet"
    with pytest.warns(VariantWarning):
        write_table(pa.table({"v": from_pairs(ROWS)}), file, shred=shredding, tolerant=True)
    column = inlay.read_table(file).column("v")
    check(column)
    assert to_python(column) == READ


def test_a_shredded_column_with_unsorted_rest_is_written_in_its_own_columns(tmp_path: Path) -> None:
    typed = shred(variant_array([{"a": 1, "b": 2, "z": 3}]), "struct<b: int64>")
    names = write_metadata([b"a", b"b", b"z"])
    rest = write_object([(2, encode(3).value), (0, encode(1).value)])
    storage = pa.StructArray.from_arrays(
        [pa.array([names]), pa.array([rest]), typed.storage.field("typed_value")],
        fields=list(cast(Any, typed.type.storage_type)),
    )
    array = pa.ExtensionArray.from_storage(typed.type, storage)
    file = tmp_path / "sorted.parquet"
    with pytest.warns(VariantWarning):
        write_table(pa.table({"v": array}), file, tolerant=True)
    column = inlay.read_table(file).column("v")
    assert column.type == typed.type
    check(column)
    assert to_python(column) == [{"a": 1, "b": 2, "z": 3}]


@pytest.mark.parametrize(
    "filters", ["variant_get(v, '$.z') > 2", [("variant_get(v, '$.z')", ">", 2)]]
)
def test_filters_look_at_names_in_any_order(unsorted: Path, filters: Any) -> None:
    with pytest.raises(DamagedRowError, match=ADVICE):
        inlay.read_table(unsorted, filters=filters)
    with pytest.warns(VariantWarning):
        rows = inlay.read_table(unsorted, filters=filters, tolerant=True)
    assert rows.column("n").to_pylist() == [3, 4]
    assert to_python(rows.column("v")) == READ[3:]


def test_rows_of_filters_of_pyarrow_are_put_in_order(unsorted: Path) -> None:
    with pytest.warns(VariantWarning):
        rows = inlay.read_table(unsorted, filters=[("n", ">", 2)], tolerant=True)
    assert to_python(rows.column("v")) == READ[3:]
    with pytest.warns(VariantWarning):
        assert to_python(read_table(unsorted, tolerant=True).column("v")) == READ


@pytest.mark.parametrize("read", [read_path, try_read_path])
def test_paths_of_files(unsorted: Path, read: Callable[..., Any]) -> None:
    wanted = "variant_get(v, '$.a[0]') >= 3"
    with pytest.raises(DamagedRowError, match=ADVICE):
        read(unsorted, "v", "$.z", pa.int64(), filter=wanted)
    some = read(unsorted, "v", "$.z", pa.int64(), filter=wanted, tolerant=True)
    assert some.to_pylist() == [3, 4]


COMMANDS: Final[dict[str, list[Any]]] = {
    "show": ["show", "-n", 1],
    "schema": ["schema"],
    "shred": ["shred", "-o", "OUT"],
    "unshred": ["unshred", "-o", "OUT"],
}


@pytest.mark.filterwarnings("ignore::inlay_variant.value.errors.VariantWarning")
@pytest.mark.parametrize("name", COMMANDS)
def test_commands(inlay: Inlay, unsorted: Path, tmp_path: Path, name: str) -> None:
    out = tmp_path / "out.parquet"
    verb, *options = [out if it == "OUT" else it for it in COMMANDS[name]]
    needs_rows = name != "unshred"  # which has nothing to put together, and looks at nothing
    strict = inlay("variant", verb, unsorted, *options)
    if needs_rows:
        assert (strict.code, "--tolerant for a command" in strict.err) == (3, True)
        assert not out.exists()
    done = inlay("variant", verb, unsorted, *options, "--tolerant")
    assert done.code == 0
    if name == "show":
        assert done.out == '{"a":[0],"z":0}\n'
    if out.exists():
        column = read_table(out).column("v")
        check(column)
        assert to_python(column) == READ
        assert column.type.is_shredded == (name == "shred")


def test_prune_needs_no_option_for_it_reads_no_value(inlay: Inlay, unsorted: Path) -> None:
    done = inlay("prune", unsorted, "variant_get(v, '$.z') > 2")
    assert (done.code, done.err) == (0, "")
    assert "5 of 5 rows may match" in done.out
