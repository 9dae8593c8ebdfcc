"""The text of a struct that is whole is the same natively and in Python; and work grows with the fields, not faster."""

from __future__ import annotations

import gc
import random
from array import array
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inlay
from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import open_source
from inlay.pages.engine.progress import ignore_progress
from inlay.verbs.dump import dump as module
from inlay.verbs.dump.dump import dump_blocks
from inlay.verbs.dump.label_order import NOWHERE, LabelOrder
from inlay.verbs.dump.lines import write_lines
from inlay.verbs.dump.native_words import native_text
from inlay.verbs.dump.pieces import find_pieces
from inlay.verbs.dump.places import Follows, follows
from inlay.verbs.dump.thrift import write_struct
from inlay.verbs.dump.whole_struct import find_whole
from inlay.verbs.layout.ledger import Ledger, LedgerWriter
from inlay_runtime.schema import StructSchema
from parquet_format.parquet import FileMetaData
from tests.footers.conversion.footers import corpus_footers, wide
from tests.footers.conversion.random_footers import Footers
from tests.support.calls import count_calls
from tests.support.wide_file import write_wide
from tests.verbs.dump.test_lines import WIRE

pytestmark = pytest.mark.needs("native core")

BASE = 1000


def write_nothing(_way: object, _value: int) -> str:
    return ""


def name_odd(way: tuple[tuple[str, int], ...], value: int) -> str:
    """A symbol for some numbers, which shows the way to them."""
    steps = "_".join(f"{name}{at}" for name, at in way)
    return f"&{steps}" if value % 2 else ""


def natively(data: bytes, schema: StructSchema) -> list[str] | None:
    whole = find_whole(data, BASE, schema, name_odd)
    if whole is None:
        return None
    lines = [line for piece in whole.pieces() for line in piece.split("\n")]
    return [*lines, f"ends at {BASE + whole.end}"]


def in_python(data: bytes, schema: StructSchema) -> list[str]:
    def name_followers(way: tuple[tuple[str, int], ...], value: int) -> str:
        return name_odd(way, value) if follows(*way[-1])[0] is not Follows.NOTHING else ""

    done = write_struct(data, BASE, schema, name_followers)
    return [*write_lines(done.lines, data, BASE), f"ends at {done.end}"]


@pytest.mark.parametrize("name", WIRE)
def test_each_value_of_the_wire(name: str) -> None:
    schema, digits, _ = WIRE[name]
    data = bytes.fromhex(digits)
    lines = natively(data, schema)
    left = {"map", "empty map", "a padded count of a map", "an integer that is too wide"}
    assert (lines is None) == (name in left)
    assert lines is None or lines == in_python(data, schema)
    for size in range(len(data)):
        assert natively(data[:size], schema) is None


def test_the_corpus(parquet_testing: Path) -> None:
    for thrift in corpus_footers(parquet_testing).values():
        assert natively(thrift, FileMetaData.SCHEMA) == in_python(thrift, FileMetaData.SCHEMA)


def test_odd_footers() -> None:
    """With extensions, unknown fields and strings of any bytes."""
    compared = 0
    for seed in range(60):
        footer = Footers(random.Random(seed), oddity=(0, 0.02, 0.1)[seed % 3]).footer()
        data = footer.encode()
        lines = natively(data, FileMetaData.SCHEMA)
        compared += lines is not None
        assert lines is None or lines == in_python(data, FileMetaData.SCHEMA)
    assert compared > 30


def test_long_text_comes_in_pieces() -> None:
    data = wide(300, 10).encode()
    whole = find_whole(data, BASE, FileMetaData.SCHEMA, write_nothing)
    assert whole is not None
    pieces = list(whole.pieces())
    assert len(pieces) > 2
    assert max(map(len, pieces)) < 1 << 20


def test_blocks_are_the_lines(tmp_path: Path) -> None:
    path = write_wide(tmp_path, 40)
    text = "\n".join(dump_blocks(path, "copy", lambda _: None))
    assert text.split("\n") == list(inlay.dump(path))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "find_whole", lambda *_: None)
        patch.setattr(module, "open_pages", lambda _: None)
        assert list(inlay.dump(path)) == text.split("\n")
        patch.setattr("inlay.verbs.dump.places.native_text", None)
        assert list(inlay.dump(path)) == text.split("\n")


def test_twice_the_columns_take_twice_the_calls(tmp_path: Path) -> None:
    def write(path: str) -> None:
        for _ in dump_blocks(path, "copy", lambda _: None):
            pass

    paths = [write_wide(tmp_path, columns) for columns in (100, 200)]
    calls = [count_calls(partial(write, path)) for path in paths]
    assert calls[1] <= 2.2 * calls[0]
    assert calls[1] < 200 * 2 * 120  # for each chunk; with calls for each line it was 2,200


PART = st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(NOWHERE, 9))


@given(st.lists(PART, max_size=8), st.lists(st.integers(0, 10), max_size=8))
def test_labels_come_in_the_same_order(parts: list[tuple[int, int, int]], asked: list[int]) -> None:
    labels = [f"part{at}" for at in range(len(parts))]
    columns = [array("q", [part[at] for part in parts]) for at in range(3)]
    assert native_text is not None
    natively = native_text.PlacedLabels(labels, {}, *columns)
    in_order = LabelOrder(labels, *columns)
    for place in sorted(asked):
        assert natively.take(place) == in_order.take(place)
    begins = {part[0]: label for part, label in reversed([*zip(parts, labels, strict=True)])}
    for place in asked:
        assert natively.find(place) == in_order.find(place) == begins.get(place, "")


def _find_rows() -> list[Ledger | LedgerWriter]:
    """All of this process, which ran other tests."""
    return [it for it in gc.get_objects() if isinstance(it, Ledger | LedgerWriter)]


def test_rows_are_gone_once_there_are_pieces(tmp_path: Path) -> None:
    """Of a wide file there are a million, beside which the text would be written."""
    with open_source(write_wide(tmp_path, 20)) as file:
        gc.disable()
        try:
            of_others = _find_rows()
            pieces = find_pieces(file, read_footer(file), ignore_progress)
            kept = [it for it in _find_rows() if not any(it is other for other in of_others)]
        finally:
            gc.enable()
    assert not kept
    assert len(list(pieces)) == len(list(pieces)) > 20
