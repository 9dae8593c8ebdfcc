"""The pairs of files that become one: what is put together, what is dropped, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pyarrow as pa
import pytest

from inlay.ground.schema_copies import PairSource, Policy, UnmergeableError, merge
from parquet_format.parquet import KeyValue
from tests.ground.schema_copies.schemas import metadata_of
from tests.ground.schema_copies.test_follow import arrow_pair, arrow_schema

COLUMNS: list[tuple[str, pa.DataType]] = [("a", pa.int64()), ("g", pa.binary())]
PLAIN = pa.schema(COLUMNS)
DATED = pa.schema([("d", pa.date32())])
VERSION, LEGACY = "org.apache.spark.version", "org.apache.spark.legacyDateTime"


def sources(
    *all_pairs: dict[str, str], schema: pa.Schema = PLAIN, rows: int = 3
) -> list[PairSource]:
    elements = metadata_of(schema).schema
    return [
        PairSource(
            f"{number}.parquet",
            [KeyValue(key=k, value=v) for k, v in pairs.items()],
            rows,
            elements,
        )
        for number, pairs in enumerate(all_pairs)
    ]


def merged(
    files: Sequence[PairSource], policy: Policy = Policy.FIRST
) -> tuple[dict[str, str | None], tuple[str, ...]]:
    pairs, notes = merge(files, policy)
    assert len({pair.key for pair in pairs}) == len(pairs)
    return {pair.key: pair.value for pair in pairs}, notes


def frame(start: int, stop: int, name: str | None = "n") -> str:
    counted = {"kind": "range", "name": name, "start": start, "stop": stop, "step": 1}
    columns = [{"name": "a", "field_name": "a", "numpy_type": "int64"}]
    return json.dumps({"index_columns": [counted], "columns": columns})


def geo(box: list[int] | None, *kinds: str, **members: object) -> str:
    about = {"encoding": "WKB", "geometry_types": kinds, **members}
    about |= {"bbox": box} if box is not None else {}
    return json.dumps({"version": "1.1.0", "primary_column": "g", "columns": {"g": about}})


@pytest.mark.parametrize(
    ("second", "expected", "notes"),
    [
        (frame(3, 6), frame(0, 6), ()),
        (frame(3, 6, "m"), frame(0, 6, None), ()),
        (
            frame(0, 3),
            frame(0, 6),
            (
                "pandas: the indexes of the files do not follow each other, so rows are counted from 0",
            ),
        ),
    ],
)
def test_ranges_that_are_indexes_count_all_rows(
    second: str, expected: str, notes: tuple[str, ...]
) -> None:
    assert merged(sources({"pandas": frame(0, 3)}, {"pandas": second})) == (
        {"pandas": expected},
        notes,
    )


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (geo([0, 0, 2, 2], "Point"), geo([1, -1, 3, 1], "Point"), geo([0, -1, 3, 2], "Point")),
        (geo(None, "Point"), geo(None, "Polygon"), geo(None, "Point", "Polygon")),
        (geo([0, 0, 2, 2]), geo(None, "Point"), geo(None)),
        (geo([9, 0, -9, 2]), geo([1, 0, 2, 2]), geo(None)),
        (geo([0, 0, 1, 1]), geo([0, 0, 0, 1, 1, 1]), geo(None)),
    ],
    ids=["boxes", "kinds", "not known", "over the antimeridian", "other dimensions"],
)
def test_boxes_and_kinds_of_geometries_are_put_together(
    first: str, second: str, expected: str
) -> None:
    for texts in [(first, second), (second, first)]:
        pairs, _ = merged(sources(*({"geo": text} for text in texts)))
        about, wanted = (
            json.loads(text or "")["columns"]["g"] for text in (pairs["geo"], expected)
        )
        assert sorted(about.pop("geometry_types")) == sorted(wanted.pop("geometry_types"))
        assert about == wanted


def test_geometries_in_other_coordinates_are_refused() -> None:
    files = sources({"geo": geo(None)}, {"geo": geo(None, crs={"id": 4326})})
    with pytest.raises(
        UnmergeableError, match=r"0\.parquet and 1\.parquet .*'geo'.*'crs'"
    ) as error:
        merge(files)
    assert error.value.key == "geo"
    assert error.value.files == ("0.parquet", "1.parquet")


def test_a_reference_system_may_be_spelt_out() -> None:
    spelt = geo(None, crs={"id": {"authority": "OGC", "code": "CRS84"}})
    assert merged(sources({"geo": geo(None)}, {"geo": spelt}))[0] == {"geo": geo(None)}


def test_arrows_schema_is_merged_with_the_pairs_inside() -> None:
    files = sources({}, {})
    inside = [PLAIN.with_metadata({"pandas": frame(0, 3)}) for _ in files]
    told = [
        PairSource(file.name, [arrow_pair(schema)], 3, file.schema)
        for file, schema in zip(files, inside, strict=True)
    ]
    (pair,), notes = merge(told)
    assert arrow_schema(pair).equals(
        PLAIN.with_metadata({"pandas": frame(0, 6)}), check_metadata=True
    )
    assert notes == ()


@pytest.mark.parametrize(
    ("second", "what"),
    [(pa.schema([("a", pa.duration("s"))]), "duration"), (None, "durations")],
)
def test_numbers_that_are_durations_in_one_file_are_refused(
    second: pa.Schema | None, what: str
) -> None:
    first = pa.schema([("a", pa.duration("ms"))])
    elements = metadata_of(first).schema
    files = [
        PairSource("x", [arrow_pair(first)], 1, elements),
        PairSource("y", [arrow_pair(second)] if second is not None else [], 1, elements),
    ]
    for order in (files, files[::-1]):
        with pytest.raises(UnmergeableError, match=what):
            merge(order)


@pytest.mark.parametrize(
    "says",
    [
        ({VERSION: "3.5.1"}, {VERSION: "2.4.8"}),
        ({VERSION: "3.5.1"}, {}),
        ({VERSION: "3.5.1"}, {VERSION: "3.5.1", LEGACY: ""}),
        (
            {VERSION: "3.5.1", LEGACY: "", "org.apache.spark.timeZone": "Asia/Tokyo"},
            {VERSION: "3.5.1", LEGACY: "", "org.apache.spark.timeZone": "UTC"},
        ),
        ({"writer.time.zone": "UTC"}, {}),
        ({"writer.date.proleptic": "true"}, {"writer.date.proleptic": "false"}),
    ],
)
def test_files_that_are_read_by_other_rules_are_refused(
    says: tuple[dict[str, str], dict[str, str]],
) -> None:
    for order in (says, says[::-1]):
        with pytest.raises(UnmergeableError, match="write them anew"):
            merge(sources(*order, schema=DATED))
        pairs, _ = merged(sources(*order))  # without a date, all are read alike
        assert pairs == order[0]


def test_versions_of_spark_that_read_alike_may_differ() -> None:
    pairs, notes = merged(sources({VERSION: "3.4.0"}, {VERSION: "3.5.1"}, schema=DATED))
    assert pairs == {VERSION: "3.4.0"}
    assert notes == (f"{VERSION} is that of 0.parquet: it is read alike",)


@pytest.mark.parametrize(
    ("policy", "expected"),
    [(Policy.FIRST, {"k": "1", "same": "s", "new": "2"}), (Policy.DROP, {"same": "s"})],
)
def test_other_pairs_go_by_the_policy(policy: Policy, expected: dict[str, str]) -> None:
    files = sources({"k": "1", "same": "s"}, {"same": "s", "k": "2", "new": "2"})
    pairs, notes = merged(files, policy)
    assert pairs == expected
    assert len(notes) == 2
    with pytest.raises(UnmergeableError, match="--metadata first"):
        merge(files, Policy.ERROR)


@pytest.mark.parametrize(
    "key", ["writer.model.name", "hoodie_min_record_key", "avro.schema", "pandas", "r"]
)
def test_what_is_not_the_same_in_all_is_left_out_and_said(key: str) -> None:
    for files in [({key: "1"}, {key: "2"}), ({key: "1"}, {}), ({}, {key: "1"})]:
        pairs, notes = merged(sources(*files))
        assert pairs == {}
        assert len(notes) == 1
        assert notes[0].startswith(f"{key} is left out: ")


def test_sparks_columns_are_nullable_if_they_are_in_one_file() -> None:
    key = "org.apache.spark.sql.parquet.row.metadata"

    def spark(nullable: bool, comment: str) -> str:
        field = {
            "name": "a",
            "type": "long",
            "nullable": nullable,
            "metadata": {"comment": comment},
        }
        return json.dumps({"type": "struct", "fields": [field]})

    pairs, notes = merged(sources({key: spark(False, "x")}, {key: spark(True, "y")}))
    assert pairs == {key: spark(True, "x")}
    assert notes == (f"{key}: comments are those of the first file",)


def test_one_file_stays_as_it_is() -> None:
    assert merged(sources({"pandas": "nonsense"})) == ({"pandas": "nonsense"}, ())


class CountedPairs(list[KeyValue]):
    """Pairs, and how often all of them were gone through."""

    times = 0

    def __iter__(self) -> Iterator[KeyValue]:
        self.times += 1
        return super().__iter__()


def test_pairs_are_not_gone_through_for_each_key() -> None:
    """A file may have tens of thousands of them."""
    pairs = {f"key {at}": "same" for at in range(100)}
    files = [replace(it, pairs=CountedPairs(it.pairs)) for it in sources(pairs, pairs)]
    assert merged(files) == (pairs, ())
    assert all(isinstance(it.pairs, CountedPairs) and it.pairs.times < 10 for it in files)
