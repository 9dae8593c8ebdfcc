"""Extensions declared in a .fbs: attached to Thrift structs, found on them."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from inlay_runtime.errors import DecodeError, ExtensionError, InvalidValueError, TruncatedError
from inlay_runtime.extension import Extension, Header
from parquet_format import footer, footer_v0, parquet
from tests.flat.compiled import compile_files, compile_text, output

ID = "5a2b3c4d-0001-4002-8003-0123456789ab"
TRAILERS = ["spec", "uuid_last", "uuid_first"]


def declaration(
    trailer: str = "spec", extends: str = "parquet.ColumnMetaData", id_: str = ID
) -> str:
    on = f', inlay_extends: "{extends}"' if extends else ""
    return (
        'attribute "inlay_uuid"; attribute "inlay_extends"; attribute "inlay_trailer";'
        f'table Sketch (inlay_uuid: "{id_}"{on}, inlay_trailer: "{trailer}") {{ seed: uint; data: [ubyte]; }}'
        'root_type Sketch; file_identifier "SKTC";'
    )


@pytest.fixture(scope="module")
def modules() -> dict[str, Any]:
    return {trailer: compile_text(declaration(trailer)) for trailer in TRAILERS}


def column() -> parquet.ColumnMetaData:
    return parquet.ColumnMetaData(
        type=parquet.Type.INT32, encodings=[parquet.Encoding.PLAIN], path_in_schema=["a"],
        codec=parquet.CompressionCodec.SNAPPY, num_values=1, total_uncompressed_size=1,
        total_compressed_size=1, data_page_offset=4,
    )  # fmt: skip


@pytest.mark.parametrize("trailer", TRAILERS)
def test_attach_and_find(modules: dict[str, Any], trailer: str) -> None:
    cls = modules[trailer].Sketch
    sketch = cls(seed=7, data=b"registers")
    carrier = column()
    plain = carrier.encode()
    assert cls.find(carrier) is None
    sketch.attach(carrier)
    again = parquet.ColumnMetaData.decode(carrier.encode())
    assert cls.find(again) == sketch
    assert UUID(ID) == cls.UUID
    assert cls.EXTENDS == "parquet.ColumnMetaData"
    assert trailer == cls.TRAILER
    again.extension = None
    assert again.encode() == plain


def test_the_bytes_of_the_trailers(modules: dict[str, Any]) -> None:
    """As the extension document has it: crc32, size, crc32 of the size, UUID; all little-endian."""
    for trailer in TRAILERS:
        carrier = column()
        sketch = modules[trailer].Sketch(seed=7)
        sketch.attach(carrier)
        assert carrier.extension is not None
        payload, content = carrier.extension.payload, sketch.encode()
        size = len(content).to_bytes(4, "little")
        crc, size_crc = (zlib.crc32(part).to_bytes(4, "little") for part in (content, size))
        expected = {
            "spec": content + crc + size + size_crc + UUID(ID).bytes,
            "uuid_last": content + UUID(ID).bytes,
            "uuid_first": UUID(ID).bytes + content,
        }
        assert payload == expected[trailer]


def test_attach_replaces_its_own_and_keeps_the_header(modules: dict[str, Any]) -> None:
    cls = modules["spec"].Sketch
    carrier = column()
    cls(seed=1).attach(carrier)
    assert carrier.extension is not None
    carrier.extension.header = Header.SPEC
    cls(seed=2).attach(carrier)
    assert cls.find(carrier) == cls(seed=2)
    assert carrier.extension.header is Header.SPEC


def test_attach_refuses(modules: dict[str, Any]) -> None:
    cls = modules["spec"].Sketch
    carrier = column()
    carrier.extension = Extension(b"somebody else's")
    with pytest.raises(ExtensionError, match="another extension"):
        cls().attach(carrier)
    assert carrier.extension == Extension(b"somebody else's")
    with pytest.raises(ExtensionError, match=r"extends parquet\.ColumnMetaData, not KeyValue"):
        cls().attach(parquet.KeyValue(key="k"))
    with pytest.raises(ExtensionError):
        compile_text(declaration(extends="")).Sketch().attach(parquet.StringType())
    anywhere = compile_text(declaration(extends="")).Sketch
    pair = parquet.KeyValue(key="k")
    anywhere(seed=4).attach(pair)
    assert anywhere.find(pair) == anywhere(seed=4)


def test_a_failed_attach_changes_nothing(modules: dict[str, Any]) -> None:
    cls = modules["spec"].Sketch
    carrier = column()
    cls(seed=1).attach(carrier)
    before = carrier.extension
    with pytest.raises(Exception, match="seed"):
        cls(seed=-1).attach(carrier)
    assert carrier.extension is before


def test_extensions_on_tables_of_flatbuffers(modules: dict[str, Any]) -> None:
    """A table with a slot for one carries an extension as a Thrift struct does."""
    table = compile_text("table Carrier { x: int; extension: [ubyte]; }").Carrier
    cls = compile_text(declaration(extends="")).Sketch
    carrier = table(x=5)
    cls(seed=9).attach(carrier)
    assert cls.find(table.decode(carrier.encode())) == cls(seed=9)


@pytest.mark.parametrize("trailer", TRAILERS)
def test_foreign_payloads_are_none(modules: dict[str, Any], trailer: str) -> None:
    cls = modules[trailer].Sketch
    for payload in (b"", b"x", UUID(ID).bytes[:15], bytes(100), b"x" + UUID(ID).bytes + b"x"):
        carrier = column()
        carrier.extension = Extension(payload)
        assert cls.find(carrier) is None


def each_bit_flipped(payload: bytes) -> Iterator[tuple[int, bytes]]:
    """Which byte is damaged, and what comes of it."""
    for bit in range(8 * len(payload)):
        damaged = bytearray(payload)
        damaged[bit // 8] ^= 1 << bit % 8
        yield bit // 8, bytes(damaged)


def test_damage_of_the_spec_trailer(modules: dict[str, Any]) -> None:
    """Every bit that is flipped is noticed; in the UUID, the payload is a foreign one."""
    cls = modules["spec"].Sketch
    carrier = column()
    cls(seed=7, data=b"some registers").attach(carrier)
    assert carrier.extension is not None
    payload = carrier.extension.payload
    for at, damaged in each_bit_flipped(payload):
        carrier.extension = Extension(damaged)
        if at >= len(payload) - 16:
            assert cls.find(carrier) is None
        else:
            with pytest.raises(InvalidValueError, match="CRC"):
                cls.find(carrier)


def test_a_trailer_without_room(modules: dict[str, Any]) -> None:
    cls = modules["spec"].Sketch
    carrier = column()
    carrier.extension = Extension(UUID(ID).bytes)
    with pytest.raises(TruncatedError):
        cls.find(carrier)
    size = (99).to_bytes(4, "little")
    lying = bytes(4) + size + zlib.crc32(size).to_bytes(4, "little") + UUID(ID).bytes
    carrier.extension = Extension(lying)
    with pytest.raises(TruncatedError, match="counts 99 bytes"):
        cls.find(carrier)


@pytest.mark.parametrize("trailer", ["uuid_last", "uuid_first"])
def test_bare_payloads_are_verified(modules: dict[str, Any], trailer: str) -> None:
    cls = modules[trailer].Sketch
    carrier = column()
    cls(seed=7, data=b"abc").attach(carrier)
    assert carrier.extension is not None
    payload = carrier.extension.payload
    begin = 0 if trailer == "uuid_first" else len(payload) - 16
    refused = 0
    for at, damaged in each_bit_flipped(payload):
        carrier.extension = Extension(damaged)
        is_foreign = begin <= at < begin + 16
        try:
            assert (cls.find(carrier) is None) == is_foreign
        except DecodeError:
            assert not is_foreign
            refused += 1
    assert refused > 100


def flat_column() -> footer.ColumnMetadata:
    return footer.ColumnMetadata(num_values=1)


@pytest.mark.parametrize("trailer", TRAILERS)
def test_attach_and_find_on_the_table_that_stands_for_the_struct(
    modules: dict[str, Any], trailer: str
) -> None:
    cls = modules[trailer].Sketch
    carrier = flat_column()
    assert cls.find(carrier) is None
    cls(seed=7).attach(carrier)
    for eager in (True, False):
        again = footer.ColumnMetadata.decode(carrier.encode(), eager=eager)
        assert cls.find(again) == cls(seed=7)
    cls(seed=8).attach(again)
    assert cls.find(again) == cls(seed=8)


def test_attach_refuses_tables_that_stand_for_others_or_have_no_room(
    modules: dict[str, Any],
) -> None:
    sketch = modules["spec"].Sketch(seed=7)
    with pytest.raises(ExtensionError, match=r"extends parquet\.ColumnMetaData, not ColumnChunk"):
        sketch.attach(footer.ColumnChunk())
    with pytest.raises(
        ExtensionError, match="the table ColumnMetadata has no slot for an extension"
    ):
        sketch.attach(footer_v0.ColumnMetadata())
    theirs = flat_column()
    theirs.extension = Extension(b"somebody else's, long enough for a trailer")
    with pytest.raises(ExtensionError, match="another extension already"):
        sketch.attach(theirs)


VENDOR = '''\
namespace acme;
attribute "inlay_uuid";
attribute "inlay_extends";

/// Where a column's values came from.
table Lineage (
  inlay_uuid: "0f8fad5b-d9cb-469f-a165-70867728950e",  // make your own: uuidgen
  inlay_extends: "parquet.ColumnMetaData"
) {
  job: string (required);
  inputs: [string];
}
root_type Lineage;
'''  # fmt: skip


def test_a_vendor_in_twenty_lines(tmp_path: Path) -> None:
    """The example of the README: a .fbs and a line of configuration are a working extension."""
    (output() / "vendor").mkdir(exist_ok=True)
    source = output() / "vendor" / "lineage.fbs"
    source.write_text(VENDOR, encoding="utf-8")
    lineage = compile_files([source])

    meta = column()
    lineage.Lineage(job="nightly", inputs=["orders"]).attach(meta)
    data = meta.encode()

    found = lineage.Lineage.find(parquet.ColumnMetaData.decode(data))
    assert found == lineage.Lineage(job="nightly", inputs=["orders"])
    assert found.job == "nightly"
    assert len(VENDOR.splitlines()) <= 14


def test_flatc_reads_the_declaration(tmp_path: Path) -> None:
    from tests.flat.flatc import flatc

    (tmp_path / "lineage.fbs").write_text(VENDOR, encoding="utf-8")
    flatc("--schema", "-b", "lineage.fbs", folder=tmp_path)
    assert (tmp_path / "lineage.bfbs").exists()
