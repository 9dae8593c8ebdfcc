"""strip(add(x)) is x, and what is read of add(x) is what pyarrow reads of x."""

from __future__ import annotations

import random
import shutil
import tracemalloc
from array import array
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import inlay
from inlay.encoding import read_table
from inlay.footers.footer import FooterError, read_footer
from inlay.ground.refusals import RefusedError
from inlay.pages.encodings.on_files import add_to_file, list_encodings, strip_file
from inlay.pages.encodings.open_as_plain import open_as_plain
from inlay.pages.engine.chunk_metadata import locate_pages
from parquet_format.parquet import FileMetaData
from tests.pages.encodings.files import ENCODINGS, PCO, add_all, every_number, pa, pq, write_pyarrow
from tests.support.corpora import HUGE

if TYPE_CHECKING:
    from inlay.footers.containers import Finding


def read(path: Path) -> Any:
    with pq.ParquetFile(path) as file:
        return file.read()


def metadata(path: Path) -> FileMetaData:
    found = read_footer(path).metadata
    assert found is not None
    return found


def test_every_writer(written: Path) -> None:
    original, expected = written.read_bytes(), read(written)
    is_empty = expected.num_rows == 0
    add_all(written)
    findings: list[Finding] = []
    found = read_table(written, encodings=ENCODINGS, on_finding=findings.append)
    assert found.equals(expected, check_metadata=True)
    assert read(written).equals(expected, check_metadata=True)
    assert inlay.read_table(written).equals(expected, check_metadata=True)
    assert not findings
    assert bool(list_encodings(str(written))) is not is_empty
    if is_empty:
        assert written.read_bytes() == original
        return
    assert written.read_bytes() != original
    strip_file(str(written), encodings=ENCODINGS)
    assert written.read_bytes() == original


def test_every_plain_file_of_the_corpus(parquet_testing: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.parquet"
    outcomes: Counter[str] = Counter()
    for path in sorted(parquet_testing.rglob("*.parquet")):
        shutil.copyfile(path, copy)
        original = path.read_bytes()
        try:
            result = add_all(copy)
        except (RefusedError, FooterError):
            assert copy.read_bytes() == original, path
            outcomes["refused"] += 1
            continue
        outcomes["encoded" if result.sizes else "nothing to encode"] += 1
        if result.sizes:
            assert copy.read_bytes() != original
            outcomes[same_values(path, copy)] += 1
            strip_file(str(copy), encodings=ENCODINGS)
        assert copy.read_bytes() == original, path
    assert outcomes["encoded"] > 80, outcomes
    assert outcomes["refused"] < outcomes["encoded"] / 10, outcomes
    assert outcomes["other values"] == 0, outcomes


def same_values(path: Path, dual: Path) -> str:
    if path.name == HUGE:
        return "not read"
    expected = read(path)
    # Some of these files hold Variants that break a rule, which `read_table` would say.
    with open_as_plain(dual, ENCODINGS) as plain:
        found = pq.ParquetFile(plain.file).read()
    # NaN is not equal to itself; as text it is.
    same = found.equals(expected, check_metadata=True) or str(found) == str(expected)
    return "same values" if same and read(dual).schema == expected.schema else "other values"


def test_the_layout_is_that_of_the_document(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    write_pyarrow(path, write_page_index=True)
    add_to_file(str(path), lambda _: {3: PCO, 5: PCO}, encodings=ENCODINGS)
    after = metadata(path)
    encoded = {
        (one.row_group, one.column): one.encoding
        for one in list_encodings(str(path))
        if one.encoding
    }
    assert len(encoded) == 3 * 2
    end = 4
    for group, row_group in enumerate(after.row_groups):
        names = [
            ".".join(chunk.meta_data.path_in_schema)
            for chunk in row_group.columns
            if chunk.meta_data
        ]
        new = [encoded[group, name] for name in ("price", "amount")]
        assert new[0].offset == end
        assert new[1].offset == new[0].offset + new[0].length
        places = {
            name: locate_pages(chunk.meta_data)
            for name, chunk in zip(names, row_group.columns, strict=True)
            if chunk.meta_data
        }
        order = sorted(places, key=lambda name: places[name])
        assert order == [name for name in names if name not in ("price", "amount")] + [
            "price",
            "amount",
        ]
        assert places[order[0]][0] == new[1].offset + new[1].length
        assert all(places[one][1] == places[two][0] for one, two in pairwise(order))
        end = places[order[-1]][1]


def test_the_first_column_stays_in_front_where_splits_would_lose_the_row_group(
    tmp_path: Path,
) -> None:
    path = tmp_path / "file.parquet"
    write_pyarrow(path)
    add_to_file(str(path), lambda _: {0: PCO}, encodings=ENCODINGS)
    size = path.stat().st_size
    for row_group in metadata(path).row_groups:
        metas = [chunk.meta_data for chunk in row_group.columns if chunk.meta_data]
        start, _ = locate_pages(metas[0])
        total = sum(meta.total_compressed_size for meta in metas)
        end = max(locate_pages(meta)[1] for meta in metas)
        assert start + total // 2 < end <= size


def test_columns_can_be_added_one_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    write_pyarrow(path, write_page_index=True)
    original = path.read_bytes()
    add_to_file(str(path), lambda _: {3: PCO}, encodings=ENCODINGS)
    add_to_file(str(path), lambda _: {0: PCO, 5: PCO}, encodings=ENCODINGS)
    both = path.read_bytes()
    path.write_bytes(original)
    add_to_file(str(path), lambda _: {0: PCO, 3: PCO, 5: PCO}, encodings=ENCODINGS)
    assert path.read_bytes() == both
    strip_file(str(path), encodings=ENCODINGS)
    assert path.read_bytes() == original


def test_adding_twice_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    write_pyarrow(path)
    add_to_file(str(path), every_number, encodings=ENCODINGS)
    once = path.read_bytes()
    add_to_file(str(path), every_number, encodings=ENCODINGS)
    assert path.read_bytes() == once


def test_memory_is_that_of_a_chunk(tmp_path: Path) -> None:
    """Not of the file: what Python allocates, at most, while 13 MB are rearranged, read back and compared."""
    path = tmp_path / "file.parquet"
    rows, groups = 20_000, 40
    noise = pa.array(array("d", random.Random(1).randbytes(rows * groups * 8)))
    pq.write_table(
        pa.table({"x": noise, "y": noise}), path, row_group_size=rows, use_dictionary=False
    )
    size = path.stat().st_size
    tracemalloc.start()
    try:
        add_to_file(str(path), lambda _: {0: PCO, 1: PCO}, encodings=ENCODINGS)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size > 12_000_000
    # Two steps of a mebibyte while comparing, or a chunk of 160 KB in a few shapes.
    assert most < 5_000_000, most
