"""`decode` is lazy where the core is built: what a program may rely on is as if it were eager (`docs/native.md`)."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
import tracemalloc
from collections.abc import Callable
from typing import Any, Final

import pytest

from inlay_runtime.errors import DecodeError
from inlay_runtime.remainder import is_closed, is_lazy
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    FileMetaData,
    PageEncodingStats,
    PageType,
    RowGroup,
    SchemaElement,
    Statistics,
    Type,
)
from tests.native.views import mutated, seen

pytestmark = pytest.mark.needs("native core")
CHUNK: Final = ColumnMetaData(
    type=Type.INT64,
    encodings=[Encoding.PLAIN, Encoding.RLE],
    path_in_schema=["group", "name"],
    codec=CompressionCodec.ZSTD,
    num_values=1000,
    total_uncompressed_size=9000,
    total_compressed_size=4000,
    data_page_offset=4,
    statistics=Statistics(null_count=3, min_value=b"\x01" * 8, max_value=b"\x07" * 8),
    encoding_stats=[
        PageEncodingStats(page_type=PageType.DATA_PAGE, encoding=Encoding.PLAIN, count=1)
    ],
)
GROUP: Final = RowGroup(
    columns=[ColumnChunk(file_offset=4, meta_data=CHUNK)] * 200, total_byte_size=1, num_rows=1
)
META: Final = FileMetaData(
    version=2,
    schema=[SchemaElement(name=f"column {at}") for at in range(200)],
    num_rows=10,
    row_groups=[GROUP] * 10,
).encode()


def test_decode_is_lazy_unless_told_otherwise() -> None:
    assert is_lazy(FileMetaData.decode(META))
    assert is_lazy(FileMetaData.decode_from(b"before" + META, 6)[0])
    eager = FileMetaData.decode(META, eager=True)
    assert not is_lazy(eager)
    assert not is_lazy(eager.row_groups[3].columns[5])
    assert not is_lazy(FileMetaData.decode_from(META, eager=True)[0])


def test_a_touch_decodes_the_structs_of_a_struct_and_leaves_its_lists() -> None:
    meta = FileMetaData.decode(META)
    chunks = meta.row_groups[1].columns
    assert is_lazy(chunks[2])
    assert chunks[2].file_offset == 4
    chunk = chunks[2].meta_data
    assert chunk is not None
    assert not is_lazy(chunk)
    assert chunk.statistics is not None
    assert not is_lazy(chunk.statistics)
    lists = ["encodings", "path_in_schema", "encoding_stats"]
    assert [is_closed(chunk, name) for name in lists] == [True] * 3
    assert chunk.path_in_schema == ["group", "name"]
    assert [is_closed(chunk, name) for name in lists] == [False] * 3, "short ones come together"
    assert chunk == CHUNK
    assert is_lazy(chunks[3])


def test_long_lists_are_built_one_by_one(kitchen: Any) -> None:
    value = kitchen.Lists(mediums=list(range(40)), points=[kitchen.Point(x=1, y=2)] * 20, colors=[])
    lists = kitchen.Lists.decode(value.encode())
    assert lists.colors == []
    assert is_closed(lists, "mediums")
    assert lists.mediums == list(range(40))
    assert is_closed(lists, "points")
    assert lists == value


@pytest.mark.parametrize("seed", range(40))
def test_damage_is_refused_at_the_call_as_eager_decoding_refuses_it(seed: int) -> None:
    import random

    data = mutated(META[:6000], random.Random(seed))
    said = []
    for eager in (True, False):
        with pytest.raises(DecodeError) as caught:
            FileMetaData.decode(data, eager=eager)
        error = caught.value
        said.append((type(error), error.reason, error.offset, error.path))
    assert said[0] == said[1]


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


@pytest.mark.parametrize("how", [copy.deepcopy, pickled], ids=["deepcopy", "pickle"])
def test_what_is_kept_of_a_footer_keeps_its_source(how: Callable[[Any], Any]) -> None:
    """Until it is copied, or all of it has been touched."""
    data = META + b""
    before = sys.getrefcount(data)
    kept = FileMetaData.decode(data).row_groups[0].columns[7]
    assert sys.getrefcount(data) == before + 1
    copied = how(kept)
    assert copied == GROUP.columns[7]
    kept = FileMetaData.decode(data).row_groups[0].columns[7]
    kept = how(kept)
    assert sys.getrefcount(data) == before
    assert kept == GROUP.columns[7]


def test_a_list_may_change_while_somebody_iterates() -> None:
    """As any list may: what comes later is seen, and nothing is decoded into a place where something was put."""
    ends = []
    for eager in (True, False):
        group = FileMetaData.decode(META, eager=eager).row_groups[0]
        passed = 0
        for at, chunk in enumerate(group.columns):
            passed += chunk.file_offset
            if at == 3:
                group.columns[4] = ColumnChunk(file_offset=1000)
                del group.columns[6:]
                group.columns.append(ColumnChunk(file_offset=7))
            if at == 5:
                assert chunk.meta_data is not None
                chunk.meta_data.num_values = 5
        ends.append((passed, seen(group), group.encode()))
    assert ends[0] == ends[1]
    assert ends[0][0] == 4 * 5 + 1000 + 7


def test_a_touch_in_the_middle_of_a_touch(kitchen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Structs are built in an instance that is used again: not by what runs while it is in use."""
    value = kitchen.Lists(colors=[kitchen.Color(77)], points=[kitchen.Point(x=1, y=2)])
    others = [kitchen.Lists.decode(value.encode()) for _ in range(3)]
    unknown = kitchen.Color._unknown
    entered = []

    def touch_another(number: int, offset: int) -> Any:
        entered.append(number)
        if others:
            assert others.pop() == value
        return unknown(number, offset)

    monkeypatch.setattr(kitchen.Color, "_unknown", staticmethod(touch_another))
    lists = kitchen.Lists.decode(value.encode())
    assert lists.points == value.points
    assert lists == value
    assert len(entered) >= 2


@pytest.mark.parametrize("copies", [False, True], ids=["bytes", "bytearray"])
def test_memory(copies: bool) -> None:
    """Less than a tenth of the footer for what the pass writes down, and one copy of what is not `bytes`."""
    data = bytearray(META) if copies else META
    tries = [_memory_of_decoding(data) for _ in range(7)]
    now, peak = min(now for now, _ in tries), min(peak for _, peak in tries)
    assert copies * len(META) < now < (copies + 0.1) * len(META)
    assert peak < (copies + 0.1) * len(META)


def _memory_of_decoding(data: bytes | bytearray) -> tuple[int, int]:
    """What is held, and what was held at most. Other threads of the process may add to one try, so there are several."""
    FileMetaData.decode(data)
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        kept = FileMetaData.decode(data)
        now, peak = (traced - before for traced in tracemalloc.get_traced_memory())
        assert kept.row_groups[9].columns[199].meta_data == CHUNK
        return now, peak
    finally:
        tracemalloc.stop()
