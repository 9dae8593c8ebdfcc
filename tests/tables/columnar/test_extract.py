"""The generic extract: what its columns hold, and that both cores say the same."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay_runtime.columnar import ExtractionPlan, extract
from inlay_runtime.columnar.extract import extract_pure
from inlay_runtime.errors import DecodeError, LimitError
from inlay_runtime.extension import Extension, Header
from inlay_runtime.limits import DEFAULT_LIMITS, Limits
from inlay_runtime.remainder import Remainder, UnknownField
from inlay_runtime.struct import Struct
from parquet_format.parquet import FileMetaData, KeyValue
from tests.generated.damage import KINDS, made, out_of_range, references
from tests.runtime.test_properties import CLASSES, quick
from tests.runtime.values import Random
from tests.tables.columnar.every_path import every_plan
from tests.tables.columnar.flat_values import told, values_of

CHUNKS = "row_groups[].columns[]"
WITH_MAPS = ("Required", "Maps", "Ring", "Keyed", "Hosts", "Unions", "Lists", "Defaults")
"""Whose keys only the pure reader compares, so that the native core may leave them to it."""

BUILT = find_spec("inlay_runtime.native.columnar") is not None

choices = st.randoms(use_true_random=True)


def hold_equal(plan: ExtractionPlan, data: Sequence[bytes], limits: Limits = DEFAULT_LIMITS) -> Any:
    """What the pure core says of the bytes; where the native one is built, it says the same."""
    pure = told(extract_pure(plan, data, limits))
    if BUILT:
        from inlay_runtime.native.columnar import extract_native

        found = extract_native(plan, data, limits)
        assert found is not None, "the native core left it to the pure one"
        assert told(found) == pure
    return pure


def test_columns_are_the_values_of_decode(core: str, footers: Mapping[str, bytes]) -> None:
    plan = ExtractionPlan(
        FileMetaData,
        {
            "": ["version", "created_by", "schema", "encryption_algorithm"],
            "schema[]": ["name", "type", "logicalType", "logicalType.TIMESTAMP.unit"],
            CHUNKS: [
                "file_offset",
                "meta_data",
                "meta_data.path_in_schema[]",
                "meta_data.statistics.min_value",
                "meta_data.statistics.min_value@size",
                "meta_data.encoding_stats[].count",
                "meta_data.encoding_stats",
            ],
        },
    )
    found = extract(plan, list(footers.values()))
    assert not found.errors
    roots = [FileMetaData.decode(data) for data in footers.values()]
    chunks = [chunk for root in roots for group in root.row_groups for chunk in group.columns]
    metas = [chunk.meta_data for chunk in chunks]
    stats = [meta.statistics if meta else None for meta in metas]
    elements = [element for root in roots for element in root.schema]
    expected: dict[str, dict[str, list[Any]]] = {
        "": {
            "version": [root.version for root in roots],
            "created_by": [root.created_by for root in roots],
            "schema": [len(root.schema) for root in roots],
        },
        "schema[]": {
            "name": [element.name for element in elements],
            "type": [element.type for element in elements],
        },
        CHUNKS: {
            "file_offset": [chunk.file_offset for chunk in chunks],
            "meta_data": [meta is not None for meta in metas],
            "meta_data.path_in_schema[]": [meta.path_in_schema if meta else None for meta in metas],
            "meta_data.statistics.min_value": [stat.min_value if stat else None for stat in stats],
            "meta_data.statistics.min_value@size": [
                len(stat.min_value) if stat and stat.min_value is not None else None
                for stat in stats
            ],
            "meta_data.encoding_stats[].count": [
                (
                    [one.count for one in meta.encoding_stats]
                    if meta and meta.encoding_stats is not None
                    else None
                )
                for meta in metas
            ],
            "meta_data.encoding_stats": [
                len(meta.encoding_stats) if meta and meta.encoding_stats is not None else None
                for meta in metas
            ],
        },
    }
    for rows, columns in expected.items():
        for path, values in columns.items():
            assert values_of(found.tables[rows].columns[path]) == values, path
    places = [
        (at, group, column)
        for at, root in enumerate(roots)
        for group, row_group in enumerate(root.row_groups)
        for column, _ in enumerate(row_group.columns)
    ]
    ordinals = [values_of(column) for column in found.tables[CHUNKS].ordinals]
    assert list(zip(*ordinals, strict=True)) == places


def test_a_union_is_its_variant_and_what_is_in_it(core: str, kitchen: Any) -> None:
    values = [
        kitchen.Unions(shape=kitchen.Point(x=1, y=-2), unit=kitchen.Unit.SECOND),
        kitchen.Unions(shape=kitchen.Text(text="a"), wrapped=kitchen.WrappedNumber(7)),
        kitchen.Unions(shape=kitchen.Empty(), wrapped=kitchen.WrappedFlags([True, False])),
        kitchen.Unions(unit=kitchen.Unit(77)),
    ]
    paths = ["shape", "shape.POINT.y", "shape.POINT", "unit", "wrapped.NUMBER", "wrapped.FLAGS[]"]
    found = extract(
        ExtractionPlan(kitchen.Unions, {"": paths}), [value.encode() for value in values]
    )
    columns = found.tables[""].columns
    assert {path: values_of(columns[path]) for path in paths} == {
        "shape": [1, 2, 3, None],
        "shape.POINT.y": [-2, None, None, None],
        "shape.POINT": [True, False, False, False],
        "unit": [2, None, None, 77],
        "wrapped.NUMBER": [None, 7, None, None],
        "wrapped.FLAGS[]": [None, None, [True, False], None],
    }


@pytest.mark.parametrize("header", Header)
def test_extensions_and_unknown_fields_are_found_and_counted(core: str, header: Header) -> None:
    root = FileMetaData.decode(made())
    payload = bytes(range(100))
    root.extension = Extension(payload, header)
    entry = KeyValue(key="k", extension=Extension(b"inside"))
    entry.remainder = Remainder(unknown_fields=(UnknownField(9, 3, b"\x07"),))
    root.key_value_metadata = [entry]
    root.row_groups[0].columns[1].extension = Extension(b"", Header.SPEC)
    paths = ["extension", "extension@size", "extension@edges", "@unknown_fields", "@extensions"]
    plan = ExtractionPlan(FileMetaData, {"": [*paths, "@trailing"], CHUNKS: ["extension@size"]})
    found = extract(plan, [root.encode()]).tables
    edges = payload[:16] + payload[-16:]
    assert [values_of(found[""].columns[path]) for path in paths] == [
        [payload], [100], [edges], [1], [3],
    ]  # fmt: skip
    assert values_of(found[""].columns["@trailing"]) == [0]
    assert values_of(found[CHUNKS].columns["extension@size"]) == [None, 0, None, None]


def test_bytes_behind_the_struct_are_counted(core: str) -> None:
    plan = ExtractionPlan(FileMetaData, {"": ["@trailing", "extension@size"]})
    tails = [b"", b"x" * 28, Header.TRAILING.data + b"\x01a\x00"]
    found = extract(plan, [made() + tail for tail in tails]).tables[""].columns
    assert values_of(found["@trailing"]) == list(map(len, tails))
    assert values_of(found["extension@size"]) == [23, 23, 23], "its own extension comes first"


def test_every_path_of_real_footers(footers: Mapping[str, bytes]) -> None:
    tables, errors = hold_equal(every_plan(FileMetaData), list(footers.values()))
    assert not errors
    assert tables[CHUNKS][0] > len(footers)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", references(None))
def test_damage_is_the_same_error(name: str, kind: str) -> None:
    every = list(KINDS[kind](references(None)[name]))
    chosen = random.Random(11).sample(every, min(400, len(every)))
    paths = ["meta_data.statistics.min_value", "meta_data.encodings[]", "extension@edges"]
    plan = ExtractionPlan(
        FileMetaData, {"": ["@unknown_fields", "@extensions", "@trailing"], CHUNKS: paths}
    )
    tables, errors = hold_equal(plan, chosen)
    assert errors
    assert tables[""][0] + len(errors) == len(chosen)


@pytest.mark.parametrize("cls", [name for name in CLASSES if name != "Aliased"])
@quick
@given(rng=choices)
def test_arbitrary_structs_and_their_damage(kitchen: Any, cls: str, rng: random.Random) -> None:
    struct: type[Struct] = getattr(kitchen, cls)
    data = Random(rng, kitchen).wire_struct(struct.SCHEMA)
    at = rng.randrange(len(data))
    damaged = data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
    plan = every_plan(struct, deepest=2)
    given_ = [data, damaged, data[:at], data + damaged]
    pure = told(extract_pure(plan, given_, DEFAULT_LIMITS))
    if not BUILT:
        return
    from inlay_runtime.native.columnar import extract_native

    found = extract_native(plan, given_, DEFAULT_LIMITS)
    if found is None:
        assert cls in WITH_MAPS
    else:
        assert told(found) == pure


def test_errors_are_those_of_decode_and_leave_no_row(core: str) -> None:
    good = made()
    data = [good, good[:50], good, b"", good[:-1]]
    found = extract(ExtractionPlan(FileMetaData, {"": ["version"], CHUNKS: []}), data)
    assert sorted(found.errors) == [1, 3, 4]
    for at, error in found.errors.items():
        with pytest.raises(DecodeError) as raised:
            FileMetaData.decode(data[at])
        assert (type(error), str(error)) == (type(raised.value), str(raised.value))
    assert values_of(found.tables[""].ordinals[0]) == [0, 2]
    assert set(values_of(found.tables[CHUNKS].ordinals[0])) == {0, 2}


def test_what_is_not_asked_for_is_validated_all_the_same(core: str) -> None:
    root = FileMetaData.decode(made())
    root.row_groups[0].columns[3].meta_data = None
    data = out_of_range(root.encode())
    found = extract(ExtractionPlan(FileMetaData, {"": ["num_rows"]}), [data])
    assert [error.path for error in found.errors.values()] == ["version (field 1)"]


def test_limits_are_kept(core: str) -> None:
    plan = ExtractionPlan(FileMetaData, {"": []})
    for limits in (Limits(depth=3), Limits(container=2), Limits(binary=4), Limits(0, 0, 0, 0, 0)):
        errors = extract(plan, [made()], limits=limits).errors
        assert [type(error) for error in errors.values()] == [LimitError]
    assert not extract(plan, [made()], limits=Limits(depth=200)).errors


@pytest.mark.parametrize("wrap", [bytes, bytearray, memoryview])
def test_any_buffer_is_taken(core: str, wrap: Any) -> None:
    found = extract(ExtractionPlan(FileMetaData, {"": ["num_rows"]}), [wrap(made())])
    assert values_of(found.tables[""].columns["num_rows"]) == [1000]


def test_nothing_gives_tables_without_rows(core: str) -> None:
    found = extract(every_plan(FileMetaData), [])
    assert all(table.rows == 0 for table in found.tables.values())
    assert told(found)[1] == {}


@pytest.mark.parametrize(
    ("rows", "column", "said"),
    [
        ("", "versoin", "FileMetaData has no field versoin; did you mean version?"),
        ("", "version.x", "what comes before x is not a struct"),
        ("", "version[]", "version is not a list"),
        ("", "version@size", "strings and binaries have @size and @edges"),
        ("", "created_by@length", "strings and binaries have @size and @edges"),
        ("", "extension[]", "extension is not a list"),
        ("schema[]", "@trailing", "only the outermost struct has it"),
        ("schema", "name", "written as schema[]"),
        ("created_by", "x", "rows are structs"),
        ("schema[].logicalType", "STRING", "rows are structs"),
    ],
)
def test_a_path_that_is_not_there_is_refused(rows: str, column: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        ExtractionPlan(FileMetaData, {rows: [column]})


def test_one_plan_serves_many_threads(core: str) -> None:
    from concurrent.futures import ThreadPoolExecutor

    plan = ExtractionPlan(FileMetaData, {CHUNKS: ["meta_data.path_in_schema[]", "file_offset"]})
    data = [made()] * 50 + [made()[:-2]]
    expected = told(extract(plan, data))
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: told(extract(plan, data)), range(8)):
            assert found == expected
