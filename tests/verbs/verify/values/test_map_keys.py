"""A map that has a key twice is told as advice, wherever pages and runs end, whatever the keys are."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, cast
from unittest.mock import patch

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

import inlay
from inlay.pages.engine import map_keys
from inlay_runtime.finding import Finding
from parquet_format.parquet import ConvertedType
from tests.lies.parts import Parts
from tests.lies.true_files import element
from tests.support.examples import examples
from tests.support.inlay_command import Inlay, make_command
from tests.verbs.index.test_measured_in_pieces import CUTS, Cut
from tests.verbs.verify.values.test_runs import in_runs

pq = cast("Any", parquet)

KEYS: Final[dict[str, tuple[pa.DataType, list[Any]]]] = {
    "text": (pa.string(), ["", "a", "b", "a long key " * 9]),
    "bytes": (pa.binary(3), [b"abc", b"abd", b"\0\0\0"]),
    "wide bytes": (pa.binary(20), [bytes(20), bytes(19) + b"x"]),
    "int32": (pa.int32(), [0, 1, -1]),
    "int64": (pa.int64(), [0, 1, 1 << 40]),
    "double": (pa.float64(), [0.0, -0.0, 1.5]),
    "float": (pa.float32(), [0.0, 1.5]),
    "boolean": (pa.bool_(), [True, False]),
    "decimal": (pa.decimal128(20), [1, 2, 3]),
}
SMALL: Final[dict[str, Any]] = {"data_page_size": 1, "write_batch_size": 2}
OPTIONS: Final[list[dict[str, Any]]] = [
    {},
    SMALL,
    {**SMALL, "use_dictionary": False},
    {**SMALL, "data_page_version": "2.0", "dictionary_pagesize_limit": 16},
    {"use_dictionary": False, "compression": "none"},
]


def write(
    rows: Sequence[Any], key: pa.DataType, *, in_lists: bool = False, **options: Any
) -> bytes:
    file = io.BytesIO()
    of_maps = pa.map_(key, pa.int8())
    kind = pa.list_(of_maps) if in_lists else of_maps
    pq.write_table(pa.table({"m": pa.array(rows, kind)}), file, **options)
    return file.getvalue()


def advise(data: bytes) -> tuple[Finding, ...]:
    verified = inlay.verify(data, values=True)
    assert verified.audited is not None
    assert verified.findings == ()
    assert verified.audited.others == []
    return verified.advice


@st.composite
def maps(draw: st.DrawFn) -> tuple[str, list[Any], bool, dict[str, Any]]:
    name = draw(st.sampled_from(sorted(KEYS)))
    entries = st.tuples(st.sampled_from(KEYS[name][1]), st.just(1))
    row = st.none() | st.lists(entries, max_size=4)
    in_lists = draw(st.booleans())
    rows = draw(st.lists(st.none() | st.lists(row, max_size=3) if in_lists else row, max_size=12))
    return name, rows, in_lists, draw(st.sampled_from(OPTIONS))


def list_rows_with_one_twice(rows: Sequence[Any], *, in_lists: bool) -> set[int]:
    found: set[int] = set()
    for number, row in enumerate(rows):
        for one in (row or []) if in_lists else [row]:
            keys = [repr(key) for key, _ in one or []]
            if len(set(keys)) < len(keys):
                found.add(number)
    return found


@examples(300)
@given(maps(), st.sampled_from([1, 30, 1000]), st.none() | CUTS)
def test_the_first_is_that_of_python(
    drawn: tuple[str, list[Any], bool, dict[str, Any]], run: int, cut: Cut | None
) -> None:
    name, rows, in_lists, options = drawn
    data = write(rows, KEYS[name][0], in_lists=in_lists, **options)
    told = advise(data)
    wrong = list_rows_with_one_twice(rows, in_lists=in_lists)
    assert bool(told) == bool(wrong)
    if told:
        assert told[0].what.startswith(f"row {min(wrong)} of the row group has a map with one key")
    assert {each.code for each in told} <= {"value-map-keys"}
    for native in (map_keys._native, None):
        with in_runs(run, cut=cut), patch.object(map_keys, "_native", native):
            assert advise(data) == told
    with patch.object(map_keys, "_native", None):
        assert advise(data) == told


@pytest.mark.parametrize("count", [2, 16, 17, 18, 3000])
@pytest.mark.parametrize("options", OPTIONS)
def test_maps_of_many_keys(count: int, options: dict[str, Any]) -> None:
    right = [(f"key {at}", 1) for at in range(count)]
    assert not advise(write([right, right], pa.string(), **options))
    data = write([right, [*right, right[-1]]], pa.string(), **options)
    (told,) = advise(data)
    assert told.what == f"row 1 of the row group has a map with one key twice: key {count - 1}"
    for cut in (Cut(1), Cut(1000)):
        with in_runs(1, cut=cut) as runs:
            assert advise(data) == (told,)
        is_cut = cut.piece == 1 and count >= 16 and "write_batch_size" not in options
        assert any(run.goes_on for run in runs) or not is_cut


def test_a_map_of_an_old_writer() -> None:
    """By the converted type alone, and by the one that groups of pairs had."""
    data = write([[("a", 1), ("a", 2)]], pa.string(), store_schema=False)
    for converted in (ConvertedType.MAP, ConvertedType.MAP_KEY_VALUE):
        parts = Parts.of(data)
        group = element(parts, "m")
        group.logicalType, group.converted_type = None, converted
        (told,) = advise(parts.joined())
        assert told.at == "row_groups[0].columns[0].pages[0]"
    parts = Parts.of(data)
    group = element(parts, "m")
    group.logicalType = group.converted_type = None
    assert advise(parts.joined()) == ()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "maps.parquet"
    path.write_bytes(write([[("a", 1), ("a", 2)]], pa.string()))
    return path


@pytest.fixture
def verify(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inlay:
    return make_command(capsys, monkeypatch, "verify")


TOLD: Final = "row 0 of the row group has a map with one key twice: a"


def test_it_fails_only_where_it_is_asked_for(path: Path, verify: Inlay) -> None:
    code, text, _ = verify("--values", path)
    assert code == 0
    assert "maps.parquet: 0 findings\n" in text
    assert f"  advice      row_groups[0].columns[0].pages[0]: {TOLD}, at offset " in text
    assert verify("--values", "--fail-on", "value-map-keys", path).code == 1
    assert verify("--values", "--fail-on", "value-text", path).code == 0


def test_documents_have_it(path: Path, verify: Inlay) -> None:
    code, text, _ = verify("--values", "--format", "json", path)
    assert code == 0
    document = json.loads(text)
    assert document["findings"] == []
    assert [each["code"] for each in document["advice"]] == ["value-map-keys"]
    assert document["advice"][0]["what"] == TOLD
    for options, level in ((), "note"), (("--fail-on", "value-map-keys"), "error"):
        text = verify("--values", "--format", "sarif", *options, path).out
        (result,) = json.loads(text)["runs"][0]["results"]
        assert (result["ruleId"], result["level"]) == ("value-map-keys", level)


def test_it_is_explained(verify: Inlay) -> None:
    code, text, _ = verify("--explain", "value-map-keys")
    assert code == 0
    assert "no map has a key twice" in text
