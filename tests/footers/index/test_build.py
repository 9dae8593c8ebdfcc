"""An index says of every part of a footer where it begins, in both cores."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlay.footers.footer import Form, read_footer
from inlay.footers.index import CannotIndexError, IndexView, build_index
from inlay.footers.index import names as hashes
from inlay.footers.index.compare import find_lie
from inlay.footers.index.names import SlotLayout, fill_slots_pure, find_candidates_pure, layout_for
from inlay.footers.index.offsets import find_offsets, find_offsets_pure
from inlay.ground.schema.tree import SchemaTree
from inlay_runtime.errors import DecodeError, InlayError
from inlay_runtime.text import bytes_of
from parquet_format.parquet import ColumnChunk, FileMetaData, SchemaElement
from tests.faults.files import small_metadata
from tests.footers.index.footers import made_footers
from tests.support.corpora import place

REAL = sorted((place() / "parquet-testing" / "data").glob("*.parquet"))


def real_footer(path: Path) -> bytes:
    """Empty for a file that has no Thrift footer in the clear."""
    try:
        footer = read_footer(str(path)).validate()
    except InlayError:
        return b""
    return footer.data if footer.form is Form.THRIFT else b""


def hold_true(data: bytes) -> None:
    index = build_index(data)
    content = index.encode()
    view = IndexView(content, len(data))
    metadata = FileMetaData.decode(data)
    tree = SchemaTree(metadata.schema)
    assert (view.num_columns, view.num_row_groups) == (len(tree.leaves), len(metadata.row_groups))
    for column, leaf in enumerate(tree.leaves):
        for part, group in zip(view.chunks_of(column), metadata.row_groups, strict=True):
            chunk, end = ColumnChunk.decode_from(data, part[0])
            assert (chunk, end) == (group.columns[column], part[1])
        path = view.path_of(column)
        assert tuple(metadata.schema[at].name for at in path) == leaf.path
        assert view.column_of(path[-1]) == column
    for ordinal, node in enumerate(tree.nodes):
        part = view.element(ordinal)
        assert SchemaElement.decode_from(data, part.start) == (node.element, part.end)
        if ordinal:
            key = b"\0".join(map(bytes_of, node.path))
            assert ordinal in (view.candidates(key) or ())
            assert ordinal in (view.candidates(key.upper()) or ())
    assert find_lie(content, data) is None
    assert find_offsets(data) == find_offsets_pure(data)


@pytest.mark.parametrize("name", made_footers())
def test_every_part_is_found(name: str) -> None:
    hold_true(made_footers()[name])


@pytest.mark.corpus
def test_every_part_of_real_footers_is_found() -> None:
    held = 0
    for path in REAL:
        if data := real_footer(path):
            try:
                hold_true(data)
                held += 1
            except CannotIndexError:
                continue
    assert held >= len(REAL) // 2


def test_an_extension_changes_nothing() -> None:
    """What stands in the slot is not part of the index, the index itself included."""
    data = made_footers()["wide"]
    longer = data[:-1] + bytes.fromhex("08ffff01") + b"\x80\x80\x04" + bytes(1 << 16) + b"\0"
    assert build_index(longer) == build_index(data)


def test_a_footer_that_cannot_have_an_index() -> None:
    few = small_metadata()
    few.row_groups[0].columns.append(few.row_groups[0].columns[0])
    torn = small_metadata()
    torn.schema[0].num_children = 2
    empty = small_metadata()
    empty.schema[0].num_children = 2
    empty.schema.append(SchemaElement(name="group"))
    for metadata, why in ((few, "2 column chunks"), (torn, "ends early"), (empty, "no children")):
        with pytest.raises(CannotIndexError, match=why):
            build_index(metadata.encode())


@pytest.mark.parametrize(
    ("key", "expected"),
    [(b"", 0xCBF29CE484222325), (b"a", 0xAF63DC4C8601EC8C), (b"FooBar", 0x85944171F73967E8)],
)
def test_the_hash_is_fnv_1a_of_lower_case(key: bytes, expected: int) -> None:
    """The vectors are those of the function's authors."""
    assert hashes.hash_path(key) == expected


@pytest.mark.parametrize("count", [1, 2, 7, 255, 256, 3000])
def test_both_cores_fill_and_search_alike(count: int) -> None:
    keys = [f"group\0leaf {number}".encode() for number in range(count)]
    layout = layout_for(count + 1)
    assert layout.slots * 7 >= (count + 1) * 10
    table = hashes.fill_slots(keys, layout)
    assert table == fill_slots_pure(keys, layout)
    for layouts in (layout, SlotLayout(len(table), 1, 3), SlotLayout(1, min(len(table), 8), 0)):
        for key in [*keys[:50], b"none", b""]:
            cut = table[: layouts.slots * layouts.width]
            found = hashes.find_candidates(cut, layouts, key)
            assert found == find_candidates_pure(cut, layouts, key)


@pytest.mark.parametrize("name", ["nested", "twins", "empty", "ids"])
def test_both_cores_refuse_alike(name: str) -> None:
    """Cut anywhere, and with a byte changed anywhere in the first 400."""
    data = made_footers()[name]
    cut = [data[:end] for end in range(0, len(data), max(len(data) // 200, 1))]
    changed = [
        data[:at] + bytes([data[at] ^ 0x15]) + data[at + 1 :] for at in range(min(len(data), 400))
    ]
    refused = 0
    for damaged in (*cut, *changed):
        try:
            expected = find_offsets_pure(damaged)
        except DecodeError as error:
            refused += 1
            with pytest.raises(type(error)):
                find_offsets(damaged)
        else:
            assert find_offsets(damaged) == expected
    assert refused > 20
