"""The encrypted files of parquet-testing, each by its name: every command, every module, and the values that its README and the tests of
Arrow say they have."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

import inlay
from inlay.errors import DecryptionError, EncryptedFooterError, RequestError
from parquet_format.parquet import EncryptionWithColumnKey
from tests.pages.encodings.files import pa
from tests.support.small_files import Inlay

EVERYWHERE: Final = (
    "encrypt_columns_and_footer",
    "encrypt_columns_and_footer_bloom_filter",
    "encrypt_columns_and_footer_disable_aad_storage",
    "uniform_encryption",
)
"""Those that a part of the corpus has, too."""

EXTERNAL: Final = "external_key_material_java"
OTHERS: Final = (
    "encrypt_columns_and_footer_aad",
    "encrypt_columns_and_footer_ctr",
    "encrypt_columns_plaintext_footer",
    EXTERNAL,
    "aes256/encrypt_columns_and_footer",
    "aes256/encrypt_columns_and_footer_ctr",
    "aes256/encrypt_columns_and_footer_disable_aad_storage",
    "aes256/encrypt_columns_plaintext_footer",
    "aes256/uniform_encryption",
)
whole = pytest.mark.needs("whole corpus")
NAMES: Final = [*EVERYWHERE, *(pytest.param(name, marks=whole) for name in OTHERS)]

COLUMNS: Final = "double_field float_field boolean_field int32_field ba_field flba_field int64_field.list.element int96_field"
"""Those with keys of their own, in the order of their keys (README of the corpus)."""

FOOTERS: Final = {16: "0123456789012345", 32: "01234567890123456789012345678901"}
MASTERS: Final = {"kf": FOOTERS[16], "kc1": "1234567890123450", "kc2": "1234567890123451"}
OF_JULIAN: Final = 2_440_588
"""The day of 1970-01-01, where INT96 begins to count."""


def place_of(corpus: Path, name: str) -> Path:
    return corpus / "data" / f"{name}.parquet.encrypted"


def material_of(path: Path) -> Path:
    return path.parent / f"_KEY_MATERIAL_FOR_{path.name}.json"


def list_fields(path: Path) -> dict[str, Any]:
    """What `--keys` takes."""
    if material_of(path).exists():
        texts = json.loads(material_of(path).read_bytes())
        masters = {name: f"raw:{key}" for name, key in MASTERS.items()}
        return {"master_keys": masters, "key_material": texts}
    size = 32 if path.parent.name == "aes256" else 16
    first = 0 if size == 16 else 2
    columns = {
        name: f"raw:{FOOTERS[size][1:]}{(first + at) % 10}"
        for at, name in enumerate(COLUMNS.split())
    }
    prefix = "tester" if "_aad" in path.name else ""
    return {"footer": f"raw:{FOOTERS[size]}", "columns": columns, "aad_prefix": prefix}


def keys_for(path: Path) -> inlay.EncryptionKeys:
    fields = list_fields(path)
    prefix = fields.pop("aad_prefix", "").encode()
    return inlay.EncryptionKeys(**fields, aad_prefix=prefix)


def as_float(value: float) -> float:
    """As a FLOAT holds it."""
    [held] = struct.unpack("<f", struct.pack("<f", value))
    assert isinstance(held, float)
    return held


def as_int96(at: int) -> int:
    """Nanoseconds that do not fit into 64 bits, as readers of Arrow take them."""
    nanoseconds = (at + 2 - OF_JULIAN) * 86_400 * 10**9 + at + ((at + 1) << 32)
    return (nanoseconds + (1 << 63)) % (1 << 64) - (1 << 63)


def list_rows(name: str) -> Iterator[dict[str, Any]]:
    """The values that writers of these files were given."""
    if name == EXTERNAL:
        yield from (
            {"integers": at, "strings": f"{chr(ord('a') + at % 10)}{at}"} for at in range(100)
        )
        return
    if "bloom" in name:
        for at in range(2000):
            yield {
                "double_field": at + 0.5,
                "float_field": at + 0.25,
                "int32_field": at,
                "name": f"name_{at}",
            }
        return
    midnight = datetime(1970, 1, 1, tzinfo=UTC)
    for at in range(50):
        yield {
            "boolean_field": at % 2 == 0,
            "int32_field": (midnight + timedelta(milliseconds=at)).time(),
            "int64_field": [2 * at * 10**12, (2 * at + 1) * 10**12],
            "int96_field": as_int96(at),
            "float_field": as_float(at * as_float(1.1)),
            "double_field": at * 1.1111111,
            "ba_field": f"parquet{at:03d}".encode() if at % 2 == 0 else None,
            "flba_field": bytes([at]) * 10,
        }


def read_rows(path: Path, **options: Any) -> list[dict[str, Any]]:
    table = inlay.read_table(path, keys=keys_for(path), **options)
    if "int96_field" in table.column_names:
        at = table.column_names.index("int96_field")
        table = table.set_column(at, "int96_field", table.column(at).cast(pa.int64()))
    return table.to_pylist()


def count_modules(path: Path) -> tuple[int, int]:
    """Those with a tag and those without, by what the file is said to hold."""
    keys = keys_for(path)
    footer = inlay.open(path, keys=keys)
    pages = inlay.page_table(path, ["path"], keys=keys).column("path").to_pylist()
    tagged, bodies = int(inlay.open(path).is_encrypted), 0
    for chunk in (chunk for group in footer.row_groups for chunk in group.columns):
        if chunk.crypto_metadata is None:
            continue
        assert chunk.meta_data is not None
        of_chunk = pages.count(".".join(chunk.meta_data.path_in_schema))
        bodies += of_chunk
        tagged += of_chunk + isinstance(chunk.crypto_metadata, EncryptionWithColumnKey)
        tagged += bool(chunk.column_index_offset) + bool(chunk.offset_index_offset)
        tagged += 2 * bool(chunk.meta_data.bloom_filter_offset)
    return (tagged, bodies) if "_ctr" in path.name else (tagged + bodies, 0)


@whole
def test_each_file_of_the_corpus_has_a_row(parquet_testing: Path) -> None:
    folder = parquet_testing / "data"
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*.encrypted")}
    assert there == {f"{name}.parquet.encrypted" for name in (*EVERYWHERE, *OTHERS)}


@pytest.mark.parametrize("name", NAMES)
def test_every_module_opens_and_every_value_is_read(parquet_testing: Path, name: str) -> None:
    path = place_of(parquet_testing, name)
    keys, expected = keys_for(path), list(list_rows(name))
    checked = inlay.verify_modules(path, keys=keys)
    assert (checked.findings, checked.without_key) == ((), 0)
    assert checked.footer == ("signed" if "plaintext" in name else "opened")
    assert (checked.opened, checked.untagged) == count_modules(path)
    assert checked.opened >= 11
    assert read_rows(path) == expected
    assert inlay.iter_batches(path, keys=keys).read_all().num_rows == len(expected)
    whole = inlay.verify(path, data=True, values=True, keys=keys)
    assert (whole.findings, whole.is_closed) == ((), False)
    assert whole.walked is not None
    assert (whole.walked.encrypted, whole.walked.skipped) == (0, 0)


@pytest.mark.parametrize("name", NAMES)
def test_rows_of_a_filter_are_found_through_what_keys_open(
    parquet_testing: Path, name: str
) -> None:
    path = place_of(parquet_testing, name)
    column, bound = ("integers", 90) if name == EXTERNAL else ("double_field", 40.5)
    rows = [row for row in list_rows(name) if row[column] > bound]
    assert read_rows(path, filters=f"{column} > {bound}") == rows
    pruned = inlay.prune(path, f"{column} < -1", keys=keys_for(path))
    assert pruned.row_groups == [], "the bounds of an encrypted column leave it out"
    if "bloom" in name:
        assert inlay.prune(path, "double_field = 7.25", keys=keys_for(path)).row_groups == []


COMMANDS: Final[dict[str, tuple[str, ...]]] = {
    "crypt verify": ("0 findings",),
    "inspect": ("encrypted with", "own"),
    "scan --table pages": ("DATA_PAGE",),
    "pages": ("DATA_PAGE",),
    "pages --table page_indexes": ("first row",),
    "layout": ("page header",),
    "dump": ("PageHeader",),
    "verify --data --values": ("0 findings", "0 problems"),
}
"""And words of which each prints one."""


@pytest.mark.parametrize("name", NAMES)
def test_every_command_shows_it_with_keys(
    parquet_testing: Path, tmp_path: Path, inlay: Inlay, name: str
) -> None:
    path, keys = place_of(parquet_testing, name), tmp_path / "keys.json"
    keys.write_text(json.dumps(list_fields(path)))
    for command, words in COMMANDS.items():
        shown = inlay(*command.split(), path, "--keys", keys)
        assert (shown.code, shown.err) == (0, ""), command
        assert any(word in shown.out for word in words), (command, shown.out)
    assert inlay("scan", path, "--table", "problems", "--keys", keys) == (0, "", "")
    column = "integers" if name == EXTERNAL else "double_field"
    assert inlay("prune", path, f"{column} < -1", "--keys", keys).code == 0
    assert inlay("diff", path, path, "--pages", "--keys", keys).code == 0
    text = tmp_path / "dumped"
    assert inlay("dump", path, "--keys", keys, "-o", text).code == 0
    back = tmp_path / "back"
    assert inlay("assemble", text, "--source", path, "-o", back).code == 0
    assert back.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_without_keys_what_is_visible_is_shown(
    parquet_testing: Path, inlay: Inlay, name: str
) -> None:
    import inlay as package

    path = place_of(parquet_testing, name)
    is_plain = "plaintext" in name
    shown = inlay("inspect", path)
    assert shown.code == 0
    assert f"AES_GCM_{'CTR_' if '_ctr' in name else ''}V1" in shown.out
    assert ("need the footer key" in shown.out) != is_plain
    assert ("double_field" in shown.out) == is_plain
    checked = inlay("crypt", "verify", path)
    assert (checked.code, "nothing was opened, since no key" in checked.out) == (1, True)
    for command in ("layout", "dump"):
        assert inlay(command, path).code == 0
    with pytest.raises(Exception, match=r"encrypt|ecrypt") as raised:
        package.read_table(path)
    assert isinstance(raised.value, EncryptedFooterError) != is_plain


@whole
def test_lint_says_what_a_footer_in_the_clear_tells(parquet_testing: Path, inlay: Inlay) -> None:
    """Of encrypted columns: parquet-mr 1.17 leaves sizes there, and Arrow leaves nothing. How many values they have is not counted."""
    java, arrow = (
        inlay("lint", place_of(parquet_testing, name)).out
        for name in ("aes256/encrypt_columns_plaintext_footer", "encrypt_columns_plaintext_footer")
    )
    assert "int64_field.list.element: size statistics of an encrypted column in the clear" in java
    assert "readable-statistics" not in arrow
    assert "int96_field: timestamps are INT96\n" in java
    assert "int96_field: timestamps are INT96, 50 values of 12 bytes\n" in arrow


@pytest.mark.parametrize("name", NAMES)
def test_other_keys_open_nothing(parquet_testing: Path, name: str) -> None:
    path = place_of(parquet_testing, name)
    fields = list_fields(path)
    prefix = fields.pop("aad_prefix", "").encode()
    for field in ("footer", "columns", "master_keys"):
        given = fields.get(field)
        if isinstance(given, str):
            fields[field] = f"raw:{given[:3:-1]}"
        elif given is not None:
            fields[field] = {owner: f"raw:{key[:3:-1]}" for owner, key in given.items()}
    with pytest.raises((DecryptionError, RequestError), match=r"does not (open|unwrap|agree)"):
        inlay.read_table(path, keys=inlay.EncryptionKeys(**fields, aad_prefix=prefix))
    if prefix and "disable" in name:
        with pytest.raises(DecryptionError, match="none was given"):
            inlay.read_table(path, keys=inlay.EncryptionKeys(list_fields(path)["footer"]))


@pytest.mark.parametrize("name", NAMES)
def test_a_changed_byte_is_named_by_its_module(parquet_testing: Path, name: str) -> None:
    """The last byte of each module of each chunk, which is one of its tag."""
    from tests.verbs.crypt.test_verify import modules_of

    path = place_of(parquet_testing, name)
    keys, data = keys_for(path), path.read_bytes()
    _, met = modules_of(data, keys)
    assert len(met) >= 8
    for module in met:
        changed = bytearray(data)
        changed[module.end - 1] ^= 1
        [finding] = inlay.verify_modules(bytes(changed), keys=keys).findings
        assert (finding.code, finding.offset) == ("module-changed", module.start)


@whole
def test_whoever_has_not_given_the_key_material_is_told_where_it_is(
    parquet_testing: Path, tmp_path: Path, inlay: Inlay
) -> None:
    path, keys = place_of(parquet_testing, EXTERNAL), tmp_path / "keys.json"
    shown = inlay("inspect", path)
    told = 'PKMT1, the wrapped key "footerKey" is in _KEY_MATERIAL_FOR_NAME.json beside this file'
    assert told in shown.out
    keys.write_text(json.dumps({"master_keys": list_fields(path)["master_keys"]}))
    for command in ("inspect", "crypt verify", "pages"):
        refused = inlay(*command.split(), path, "--keys", keys)
        assert refused.code == 2
        assert refused.err == (
            f"error: {path}: the wrapped key of the footer is 'footerKey' in the key material beside the file, and that was not given: "
            "the content of _KEY_MATERIAL_FOR_NAME.json is given as key_material\n"
        )


@whole
def test_external_material_of_java_is_wrapped_anew(parquet_testing: Path, tmp_path: Path) -> None:
    """The Parquet file stays as it is."""
    path = place_of(parquet_testing, EXTERNAL)
    material = tmp_path / material_of(path).name
    material.write_bytes(material_of(path).read_bytes())
    new = {name: key[::-1] for name, key in MASTERS.items()}
    inlay.rewrap_keys(material, old=inlay.EncryptionKeys(master_keys=MASTERS), new=new)
    texts = json.loads(material.read_bytes())
    keys = inlay.EncryptionKeys(master_keys=new, key_material=texts)
    assert inlay.read_table(path, keys=keys).to_pylist() == list(list_rows(EXTERNAL))
    with pytest.raises(RequestError, match="does not unwrap"):
        inlay.open(path, keys=inlay.EncryptionKeys(master_keys=MASTERS, key_material=texts))
