"""Encrypted files of parquet-rs: every module opens in its place, and what is made of them parquet-rs reads with its keys."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

import inlay
from inlay.errors import DecryptionError, RequestError
from tests.pages.encodings.files import pa
from tests.support.encrypted_files import MASTERS, RENAMED, RENEWED, keys_of
from tests.verbs.crypt.parquet_rs import ParquetRsError, read_column, write_file
from tests.verbs.crypt.test_verify import modules_of

ROWS: Final = 3_000
ROW_GROUP: Final = 1_200
FOOTER: Final = b"0123456789abcdef"
COLUMN: Final = b"a key of columns"
QUERY: Final = (
    "SELECT value AS a, concat('text ', value) AS b, "
    "CASE WHEN value % 3 > 0 THEN concat('w', value % 7) END AS c, "
    "CASE WHEN value % 5 > 0 THEN value / 7.0 END AS d "
    f"FROM generate_series(0, {ROWS - 1})"
)
"""Two columns with nulls, and two whose dictionaries are small or large."""

SMALL: Final = {
    "max_row_group_size": str(ROW_GROUP),
    "data_page_row_count_limit": "400",
    "write_batch_size": "200",
}
KEYS: Final = {"one key": {"": FOOTER}, "column keys": {"": FOOTER, "a": COLUMN, "c": COLUMN}}
NAMES: Final = {"": "of-footers", "a": "of-columns", "c": "of-columns"}
KINDS: Final = [*product(("encrypted", "plaintext"), KEYS, ("1.0", "2.0"))]
EXPECTED: Final = pa.table(
    {
        "a": range(ROWS),
        "b": [f"text {at}" for at in range(ROWS)],
        "c": [f"w{at % 7}" if at % 3 else None for at in range(ROWS)],
        "d": [at / 7 if at % 5 else None for at in range(ROWS)],
    }
)

pytestmark = pytest.mark.needs("parquet-rs")


def write(path: Path, footer: Any, whose: str, version: str, *, is_named: bool = False) -> Path:
    """`is_named`: the file says by which master keys its keys are wrapped."""
    given = KEYS[whose]
    masters = {name: NAMES[name] for name in given} if is_named else None
    options = {**SMALL, "writer_version": version}
    write_file(path, QUERY, given, masters, footer=footer, options=options)
    return path


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str, str], bytes]:
    path = tmp_path_factory.mktemp("written") / "e.parquet"
    return {kind: write(path, *kind).read_bytes() for kind in KINDS}


@cache
def keys_for(whose: str) -> inlay.EncryptionKeys:
    given = KEYS[whose]
    return inlay.EncryptionKeys(given[""], {name: key for name, key in given.items() if name})


def read_rows(data: bytes | Path, keys: inlay.EncryptionKeys, **options: Any) -> list[Any]:
    return inlay.read_table(data, keys=keys, **options).to_pylist()


@pytest.mark.parametrize("kind", KINDS)
def test_every_module_opens_in_its_place_and_all_rows_are_read(
    written: dict[tuple[str, str, str], bytes], kind: tuple[str, str, str]
) -> None:
    footer, whose, _ = kind
    data, keys = written[kind], keys_for(whose)
    checked = inlay.verify_modules(data, keys=keys)
    assert (checked.findings, checked.without_key, checked.untagged) == ((), 0, 0)
    assert checked.footer == ("opened" if footer == "encrypted" else "signed")
    assert checked.opened == count_modules(data, footer, whose)
    assert read_rows(data, keys) == EXPECTED.to_pylist()
    assert read_rows(data, keys, filters="a > 1190 and c = 'w1'") == [
        row for row in EXPECTED.to_pylist() if row["a"] > 1190 and row["c"] == "w1"
    ]
    assert inlay.prune(data, "a = 1300", keys=keys).row_groups == [1]
    assert inlay.verify(data, data=True, values=True, keys=keys).findings == ()


def count_modules(data: bytes, footer: str, whose: str) -> int:
    """By what the file holds: two of each page, two indexes of each chunk, and metadata that another key than the footer's seals."""
    named = whose == "column keys"
    sealed = ["a", "c"] if named else ["a", "b", "c", "d"]
    pages = inlay.page_table(data, ["path"], keys=keys_for(whose)).column("path").to_pylist()
    chunks = len(sealed) * -(-ROWS // ROW_GROUP)
    assert len(pages) > 40
    of_pages = 2 * sum(path in sealed for path in pages)
    return of_pages + 2 * chunks + chunks * named + (footer == "encrypted")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind[2] == "2.0"])
def test_a_flipped_bit_of_any_module_is_named_by_it(
    written: dict[tuple[str, str, str], bytes], kind: tuple[str, str, str]
) -> None:
    data, keys = written[kind], keys_for(kind[1])
    _, met = modules_of(data, keys)
    assert len(met) > 50
    for module in met:
        changed = bytearray(data)
        changed[(module.start + module.end) // 2] ^= 8
        [finding] = inlay.verify_modules(bytes(changed), keys=keys).findings
        assert (finding.code, finding.offset) == ("module-changed", module.start)


@pytest.mark.parametrize("kind", KINDS)
def test_wrong_keys_are_refused(
    written: dict[tuple[str, str, str], bytes], kind: tuple[str, str, str]
) -> None:
    footer, whose, _ = kind
    data, keys = written[kind], keys_for(whose)
    wrong = inlay.EncryptionKeys(FOOTER[::-1], dict.fromkeys(keys.columns, COLUMN))
    with pytest.raises(DecryptionError):
        inlay.read_table(data, keys=wrong)
    codes = {finding.code for finding in inlay.verify_modules(data, keys=wrong).findings}
    assert ("footer-changed" if footer == "encrypted" else "signature-broken") in codes
    if keys.columns:
        wrong = inlay.EncryptionKeys(FOOTER, dict.fromkeys(keys.columns, COLUMN[::-1]))
        with pytest.raises(DecryptionError):
            inlay.read_table(data, keys=wrong)
        assert inlay.verify_modules(data, keys=wrong).findings


def list_changes(path: Path, keys: inlay.EncryptionKeys, footer: str) -> Iterator[str]:
    """Changes the file in place, one after the other."""
    other: Any = "plaintext" if footer == "encrypted" else "encrypted"
    inlay.set_footer_mode(path, other, keys=keys)
    yield other
    inlay.drop(path, columns=["d"], keys=keys)
    yield "without the last column"


@pytest.mark.parametrize("kind", KINDS)
def test_parquet_rs_reads_what_is_made_of_its_files(
    written: dict[tuple[str, str, str], bytes], kind: tuple[str, str, str], tmp_path: Path
) -> None:
    footer, whose, _ = kind
    path, keys = tmp_path / "e.parquet", keys_for(whose)
    path.write_bytes(written[kind])
    for change in list_changes(path, keys, footer):
        checked = inlay.verify_modules(path, keys=keys)
        assert (checked.findings, checked.without_key) == ((), 0), change
        for column in ("a", "c"):
            read = read_column(path, column, KEYS[whose])
            assert read == EXPECTED.column(column).to_pylist(), change
    with pytest.raises(ParquetRsError):
        read_column(path, "c", {name: key[::-1] for name, key in KEYS[whose].items()})


@pytest.mark.parametrize("footer", ["encrypted", "plaintext"])
def test_wrapped_keys_are_exchanged(tmp_path: Path, footer: str) -> None:
    path = write(tmp_path / "e.parquet", footer, "column keys", "1.0", is_named=True)
    before, start = path.read_bytes(), inlay.open(path).offset
    done = inlay.rewrap_keys(path, old=keys_of(MASTERS), new=RENEWED, rename=RENAMED)
    assert len(done.keys) == 1 + 2 * -(-ROWS // ROW_GROUP)
    assert path.read_bytes()[:start] == before[:start]
    assert read_rows(path, keys_of(RENEWED)) == EXPECTED.to_pylist()
    checked = inlay.verify_modules(path, keys=keys_of(RENEWED))
    assert (checked.findings, checked.without_key) == ((), 0)
    with pytest.raises(RequestError):
        inlay.read_table(path, keys=keys_of(MASTERS))
    assert read_column(path, "c", KEYS["column keys"]) == EXPECTED.column("c").to_pylist()
