"""The custom reader of the extension document, which knows nothing of this project.

"The custom reader is compiled with thrift IDL with a binary for field with id 32767. This is done to become extension aware
and inspect the extension bytes looking for the UUID disambiguator. If that's found it decodes the offsets from the rest of
the bytes and reads the region of the file containing the new encoding."

It runs with classes of thriftpy2, of Apache Thrift's own generator and runtime where the compiler is there, and of inlayc;
all of them compiled here, from Parquet's IDL with one line more (for inlayc from the part of it that such a reader needs). What it takes from Inlay is what a vendor would have to
publish: the UUID, and the layout of the payload.
"""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import pytest

from tests.conftest import ROOT
from tests.pages.encodings.files import add_all, hard_floats, pa, pq

IDL: Final = ROOT / "idl" / "parquet.thrift"
DECLARED: Final = "struct ColumnMetaData {"
WITH_EXTENSION: Final = f"{DECLARED}\n  32767: optional binary extension"
UUID_OF_THE_ENCODING: Final = UUID("01c80c1d-dcfa-4960-8e8c-6ee41c32c2a3")

PART: Final = """
struct ColumnMetaData {
  1: required i32 type
  32767: optional binary extension
}
struct ColumnChunk { 3: optional ColumnMetaData meta_data }
struct RowGroup { 1: required list<ColumnChunk> columns }
struct FileMetaData { 4: required list<RowGroup> row_groups }
"""

Decode = Callable[[bytes], Any]
"""From the bytes of a footer to a FileMetaData."""


@pytest.fixture(scope="module")
def idl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    text = IDL.read_text(encoding="utf-8")
    assert text.count(DECLARED) == 1
    path = tmp_path_factory.mktemp("idl") / "aware.thrift"
    path.write_text(text.replace(DECLARED, WITH_EXTENSION), encoding="utf-8")
    return path


def by_thriftpy2(idl: Path) -> Decode:
    parser = import_module("thriftpy2.parser")
    compact = importlib.import_module("thriftpy2.protocol.compact")
    utils = importlib.import_module("thriftpy2.utils")
    module = parser.load(str(idl), module_name="aware_thrift")
    return lambda data: utils.deserialize(
        module.FileMetaData(), data, compact.TCompactProtocolFactory()
    )


def by_apache(idl: Path) -> Decode:
    compiler = shutil.which("thrift")
    if compiler is None:
        pytest.skip("the compiler of Apache Thrift (thrift) is not on PATH")
    folder = idl.parent / "apache"
    folder.mkdir(exist_ok=True)
    command = [compiler, "--gen", "py", "-out", str(folder), str(idl)]
    subprocess.run(command, check=True, capture_output=True)
    sys.path.insert(0, str(folder))
    try:
        module = importlib.import_module("aware.ttypes")
    finally:
        sys.path.remove(str(folder))
    transport: Any = importlib.import_module("thrift.transport.TTransport")
    protocol: Any = importlib.import_module("thrift.protocol.TCompactProtocol")

    def decode(data: bytes) -> Any:
        found = module.FileMetaData()
        found.read(protocol.TCompactProtocol(transport.TMemoryBuffer(data)))
        return found

    return decode


def by_inlayc(_idl: Path) -> Decode:
    from tests.runtime.compiled import compile_text

    module = compile_text(PART)

    def decode(data: bytes) -> Any:
        return module.FileMetaData.decode(data)

    return decode


READERS = {"thriftpy2": by_thriftpy2, "Apache Thrift": by_apache, "inlayc": by_inlayc}


@pytest.mark.parametrize("name", READERS)
def test_the_custom_reader_of_the_document(name: str, idl: Path, tmp_path: Path) -> None:
    decode = READERS[name](idl)
    path = tmp_path / "file.parquet"
    rows = 5_000
    table = pa.table(
        {
            "label": [f"row {at}" for at in range(rows)],
            "x": hard_floats(rows),
            "at": pa.array(range(0, rows * 7, 7), pa.timestamp("us")),
        }
    )
    # Required, so that there are no levels to be read before the values.
    schema = pa.schema([field.with_nullable(False) for field in table.schema])
    pq.write_table(table.cast(schema), path, row_group_size=2_000, max_rows_per_page=300)
    add_all(path)

    for column, position in (("x", 1), ("at", 2)):
        found = b"".join(read_column(path, decode, position))
        expected = table.column(column).combine_chunks().view(pa.int64())
        assert found == expected.buffers()[1].to_pybytes()[: rows * 8]


def read_column(path: Path, decode: Decode, position: int) -> list[bytes]:
    data = path.read_bytes()
    length = int.from_bytes(data[-8:-4], "little")
    metadata = decode(data[-8 - length : -8])
    values: list[bytes] = []
    for row_group in metadata.row_groups:
        meta = row_group.columns[position].meta_data
        extension = meta.extension
        payload = bytes(getattr(extension, "payload", extension))
        assert UUID(bytes=payload[-16:]) == UUID_OF_THE_ENCODING
        values += [decoded(data, meta.type, *page) for page in pages_in(payload)]
        plain = row_group.columns[0].meta_data
        assert plain.extension is None
    return values


def pages_in(payload: bytes) -> list[tuple[int, int, int, int]]:
    """Offset, length, CRC and number of values of each page, by the package flatbuffers alone."""
    content = payload[:-28]
    crc, size = (int.from_bytes(payload[at : at + 4], "little") for at in (-28, -24))
    assert (zlib.crc32(content), len(content)) == (crc, size)
    flatbuffers = importlib.import_module("flatbuffers")
    table_module = importlib.import_module("flatbuffers.table")
    types = importlib.import_module("flatbuffers.number_types")
    root = flatbuffers.encode.Get(flatbuffers.packer.uoffset, content, 0)
    table = table_module.Table(bytearray(content), root)
    name = table.String(table.Offset(4) + table.Pos)
    assert name == b"pco"
    slot = 4 + 2 * 9  # `pages` is the tenth field
    start, count = table.Vector(table.Offset(slot)), table.VectorLen(table.Offset(slot))
    pages: list[tuple[int, int, int, int]] = []
    for at in range(start, start + count * 40, 40):
        offset = table.Get(types.Uint64Flags, at)
        length, page_crc, _, num_values, num_present, levels = (
            table.Get(types.Uint32Flags, at + 16 + 4 * field) for field in range(6)
        )
        assert levels == 0
        assert num_values == num_present
        pages.append((offset, length, page_crc, num_present))
    return pages


def decoded(data: bytes, type_: int, offset: int, length: int, crc: int, count: int) -> bytes:
    page = data[offset : offset + length]
    assert zlib.crc32(page) == crc
    standalone: Any = importlib.import_module("pcodec.standalone")
    values = standalone.simple_decompress(page)
    assert len(values) == count
    assert str(values.dtype) == {2: "int64", 5: "float64"}[int(type_)]
    found: bytes = values.tobytes()
    return found


def test_a_row_range_is_read_by_the_page_table(tmp_path: Path) -> None:
    """And nothing else of the column: by the pages that hold the rows."""
    from inlay.pages.encodings.on_files import list_encodings
    from inlay.pages.encodings.pco import Pco
    from parquet_format.parquet import Type

    path = tmp_path / "file.parquet"
    lists = pa.array([[at, -at] if at % 3 else None for at in range(3_000)], pa.list_(pa.int64()))
    pq.write_table(pa.table({"l": lists}), path, data_page_size=300, write_batch_size=64)
    add_all(path)
    encoding = list_encodings(str(path))[0].encoding
    assert encoding is not None
    assert len(encoding.pages) > 10
    pages = [
        page
        for page in encoding.pages
        if page.first_row < 1_020 and page.first_row + page.rows > 1_000
    ]
    assert 1 <= len(pages) <= 4
    data, found = path.read_bytes(), b""
    for page in pages:
        body = memoryview(data)[page.offset : page.offset + page.length]
        found += bytes(Pco().decode(body[page.levels :], page.num_present, Type.INT64))
    numbers = memoryview(found).cast("q").tolist()
    wanted = [value for at in range(1_000, 1_020) if at % 3 for value in (at, -at)]
    start = numbers.index(wanted[0])
    assert numbers[start : start + len(wanted)] == wanted
    first = pages[0].first_row
    rows_before = [at for at in range(first, 1_000) if at % 3]
    assert start in (2 * len(rows_before), 2 * len(rows_before) - 1)
