"""With keys, each function says of an encrypted file what it says of the same file in the clear; without, it shows what is visible."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

import inlay
from inlay.errors import DecryptionError, EncryptedFooterError
from inlay.verbs.layout.kinds import LABELS, OwnerKind
from tests.pages.encodings.files import pa, pq
from tests.support.encrypted_files import MASTERS, TABLE, encrypted_file, keys_of, write_encrypted
from tests.support.small_files import Inlay

KEYS = keys_of(MASTERS)
WRONG = keys_of({name: key[::-1] for name, key in MASTERS.items()})
KINDS: list[dict[str, Any]] = [
    {"plaintext_footer": plain, "encryption_algorithm": algorithm}
    for plain in (False, True)
    for algorithm in ("AES_GCM_V1", "AES_GCM_CTR_V1")
]
PAGES = ["path", "row_group", "page", "page_type", "encoding", "num_values", "first_row_index"]
INDEXES = ["path", "row_group", "page", "first_row_index", "num_rows", "null_count", "min_text"]


def plain_file() -> bytes:
    file = BytesIO()
    pq.write_table(TABLE, file, row_group_size=150, data_page_size=256, write_page_index=True)
    return file.getvalue()


@pytest.mark.parametrize("options", KINDS)
def test_pages_and_what_a_filter_leaves_are_those_of_the_plain_file(
    options: dict[str, Any],
) -> None:
    data, plain = encrypted_file(**options), plain_file()
    assert inlay.page_table(data, PAGES, keys=KEYS) == inlay.page_table(plain, PAGES)
    assert inlay.index_table(data, INDEXES, keys=KEYS) == inlay.index_table(plain, INDEXES)
    assert inlay.bloom_table(data, keys=KEYS).num_rows == 0
    for filter_ in ("a > 200", "a < 0", "b = 'text 7'", "a > 100 and b < 'text 2'"):
        assert inlay.prune(data, filter_, keys=KEYS).groups == inlay.prune(plain, filter_).groups
        read = inlay.read_table(data, keys=KEYS, filters=filter_)
        assert read.equals(inlay.read_table(plain, filters=filter_))
    assert inlay.read_table(data, keys=KEYS).equals(TABLE)
    assert inlay.iter_batches(data, keys=KEYS).read_all().equals(TABLE)


@pytest.mark.parametrize("options", KINDS)
def test_pages_have_the_places_of_their_modules(options: dict[str, Any]) -> None:
    data = encrypted_file(**options)
    pages = inlay.page_table(data, ["row_group", "offset", "page_type"], keys=KEYS).to_pylist()
    places = inlay.index_table(data, ["row_group", "offset"], keys=KEYS).to_pylist()
    of_data = [page for page in pages if page.pop("page_type") == "DATA_PAGE"]
    assert of_data == places
    rows = pa.table(inlay.scan_footers([data], table="pages", keys=KEYS).read_all())
    assert rows.column("offset").to_pylist() == [page["offset"] for page in pages]


@pytest.mark.parametrize("options", KINDS)
def test_bytes_are_owned_as_in_the_file_itself(tmp_path: Path, options: dict[str, Any]) -> None:
    path = write_encrypted(tmp_path / "e.parquet", **options)
    ledger = inlay.layout(path, keys=KEYS)
    assert (sum(ledger.own), ledger.findings) == (path.stat().st_size, [])
    kinds = [LABELS[kind] for kind in ledger.kind]
    assert kinds.count("data page") == kinds.count("dictionary page") == 4
    assert "unknown" not in kinds
    without = [LABELS[kind] for kind in inlay.layout(path).kind]
    assert without.count("ciphertext") <= kinds.count("ciphertext")
    assert [OwnerKind(kind).label for kind in ledger.kind] == kinds
    text = "\n".join(inlay.dump(path, keys=KEYS)) + "\n"
    assert "1 type: i32 2" in text
    assert "# { PageHeader" in text
    assert inlay.assemble(text, source=path) == path.read_bytes()


def test_two_encryptions_of_one_table_differ_in_ciphertext_only() -> None:
    first, second = encrypted_file(), encrypted_file()
    differences = inlay.diff(first, second, pages=True, keys=KEYS)
    assert [difference.aspect for difference in differences] == ["other"]
    with pytest.raises(EncryptedFooterError):
        inlay.diff(first, second)


def test_a_scan_has_what_keys_open_and_names_what_they_do_not(tmp_path: Path) -> None:
    paths = [write_encrypted(tmp_path / f"{at}.parquet") for at in range(2)]
    (tmp_path / "plain.parquet").write_bytes(plain_file())
    tally: Any = inlay.scan_footers([tmp_path], keys=KEYS, columns=["form", "num_rows"])
    rows = tally.read_all().to_pylist()
    assert rows == [
        {"form": form, "num_rows": 300} for form in ("encrypted", "encrypted", "thrift")
    ]
    without = inlay.scan_footers([tmp_path], columns=["num_rows"]).read_all()
    assert without.column("num_rows").to_pylist() == [None, None, 300]
    problems = inlay.scan_footers(paths, table="problems", keys=WRONG).read_all().to_pylist()
    assert len(problems) == 2
    assert all("does not unwrap" in problem["message"] for problem in problems)


def test_verify_says_what_does_not_open(tmp_path: Path, inlay: Inlay) -> None:
    import inlay as package

    path = write_encrypted(tmp_path / "e.parquet")
    verification = package.verify(path, data=True, values=True, keys=KEYS)
    assert verification.findings == ()
    assert verification.seal == "encrypted"
    assert verification.walked is not None
    assert (verification.walked.chunks, verification.walked.pages) == (4, 8)
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    damaged = package.verify(bytes(data), data=True, values=True, keys=KEYS)
    assert [finding.offset for finding in damaged.findings] == [53]
    assert damaged.audited is not None
    assert damaged.audited.chunks == 3
    assert "skipped: the footer is encrypted" in inlay("verify", path, "--data").out


@pytest.mark.parametrize("name", ["page_table", "verify", "layout", "dump", "read_table"])
def test_a_key_that_does_not_open_is_said(name: str) -> None:
    data = encrypted_file(uniform_encryption=True)
    ask = getattr(inlay, name)
    with pytest.raises(DecryptionError, match="footer key does not open"):
        list(ask(data, keys=inlay.EncryptionKeys("0123456789abcdeX")) or ())
