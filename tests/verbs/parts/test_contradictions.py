"""What the footer alone contradicts stays behind, on both sides and with a note, whatever the verb."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from struct import pack
from typing import Any, Final, NamedTuple

import pytest

import inlay
from inlay.ground.files.source import open_source
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.pages.engine.leaf import list_leaves
from inlay.pages.engine.thrift_file import open_thrift
from inlay.verbs.parts.source_statements import find_contradicted, list_stated
from parquet_format.parquet import ColumnMetaData, SizeStatistics, Statistics
from tests.pages.encodings.files import pa, pq
from tests.rows.pruning import false_files
from tests.support.footers import edit_footer
from tests.verbs.parts.made import assert_whole

NUMBERS: Final = [1, None, 3]
TEXTS: Final = ["a", None, "c"]
REALS: Final = [1.5, None, 2.5]
LISTS: Final = [[1, 2], [], None]
ONE: Final = pack("<q", 1)
THREE: Final = pack("<q", 3)

BOUNDS: Final = "min min_value max max_value is_min_value_exact is_max_value_exact".split()


class Case(NamedTuple):
    """A change of the chunk, what is said of it, and which statements are gone then."""

    values: list[Any]
    said: str
    gone: str
    change: Callable[[Statistics, SizeStatistics], object]
    is_required: bool = False
    keeps_index: bool = False


def _set(**fields: Any) -> Callable[[Statistics, SizeStatistics], object]:
    def change(statistics: Statistics, sizes: SizeStatistics) -> None:
        for name, value in fields.items():
            setattr(sizes if hasattr(sizes, name) else statistics, name, value)

    return change


LEVELS: Final = "definition_level_histogram"
SIZE: Final = "unencoded_byte_array_data_bytes"
PLAIN: Final[Mapping[str, Any]] = {LEVELS: None}
"""Without levels, which would contradict as well."""

CASES: Final[Mapping[str, Case]] = {
    "only nulls beside bounds": Case(NUMBERS, "only nulls, and bounds", "null_count bounds", _set(null_count=3, **PLAIN)),
    "nulls of a required column": Case([1, 2, 3], "required", "null_count", _set(null_count=3), is_required=True, keeps_index=True),
    "more nulls than values": Case(NUMBERS, "another number of nulls", "null_count", _set(null_count=4)),
    "fewer nulls than none": Case(NUMBERS, "another number of nulls", "null_count", _set(null_count=-1)),
    "other nulls than levels": Case(NUMBERS, "not those of the levels", f"null_count {LEVELS}", _set(null_count=0)),
    "levels of nulls only": Case(NUMBERS, "levels of nulls only", f"bounds {LEVELS}", _set(null_count=None, **{LEVELS: [3, 0]})),
    "levels of other values": Case(NUMBERS, "definition levels", LEVELS, _set(**{LEVELS: [1, 3]})),
    "too many levels": Case(NUMBERS, "definition levels", LEVELS, _set(**{LEVELS: [1, 1, 1]})),
    "levels below none": Case(NUMBERS, "definition levels", LEVELS, _set(**{LEVELS: [4, -1]})),
    "repetitions of other rows": Case(LISTS, "repetition levels", "repetition_level_histogram", _set(repetition_level_histogram=[2, 2]), keeps_index=True),
    "only nulls in lists": Case(LISTS, "only nulls, and bounds", "null_count bounds", _set(null_count=4, **PLAIN)),
    "only nulls beside levels of lists": Case(LISTS, "not those of the levels", f"null_count {LEVELS}", _set(null_count=4, **dict.fromkeys(BOUNDS))),
    "more distinct values than values": Case(NUMBERS, "distinct", "null_count distinct_count", _set(distinct_count=3, min_value=None, max_value=None, min=None, max=None, **PLAIN)),
    "no distinct value": Case(NUMBERS, "distinct", "null_count distinct_count bounds", _set(distinct_count=0, **PLAIN)),
    "one distinct value of two": Case(NUMBERS, "number of distinct", "distinct_count bounds", _set(distinct_count=1)),
    "more NaNs than values": Case(REALS, "more NaNs", "null_count nan_count", _set(nan_count=3, **PLAIN)),
    "only NaNs beside bounds": Case(REALS, "only NaNs", "null_count nan_count bounds", _set(nan_count=2, **PLAIN)),
    "no NaN, and one": Case(REALS, "no NaN", "nan_count", _set(nan_count=0, max_value=pack("<d", float("nan")), max=None)),
    "a minimum above the maximum": Case(NUMBERS, "above the maximum", "bounds", _set(min_value=THREE, max_value=ONE, min=None, max=None)),
    "deprecated ones, inverted": Case(NUMBERS, "above the maximum", "bounds", _set(min_value=None, max_value=None, min=THREE, max=ONE)),
    "inverted texts": Case(TEXTS, "above the maximum", "bounds", _set(min_value=b"c", max_value=b"a")),
    "others than deprecated ones": Case(NUMBERS, "deprecated bounds that differ", "bounds", _set(max=ONE)),
    "two bounds of one value": Case(NUMBERS, "one value, and two bounds", "null_count bounds", _set(null_count=2, **PLAIN)),
    "bytes of nulls": Case(TEXTS, "bytes of values", f"null_count {SIZE}", _set(null_count=3, min_value=None, max_value=None, is_min_value_exact=None, is_max_value_exact=None, **PLAIN)),
    "no bytes, and a maximum": Case(TEXTS, "bytes of all values", f"bounds {SIZE}", _set(**{SIZE: 0})),
    "bytes below none": Case(TEXTS, "fewer bytes", SIZE, _set(**{SIZE: -1})),
}  # fmt: skip


def write(path: Path, case: Case, *, is_false: bool = True) -> str:
    """Two row groups of columns `v` and `w`; the first chunk of `v` says what is false."""
    kind = pa.array(case.values).type
    schema = pa.schema([pa.field("v", kind, nullable=not case.is_required), ("w", pa.int32())])
    rows = len(case.values)
    table = pa.table({"v": case.values * 2, "w": range(2 * rows)}, schema=schema)
    pq.write_table(table, path, row_group_size=rows, write_page_index=True)

    def edit(metadata: Any) -> None:
        meta = metadata_of(metadata.row_groups[0].columns[0])
        assert meta.statistics is not None
        meta.size_statistics = meta.size_statistics or SizeStatistics()
        case.change(meta.statistics, meta.size_statistics)

    if is_false:
        path.write_bytes(edit_footer(path.read_bytes(), edit))
    return str(path)


VERBS: Final = ("concat", "select", "drop", "split")


def move(verb: str, path: str, tmp_path: Path, **options: Any) -> Any:
    out = tmp_path / f"{verb}.parquet"
    match verb:
        case "concat":
            return inlay.concat(path, out, **options)
        case "select":
            return inlay.select(path, out, row_groups=[0], **options)
        case "drop":
            return inlay.drop(path, out, columns=["w"], **options)
        case _:
            return inlay.split(path, tmp_path / "parts", row_groups=1, **options)[0]


def list_said(meta: ColumnMetaData) -> dict[str, Any]:
    """The statements that are there."""
    said: dict[str, Any] = {}
    for struct in (meta.statistics, meta.size_statistics):
        for name in NAMES:
            value = getattr(struct, name, None)
            if value is not None:
                said[name] = list(value) if isinstance(value, list) else value
    return said


NAMES: Final = (
    *BOUNDS,
    *"null_count distinct_count nan_count".split(),
    *(LEVELS, "repetition_level_histogram", SIZE),
)


def gone_of(case: Case) -> set[str]:
    names = set(case.gone.split())
    return names - {"bounds"} | set(BOUNDS) if "bounds" in names else names


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("name", CASES)
def test_both_sides_stay_behind(name: str, verb: str, tmp_path: Path) -> None:
    case = CASES[name]
    path = write(tmp_path / "in.parquet", case)
    made = move(verb, path, tmp_path)
    note = next(note for note in made.notes if "something contradicts them" in note)
    assert case.said in note
    assert (
        f"of column {'v.list.element' if case.values is LISTS else 'v'} in row group 0 of {path}"
        in note
    )
    before = inlay.read_metadata(path).row_groups[0].columns[0]
    after = inlay.read_metadata(made.path).row_groups[0].columns[0]
    expected = list_said(metadata_of(before))
    assert gone_of(case) & set(expected), "something was there"
    assert list_said(metadata_of(after)) == {
        name: value for name, value in expected.items() if name not in gone_of(case)
    }
    assert (after.column_index_offset is not None) == case.keeps_index
    assert ("column indexes" in note) != case.keeps_index
    assert_whole(made.path)


@pytest.mark.parametrize("name", CASES)
def test_a_moved_file_moves_again_without_a_word(name: str, tmp_path: Path) -> None:
    path = write(tmp_path / "in.parquet", CASES[name])
    once = tmp_path / "once.parquet"
    made = inlay.concat(path, once)
    assert made.notes == inlay.concat(path, tmp_path / "dry.parquet", dry_run=True).notes
    again = inlay.concat(once, tmp_path / "again.parquet")
    assert again.notes == ()
    assert once.read_bytes() == (tmp_path / "again.parquet").read_bytes()


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("values", [NUMBERS, TEXTS, REALS, LISTS, [None] * 3, [float("nan")] * 3])
def test_what_nothing_contradicts_is_as_it_was(
    values: list[Any], verb: str, tmp_path: Path
) -> None:
    path = write(tmp_path / "in.parquet", Case(values, "", "", _set()), is_false=False)
    made = move(verb, path, tmp_path)
    assert not any("contradict" in note for note in made.notes)
    before = inlay.read_metadata(path).row_groups[0].columns[0].meta_data
    after = inlay.read_metadata(made.path).row_groups[0].columns[0].meta_data
    assert before is not None
    assert after is not None
    for one, other in (
        (before.statistics, after.statistics),
        (before.size_statistics, after.size_statistics),
    ):
        assert (one.encode() if one else None) == (other.encode() if other else None)


def test_what_one_row_group_loses_no_other_says(tmp_path: Path) -> None:
    """Or pyiceberg and deltalake would take what the others say for all rows."""
    path = write(tmp_path / "in.parquet", CASES["only nulls beside bounds"])
    for made in (
        inlay.select(path, tmp_path / "a", columns=["v"]),
        inlay.concat(path, tmp_path / "b"),
    ):
        for row_group in inlay.read_metadata(made.path).row_groups:
            said = list_said(metadata_of(row_group.columns[0]))
            assert not {*BOUNDS[:4], "null_count"} & set(said)
        assert sum("dropped in all row groups" in note for note in made.notes) == 2


def test_what_is_not_taken_is_not_told(tmp_path: Path) -> None:
    path = write(tmp_path / "in.parquet", CASES["only nulls beside bounds"])
    assert inlay.select(path, tmp_path / "a", columns=["w"]).notes == ()
    assert inlay.select(path, tmp_path / "b", row_groups=[1]).notes == ()
    second = inlay.split(path, tmp_path / "parts", row_groups=1)[1]
    assert second.notes == ()


@pytest.mark.parametrize("verb", ["concat", "select", "split"])
@pytest.mark.parametrize("name", false_files.NAMES)
def test_no_row_is_lost_by_a_filter_of_the_result(name: str, verb: str, tmp_path: Path) -> None:
    data, values = false_files.false_file(name)
    source = tmp_path / "in.parquet"
    source.write_bytes(data)
    made = move(verb, str(source), tmp_path)
    for text, matches in (
        ("v is null", lambda value: value is None),
        ("v is not null", lambda value: value is not None),
        ("v >= 1", lambda value: value is not None),
        ("v = 3", lambda value: value == 3),
    ):
        read = inlay.read_table(made.path, filters=text)
        assert read["v"].to_pylist() == [value for value in values if matches(value)], text


def test_chunks_that_need_no_look_have_no_contradiction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is told natively is what the rules say."""
    for number, case in enumerate(CASES.values()):
        path = write(tmp_path / f"{number}.parquet", case)
        with open_source(path) as source:
            thrift = open_thrift(source, path)
            metadata = thrift.metadata()
            tree, orders = SchemaTree(metadata.schema), metadata.column_orders
            leaves = list_leaves(tree)
            natively = find_contradicted(thrift, list_stated(tree, leaves, orders))
            with monkeypatch.context() as patch:
                patch.setattr("inlay.ground.statements.doubtful_chunks.native_leaves", None)
                assert natively == find_contradicted(thrift, list_stated(tree, leaves, orders))
            assert set(natively) == {(0, 0)}
