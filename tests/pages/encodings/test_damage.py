"""What is damaged in one encoding is read from the other, with a finding, and can be made again."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import inlay
from inlay.encoding import EncodingWarning, iter_batches, read_table
from inlay.footers.containers import Finding
from inlay.footers.footer import FooterError, read_footer
from inlay.ground.refusals import RefusedError
from inlay.pages.encodings.errors import BothDamagedError
from inlay.pages.encodings.on_files import list_encodings, repair_file, strip_file, verify_file
from inlay.pages.encodings.plugins import Encodings
from inlay.pages.encodings.repair import NEW
from inlay_runtime.errors import InlayError
from parquet_format.encoding import ColumnEncoding
from tests.pages.encodings.files import add_all, few_and_indexed, pa, pq


def encoding_of(path: Path, group: int, column: str) -> ColumnEncoding:
    found = next(
        one for one in list_encodings(str(path)) if (one.row_group, one.column) == (group, column)
    )
    assert found.encoding is not None
    return found.encoding


def spoil(path: Path, at: int, size: int = 1) -> None:
    data = bytearray(path.read_bytes())
    data[at : at + size] = bytes(one ^ 0x55 for one in data[at : at + size])
    path.write_bytes(data)


def spoil_new(path: Path, column: str = "price", group: int = 1, page: int = 2) -> ColumnEncoding:
    encoding = encoding_of(path, group, column)
    spoil(path, encoding.pages[page].offset + encoding.pages[page].length // 2)
    return encoding


def spoil_old(path: Path, column: str = "price", group: int = 1, share: float = 0.5) -> None:
    with pq.ParquetFile(path) as file:
        metas = (
            file.metadata.row_group(group).column(at) for at in range(file.metadata.num_columns)
        )
        meta = next(one for one in metas if one.path_in_schema == column)
        start = meta.dictionary_page_offset or meta.data_page_offset
        spoil(path, start + int(meta.total_compressed_size * share), 4)


def test_a_damaged_page_is_read_from_the_old_encoding(dual: Path, expected: Any) -> None:
    encoding = spoil_new(dual)
    findings: list[Finding] = []
    assert read_table(dual, on_finding=findings.append).equals(expected)
    assert findings == [
        Finding(
            "encoding-damaged",
            encoding.pages[2].offset,
            "page 2 of the new encoding does not match its CRC",
            "row_groups[1].columns[3]",
        )
    ]
    with pytest.warns(EncodingWarning, match="page 2 of the new encoding does not match its CRC"):
        assert inlay.read_table(dual).equals(expected)
    findings.clear()
    batches = iter_batches(dual, batch_size=100, on_finding=findings.append)
    assert pa.Table.from_batches(batches).equals(expected)
    assert findings
    assert len(verify_file(str(dual))) == 1


def test_what_is_not_read_is_not_found(dual: Path, expected: Any) -> None:
    spoil_new(dual)
    findings: list[Finding] = []
    found = read_table(dual, columns=["id", "amount"], on_finding=findings.append)
    assert found.equals(expected.select(["id", "amount"]))
    found = read_table(dual, row_groups=[0, 2], on_finding=findings.append)
    assert found.equals(pa.concat_tables([expected.slice(0, 1_000), expected.slice(2_000)]))
    assert not findings


def test_an_encoding_that_is_not_in_use_is_passed_over(dual: Path, expected: Any) -> None:
    findings: list[Finding] = []
    assert read_table(dual, encodings=Encodings(), on_finding=findings.append).equals(expected)
    assert {one.code for one in findings} == {"encoding-unknown"}
    assert "the encoding pco 1 is not in use here" in str(findings[0])


def test_a_damaged_extension_is_passed_over(dual: Path, expected: Any) -> None:
    data = dual.read_bytes()
    at = data.rindex(ColumnEncoding.UUID.bytes) - 60
    spoil(dual, at)
    findings: list[Finding] = []
    assert read_table(dual, on_finding=findings.append).equals(expected)
    assert len(findings) == 1
    assert [one.encoding is None for one in list_encodings(str(dual))].count(True) == 1


def test_repair_makes_new_pages_again(dual: Path, original: bytes) -> None:
    before = dual.read_bytes()
    spoil_new(dual)
    spoil_new(dual, "list.list.element", 0, 1)
    result = repair_file(str(dual))
    assert result is not None
    assert [(one.at, one.code) for one in result.damage] == [
        ("column list.list.element in row group 0", NEW),
        ("column price in row group 1", NEW),
    ]
    assert dual.read_bytes() == before
    assert repair_file(str(dual)) is None
    strip_file(str(dual))
    assert dual.read_bytes() == original


@pytest.mark.parametrize("share", [0.0, 0.5, 0.99])
@pytest.mark.parametrize("column", ["price", "id", "list.list.element"])
def test_repair_makes_old_pages_again(
    dual: Path, expected: Any, original: bytes, column: str, share: float
) -> None:
    spoil_old(dual, column, share=share)
    spoil_new(dual, "ratio")
    with pytest.raises(RefusedError, match="does not match its CRC"):
        strip_file(str(dual))
    assert repair_file(str(dual)) is not None
    assert pq.read_table(dual).equals(expected)
    findings: list[Finding] = []
    assert read_table(dual, on_finding=findings.append).equals(expected)
    assert not findings
    strip_file(str(dual))
    assert dual.read_bytes() != original
    assert pq.read_table(dual).equals(expected)
    assert pq.read_table(dual, filters=[("id", ">", 2_500)]).num_rows == 499


def test_both_damaged_is_an_error(dual: Path) -> None:
    spoil_new(dual)
    spoil_old(dual)
    before = dual.read_bytes()
    with pytest.raises(BothDamagedError, match="price in row group 1 is damaged in both"):
        repair_file(str(dual))
    with pytest.raises(BothDamagedError, match="page 2 of the new encoding"):
        read_table(dual, on_finding=lambda _: None)
    assert dual.read_bytes() == before


def test_no_flipped_byte_gives_other_values(dual: Path, expected: Any) -> None:
    """Anywhere in the new encodings: they are read from the old ones. Anywhere in the footer: an error of ours, or one of
    pyarrow, or a finding, or the same values."""
    intact = dual.read_bytes()
    encodings = [one.encoding for one in list_encodings(str(dual)) if one.encoding is not None]
    r = random.Random(3)
    for _ in range(25):
        encoding = r.choice(encodings)
        spoil(dual, r.randrange(encoding.offset, encoding.offset + encoding.length))
        findings: list[Finding] = []
        assert read_table(dual, on_finding=findings.append).equals(expected)
        assert len(findings) == 1
        dual.write_bytes(intact)
    payloads = [at for at in range(len(intact)) if intact.startswith(ColumnEncoding.UUID.bytes, at)]
    for _ in range(40):
        spoil(dual, r.choice(payloads) - r.randint(1, 400))
        findings = []
        try:
            found = read_table(dual, on_finding=findings.append)
        except (InlayError, FooterError, OSError, pa.ArrowException):
            pass
        else:
            assert found.equals(expected) or not findings
        dual.write_bytes(intact)


NUMBERS = (0, 1, 3, 1 << 16, (1 << 32) - 1, (1 << 63) + 5)


def forged(path: Path, change: Callable[[ColumnEncoding], None]) -> None:
    """Another payload in the slot of the second chunk of `price`, with CRCs that agree."""
    footer = read_footer(path)
    assert footer.metadata is not None
    meta = footer.metadata.row_groups[1].columns[3].meta_data
    assert meta is not None
    encoding = ColumnEncoding.find(meta)
    assert encoding is not None
    change(encoding)
    encoding.attach(meta)
    data = footer.metadata.encode()
    body = path.read_bytes()[: footer.offset]
    path.write_bytes(body + data + len(data).to_bytes(4, "little") + b"PAR1")


@pytest.mark.parametrize("of", ["table", "original", "page"])
def test_no_payload_is_believed(of: str, tmp_path: Path) -> None:
    """Whatever number it has, with CRCs that agree: the same values or an error of ours, and the same for what rewrites."""
    dual = tmp_path / "file.parquet"
    few_and_indexed(dual)
    expected = pq.read_table(dual)
    add_all(dual)
    intact = dual.read_bytes()
    fields = {
        "table": ("offset", "length", "num_values", "num_present", "version"),
        "original": ("offset", "length", "span", "position"),
        "page": ("offset", "length", "first_row", "rows", "num_values", "num_present", "levels"),
    }[of]
    for field in fields:
        for number in NUMBERS:

            def change(encoding: ColumnEncoding, field: str = field, number: int = number) -> None:
                target = {
                    "table": encoding,
                    "original": encoding.original,
                    "page": encoding.pages[2],
                }[of]
                is_wide = of != "page" or field in ("offset", "first_row")
                narrow = not is_wide or field in ("version", "position")
                setattr(target, field, number & 0xFFFFFFFF if narrow else number)

            forged(dual, change)
            forgery = dual.read_bytes()
            with suppress(InlayError):
                assert read_table(dual, on_finding=lambda _: None).equals(expected), (field, number)
            for rewrite in (strip_file, repair_file):
                try:
                    rewrite(str(dual))
                except InlayError:
                    assert dual.read_bytes() == forgery
                else:
                    assert pq.read_table(dual).equals(expected)
                dual.write_bytes(forgery)
            dual.write_bytes(intact)
