"""Whose bytes encrypted parts are, without the key: modules fall apart into length, nonce, ciphertext and tag."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq
import pyarrow.parquet.encryption as pe
import pytest

import inlay
from inlay.verbs.layout.kinds import MODULE_PARTS, OwnerKind
from inlay.verbs.layout.ledger import Ledger
from tests.verbs.layout.law import check_law

ALGORITHMS: Final = ("AES_GCM_V1", "AES_GCM_CTR_V1")
NONCE_AND_TAG: Final = 28


KeyInTheClear: Final = type(
    "KeyInTheClear", (pe.KmsClient,), {"wrap_key": lambda _, key, _name: key.hex().encode()}
)
"""Keeps keys as they are; nobody is protected by it."""


def encrypted_file(path: Path, algorithm: str, *, plaintext_footer: bool) -> None:
    """Two columns, one of them encrypted; both have page indexes."""
    table = pa.table({"open": range(4000), "secret": [str(i) for i in range(4000)]})
    configuration = pe.EncryptionConfiguration(
        footer_key="footer",
        column_keys={"column": ["secret"]},
        encryption_algorithm=algorithm,
        plaintext_footer=plaintext_footer,
        double_wrapping=False,
    )
    factory = pe.CryptoFactory(lambda _: KeyInTheClear())
    properties = factory.file_encryption_properties(pe.KmsConnectionConfig(), configuration)
    pq.write_table(
        table,
        path,
        encryption_properties=properties,
        write_page_index=True,
        data_page_size=4096,
        row_group_size=2000,
    )


def modules(ledger: Ledger) -> list[tuple[str, list[OwnerKind]]]:
    """What each module is of, and its parts."""
    return [
        (owner.kind.label, [ledger[child].kind for child in ledger.children(row)])
        for row, owner in enumerate(ledger)
        if owner.kind not in MODULE_PARTS
        and any(ledger.kind[child] in MODULE_PARTS for child in ledger.children(row))
    ]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_modules_of_encrypted_columns_fall_apart(algorithm: str, tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    encrypted_file(path, algorithm, plaintext_footer=True)
    ledger = inlay.layout(path)
    check_law(ledger)
    assert ledger.findings == []
    listed = modules(ledger)
    whole = list(MODULE_PARTS)
    body = whole if algorithm == "AES_GCM_V1" else whole[:-1]
    expected = {
        "page header": whole,
        "encrypted": body,
        "column index": whole,
        "offset index": whole,
        "signature": [OwnerKind.NONCE, OwnerKind.TAG],
    }
    assert {kind for kind, _ in listed} == set(expected)
    for kind, parts in listed:
        assert parts == expected[kind], kind
    in_the_clear = [o for o in ledger if o.kind is OwnerKind.COLUMN_INDEX and o.own]
    assert {owner.column for owner in in_the_clear} == {0}
    assert not [owner for owner in ledger if owner.kind is OwnerKind.ENCRYPTED and owner.own]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_an_encrypted_footer_leaves_a_chain_of_modules(algorithm: str, tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    encrypted_file(path, algorithm, plaintext_footer=False)
    ledger = inlay.layout(path)
    check_law(ledger)
    footer = next(o for o in ledger if o.name == "FileMetaData")
    assert footer.own == 0
    assert len(inlay.open(path).ciphertext) == footer.size
    pages = [o for o in ledger if o.name == "page in the clear"]
    assert len(pages) > 2
    chain = [o for o in ledger if o.kind is OwnerKind.ENCRYPTED and not o.own]
    assert len(chain) > 4


def test_a_module_that_lies_about_its_length_is_one_owner(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    encrypted_file(path, "AES_GCM_V1", plaintext_footer=True)
    data = bytearray(path.read_bytes())
    ledger = inlay.layout(bytes(data))
    index = next(o for o in ledger if o.kind is OwnerKind.COLUMN_INDEX and not o.own)
    data[index.start] += 1
    damaged = inlay.layout(bytes(data))
    check_law(damaged)
    assert next(o for o in damaged if o.start == index.start).own == index.size
    assert index.size > NONCE_AND_TAG
