"""pyarrow leaves values without a suffix out of the sizes of DELTA_BYTE_ARRAY columns; these do not reach the new file."""

from __future__ import annotations

from pathlib import Path

import inlay
from inlay.pages.engine.chunk_metadata import metadata_of
from tests.pages.encodings.files import pa, pq
from tests.verbs.parts.made import assert_whole

WORDS = ["a long beginning, 1", "a long beginning, 2", None, ""] * 10


def test_sizes_are_true_or_absent(tmp_path: Path) -> None:
    path, out, counted = (tmp_path / f"{name}.parquet" for name in ("in", "out", "counted"))
    table = pa.table({"delta": WORDS, "other": WORDS, "list": [[it, it] for it in WORDS]})
    blooms = {"delta": {"ndv": 4}, "other": {"ndv": 4}}
    pq.write_table(table, path, write_page_index=True, bloom_filter_options=blooms)
    deltas = ["delta", "list.list.element"]
    inlay.rewrite(path, out, row_group_size=16, encode=dict.fromkeys(deltas, "delta_byte_array"))
    assert pq.read_table(out).equals(pq.read_table(path))
    assert_whole(out)
    assert inlay.verify(out, values=True).findings == ()
    inlay.add_index(out, what=["sizes"], target=inlay.Target(output=counted))
    for number, group in enumerate(inlay.read_metadata(out).row_groups):
        bare = [metadata_of(chunk).size_statistics for chunk in group.columns]
        assert [it is None for it in bare] == [True, False, True]
        assert all(it.column_index_offset and it.offset_index_offset for it in group.columns)
        again = inlay.read_metadata(counted).row_groups[number].columns
        sizes = [metadata_of(chunk).size_statistics for chunk in again]
        length = sum(len(it or "") for it in WORDS[16 * number : 16 * (number + 1)])
        assert [it and it.unencoded_byte_array_data_bytes for it in sizes] == [length, length, 2 * length]  # fmt: skip
    assert inlay.verify(counted, values=True).findings == ()
