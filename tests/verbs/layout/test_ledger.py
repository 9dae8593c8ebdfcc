"""Who owns each byte: of files in every form, of public files, of damaged ones."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.verbs.layout.bar import cut_into_cells
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import Ledger
from inlay.verbs.layout.purposes import Purpose
from inlay.verbs.layout.read_ledger import DAMAGED, NOT_PARQUET
from inlay.verbs.layout.totals import total_by_column, total_by_kind
from inlay.verbs.set.convert_footer import convert_footer
from tests.faults.flips import STEPS, after
from tests.footers.designs.beside import BESIDE, with_design
from tests.footers.designs.files import nested_file
from tests.pages.encodings.files import add_all, bloom_filters, plain_and_indexed, version_2
from tests.support.examples import TIMES
from tests.verbs.layout.law import check_law, corpus_files, mutations


def of_form(form: str, path: Path) -> None:
    path.write_bytes(nested_file())
    convert_footer(str(path), form)


def dual(name: str, path: Path) -> None:
    path.write_bytes(with_design(nested_file(), name))


def in_steps(number: int, path: Path) -> None:
    path.write_bytes(after(nested_file(), STEPS[:number]))


def with_second_encodings(path: Path) -> None:
    plain_and_indexed(path)
    add_all(path)


FILES: Final[Mapping[str, Callable[[Path], None]]] = {
    "thrift": partial(in_steps, 0),
    "private": partial(in_steps, 1),
    "migration": partial(in_steps, 2),
    "final": partial(in_steps, 3),
    **{f"dual {name}": partial(dual, name) for name in BESIDE},
    **{form: partial(of_form, form) for form in ("modular", "parx")},
    "indexes": plain_and_indexed,
    "version 2": version_2,
    "Bloom filters": bloom_filters,
    "second encodings": with_second_encodings,
}


@pytest.fixture(scope="module", params=FILES)
def ledger(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    path = tmp_path_factory.mktemp("look") / "file.parquet"
    FILES[request.param](path)
    return inlay.layout(path)


def test_every_byte_of_every_form_has_one_owner(ledger: Ledger) -> None:
    check_law(ledger)
    assert ledger.findings == []
    strays = {OwnerKind.UNKNOWN, OwnerKind.UNREAD} & {*ledger.kind}
    assert not strays, [owner for owner in ledger if owner.kind in strays]


def test_chunks_and_row_groups_are_those_of_the_footer(ledger: Ledger) -> None:
    metadata = inlay.open(ledger.file).metadata
    chunks = [
        (group, column, chunk.meta_data.total_compressed_size)
        for group, row_group in enumerate(metadata.row_groups)
        for column, chunk in enumerate(row_group.columns)
        if chunk.meta_data is not None
    ]
    owners = [
        (owner.row_group, owner.column, owner.size)
        for owner in ledger
        if owner.kind is OwnerKind.COLUMN_CHUNK
    ]
    assert sorted(owners) == chunks
    groups = [owner.row_group for owner in ledger if owner.kind is OwnerKind.ROW_GROUP]
    assert groups == [*range(len(metadata.row_groups))]


def test_public_files_keep_the_law(parquet_testing: Path, arrow_fuzzing: Path) -> None:
    for folder in (parquet_testing, arrow_fuzzing):
        for path in corpus_files(folder):
            check_law(inlay.layout(path))


def test_mutated_files_keep_the_law(parquet_testing: Path) -> None:
    files = corpus_files(parquet_testing)
    for data in islice(mutations(files, 27), 500 * TIMES):
        check_law(inlay.layout(data))


def test_whole_public_files_have_no_strays(parquet_testing: Path) -> None:
    """But for zeros between the parts of one file, which say that they are padding."""
    for path in sorted((parquet_testing / "data").glob("*.parquet")):
        ledger = inlay.layout(path)
        strays = [owner for owner in ledger if owner.kind in (OwnerKind.UNKNOWN, OwnerKind.UNREAD)]
        assert strays == [], path.name
        codes = {finding.code for finding in ledger.findings}
        assert codes == ({"size"} if path.name == "nation.dict-malformed.parquet" else set())


def written(**options: Any) -> bytes:
    sink = io.BytesIO()
    table = pa.table({"a": pa.array([[1, 2], None, [3]]), "b": ["x", "y", None]})
    pq.write_table(table, sink, **options)
    return sink.getvalue()


@pytest.mark.parametrize(
    ("options", "kinds"),
    [
        (
            {"compression": "none", "use_dictionary": False},
            {"repetition levels": 1, "definition levels": 2, "values": 2},
        ),
        ({"compression": "snappy", "use_dictionary": False}, {"levels and values": 2}),
        (
            {"compression": "snappy", "data_page_version": "2.0"},
            {"repetition levels": 1, "definition levels": 2, "values": 2, "dictionary": 2},
        ),
    ],
)
def test_levels_are_told_where_they_lie_apart(
    options: dict[str, Any], kinds: dict[str, int]
) -> None:
    ledger = inlay.layout(written(**options))
    counts = Counter(
        owner.kind.label for owner in ledger if owner.page >= 0 or "dict" in owner.kind.label
    )
    for name in ("data page", "page header", "dictionary page"):
        del counts[name]
    assert counts == kinds


def test_fields_of_the_footer_lie_where_their_bytes_are() -> None:
    data = written()
    ledger = inlay.layout(data)
    rows = {
        ledger.path(row): ledger[row]
        for row in range(len(ledger))
        if ledger.kind[row] == OwnerKind.FIELD
    }
    path = "FileMetaData.row_groups[0].columns[1].meta_data.path_in_schema"
    owner = rows[path]
    assert data[owner.start : owner.end].endswith(b"\x01b")
    assert (owner.row_group, owner.column) == (0, 1)


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_a_flatbuffer_is_told_apart_by_table(steps: int) -> None:
    data = after(nested_file(), STEPS[:steps])
    ledger = inlay.layout(data)
    (row,) = [row for row in range(len(ledger)) if ledger.kind[row] == OwnerKind.FLATBUFFER]
    inside = [ledger[child] for child in ledger.children(row)]
    names = [owner for owner in inside if owner.name == "FileMetaData.schema.name"]
    said = {data[owner.start + 4 : owner.end - 1].decode() for owner in names}
    assert said == {element.name for element in inlay.open(data).schema}
    groups = len(inlay.open(data).row_groups)
    tables = [owner for owner in inside if owner.name == "FileMetaData.row_groups"]
    assert {owner.row_group for owner in tables if owner.row_group >= 0} == {*range(groups)}


def test_the_table_has_the_rows() -> None:
    ledger = inlay.layout(written(write_page_index=True))
    table = ledger.table
    assert pc.sum(table["own"]).as_py() == ledger.size
    first = table.slice(len(ledger) // 2, 1).to_pylist()[0]
    owner = ledger[len(ledger) // 2]
    assert (first["start"], first["size"], first["kind"]) == (
        owner.start,
        owner.size,
        owner.kind.label,
    )
    assert table["parent"].null_count == 1
    assert "offset index" in table["kind"].to_pylist()


CASES: Final = {
    "nothing": (b"", {}),
    "no Parquet": (b"a,b\n1,2\n", {"unknown": 8}),
    "a magic alone": (b"PAR1", {"magic": 4}),
    "no footer": (b"PAR1" + b"\1" * 9 + b"\0\0\0\0PAR1", {"magic": 8, "unknown": 13}),
}


@pytest.mark.parametrize("name", CASES)
def test_what_cannot_be_told_is_unknown(name: str) -> None:
    data, kinds = CASES[name]
    ledger = inlay.layout(data)
    check_law(ledger)
    assert ledger.form == (NOT_PARQUET if name == "no Parquet" else DAMAGED)
    assert ledger.error is not None
    assert {owner.kind.label: 0 for owner in ledger if owner.own} == dict.fromkeys(kinds, 0)


def test_two_chunks_at_one_place_are_named() -> None:
    file = inlay.open(written())
    metadata = file.metadata
    first, second = (chunk.meta_data for chunk in metadata.row_groups[0].columns)
    assert first is not None
    assert second is not None
    second.data_page_offset, second.dictionary_page_offset = (
        first.data_page_offset,
        first.dictionary_page_offset,
    )
    footer = metadata.encode()
    data = written()[: file.offset] + footer + len(footer).to_bytes(4, "little") + b"PAR1"
    ledger = inlay.layout(data)
    check_law(ledger)
    (finding,) = [finding for finding in ledger.findings if finding.code == "overlap"]
    assert (
        "the column chunk of a.list.element in row group 0 is said to begin inside" in finding.what
    )


def test_padding_is_zeros_and_the_rest_is_unknown() -> None:
    data = written()
    at = inlay.open(data).offset
    for gap, kind in ((b"\0" * 9, OwnerKind.PADDING), (b"\0\0\1", OwnerKind.UNKNOWN)):
        ledger = inlay.layout(data[:at] + gap + data[at:])
        (owner,) = [owner for owner in ledger if owner.kind is kind]
        assert (owner.start, owner.size) == (at, len(gap))


@pytest.mark.parametrize("name", FILES)
def test_tables_and_legend_have_one_number_for_the_footer(tmp_path: Path, name: str) -> None:
    """With the magics and the signature, which belong to no other purpose."""
    path = tmp_path / "file.parquet"
    FILES[name](path)
    ledger = inlay.layout(path)
    legend = sum(cell[Purpose.FOOTER] for cell in cut_into_cells(ledger, 40))
    (kind,) = [each for each in total_by_kind(ledger) if each.name == "footer"]
    columns = sum(each.by_purpose[Purpose.FOOTER] for each in total_by_column(ledger))
    assert legend == kind.size == columns
