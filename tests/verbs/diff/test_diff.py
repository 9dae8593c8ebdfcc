"""What differs is told, each thing once, in both directions; what is the same is not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.changes.life_cycle.edit_extension import append_to_file
from inlay.verbs.diff import Difference
from inlay.verbs.diff.difference import ASPECTS, ONLY, PlainValue, format_change
from inlay_runtime.errors import InlayError
from parquet_format.parquet import (
    CompressionCodec,
    Encoding,
    FileMetaData,
    KeyValue,
    Statistics,
)
from tests.crafted.files import crafted_file
from tests.support.inlay_command import make_command
from tests.tables.page_tables.files import replace_footer, write_paged


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return write_paged(tmp_path_factory.mktemp("diff") / "paged.parquet").read_bytes()


def codec(metadata: FileMetaData) -> None:
    meta = metadata.row_groups[1].columns[0].meta_data
    assert meta is not None
    meta.codec = CompressionCodec.ZSTD


def encodings(metadata: FileMetaData) -> None:
    meta = metadata.row_groups[0].columns[2].meta_data
    assert meta is not None
    meta.encodings = [Encoding.PLAIN]


def statistics(metadata: FileMetaData) -> None:
    meta = metadata.row_groups[2].columns[0].meta_data
    assert meta is not None
    assert isinstance(meta.statistics, Statistics)
    meta.statistics.max_value = (7).to_bytes(8, "little")


def renamed(metadata: FileMetaData) -> None:
    metadata.schema[1].name = "key"
    for group in metadata.row_groups:
        meta = group.columns[0].meta_data
        assert meta is not None
        meta.path_in_schema = ["key"]


def retyped(metadata: FileMetaData) -> None:
    metadata.schema[1].field_id = 77


def fewer_groups(metadata: FileMetaData) -> None:
    del metadata.row_groups[2]


def sorted_rows(metadata: FileMetaData) -> None:
    metadata.row_groups[0].num_rows = 1


def keys(metadata: FileMetaData) -> None:
    metadata.key_value_metadata = [
        *(metadata.key_value_metadata or []),
        KeyValue(key="owner", value="me"),
    ]


def moved(metadata: FileMetaData) -> None:
    metadata.row_groups[0].columns[0].column_index_offset = 5


CHANGES: list[tuple[Callable[[FileMetaData], None], list[Difference]]] = [
    (codec, [Difference("storage", 1, "id", "codec", "SNAPPY", "ZSTD")]),
    (statistics, [Difference("statistics", 2, "id", "max_value", "29999", "7")]),
    (
        renamed,
        [
            Difference("schema", None, "id", ONLY, True, None),
            Difference("schema", None, "key", ONLY, None, True),
        ],
    ),
    (retyped, [Difference("schema", None, "id", "field_id", None, 77)]),
    (sorted_rows, [Difference("storage", 0, "", "num_rows", 10_000, 1)]),
    (keys, [Difference("key-values", None, "owner", ONLY, None, True)]),
    (moved, [Difference("places", 0, "id", "column_index_offset", None, 5)]),
    (
        fewer_groups,
        [
            Difference("file", None, "", "num_row_groups", 3, 2),
            Difference("storage", 2, "", ONLY, True, None),
        ],
    ),
]


@pytest.mark.parametrize(
    ("change", "expected"), CHANGES, ids=lambda it: getattr(it, "__name__", "")
)
def test_a_change_is_told(
    data: bytes, change: Callable[[FileMetaData], None], expected: list[Difference]
) -> None:
    metadata = inlay.read_metadata(data)
    change(metadata)
    changed = replace_footer(data, metadata)
    sizes = ("file_size", "footer_length")  # they follow from the change
    found = [it for it in inlay.diff(data, changed) if it.field not in sizes]
    if change is moved:
        found = [it._replace(old=None) for it in found]
    assert found == expected
    back = [it for it in inlay.diff(changed, data) if it.field not in sizes]
    turned = {it._replace(old=it.new, new=it.old) for it in expected}
    if change is moved:
        back = [it._replace(new=None) for it in back]
    assert set(back) == turned


def test_lists_are_told(data: bytes) -> None:
    metadata = inlay.read_metadata(data)
    encodings(metadata)
    found = inlay.diff(data, replace_footer(data, metadata))
    (difference,) = [it for it in found if it.aspect == "encodings"]
    assert (difference.row_group, difference.path) == (0, "price")
    assert difference.new == ["PLAIN"]


def test_columns_are_matched_by_their_paths(tmp_path: Path) -> None:
    table = pa.table({"a": [1], "b": ["x"], "c": [2.5]})
    for name, columns in (("old", ["a", "b", "c"]), ("new", ["c", "b", "d", "a"])):
        part = table.append_column("d", [[None]]).select(columns)
        pq.write_table(part, tmp_path / name, store_schema=False)
    found = inlay.diff(tmp_path / "old", tmp_path / "new")
    assert not [it for it in found if it.path in ("a", "b", "c") and it.aspect != "places"]
    assert Difference("schema", None, "d", ONLY, None, True) in found
    (order,) = [it for it in found if it.field == "order of columns"]
    assert (order.old, order.new) == (["a", "b", "c"], ["c", "b", "a"])


def test_the_same_is_the_same(data: bytes) -> None:
    assert inlay.diff(data, data, pages=True) == []
    assert inlay.diff(inlay.open(data), data) == []


def test_extensions(data: bytes, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("old", "new")]
    for path, payload in zip(paths, (b"one", b"two"), strict=True):
        path.write_bytes(data)
        append_to_file(str(path), payload, None, at="row_groups[0].columns[1].meta_data")
    (difference,) = inlay.diff(*paths)
    assert difference.aspect == "extensions"
    assert difference.path == "row_groups[0].columns[name].meta_data"
    assert (difference.old, difference.new) == (b"one", b"two")
    (added,) = [it for it in inlay.diff(data, paths[0]) if it.aspect == "extensions"]
    assert added.field == ONLY


def with_unknown_field(data: bytes, value: bytes) -> bytes:
    """A field that the IDL does not know, a struct with an i32; `value` is the varint of it."""
    footer = inlay.open(data).data
    longer = footer[:-1] + b"\x5c\x15" + value + b"\0\0"
    return data[: -8 - len(footer)] + longer + len(longer).to_bytes(4, "little") + b"PAR1"


OTHER_VALUES = {
    "as long": (b"\4", []),
    "longer": (b"\x84\x01", ["file_size", "footer_length"]),
}
"""By what the footer is then, the value that is compared with 1, and what differs beside it."""


@pytest.mark.parametrize("length", OTHER_VALUES)
def test_what_no_table_has_is_a_difference(data: bytes, length: str) -> None:
    value, sizes = OTHER_VALUES[length]
    files = with_unknown_field(data, b"\2"), with_unknown_field(data, value)
    for old, new in (files, files[::-1]):
        *beside, difference = inlay.diff(old, new)
        assert (difference.aspect, difference.field) == ("other", "unknown field 12")
        assert [it.field for it in beside] == sizes


def test_what_no_table_has_is_a_difference_beside_other_pages(data: bytes) -> None:
    place = inlay.page_table(data, paths=["price"]).to_pylist()[0]
    changed = bytearray(with_unknown_field(data, b"\4"))
    changed[place["offset"] + place["header_length"] + 5] ^= 1
    found = inlay.diff(with_unknown_field(data, b"\2"), bytes(changed), pages=True)
    assert [it.aspect for it in found] == ["pages", "other"]


def spelled_longer(data: bytes) -> bytes:
    """The version of the file in three bytes, where one would do."""
    text = re.sub(
        r"^(  1 version: i32 \d+)", r"\1 (3 bytes)", "\n".join(inlay.dump(data)), flags=re.M
    )
    return inlay.assemble(text, source=data)


UNNAMED: Final[dict[str, tuple[Callable[[bytes], bytes], str, object, object]]] = {
    "unknown": (partial(with_unknown_field, value=b"\4"), "unknown field 12", None, b"\x15\4\0"),
    "longer": (spelled_longer, "bytes beyond the shortest spelling", 0, 2),
}
"""What no table has, its field, and its value before and after."""


@pytest.mark.parametrize("name", UNNAMED)
def test_what_no_table_has_is_a_difference_beside_all_others(data: bytes, name: str) -> None:
    change, field, old, new = UNNAMED[name]
    metadata = inlay.read_metadata(data)
    keys(metadata)
    changed = change(replace_footer(data, metadata))
    for first, second, values in ((data, changed, (old, new)), (changed, data, (new, old))):
        told = inlay.diff(first, second)
        assert "key-values" in {it.aspect for it in told}
        (other,) = [it for it in told if it.aspect == "other"]
        assert (other.field, other.old, other.new) == (field, *values)


def test_what_a_table_has_explains_other_bytes(data: bytes) -> None:
    metadata = inlay.read_metadata(data)
    codec(metadata)
    keys(metadata)
    found = inlay.diff(data, replace_footer(data, metadata))
    assert {it.aspect for it in found} == {"file", "storage", "key-values"}


def test_pages(data: bytes) -> None:
    """A byte of the third page of a chunk, and one of an index."""
    pages = inlay.page_table(data, paths=["price"], row_groups=[1]).to_pylist()
    changed = bytearray(data)
    changed[pages[2]["offset"] + pages[2]["header_length"] + 5] ^= 1
    assert inlay.diff(data, bytes(changed)) == []
    (difference,) = inlay.diff(data, bytes(changed), pages=True)
    assert difference[:4] == ("pages", 1, "price", "page 2")
    assert difference.old != difference.new
    index = inlay.read_metadata(data).row_groups[0].columns[1].column_index_offset
    assert index is not None
    changed = bytearray(data)
    changed[index + 12] ^= 1
    (difference,) = inlay.diff(data, bytes(changed), pages=True)
    assert difference[:4] == ("pages", 0, "name", "bytes of the column index")


@pytest.mark.parametrize(("column", "path"), [(0, "name"), (1, "name #1")])
def test_pages_of_columns_of_one_name(column: int, path: str) -> None:
    twice = crafted_file("name-twice")
    meta = inlay.read_metadata(twice).row_groups[1].columns[column].meta_data
    assert meta is not None
    changed = bytearray(twice)
    start = meta.dictionary_page_offset or meta.data_page_offset
    changed[start + meta.total_compressed_size - 1] ^= 1
    (difference,) = inlay.diff(twice, bytes(changed), pages=True)
    assert difference[:4] == ("pages", 1, path, f"page {column}")  # the second has a dictionary


def test_every_public_file_is_like_itself_and_no_other(parquet_testing: Path) -> None:
    before: Path | None = None
    count = 0
    for path in sorted((parquet_testing / "data").glob("*.parquet")):
        try:
            assert inlay.diff(path, path) == [], path
        except InlayError:
            continue
        count += 1
        if before is not None:
            found = inlay.diff(before, path)
            assert found, (before, path)
            aspects = [ASPECTS.index(it.aspect) for it in found]
            assert aspects == sorted(aspects)
        before = path
    assert count > 25


def test_the_command(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = make_command(capsys, monkeypatch)
    metadata = inlay.read_metadata(data)
    codec(metadata)
    for name, content in (("old", data), ("new", replace_footer(data, metadata))):
        (tmp_path / name).write_bytes(content)
    outcome = command("diff", tmp_path / "old", tmp_path / "new")
    assert outcome.code == 1
    assert "\nstorage\n  codec: SNAPPY -> ZSTD in id (row group 1)\n" in outcome.out
    document: dict[str, Any] = json.loads(
        command("diff", tmp_path / "old", tmp_path / "new", "--format", "json").out
    )
    assert {it["field"] for it in document["differences"]} == {"codec"}
    same = command("diff", tmp_path / "old", tmp_path / "old")
    assert same.code == 0
    assert same.out.endswith(": no difference in the metadata; pages were not compared (--pages)\n")
    same = command("diff", tmp_path / "old", tmp_path / "old", "--pages")
    assert same.out.endswith(": no difference\n")


def test_what_has_no_path_is_named(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seal is in the footer as a whole; nobody sees an empty key; of an unknown payload, the place is told."""
    command = make_command(capsys, monkeypatch)
    metadata = inlay.read_metadata(data)
    metadata.key_value_metadata = [
        *(metadata.key_value_metadata or []),
        KeyValue(key="", value="me"),
    ]
    contents = {"old": data, "sealed": data, "other": data}
    contents["keyed"] = replace_footer(data, metadata)
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    assert command("seal", tmp_path / "sealed").code == 0
    append_to_file(str(tmp_path / "other"), b"unknown", None)
    for old, new, line in (
        ("old", "sealed", "seal only in NEW: FileMetaData"),
        ("sealed", "old", "seal only in OLD: FileMetaData"),
        ("old", "other", "only in NEW: FileMetaData"),
        ("old", "keyed", 'only in NEW: ""'),
    ):
        assert f"\n  {line}\n" in command("diff", tmp_path / old, tmp_path / new).out


COMMON: Final = "https://example.org/a/long/beginning/that/both/have/"


def test_thousands_of_names_are_counted_and_all_are_to_be_had(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("old", "new"):
        pq.write_table(pa.table({f"{name}{at}": [1] for at in range(3000)}), tmp_path / name)
    command = make_command(capsys, monkeypatch)
    words = ("diff", tmp_path / "old", tmp_path / "new")
    said = command(*words).out.splitlines()
    assert max(map(len, said)) < 300
    shown = ", ".join(f"old{at}" for at in range(20))
    assert f"  only in OLD: {shown} and 2,980 more" in said
    assert said[-1] == "--all prints what is left out here, and --format json has it as data"
    assert "old2999, " not in "".join(said)
    assert "old2998, old2999\n" in command(*words, "--all").out
    document = json.loads(command(*words, "--format", "json").out)
    assert sum(each["aspect"] == "schema" for each in document["differences"]) == 6000


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("a", "b", "a -> b"),
        (COMMON + "one", COMMON + "two", "...t/both/have/one -> ...t/both/have/two"),
        (COMMON, COMMON + "two", "...t/both/have/ -> ...t/both/have/two"),
        (
            [COMMON] * 3 + ["one"],
            [COMMON] * 3 + ["two"],
            '...th/have/", "one"] -> ...th/have/", "two"]',
        ),
        (b"\0" * 40 + b"\1", b"\0" * 40 + b"\2", "...0000000000001 -> ...0000000000002"),
        ("x" + "é" * 90, "y" + "é" * 90, f"x{'é' * 40}... -> y{'é' * 40}..."),
    ],
)
def test_where_long_texts_part_is_shown(old: PlainValue, new: PlainValue, shown: str) -> None:
    assert format_change(Difference("file", None, "", "field", old, new)) == shown
    assert format_change(Difference("file", None, "", "field", new, old)) == " -> ".join(
        reversed(shown.split(" -> "))
    )


def test_a_bound_of_another_type_is_another_bound_only_if_its_value_is(tmp_path: Path) -> None:
    """Its bytes are others, which is what the type says: `0x...f83f -> 0x...c03f` would be noise."""
    paths: list[Path] = []
    for kind, largest in ((pa.float64(), 2.5), (pa.float32(), 2.5), (pa.float32(), 3.5)):
        paths.append(tmp_path / f"{len(paths)}.parquet")
        pq.write_table(pa.table({"v": pa.array([1.5, largest], kind)}), paths[-1])
    first, second, third = paths
    assert "statistics" not in {it.aspect for it in inlay.diff(first, second)}
    told = {str(it) for it in inlay.diff(first, third) if it.aspect == "statistics"}
    names = ("max_value", "max_deprecated")
    assert told == {f"statistics: v (row group 0): {name}: 2.5 -> 3.5" for name in names}
