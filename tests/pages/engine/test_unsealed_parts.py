"""What lies in the clear where modules of an encrypted column belong: no tag vouches for it, so nothing of it is believed."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from io import BytesIO
from typing import Any, cast

import pyarrow.parquet.encryption as pe
import pytest

import inlay
from inlay.errors import DecryptionError
from inlay.footers.encryption.cipher import add_length, seal
from inlay.footers.encryption.file_modules import FileModules, place_of_chunk
from inlay.footers.encryption.modules import ModuleKind, ModulePlace
from inlay.footers.footer.open_encrypted import find_modules, open_metadata
from inlay.pages.engine.bloom_building import build_bloom_filter
from inlay.pages.engine.padded_struct import pad_struct
from inlay.verbs.layout.kinds import LABELS
from parquet_format.parquet import (
    DataPageHeader,
    Encoding,
    FileCryptoMetaData,
    FileMetaData,
    PageHeader,
    PageType,
)
from tests.pages.encodings.files import pa, pq
from tests.support.encrypted_files import MASTERS, encrypted_file, keys_of

KEY = b"0123456789abcdef"
KEYS = inlay.EncryptionKeys(KEY)
ROWS = 300
TABLE = pa.table(
    {"a": [at * 2 for at in range(ROWS)]},
    schema=pa.schema([pa.field("a", pa.int64(), nullable=False)]),
)
FORGED = 666


def write_sealed() -> bytes:
    """One column of numbers in two row groups, every module encrypted."""
    file = BytesIO()
    properties = cast("Any", pe).create_encryption_properties(KEY)
    pq.write_table(
        TABLE,
        file,
        row_group_size=ROWS // 2,
        use_dictionary=False,
        compression="none",
        encryption_properties=properties,
    )
    return file.getvalue()


def forge_pages(data: bytes) -> bytes:
    """Plain pages of other numbers where the pages of the first row group were, of the same length."""
    meta = inlay.open(data, keys=KEYS).row_groups[0].columns[0].meta_data
    assert meta is not None
    body = FORGED.to_bytes(8, "little") * meta.num_values
    header = PageHeader(
        type=PageType.DATA_PAGE,
        uncompressed_page_size=len(body),
        compressed_page_size=len(body),
        data_page_header=DataPageHeader(
            num_values=meta.num_values,
            encoding=Encoding.PLAIN,
            definition_level_encoding=Encoding.RLE,
            repetition_level_encoding=Encoding.RLE,
        ),
    )
    start, size = meta.data_page_offset, meta.total_compressed_size
    page = pad_struct(header.encode(), size - len(body)) + body
    assert len(page) == size
    return data[:start] + page + data[start + size :]


def add_filters(data: bytes, *, says_length: bool, is_sealed: bool = False) -> bytes:
    """The file with a Bloom filter of each row group before its footer, in the clear or as modules."""
    footer = inlay.open(data)
    modules = find_modules(footer, KEYS)
    assert modules is not None
    metadata = FileMetaData.decode_from(open_metadata(footer, modules))[0]
    body = data[: footer.offset]
    for at, group in enumerate(metadata.row_groups):
        values = TABLE.column("a").slice(at * ROWS // 2, ROWS // 2)
        bloom = build_bloom_filter(values, 0.01)
        if is_sealed:
            bits = 1 << (len(bloom).bit_length() - 1)
            bloom = b"".join(
                _seal(text, modules, place_of_chunk(kind, group, at, 0))
                for kind, text in (
                    (ModuleKind.BLOOM_FILTER_HEADER, bloom[:-bits]),
                    (ModuleKind.BLOOM_FILTER_BITSET, bloom[-bits:]),
                )
            )
        meta = group.columns[0].meta_data
        assert meta is not None
        meta.bloom_filter_offset = len(body)
        meta.bloom_filter_length = len(bloom) if says_length else None
        body += bloom
    crypto = footer.crypto
    assert isinstance(crypto, FileCryptoMetaData)
    tail = crypto.encode() + _seal(metadata.encode(), modules, ModulePlace(ModuleKind.FOOTER))
    return body + tail + len(tail).to_bytes(4, "little") + b"PARE"


def _seal(text: bytes, modules: FileModules, place: ModulePlace) -> bytes:
    return add_length(seal(KEY, text, modules.aad_of(place)))


def test_forged_pages_are_an_error_and_never_values() -> None:
    forged = forge_pages(write_sealed())
    for read in (inlay.read_table, inlay.page_table):
        with pytest.raises(
            DecryptionError, match="lengths do not lead from the data page header 0"
        ):
            read(forged, keys=KEYS)
    (finding,) = inlay.verify(forged, data=True, keys=KEYS).findings
    assert finding.offset == 4
    codes = [finding.code for finding in inlay.verify_modules(forged, keys=KEYS).findings]
    assert codes == ["module-length", "module-changed"]


@pytest.mark.parametrize("says_length", [True, False])
def test_a_filter_of_modules_is_asked(says_length: bool) -> None:
    data = add_filters(write_sealed(), says_length=says_length, is_sealed=True)
    checked = inlay.verify_modules(data, keys=KEYS)
    assert (checked.findings, checked.opened) == ((), 9)
    assert inlay.prune(data, "a = 101", keys=KEYS).row_groups == []
    assert inlay.prune(data, "a = 102", keys=KEYS).row_groups == [0]
    assert inlay.bloom_table(data, keys=KEYS).num_rows == 2


@pytest.mark.parametrize("says_length", [True, False])
def test_a_filter_in_the_clear_leaves_out_no_rows_and_is_found(says_length: bool) -> None:
    data = add_filters(write_sealed(), says_length=says_length)
    assert inlay.prune(data, "a = 101", keys=KEYS).row_groups == [0]
    assert inlay.read_table(data, keys=KEYS).equals(TABLE)
    checked = inlay.verify_modules(data, keys=KEYS)
    assert checked.opened == 5
    assert [finding.code for finding in checked.findings] == ["module-in-the-clear"] * 2
    assert "anybody can ask it for values" in checked.findings[0].what
    assert inlay.verify_modules(data).findings == ()  # without the key nobody knows where it is
    ledger = inlay.layout(data, keys=KEYS)
    assert (sum(ledger.own), ledger.findings) == (len(data), [])
    assert [LABELS[kind] for kind in ledger.kind].count("Bloom filter bits") == 2
    text = "\n".join(inlay.dump(data, keys=KEYS)) + "\n"
    assert inlay.assemble(text, source=data) == data


def test_the_length_of_a_filter_hides_nothing_behind_it() -> None:
    """Where only its own bytes say how long it is, they may say that it reaches over what follows."""
    data = bytearray(add_filters(write_sealed(), says_length=False, is_sealed=True))
    first, second = (
        group.columns[0].meta_data for group in inlay.open(bytes(data), keys=KEYS).row_groups
    )
    assert first is not None
    assert second is not None
    assert first.bloom_filter_offset is not None
    assert second.bloom_filter_offset is not None
    bits = first.bloom_filter_offset + 4
    bits += int.from_bytes(data[bits - 4 : bits], "little")
    reach = second.bloom_filter_offset + 40 - bits
    data[bits : bits + 4] = reach.to_bytes(4, "little")
    forged = bytes(data)
    assert inlay.prune(forged, "a = 401", keys=KEYS).row_groups == []
    assert inlay.prune(forged, "a = 101", keys=KEYS).row_groups == [0]
    codes = {finding.code for finding in inlay.verify_modules(forged, keys=KEYS).findings}
    assert codes <= {"module-length", "module-changed"}
    assert codes


def test_a_filter_whose_length_is_wrong_is_one_finding_and_its_place() -> None:
    data = bytearray(add_filters(write_sealed(), says_length=True, is_sealed=True))
    meta = inlay.open(bytes(data), keys=KEYS).row_groups[0].columns[0].meta_data
    assert meta is not None
    assert meta.bloom_filter_offset is not None
    data[meta.bloom_filter_offset + 3] ^= 1
    findings = inlay.verify_modules(bytes(data), keys=KEYS).findings
    assert [(finding.code, finding.offset) for finding in findings] == [
        ("module-length", meta.bloom_filter_offset),
        ("module-changed", meta.bloom_filter_offset),
    ]
    assert inlay.prune(bytes(data), "a = 101", keys=KEYS).row_groups == [0]


@pytest.mark.parametrize("read", [inlay.read_table, inlay.iter_batches])
def test_a_plain_file_gives_no_values_to_who_has_keys(read: Callable[..., Any]) -> None:
    """It may stand in the place of an encrypted one; without keys it is read as ever."""
    file = BytesIO()
    pq.write_table(TABLE, file)
    data = file.getvalue()
    for keys in (KEYS, lambda _: KEY):
        with pytest.raises(DecryptionError, match="neither encrypted nor signed") as raised:
            read(data, keys=keys)
        assert "read it without keys" in raised.value.hint
    rows = read(data)
    assert (rows if isinstance(rows, pa.Table) else rows.read_all()).equals(TABLE)
    assert inlay.open(data, keys=KEYS).num_rows == ROWS  # a folder may have both


def test_a_plain_file_is_found_among_encrypted_ones() -> None:
    file = BytesIO()
    pq.write_table(TABLE, file)
    checked = inlay.verify_modules(file.getvalue(), keys=KEYS)
    assert ([finding.code for finding in checked.findings], checked.footer) == (
        ["not-encrypted"],
        "plain",
    )
    assert inlay.verify_modules(file.getvalue()).findings == ()  # nothing was expected of it


OF_COLUMNS = inlay.EncryptionKeys(master_keys={"of-columns": MASTERS["of-columns"]})
BY_HAND = inlay.EncryptionKeys(columns={"a": "0123456789abcdef"})


def call_it_signed(data: bytes, source: bytes) -> bytes:
    """A plain file that says of itself what a signed one says, with a signature of zeros."""
    footer, signed = inlay.open(data), inlay.open(source).metadata
    metadata = footer.metadata
    metadata.encryption_algorithm = signed.encryption_algorithm
    metadata.footer_signing_key_metadata = signed.footer_signing_key_metadata
    tail = metadata.encode() + bytes(28)
    return data[: footer.offset] + tail + len(tail).to_bytes(4, "little") + b"PAR1"


@pytest.mark.parametrize("read", [inlay.read_table, inlay.iter_batches])
@pytest.mark.parametrize(
    ("keys", "what"),
    [
        (OF_COLUMNS, "no key was given that checks the signature of the footer, or opens a column"),
        (BY_HAND, "a key was given for column 'a', which stands in the clear"),
        (keys_of(MASTERS), "the signature does not agree"),
    ],
)
def test_a_plain_file_that_calls_itself_signed_gives_no_values(
    read: Callable[..., Any], keys: inlay.EncryptionKeys, what: str
) -> None:
    file = BytesIO()
    pq.write_table(TABLE, file)
    forged = call_it_signed(file.getvalue(), encrypted_file(plaintext_footer=True))
    with pytest.raises(DecryptionError, match=what):
        read(forged, keys=keys)
    assert inlay.read_table(forged).equals(TABLE)  # who gives no keys asks for no proof


@pytest.mark.parametrize("read", [inlay.read_table, inlay.iter_batches])
def test_who_has_keys_of_columns_alone_is_told_what_they_do_not_check(
    read: Callable[..., Any],
) -> None:
    data = encrypted_file(plaintext_footer=True)
    with pytest.warns(inlay.FooterWarning, match="the signature of the footer was not checked"):
        rows = read(data, keys=OF_COLUMNS)
    rows = rows if isinstance(rows, pa.Table) else rows.read_all()
    assert rows.column("a").to_pylist() == list(range(300))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read(data, keys=keys_of(MASTERS))
