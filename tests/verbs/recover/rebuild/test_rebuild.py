"""Files that are cut, damaged or put together, and what their pages give back."""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

import pyarrow as pa
import pytest
from pyarrow import ipc, parquet

import inlay
from inlay.errors import EncryptedFooterError, FooterError, RefusedError, RequestError
from inlay.verbs.recover.rebuild.lost_column import list_columns
from inlay.verbs.recover.rebuild.schema_file import read_schema
from inlay.verbs.recover.rebuild.survey import Survey, survey_pages
from inlay_runtime.errors import InlayError
from parquet_format.parquet import DataPageHeader, Encoding, PageHeader, PageType
from tests.support.encrypted_files import encrypted_file
from tests.support.inlay_command import make_command

pq = cast("Any", parquet)

GROUP = 700
ROWS = 3_000


def make_table(rows: int, first: int = 0) -> Any:
    numbers = range(first, first + rows)
    return pa.table(
        {
            "id": pa.array(numbers, pa.int64()),
            "ratio": pa.array([None if it % 7 == 0 else it / 3 for it in numbers]),
            "city": pa.array([f"city {it % 40}" for it in numbers]),
            "tags": pa.array([None if it % 5 == 0 else [it % 3] * (it % 4) for it in numbers]),
            "place": pa.array([{"x": it, "y": str(it)} for it in numbers]),
            "good": pa.array([it % 2 == 0 for it in numbers]),
        }
    )


HABITS: dict[str, dict[str, Any]] = {
    "as pyarrow writes": {},
    "pages of version 2": {"data_page_version": "2.0"},
    "no dictionaries": {"use_dictionary": False, "compression": "zstd"},
    "small pages": {"max_rows_per_page": 50, "use_dictionary": ["city"]},
    "not compressed": {"compression": "none", "write_page_index": True},
    "checksums, gzip": {"compression": "gzip", "write_page_checksum": True},
    "split streams": {"use_dictionary": False, "column_encoding": {"ratio": "BYTE_STREAM_SPLIT"}},
}


class Given:
    """A whole file, one like it, and where its row groups end."""

    def __init__(self, folder: Path, habits: Mapping[str, Any]) -> None:
        self.folder = folder
        self.table = make_table(ROWS)
        self.whole, self.like = folder / "whole.parquet", folder / "like.parquet"
        pq.write_table(self.table, self.whole, row_group_size=GROUP, **habits)
        pq.write_table(make_table(1_500, ROWS), self.like, row_group_size=GROUP, **habits)
        self.data = self.whole.read_bytes()
        self.ends = [
            max(
                (it.dictionary_page_offset or it.data_page_offset) + it.total_compressed_size
                for it in (chunk.meta_data for chunk in group.columns)
                if it is not None
            )
            for group in inlay.read_metadata(self.whole).row_groups
        ]
        self.cut, self.out = folder / "cut.parquet", folder / "out.parquet"

    def rebuild(self, data: bytes, **options: Any) -> inlay.RebuiltFile:
        self.cut.write_bytes(data)
        options.setdefault("like", self.like)
        rebuilt = inlay.rebuild(self.cut, self.out, **options)
        assert self.cut.read_bytes() == data
        return rebuilt


@pytest.mark.parametrize("habits", HABITS.values(), ids=HABITS)
def test_all_whole_row_groups_come_back_of_a_file_that_is_cut_behind_them(
    habits: Mapping[str, Any], tmp_path: Path
) -> None:
    given = Given(tmp_path, habits)
    for end, behind in zip(given.ends, (0, 1, 40, 200, 5_000), strict=True):
        at = min(end + behind, len(given.data) - 1)
        groups = sum(it <= at for it in given.ends)
        rebuilt = given.rebuild(given.data[:at], target=inlay.Target(overwrite=True))
        assert (rebuilt.row_groups, rebuilt.rows) == (groups, min(groups * GROUP, ROWS))
        assert pq.read_table(given.out).equals(given.table.slice(0, rebuilt.rows))
        assert inlay.verify(given.out, values=True).findings == ()
        assert rebuilt.damaged == ()
        assert rebuilt.undecoded == ()


def test_the_new_footer_says_who_made_it_and_has_statistics(tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    given.rebuild(given.data[: given.ends[2]])
    metadata = inlay.read_metadata(given.out)
    assert metadata.created_by is not None
    assert metadata.created_by.startswith("inlay version ")
    assert "(rebuilt like parquet-cpp-arrow version " in metadata.created_by
    old = pq.read_metadata(given.whole).row_group(1)
    new = pq.read_metadata(given.out).row_group(1)
    for column in range(old.num_columns):
        one, other = old.column(column), new.column(column)
        assert one.statistics.null_count == other.statistics.null_count
        assert one.statistics.min == other.statistics.min
        assert one.total_uncompressed_size == other.total_uncompressed_size
        assert one.data_page_offset == other.data_page_offset
        assert set(one.encodings) == set(other.encodings)


def test_what_is_lost_is_said_by_column(tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    third = inlay.read_metadata(given.whole).row_groups[2].columns[2].meta_data
    assert third is not None
    assert third.dictionary_page_offset is not None
    end = third.dictionary_page_offset + third.total_compressed_size
    rebuilt = given.rebuild(given.data[: end + 9])
    assert rebuilt.row_groups == 2
    assert rebuilt.cut_rows == GROUP
    assert [(it.name, it.rows) for it in rebuilt.cut if it.is_whole] == [
        ("id", GROUP),
        ("ratio", GROUP),
        ("city", GROUP),
    ]
    assert not rebuilt.is_whole


def test_a_file_without_its_footer_alone_is_whole(tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    rebuilt = given.rebuild(given.data[: given.ends[-1]])
    assert rebuilt.is_whole
    assert pq.read_table(given.out).equals(given.table)


def test_a_damaged_footer_is_made_anew(tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    data = bytearray(given.data)
    at = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    data[at : at + 40] = b"\xff" * 40
    rebuilt = given.rebuild(bytes(data))
    assert (rebuilt.rows, rebuilt.pages_end) == (ROWS, at)
    assert pq.read_table(given.out).equals(given.table)


@pytest.mark.parametrize("lost", [1, 8, 9, 200])
def test_a_cut_footer_takes_no_rows_with_it(lost: int, tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    for table in (given.table, given.table.select(["id", "tags"]), given.table.select(["tags"])):
        data = _write(table, row_group_size=GROUP)
        rebuilt = given.rebuild(
            data[:-lost], like=_metadata_of(table), target=inlay.Target(overwrite=True)
        )
        assert rebuilt.is_whole
        assert pq.read_table(given.out).equals(table)


@pytest.mark.parametrize("names", [["id", "tags"], ["tags", "id"], ["tags"]])
@pytest.mark.parametrize("group", [60, 200])
def test_a_list_that_may_go_on_in_a_lost_page_is_not_whole(
    names: list[str], group: int, tmp_path: Path
) -> None:
    table = pa.table({"id": range(100), "tags": [[it] * 400 for it in range(100)]}).select(names)
    data = _write(
        table, row_group_size=group, data_page_size=3_000, use_dictionary=False, compression="none"
    )
    path, out = tmp_path / "cut.parquet", tmp_path / "out.parquet"
    pages = _walk(data).pages
    for page in pages[:: max(len(pages) // 20, 1)]:
        path.write_bytes(data[: page.end])
        try:
            rebuilt = inlay.rebuild(
                path, out, like=_metadata_of(table), target=inlay.Target(overwrite=True)
            )
        except FooterError:
            continue
        assert pq.read_table(out).equals(table.slice(0, rebuilt.rows))


@pytest.mark.parametrize("checksums", [False, True])
def test_zeros_behind_the_cut_are_no_values(checksums: bool, tmp_path: Path) -> None:
    table = pa.table({"x": pa.array(range(1, 10_001), pa.int64())})
    data = _write(
        table,
        use_dictionary=False,
        compression="none",
        max_rows_per_page=1_000,
        write_page_checksum=checksums,
    )
    path, out = tmp_path / "cut.parquet", tmp_path / "out.parquet"
    path.write_bytes(data[:40_000] + bytes(30_000))
    rebuilt = inlay.rebuild(path, out, like=_metadata_of(table))
    assert "zeros follow up to the end of the file" in rebuilt.reason
    assert rebuilt.rows == 4_000
    assert pq.read_table(out).equals(table.slice(0, 4_000))


def test_a_column_that_does_not_go_on_is_refused(tmp_path: Path) -> None:
    """Other pages behind those of the only column are no row group that was cut."""
    mixed = pa.table({"a": range(1_000), "s": [str(it) for it in range(1_000)]})
    path = tmp_path / "mixed.parquet"
    path.write_bytes(_pages_of(mixed))
    with pytest.raises(FooterError, match="not those of 1 such column"):
        inlay.rebuild(path, like=_metadata_of(mixed.select(["a"])))


@pytest.mark.parametrize("names", ["a", "ab"])
def test_no_chunk_goes_on_behind_a_footer(names: str, tmp_path: Path) -> None:
    table = pa.table({name: pa.array(range(1_000), pa.int64()) for name in names})
    whole = _write(table, row_group_size=1_000, use_dictionary=False)
    path, out = tmp_path / "both.parquet", tmp_path / "out.parquet"
    for data in (whole + whole, whole + whole[:-20]):
        path.write_bytes(data)
        rebuilt = inlay.rebuild(
            path, out, like=_metadata_of(table), target=inlay.Target(overwrite=True)
        )
        assert (rebuilt.row_groups, rebuilt.footers) == (2, 1)
        assert pq.read_table(out).equals(pa.concat_tables([table, table]))


def test_a_smaller_row_group_may_end_a_file_within(tmp_path: Path) -> None:
    first, second = _make_alike(250), _make_alike(200)
    data = [_write(it, row_group_size=100, use_dictionary=False) for it in (first, second)]
    path, out = tmp_path / "both.parquet", tmp_path / "out.parquet"
    path.write_bytes(b"".join(data))
    inlay.rebuild(path, out, like=_metadata_of(first), row_group_size=100)
    assert pq.read_table(out).equals(pa.concat_tables([first, second]))


def test_a_footer_that_is_there_is_believed(tmp_path: Path) -> None:
    numbers = pa.table({"a": pa.array(range(100), pa.int64())})
    other = _metadata_of(pa.table({"a": [0.5]}))
    path = tmp_path / "numbers.parquet"
    data = _write(numbers)
    for cut in (data, data[:-8], data + data[:40]):
        path.write_bytes(cut)
        with pytest.raises(FooterError, match=r"int64 a, and in the .* optional double a"):
            inlay.rebuild(path, like=other)


def test_a_whole_file_is_one_file(tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    rebuilt = given.rebuild(given.data)
    assert (rebuilt.is_whole, rebuilt.footers) == (True, 0)


@pytest.mark.parametrize("habits", HABITS.values(), ids=HABITS)
def test_row_groups_without_rows_are_skipped(habits: Mapping[str, Any], tmp_path: Path) -> None:
    table, sink = make_table(100), io.BytesIO()
    with pq.ParquetWriter(sink, table.schema, **habits) as writer:
        for rows in (100, 0, 50, 0):
            writer.write_table(table.slice(0, rows), row_group_size=1_000)
    path, out = tmp_path / "empty.parquet", tmp_path / "out.parquet"
    path.write_bytes(sink.getvalue()[:-8])
    rebuilt = inlay.rebuild(path, out, like=_metadata_of(table))
    assert rebuilt.is_whole
    assert pq.read_table(out).equals(pa.concat_tables([table, table.slice(0, 50)]))


@pytest.mark.parametrize("lost", [0, 8, 900])
def test_a_table_without_rows_has_none_to_come_back(lost: int, tmp_path: Path) -> None:
    data = _write(make_table(1).slice(0, 0))
    path = tmp_path / "empty.parquet"
    path.write_bytes(data[: len(data) - lost])
    with pytest.raises(FooterError, match="its pages have no rows"):
        inlay.rebuild(path, like=_metadata_of(make_table(1)))


def test_a_damaged_page_is_not_taken_for_other_columns(tmp_path: Path) -> None:
    """Both fields may be the text, as far as headers say: the values of the whole pages tell, and the damaged one is damage."""
    table = pa.table({"s": [f"{it:04d}" for it in range(2_000)], "i": range(2_000)})
    fields: list[pa.Field[Any]] = [
        pa.field("s", pa.string(), nullable=False),
        pa.field("i", pa.int64(), nullable=False),
    ]
    table = table.cast(pa.schema(fields))
    habits = {"row_group_size": 500, "use_dictionary": False, "write_page_checksum": True}
    data = bytearray(_pages_of(table, compression="none", **habits))
    data[_walk(bytes(data)).pages[4].start + 3] ^= 0x40
    path, out = tmp_path / "damaged.parquet", tmp_path / "out.parquet"
    path.write_bytes(data)
    rebuilt = inlay.rebuild(path, out, like=_metadata_of(table), row_group_size=500)
    assert [it.number for it in rebuilt.damaged] == [2]
    kept = pa.concat_tables([table.slice(0, 1_000), table.slice(1_500)])
    assert pq.read_table(out).equals(kept)


def _make_page(body: bytes, type_: PageType, values: DataPageHeader | None = None) -> bytes:
    header = PageHeader(
        type=type_,
        uncompressed_page_size=len(body),
        compressed_page_size=len(body),
        data_page_header=values,
    )
    return header.encode() + body


def _make_data_page(body: bytes, values: int) -> bytes:
    header = DataPageHeader(
        num_values=values,
        encoding=Encoding.PLAIN,
        definition_level_encoding=Encoding.RLE,
        repetition_level_encoding=Encoding.RLE,
    )
    return _make_page(body, PageType.DATA_PAGE, header)


LISTS = pa.schema(
    [pa.field("l", pa.list_(pa.field("element", pa.int64(), nullable=False)), nullable=False)]
)
# Two rows as levels 0 and 1, and one that begins with a level 1: their length, bit-packed runs, then a run of definition levels.
WHOLE_LIST = b"\2\0\0\0\3\12" + b"\2\0\0\0\10\1" + bytes(32)
LATE_LIST = b"\2\0\0\0\3\13" + b"\2\0\0\0\10\1" + bytes(32)

NO_CHUNKS = {
    "an index page": (
        _make_page(b"abcd", PageType.INDEX_PAGE),
        pa.schema([("a", pa.int64())]),
    ),
    "no values": (_make_data_page(b"", 0), pa.schema([("a", pa.int64())])),
    "the rest of a row": (_make_data_page(LATE_LIST, 4), LISTS),
}


@pytest.mark.parametrize(("page", "schema"), NO_CHUNKS.values(), ids=NO_CHUNKS)
def test_what_begins_no_chunk_is_refused(page: bytes, schema: Any, tmp_path: Path) -> None:
    path = tmp_path / "page.parquet"
    path.write_bytes(b"PAR1" + page)
    with pytest.raises(FooterError):
        inlay.rebuild(path, like=_metadata_of(schema.empty_table()))


def test_a_list_that_begins_with_its_row_comes_back(tmp_path: Path) -> None:
    path, out = tmp_path / "page.parquet", tmp_path / "out.parquet"
    like = _metadata_of(LISTS.empty_table())
    page = _make_data_page(WHOLE_LIST, 4)
    path.write_bytes(b"PAR1" + page + like.encode())
    inlay.rebuild(path, out, like=like)
    assert pq.read_table(out)["l"].to_pylist() == [[0, 0], [0, 0]]


def test_a_list_ends_where_a_dictionary_begins(tmp_path: Path) -> None:
    table = make_table(1_000).select(["id", "tags"])
    data = _write(table, row_group_size=500)
    second = [it for it in _walk(data).pages if it.header.type == PageType.DICTIONARY_PAGE][2]
    path, out = tmp_path / "cut.parquet", tmp_path / "out.parquet"
    for end in (second.end - 1, second.start - 1):
        path.write_bytes(data[:end])
        inlay.rebuild(path, out, like=_metadata_of(table), target=inlay.Target(overwrite=True))
        assert pq.read_table(out).equals(table.slice(0, 500))


def test_the_damaged_file_is_never_the_output(tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    with pytest.raises(RefusedError, match="never overwritten"):
        inlay.rebuild(given.whole, given.whole, like=given.like)


def test_pages_that_nothing_tells_apart_are_said_to_be_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, like = tmp_path / "alike.parquet", tmp_path / "like.parquet"
    path.write_bytes(_pages_of(_make_alike(450), row_group_size=100, use_dictionary=False))
    pq.write_table(_make_alike(1), like)
    done = make_command(capsys, monkeypatch)(
        *("recover", "--rebuild", str(path), "--like", str(like), "--row-group-size", "100")
    )
    assert "its pages are there, and nothing tells whose" in done.out


def test_row_groups_of_no_such_size_are_refused(tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    with pytest.raises(FooterError, match="no row groups of 7 rows"):
        given.rebuild(given.data, row_group_size=7)
    with pytest.raises(RequestError, match="row_group_size=0"):
        given.rebuild(given.data, row_group_size=0)


def test_values_of_another_width_are_damage(tmp_path: Path) -> None:
    half = pa.table({"x": pa.array([None, 1 << 33] * 500, pa.int64())})
    path = tmp_path / "half.parquet"
    for version in ("1.0", "2.0"):
        path.write_bytes(
            _pages_of(half, use_dictionary=False, compression="none", data_page_version=version)
        )
        other = _metadata_of(pa.table({"x": pa.array([1], pa.int32())}))
        with pytest.raises(FooterError, match="4,000 bytes of 500 plain values") as raised:
            inlay.rebuild(path, like=other)
        assert raised.value.code == "no-row-group"


def test_pages_without_proof_get_no_statistics(tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    rebuilt = given.rebuild(given.data[: given.ends[-1]], trust_pages=True)
    assert not rebuilt.is_proved
    assert pq.read_metadata(given.out).row_group(0).column(0).statistics is None
    assert pq.read_table(given.out).equals(given.table)


def test_a_row_group_with_a_damaged_page_is_left_out(tmp_path: Path) -> None:
    given = Given(tmp_path, {"write_page_checksum": True})
    data = bytearray(given.data[: given.ends[3]])
    data[given.ends[1] + 200] ^= 0x10
    rebuilt = given.rebuild(bytes(data))
    assert [it.number for it in rebuilt.damaged] == [2]
    assert "CRC" in rebuilt.damaged[0].reason
    kept = pa.concat_tables([given.table.slice(0, 2 * GROUP), given.table.slice(3 * GROUP, GROUP)])
    assert pq.read_table(given.out).equals(kept)
    assert inlay.verify(given.out, values=True).findings == ()


def test_files_put_together_are_read_as_one(tmp_path: Path) -> None:
    given = Given(tmp_path, {"write_page_index": True})
    rebuilt = given.rebuild(given.data + given.like.read_bytes())
    assert rebuilt.footers == 1
    both = pa.concat_tables([given.table, make_table(1_500, ROWS)])
    assert pq.read_table(given.out).equals(both)


@pytest.mark.parametrize("rows", [1, 64, GROUP])
def test_one_column_comes_back_wherever_its_row_groups_end(rows: int, tmp_path: Path) -> None:
    table = pa.table({"x": pa.array(range(1_000), pa.int64())})
    path, out = tmp_path / "x.parquet", tmp_path / "out.parquet"
    pq.write_table(table, path, row_group_size=rows, use_dictionary=False)
    end = inlay.open(path).offset
    path.write_bytes(path.read_bytes()[:end])
    inlay.rebuild(path, out, like=_metadata_of(table.slice(0, 0)))
    assert pq.read_table(out).equals(table)


def _metadata_of(table: Any) -> Any:
    sink = io.BytesIO()
    pq.write_table(table, sink)
    return inlay.read_metadata(sink.getvalue())


def _write(table: Any, **habits: Any) -> bytes:
    sink = io.BytesIO()
    pq.write_table(table, sink, **habits)
    return sink.getvalue()


def _pages_of(table: Any, **habits: Any) -> bytes:
    """The file up to its footer."""
    data = _write(table, **habits)
    return data[: len(data) - 8 - int.from_bytes(data[-8:-4], "little")]


def _walk(data: bytes) -> Survey:
    return survey_pages(lambda at, size: data[at : at + size], len(data))


def _as_text(_table: Any) -> bytes:
    return b"""message rows {
  optional int64 id;
  optional double ratio;
  optional binary city (STRING);
  optional group tags (LIST) { repeated group list { optional int64 element; } }
  optional group place { optional int64 x; optional binary y (UTF8); }
  optional boolean good;
}"""


def _as_json(table: Any) -> bytes:
    text: str = _metadata_of(table).to_json()
    return text.encode()


def _as_arrow(table: Any) -> bytes:
    data: bytes = table.schema.serialize().to_pybytes()
    return data


def _as_arrow_file(table: Any) -> bytes:
    sink = io.BytesIO()
    with ipc.new_file(sink, table.schema):
        pass
    return sink.getvalue()


SCHEMAS: dict[str, Callable[[Any], bytes]] = {
    "text": _as_text,
    "JSON": _as_json,
    "Arrow": _as_arrow,
    "Arrow file": _as_arrow_file,
}


@pytest.mark.parametrize("write", SCHEMAS.values(), ids=SCHEMAS)
def test_a_schema_serves_as_well(
    write: Callable[[Any], bytes],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = Given(tmp_path, {"compression": "zstd"})
    schema = tmp_path / "schema"
    schema.write_bytes(write(given.table))
    given.cut.write_bytes(given.data[: given.ends[1] + 10])
    done = make_command(capsys, monkeypatch)(
        "recover", "--rebuild", str(given.cut), "--schema", str(schema), "-o", str(given.out)
    )
    assert done.code == 0, done.err
    got = pq.read_table(given.out)
    assert got.to_pylist() == given.table.slice(0, 2 * GROUP).to_pylist()


@pytest.mark.parametrize("write", [_as_text, _as_json])
def test_a_schema_may_begin_with_a_byte_order_mark(
    write: Callable[[Any], bytes], tmp_path: Path
) -> None:
    path = tmp_path / "schema"
    path.write_bytes(codecs.BOM_UTF8 + write(make_table(1)))
    assert [it.name for it in list_columns(read_schema(str(path)))][:2] == ["id", "ratio"]


def test_a_parquet_file_is_no_schema(tmp_path: Path) -> None:
    path = tmp_path / "like.parquet"
    path.write_bytes(_write(make_table(1)))
    with pytest.raises(RequestError, match="give it to --like"):
        read_schema(str(path))


def test_other_columns_are_refused(tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    other = _metadata_of(given.table.drop_columns(["city"]))
    with pytest.raises(FooterError, match="not those of 6 such columns"):
        given.rebuild(given.data[: given.ends[1]], like=other)
    assert not given.out.exists()


def _make_alike(rows: int) -> Any:
    return pa.table({name: pa.array([it * 1.5 for it in range(rows)]) for name in "abcd"})


def test_pages_that_fit_in_two_ways_are_refused_with_both(tmp_path: Path) -> None:
    path, out = tmp_path / "alike.parquet", tmp_path / "out.parquet"
    table = _make_alike(400)
    pq.write_table(table, path, row_group_size=100, use_dictionary=False)
    path.write_bytes(path.read_bytes()[: inlay.open(path).offset])
    like = _metadata_of(table.slice(0, 10))
    with pytest.raises(
        FooterError, match=r"in more than one way: row groups whose rows are .* or "
    ):
        inlay.rebuild(path, out, like=like)
    rebuilt = inlay.rebuild(path, out, like=like, row_group_size=100)
    assert rebuilt.row_groups == 4
    assert pq.read_table(out).equals(table)


@pytest.mark.parametrize(
    ("rows", "back", "note"), [(400, 400, "other sizes"), (450, 400, "left out")]
)
def test_a_row_group_size_decides_and_that_is_said(
    rows: int, back: int, note: str, tmp_path: Path
) -> None:
    """A last row group with fewer rows may be the beginning of one with more: then it is left out."""
    path, out = tmp_path / "alike.parquet", tmp_path / "out.parquet"
    table = _make_alike(rows)
    path.write_bytes(_pages_of(table, row_group_size=100, use_dictionary=False))
    rebuilt = inlay.rebuild(path, out, like=_metadata_of(table), row_group_size=100)
    assert note in rebuilt.notes[0]
    assert pq.read_table(out).equals(table.slice(0, back))


def test_the_row_groups_of_the_other_file_decide_nothing(tmp_path: Path) -> None:
    path, like = tmp_path / "alike.parquet", tmp_path / "like.parquet"
    path.write_bytes(_pages_of(_make_alike(600), row_group_size=100, use_dictionary=False))
    pq.write_table(_make_alike(500), like, row_group_size=200, use_dictionary=False)
    with pytest.raises(FooterError, match="in more than one way"):
        inlay.rebuild(path, like=like)


def test_columns_that_are_all_alike_take_no_longer_than_they_have_pages(tmp_path: Path) -> None:
    """Whether row groups end after 1 or 2 or 3 pages of each column, and so on: no way but the first comes to an end."""
    path, out, like = (tmp_path / f"{name}.parquet" for name in ("alike", "out", "like"))
    wide = pa.table({f"c{at}": pa.array([0.5 * at] * 4) for at in range(200)})
    pq.write_table(wide, path, row_group_size=1, use_dictionary=False)
    pq.write_table(wide.slice(0, 2), like, row_group_size=1, use_dictionary=False)
    data = bytearray(path.read_bytes())
    data[inlay.open(path).offset] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(FooterError, match="in more than one way"):
        inlay.rebuild(path, out, like=like)
    rebuilt = inlay.rebuild(path, out, like=like, row_group_size=1)
    assert (rebuilt.rows, rebuilt.row_groups) == (4, 4)
    assert pq.read_table(out).equals(wide)


def test_whole_columns_of_the_only_row_group_come_back_by_a_file_of_them(tmp_path: Path) -> None:
    table, path, out = make_table(500), tmp_path / "only.parquet", tmp_path / "out.parquet"
    pq.write_table(table, path)
    third = inlay.read_metadata(path).row_groups[0].columns[2].meta_data
    assert third is not None
    assert third.dictionary_page_offset is not None
    end = third.dictionary_page_offset + third.total_compressed_size
    path.write_bytes(path.read_bytes()[: end + 9])
    with pytest.raises(FooterError, match=r"the first 3 columns alone \(id, ratio, city\)"):
        inlay.rebuild(path, out, like=_metadata_of(table))
    some = table.select(["id", "ratio", "city"])
    inlay.rebuild(path, out, like=_metadata_of(some.slice(0, 9)))
    assert pq.read_table(out).equals(some)


NOT_PAGES = {
    "empty": b"",
    "four bytes": b"PAR1",
    "another kind": b"name,price\nbread,2\n" * 20,
    "noise": b"PAR1" + bytes(range(1, 256)) * 4,
}


@pytest.mark.parametrize("data", NOT_PAGES.values(), ids=NOT_PAGES)
def test_what_has_no_pages_is_an_error(data: bytes, tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    with pytest.raises(FooterError):
        given.rebuild(data)
    assert not given.out.exists()


@pytest.mark.parametrize("plaintext", [False, True])
def test_an_encrypted_file_is_refused(plaintext: bool, tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    data = encrypted_file(plaintext_footer=plaintext)
    with pytest.raises(EncryptedFooterError):
        given.rebuild(data[:-10])


def test_flips_are_never_a_traceback(tmp_path: Path) -> None:
    """Where nothing has a checksum, a flip in a value is a value; everything else is right, or refused."""
    given = Given(tmp_path, {"write_page_checksum": True})
    whole = given.data[: given.ends[-1]]
    for at in range(4, len(whole), len(whole) // 40):
        data = bytearray(whole)
        data[at] ^= 1 << (at % 8)
        try:
            rebuilt = given.rebuild(bytes(data), target=inlay.Target(overwrite=True))
        except InlayError:
            continue
        got = pq.read_table(given.out)
        lost = {it.number for it in rebuilt.damaged}
        kept = [
            given.table.slice(number * GROUP, GROUP)
            for number in range(rebuilt.row_groups + len(lost))
            if number not in lost
        ]
        assert got.equals(pa.concat_tables(kept)) if kept else got.num_rows == 0
