"""A footer that is encrypted or signed has a tag, and `inlay seal` refuses it: verify does not offer one."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

import inlay
from tests.pages.encodings.files import pa, pq
from tests.support.small_files import Inlay

pe = cast(Any, pytest.importorskip("pyarrow.parquet.encryption"))


@pytest.mark.parametrize(("is_plain", "seal"), [(False, "encrypted"), (True, "signed")])
def test_no_seal_is_offered(tmp_path: Path, inlay: Inlay, seal: str, *, is_plain: bool) -> None:
    properties = pe.create_encryption_properties(b"0123456789abcdef", plaintext_footer=is_plain)
    path = tmp_path / "e.parquet"
    pq.write_table(pa.table({"a": [1]}), path, encryption_properties=properties)
    assert verification_of(path).seal == seal
    outcome = inlay("verify", path)
    assert outcome.code == (
        0 if is_plain else 1
    )  # of one whose footer no key opens, nothing was checked
    assert "not needed" in outcome.out
    assert "inlay seal" not in outcome.out


def test_a_signature_that_is_missing_is_said(tmp_path: Path, inlay: Inlay) -> None:
    properties = pe.create_encryption_properties(b"0123456789abcdef", plaintext_footer=True)
    path = tmp_path / "e.parquet"
    pq.write_table(pa.table({"a": [1]}), path, encryption_properties=properties)
    data = path.read_bytes()
    struct = data[:-36] + (int.from_bytes(data[-8:-4], "little") - 28).to_bytes(4, "little")
    path.write_bytes(struct + b"PAR1")
    assert verification_of(path).seal == "unsigned"
    outcome = inlay("verify", path)
    assert "seal        missing: the footer says how it was signed" in outcome.out
    assert "inlay seal" not in outcome.out


@pytest.mark.parametrize(("is_plain", "magic"), [(False, "PARE"), (True, "PAR1")])
def test_other_first_bytes_are_told_from_those_of_the_mode(
    tmp_path: Path, magic: str, *, is_plain: bool
) -> None:
    properties = pe.create_encryption_properties(b"0123456789abcdef", plaintext_footer=is_plain)
    path = tmp_path / "e.parquet"
    pq.write_table(pa.table({"a": [1]}), path, encryption_properties=properties)
    path.write_bytes(b"PARS" + path.read_bytes()[4:])
    keys = inlay.EncryptionKeys("0123456789abcdef")
    [finding] = inlay.verify(path, keys=keys).findings
    assert finding.what == f"the file begins with `PARS`, not with `{magic}`"


def verification_of(path: Path) -> Any:
    return inlay.verify(path)
