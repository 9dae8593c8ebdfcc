"""What is refused, with its reason, and before any change; and odd files that are not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final
from uuid import UUID

import pytest

from inlay.changes.life_cycle.edit_extension import append_to_file, seal_file, strip_from_file
from inlay.changes.rewrite import RefusedError, Target
from inlay.encoding import read_table
from inlay.footers.extensions.edit import Options
from inlay.footers.footer.read import read_footer
from inlay.pages.encodings.choose import choose_columns
from inlay.pages.encodings.on_files import (
    add_to_file,
    list_encodings,
    ratify_file,
    repair_file,
    strip_file,
    verify_file,
)
from inlay.pages.engine.sink import Sink
from inlay.pages.engine.thrift_file import ThriftFile
from inlay_runtime.errors import InlayError
from parquet_format.parquet import ColumnMetaData, CompressionCodec, FileMetaData
from tests.pages.encodings.files import ENCODINGS, PCO, add_all, pa, pq, write_pyarrow

THEIRS = UUID("7d5d9a3e-2c46-4b1f-9a53-6d0c2f5b8e11")
PLACE = "row_groups[0].columns[3].meta_data"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "file.parquet"
    write_pyarrow(found, write_page_index=True)
    return found


def add(path: Path, *, envelope: bool = False) -> None:
    target = Target(allow=frozenset({"envelope"} if envelope else ()))
    add_to_file(str(path), lambda _: {3: PCO, 9: PCO}, encodings=ENCODINGS, target=target)


def rewritten(
    path: Path, change: Callable[[FileMetaData], None], body: bytes | None = None
) -> None:
    """The file with changed metadata, and perhaps another body."""
    footer = read_footer(path)
    assert footer.metadata is not None
    change(footer.metadata)
    kept = path.read_bytes()[: footer.offset] if body is None else body
    data = footer.metadata.encode()
    path.write_bytes(kept + data + len(data).to_bytes(4, "little") + b"PAR1")


def meta_of(metadata: FileMetaData, column: int = 3, group: int = 0) -> ColumnMetaData:
    meta = metadata.row_groups[group].columns[column].meta_data
    assert meta is not None
    return meta


def test_gaps_and_padding_come_back(path: Path) -> None:
    """Unknown bytes before the first chunk, between chunks, between row groups and before the footer."""
    footer = read_footer(path)
    assert footer.metadata is not None
    data = path.read_bytes()[: footer.offset]
    metas = [meta_of(footer.metadata, at, group) for group in range(3) for at in range(3)]
    starts = sorted(meta.dictionary_page_offset or meta.data_page_offset for meta in metas)
    body = data
    for number, start in enumerate(reversed(starts)):
        body = body[:start] + bytes([0xA0 + number]) * (7 * number + 1) + body[start:]

    def moved(offset: int) -> int:
        return offset + sum(
            7 * number + 1 for number, start in enumerate(reversed(starts)) if start <= offset
        )

    def change(metadata: FileMetaData) -> None:
        for row_group in metadata.row_groups:
            row_group.file_offset = None
            for chunk in row_group.columns:
                # The page index would have to be made again.
                chunk.offset_index_offset = chunk.offset_index_length = None
                chunk.column_index_offset = chunk.column_index_length = None
                meta = chunk.meta_data
                assert meta is not None
                meta.data_page_offset = moved(meta.data_page_offset)
                if meta.dictionary_page_offset is not None:
                    meta.dictionary_page_offset = moved(meta.dictionary_page_offset)

    expected = pq.read_table(path)
    rewritten(path, change, body + b"behind everything")
    original = path.read_bytes()
    assert pq.read_table(path).equals(expected)
    add_all(path)
    assert path.read_bytes() != original
    assert read_table(path, encodings=ENCODINGS).equals(expected)
    strip_file(str(path), encodings=ENCODINGS)
    assert path.read_bytes() == original


def test_chunks_in_another_order_are_refused(path: Path) -> None:
    """A column that is chosen by its name would be another one."""

    def change(metadata: FileMetaData) -> None:
        columns = metadata.row_groups[1].columns
        columns[3], columns[9] = columns[9], columns[3]

    rewritten(path, change)
    first, other = (
        ".".join(meta_of(read_footer(path).metadata, at).path_in_schema) for at in (3, 9)
    )
    before = path.read_bytes()
    with pytest.raises(
        RefusedError, match=f"group 1 has column {other} where the schema has {first}"
    ):
        add(path)
    assert path.read_bytes() == before


def test_file_offsets_of_old_writers_come_back(path: Path) -> None:
    """They point behind the chunk's pages, where a copy of its metadata lay."""

    def change(metadata: FileMetaData) -> None:
        for row_group in metadata.row_groups:
            for chunk in row_group.columns:
                meta = chunk.meta_data
                assert meta is not None
                start = meta.dictionary_page_offset or meta.data_page_offset
                chunk.file_offset = start + meta.total_compressed_size

    rewritten(path, change)
    original = path.read_bytes()
    add(path)
    strip_file(str(path), encodings=ENCODINGS)
    assert path.read_bytes() == original


def overlapping(metadata: FileMetaData) -> None:
    meta_of(metadata, 4).data_page_offset = meta_of(metadata, 3).data_page_offset
    meta_of(metadata, 4).dictionary_page_offset = None


def in_another_file(metadata: FileMetaData) -> None:
    metadata.row_groups[1].columns[0].file_path = "other.parquet"


def interleaved(metadata: FileMetaData) -> None:
    one, other = metadata.row_groups[0].columns, metadata.row_groups[1].columns
    one[4].meta_data, other[4].meta_data = other[4].meta_data, one[4].meta_data


def short_chunk(metadata: FileMetaData) -> None:
    meta_of(metadata, 5).total_compressed_size -= 3


def index_among_pages(metadata: FileMetaData) -> None:
    chunk = metadata.row_groups[0].columns[1]
    chunk.offset_index_offset = meta_of(metadata, 1).data_page_offset + 3


def other_values(metadata: FileMetaData) -> None:
    meta_of(metadata).num_values += 1


def other_rows(metadata: FileMetaData) -> None:
    metadata.row_groups[0].num_rows += 1


def lzo(metadata: FileMetaData) -> None:
    meta_of(metadata).codec = CompressionCodec.LZO


REFUSED: dict[Callable[[FileMetaData], None], str] = {
    overlapping: "overlap others",
    in_another_file: "lies in another file",
    interleaved: "do not lie together|overlap",
    short_chunk: "cannot be moved",
    index_among_pages: "among pages|overlaps",
    other_values: "the chunk has 1,001",
    other_rows: "the row group has 1,001",
    lzo: "pages in the codec LZO",
}


@pytest.mark.parametrize("change", REFUSED, ids=lambda one: one.__name__)
def test_what_could_not_be_taken_back_is_refused(
    path: Path, change: Callable[[FileMetaData], None]
) -> None:
    rewritten(path, change)
    before = path.read_bytes()
    with pytest.raises(RefusedError, match=REFUSED[change]) as error:
        add(path)
    assert str(path) in str(error.value)
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_columns_of_other_types_are_refused(path: Path) -> None:
    for column, said in (("name", "BYTE_ARRAY"), ("flag", "BOOLEAN")):
        with pytest.raises(
            RefusedError, match=f"column {column}: pco takes no values of the type {said}"
        ):
            add_to_file(str(path), choose_columns([column], PCO), encodings=ENCODINGS)
    with pytest.raises(InlayError, match=r"no column 'prise'; did you mean 'price'\?"):
        add_to_file(str(path), choose_columns(["prise"], PCO), encodings=ENCODINGS)


def test_a_glob_takes_what_the_encoding_takes(path: Path) -> None:
    result = add_to_file(
        str(path), choose_columns(["map*", "p*", "list"], PCO), encodings=ENCODINGS
    )
    assert set(result.sizes) == {
        "price", "list.list.element", "pair.a", "pair.b.c", "map.key_value.value"
    }  # fmt: skip


def test_the_extension_of_another_stays(path: Path) -> None:
    append_to_file(str(path), b"theirs", THEIRS, at=PLACE)
    before = path.read_bytes()
    with pytest.raises(RefusedError, match=r"allow=.*envelope"):
        add(path)
    assert path.read_bytes() == before
    add(path, envelope=True)
    assert len(list_encodings(str(path))) == 6
    assert read_table(path, encodings=ENCODINGS).equals(pq.read_table(path))
    strip_file(str(path), encodings=ENCODINGS)
    assert path.read_bytes() == before


def test_a_seal_is_renewed_and_comes_back(path: Path) -> None:
    seal_file(str(path))
    before = path.read_bytes()
    add(path)
    assert seal_file(str(path)).edit is None, "the seal agrees"
    strip_file(str(path), encodings=ENCODINGS)
    assert path.read_bytes() == before


def test_other_extensions_may_come_and_go_in_between(path: Path) -> None:
    before = path.read_bytes()
    add(path)
    append_to_file(str(path), b"payload", THEIRS, at="", options=Options())
    strip_file(str(path), encodings=ENCODINGS)
    strip_from_file(str(path), THEIRS)
    assert path.read_bytes() == before


def test_in_place_cannot_be(path: Path) -> None:
    target = Target(in_place=True)
    with pytest.raises(RefusedError, match="every byte of the file would move"):
        add_to_file(str(path), lambda _: {3: PCO}, encodings=ENCODINGS, target=target)


def test_a_table_folder_is_refused(path: Path) -> None:
    (path.parent / "_delta_log").mkdir()
    with pytest.raises(RefusedError, match="a Delta table"):
        add(path)


def test_an_encrypted_file_is_refused(parquet_testing: Path, tmp_path: Path) -> None:
    copy = tmp_path / "file.parquet"
    for name in (
        "encrypt_columns_and_footer.parquet.encrypted",
        "external_key_material_java.parquet.encrypted",
    ):
        copy.write_bytes((parquet_testing / "data" / name).read_bytes())
        with pytest.raises(RefusedError):
            add(copy)


def test_no_file_of_the_fuzzers_is_changed_wrongly(arrow_fuzzing: Path, tmp_path: Path) -> None:
    copy = tmp_path / "file.parquet"
    refused, taken_back = 0, 0
    for path in sorted(arrow_fuzzing.iterdir()):
        copy.write_bytes(path.read_bytes())
        try:
            add_all(copy)
        except InlayError:
            refused += 1
        else:
            strip_file(str(copy))
            taken_back += 1
        assert copy.read_bytes() == path.read_bytes(), path
    assert refused > 50
    assert taken_back > 0


COMMANDS: Final[dict[str, Callable[[Path], object]]] = {
    "add": add_all,
    "strip": lambda path: strip_file(str(path)),
    "ratify": lambda path: ratify_file(str(path), encodings=ENCODINGS),
    "repair": lambda path: repair_file(str(path)),
    "verify": lambda path: verify_file(str(path)),
    "show": lambda path: list_encodings(str(path)),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("what", ["damaged footer", "signed", "damaged seal"])
def test_every_message_names_the_file(command: str, what: str, tmp_path: Path) -> None:
    """As the caller does, and never what is written beside it."""
    path = tmp_path / "file.parquet"
    pq.write_table(pa.table({"x": range(10)}), path)
    data = path.read_bytes()
    if what == "damaged footer":
        length = int.from_bytes(data[-8:-4], "little")
        path.write_bytes(data[: -8 - length] + bytes([0xFF]) * length + data[-8:])
    elif what == "signed":
        footer = FileMetaData.decode(data[-8 - int.from_bytes(data[-8:-4], "little") : -8])
        footer.footer_signing_key_metadata = b"key"
        thrift = footer.encode()
        path.write_bytes(data[:4] + thrift + len(thrift).to_bytes(4, "little") + b"PAR1")
    else:
        seal_file(str(path))
        data = path.read_bytes()
        path.write_bytes(data.replace(b"parquet-cpp", b"parquet-cpq"))
    with pytest.raises(InlayError) as caught:
        COMMANDS[command](path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "override" not in str(caught.value)


@pytest.mark.parametrize("command", ["strip", "ratify", "add", "repair"])
def test_what_is_wrong_with_the_new_file_is_said_of_the_old_one(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The temporary name is nothing that anybody could look at."""
    path = tmp_path / "file.parquet"
    pq.write_table(pa.table({"x": range(1_000)}), path)
    if command != "add":
        add_all(path)
        encoding = list_encodings(str(path))[0].encoding
        assert encoding is not None
        if command == "repair":
            data = bytearray(path.read_bytes())
            data[encoding.offset + 1] ^= 1
            path.write_bytes(data)
    before = path.read_bytes()

    def cut(self: ThriftFile, sink: Sink, *_: object) -> int:
        sink.append(b"no footer")
        return 9

    monkeypatch.setattr(ThriftFile, "append_encoded", cut)
    monkeypatch.setattr(ThriftFile, "append_row_groups", cut)
    with pytest.raises(InlayError) as caught:
        COMMANDS[command](path)
    assert str(caught.value).startswith(f"{path}: ")
    assert path.read_bytes() == before
