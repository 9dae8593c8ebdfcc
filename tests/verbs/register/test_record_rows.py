"""A record that was kept as a row is the record: of each kind of file, and of every file of the corpora."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.footers.footer.read import read_footer
from inlay.ground.files.entries import FileEntry
from inlay.verbs.register.lake_file import LakeFile, LakeReader, read_lake
from inlay.verbs.register.record import FileBound, GeoRecord, LeafRecord
from inlay.verbs.register.record_rows import RecordRows, build_record_rows, encode_shared
from parquet_format.parquet import FileMetaData, GeometryType, VariantType
from tests.support.footers import edit_footer
from tests.support.in_one_test import in_one_test
from tests.verbs.register.kinds import KINDS, write_file
from tests.verbs.register.test_shredded_paths import VARIANT

_LARGEST: Final = 2**63 - 1


def read(data: bytes, path: str = "lake/day=1/x.parquet") -> tuple[LakeFile, bytes]:
    footer = read_footer(data)
    file = LakeReader().read(FileEntry(path, len(data), 7, "tag", len("lake/")), footer)
    assert isinstance(file, LakeFile)
    return file, encode_shared(footer.metadata)


def keep(files: list[tuple[LakeFile, bytes]]) -> list[LakeFile]:
    """As a journal does: in a file of Parquet."""
    sink = io.BytesIO()
    pq.write_table(pa.Table.from_batches([build_record_rows(files)]), sink)
    rows = RecordRows()
    return [it for batch in pq.read_table(sink).to_batches() for it in rows.read(batch)]


@in_one_test("kind", KINDS)
def test_every_kind_comes_back(kind: Any) -> None:
    file, shared = read(write_file(kind))
    assert keep([(file, shared)]) == [file]
    assert file.partition == {"day": "1"}


def test_files_of_several_schemas_share_what_is_alike() -> None:
    files = [read(write_file(kind), f"{at}.parquet") for at, kind in enumerate(KINDS)] * 2
    restored = keep(files)
    assert restored == [file for file, _ in files]
    half = len(KINDS)
    assert all(restored[at].columns is restored[at + half].columns for at in range(half))


def test_a_part_of_a_batch_has_its_own_columns() -> None:
    files = [read(write_file(kind), f"{at}.parquet") for at, kind in enumerate(KINDS)]
    batch = build_record_rows(files)
    assert [*RecordRows().read(batch.slice(3, 4))] == [file for file, _ in files[3:7]]


def test_paths_of_variants_and_boxes_come_back() -> None:
    sink = io.BytesIO()
    value = {"metadata": b"\x01\x00\x00", "value": None, "typed_value": {"a": {"typed_value": 7}}}
    pq.write_table(pa.table({"v": pa.array([value], VARIANT), "g": pa.array([b"x"])}), sink)

    def annotate(metadata: FileMetaData) -> None:
        by_name = {element.name: element for element in metadata.schema}
        by_name["v"].logicalType = VariantType(specification_version=1)
        by_name["g"].logicalType = GeometryType()

    file, shared = read(edit_footer(sink.getvalue(), annotate))
    assert file.record.paths
    box = GeoRecord((1.0, 2.0), (-0.0, 3.5), None, (0.0, 0.0), (1, 3001))
    leaves = (*file.record.leaves[:-1], file.record.leaves[-1]._replace(geo=box))
    file = file._replace(record=file.record._replace(leaves=leaves))
    assert keep([(file, shared)]) == [file]


_counts = st.none() | st.integers(-(2**63), _LARGEST)
_bounds = st.none() | st.builds(FileBound, st.binary(max_size=9), st.booleans())


@given(
    st.lists(
        st.tuples(_counts, _counts, _bounds, _bounds, _counts, _counts, _counts, st.text(st.characters(codec="utf-8"), max_size=5)),
        max_size=4,
    ),
    st.dictionaries(st.text(st.characters(codec="utf-8")), st.none() | st.text(st.characters(codec="utf-8"))),
)  # fmt: skip
def test_whatever_a_record_says_comes_back(
    said: list[tuple[Any, ...]], partition: dict[str, str | None]
) -> None:
    file, shared = read(write_file(KINDS[0]))
    head = file.record.leaves[0]
    files: list[tuple[LakeFile, bytes]] = []
    for values in said:
        leaf = LeafRecord(head.path, head.rules, head.field_id, *values)
        record = file.record._replace(leaves=(leaf,))
        files.append((file._replace(record=record, partition=partition), shared))
    assert [*RecordRows().read(build_record_rows(files))] == [it for it, _ in files]


def test_a_count_that_64_bits_do_not_hold_is_no_row() -> None:
    file, shared = read(write_file(KINDS[0]))
    leaf = file.record.leaves[0]._replace(plain=_LARGEST + 1)
    record = file.record._replace(leaves=(leaf,))
    with pytest.raises((OverflowError, pa.ArrowInvalid)):
        build_record_rows([(file._replace(record=record), shared)])


def test_files_of_others_come_back(parquet_testing: Path) -> None:
    files = [it for it in read_lake(str(parquet_testing / "data")) if isinstance(it, LakeFile)]
    rows = [(it, encode_shared(read_footer(Path(it.path).read_bytes()).metadata)) for it in files]
    assert len(files) > 30
    assert keep(rows) == files
