"""Every flipped bit is named by its module; modules that were moved, repeated or taken from another file are told from those that were
changed."""

from __future__ import annotations

import random
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import pytest

import inlay
from inlay.footers.encryption.cipher import LENGTH, add_length, open_sealed, seal
from inlay.footers.encryption.file_modules import FileModules
from inlay.footers.encryption.modules import ModuleKind, ModulePlace
from inlay.footers.footer.open_encrypted import find_modules
from inlay.verbs.crypt.check_chunks import ChunkChecker
from inlay.verbs.crypt.met_module import MetModule
from inlay.verbs.crypt.module_reader import ModuleReader
from inlay.verbs.crypt.module_tally import ModuleTally
from tests.pages.encodings.files import pq
from tests.support.encrypted_files import (
    MASTERS,
    TABLE,
    encrypted_file,
    write_encrypted,
    write_keys,
)
from tests.support.small_files import Inlay

pe = cast(Any, pytest.importorskip("pyarrow.parquet.encryption"))
KEYS = inlay.EncryptionKeys(master_keys=MASTERS)
FLIPS = 2_000
FLIPPED: dict[str, dict[str, Any]] = {
    "one key": {"uniform_encryption": True},
    "one key of 32 bytes": {"uniform_encryption": True, "data_key_length_bits": 256},
    "column keys": {},
    "footer in the clear": {"plaintext_footer": True},
    "bodies in CTR": {"uniform_encryption": True, "encryption_algorithm": "AES_GCM_CTR_V1"},
}
"""10,000 flips of one bit, together."""


def modules_of(
    data: bytes, keys: inlay.EncryptionKeys = KEYS
) -> tuple[FileModules, list[MetModule]]:
    """Where each lies, of a file that is whole."""
    opened = inlay.open(data, keys=keys)
    modules = find_modules(inlay.open(data), keys)
    assert modules is not None
    tally = ModuleTally()
    checker = ChunkChecker(modules, ModuleReader(BytesIO(data), opened.offset), tally)
    for at, group in enumerate(opened.row_groups):
        for column in range(len(group.columns)):
            checker.check(group, at, column, str(column))
    assert tally.broken == []
    return modules, [module for module in tally.list_met() if not module.inside]


@pytest.mark.parametrize("kind", FLIPPED)
def test_each_flip_is_named_by_its_module(kind: str) -> None:
    data = encrypted_file(**FLIPPED[kind])
    footer = inlay.open(data)
    start = footer.offset + len(footer.data) - len(footer.ciphertext)
    _, met = modules_of(data)
    owners = {at: module for module in met for at in range(module.start, module.end)}
    if kind.startswith("one key"):
        assert set(owners) == set(range(4, footer.offset)), "no byte is left out"
    places = [*owners]
    of_footer = range(start, start + len(footer.ciphertext))
    r = random.Random(kind)
    for _ in range(FLIPS):
        at = r.choice([r.choice(places), r.choice(of_footer)] if of_footer else places)
        changed = bytearray(data)
        changed[at] ^= 1 << r.randrange(8)
        findings = inlay.verify_modules(bytes(changed), keys=KEYS).findings
        named = [finding for finding in findings if finding.code != "module-length"]
        assert len(named) == 1, (at, findings)
        if at >= start:
            assert (named[0].code, named[0].offset) == ("footer-changed", start)
        else:
            module = owners[at]
            assert (named[0].code, named[0].offset) == ("module-changed", module.start)
            words = module.words.replace("column 0", "column a").replace("column 1", "column b")
            assert words in named[0].what


def test_a_signed_footer_is_held_against_its_bytes() -> None:
    data = encrypted_file(plaintext_footer=True)
    footer = inlay.open(data)
    assert inlay.verify_modules(data, keys=KEYS).footer == "signed"
    for at in (footer.offset + len(footer.data) - 1, footer.offset + len(footer.data) - 28):
        changed = bytearray(data)
        changed[at] ^= 1
        verification = inlay.verify_modules(bytes(changed), keys=KEYS)
        assert [finding.code for finding in verification.findings] == ["signature-broken"]
    clear = inlay.verify_modules(data).in_the_clear
    assert clear
    assert all("encrypted column a" in sentence for sentence in clear)


def test_a_signature_that_was_taken_away_is_missed() -> None:
    """With any keys or none: a footer that says how it was signed has a signature."""
    data = encrypted_file(plaintext_footer=True)
    footer = inlay.open(data)
    struct = footer.data[: -len(footer.signature)]
    cut_off = data[: footer.offset] + struct + len(struct).to_bytes(4, "little") + b"PAR1"
    for keys in (KEYS, None, inlay.EncryptionKeys(columns={"b": "0123456789abcdef"})):
        checked = inlay.verify_modules(cut_off, keys=keys)
        [finding] = checked.findings
        assert (finding.code, finding.offset) == ("signature-broken", footer.offset)
        assert "its signature is missing" in finding.what
        assert checked.footer == "broken"


@pytest.mark.parametrize(
    "field",
    [
        "column_index_offset",
        "offset_index_offset",
        "data_page_offset",
        "dictionary_page_offset",
        "bloom_filter_offset",
    ],
)
def test_a_place_before_the_file_is_a_finding(tmp_path: Path, field: str, inlay: Inlay) -> None:
    import inlay as package

    data = encrypted_file(plaintext_footer=True)
    footer = package.open(data)
    metadata = footer.metadata
    chunk: Any = metadata.row_groups[0].columns[0]
    chunk.encrypted_column_metadata = None
    changed = chunk if hasattr(chunk, field) else chunk.meta_data
    setattr(changed, field, -3_809)
    tail = metadata.encode() + footer.signature
    path = tmp_path / "changed.parquet"
    path.write_bytes(data[: footer.offset] + tail + len(tail).to_bytes(4, "little") + b"PAR1")
    for source in (path, path.read_bytes()):
        checked = package.verify_modules(source, keys=KEYS)
        said = [finding for finding in checked.findings if finding.code == "module-length"]
        assert len(said) == 1
        assert "of column a in row group 0 would begin before the file" in said[0].what
        assert "signature-broken" in {finding.code for finding in checked.findings}
    write_keys(tmp_path / "keys.json")
    outcome = inlay("crypt", "verify", path, "--keys", tmp_path / "keys.json")
    assert (outcome.code, outcome.err) == (1, "")


def put(data: bytes, module: MetModule, content: bytes) -> bytes:
    assert len(content) == module.end - module.start
    return data[: module.start] + content + data[module.end :]


def cut(data: bytes, module: MetModule) -> bytes:
    return data[module.start : module.end]


def find_pair(met: list[MetModule]) -> tuple[MetModule, MetModule]:
    """Two pages of the same size and column."""
    pages = [module for module in met if module.place.kind is ModuleKind.DATA_PAGE]
    return next(
        (one, other)
        for one in pages
        for other in pages
        if one is not other
        and one.end - one.start == other.end - other.start
        and one.column == other.column
    )


def codes_of(data: Any, others: Any = ()) -> list[str]:
    verification = inlay.verify_modules(data, keys=KEYS, others=others)
    return [finding.code for finding in verification.findings]


def test_moved_modules_are_told_from_changed_ones() -> None:
    data = encrypted_file(uniform_encryption=True, data_key_length_bits=256)
    _, met = modules_of(data)
    one, other = find_pair(met)
    swapped = put(put(data, one, cut(data, other)), other, cut(data, one))
    assert codes_of(swapped) == ["module-swapped", "module-swapped"]
    assert codes_of(put(data, one, cut(data, other))) == ["module-replayed"]


def test_a_module_of_another_file_is_found_there() -> None:
    """With its own key: two files of one key, and two AADs."""
    data, source = encrypted_file(uniform_encryption=True), encrypted_file(uniform_encryption=True)
    _, met = modules_of(data)
    _, others = modules_of(source)
    page, taken = next(
        (one, other)
        for one in met
        for other in others
        if one.place == other.place and one.place.kind is ModuleKind.DATA_PAGE
    )
    mixed = put(data, page, cut(source, taken))
    assert codes_of(mixed) == ["module-changed"]
    assert codes_of(mixed, [source]) == ["module-foreign"]


def test_a_nonce_that_is_used_twice_is_found() -> None:
    data = encrypted_file(uniform_encryption=True)
    modules, met = modules_of(data)
    one, other = find_pair(met)
    nonce = cut(data, one)[LENGTH : LENGTH + 12]
    text = open_sealed(other.key, cut(data, other)[LENGTH:], modules.aad_of(other.place))
    assert text is not None
    again = add_length(seal(other.key, text, modules.aad_of(other.place), nonce))
    assert codes_of(put(data, other, again)) == ["nonce-twice"]


def test_a_nonce_is_sought_in_all_files_of_a_call(tmp_path: Path, inlay: Inlay) -> None:
    """A copy has all nonces of the file, and another file with the same key has none of them."""
    paths = [tmp_path / name for name in ("one", "copy", "other")]
    properties = pe.create_encryption_properties(b"0123456789abcdef")
    for path in paths:
        pq.write_table(TABLE, path, encryption_properties=properties)
    paths[1].write_bytes(paths[0].read_bytes())
    key = ("--footer-key", "0123456789abcdef")
    outcome = inlay("crypt", "verify", *paths, *key)
    assert outcome.code == 1
    assert "[nonce-twice]" in outcome.out
    assert f"of {paths[0]}" in outcome.out
    assert inlay("crypt", "verify", paths[0], paths[2], *key).code == 0


def test_bodies_in_ctr_have_no_tag_and_that_is_said() -> None:
    data = encrypted_file(encryption_algorithm="AES_GCM_CTR_V1")
    verification = inlay.verify_modules(data, keys=KEYS)
    assert verification.findings == ()
    assert verification.untagged >= 4


def test_every_other_place_of_a_module_is_told() -> None:
    """Each module in the place of each other one of its length, of this file and of another."""
    data, source = (encrypted_file(uniform_encryption=True) for _ in range(2))
    (_, met), (_, others) = modules_of(data), modules_of(source)
    tried = 0
    for one in met:
        for other in met:
            if one is not other and one.end - one.start == other.end - other.start:
                tried += 1
                assert codes_of(put(data, one, cut(data, other))) == ["module-replayed"]
                swapped = put(put(data, one, cut(data, other)), other, cut(data, one))
                assert codes_of(swapped) == ["module-swapped"] * 2
    for one in met:
        same = [other for other in others if other.place == one.place]
        if same and same[0].end - same[0].start == one.end - one.start:
            tried += 1
            mixed = put(data, one, cut(source, same[0]))
            assert codes_of(mixed, [source]) == ["module-foreign"]
    assert tried > 60


def test_wrong_keys_are_one_finding(tmp_path: Path, inlay: Inlay) -> None:
    path = write_encrypted(tmp_path / "e")
    outcome = inlay("crypt", "verify", path, "--footer-key", "0" * 32)
    assert outcome.code == 1
    assert outcome.out.count("finding:") == 1
    outcome = inlay("crypt", "verify", path)
    assert outcome.code == 1
    assert "no key for it was given" in outcome.out


def test_a_place_is_in_the_aad() -> None:
    assert ModulePlace(ModuleKind.FOOTER).suffix == b"\0"
    place = ModulePlace(ModuleKind.DATA_PAGE, 1, 258, 3)
    assert place.suffix == bytes([2, 1, 0, 2, 1, 3, 0])


@pytest.mark.parametrize(
    ("options", "given", "code", "said"),
    [
        ({}, None, 1, "0 findings: nothing was opened, since no key was given for it"),
        ({"plaintext_footer": True}, None, 1, "0 findings: nothing was opened, since no key"),
        ({}, "of-footers", 0, "0 findings; 2 modules not opened: no key for them was given"),
        ({"plaintext_footer": True}, "of-footers", 0, "modules not opened: no key for them"),
        (
            {"plaintext_footer": True},
            "of-columns",
            0,
            "0 findings; the signature of the footer not checked: no key for it was given\n",
        ),
        ({}, "both", 0, "0 findings\n"),
    ],
)
def test_what_no_key_opens_is_no_success(
    tmp_path: Path, inlay: Inlay, options: dict[str, Any], given: str | None, code: int, said: str
) -> None:
    path = write_encrypted(tmp_path / "e.parquet", **options)
    masters = {name: key for name, key in MASTERS.items() if given in (name, "both")}
    write_keys(tmp_path / "keys.json", masters)
    keys = [] if given is None else ["--keys", tmp_path / "keys.json"]
    found = inlay("crypt", "verify", path, *keys)
    assert (found.code, said in found.out) == (code, True), found.out


@pytest.mark.parametrize("command", [["crypt", "verify"], ["inspect"], ["verify"], ["layout"]])
def test_a_key_for_a_column_that_is_not_there_is_refused(
    tmp_path: Path, inlay: Inlay, command: list[str]
) -> None:
    path = write_encrypted(tmp_path / "e.parquet", plaintext_footer=True)
    wrong = inlay(*command, path, "--column-key", "A=0123456789abcdef")
    assert wrong.code == 2
    assert wrong.err == (
        f"error: {path}: a key is for 'A', and the file has no such column; did you mean 'a'?\n"
    )
    write_keys(tmp_path / "keys.json")
    keys = ["--keys", tmp_path / "keys.json"]
    of_others = inlay(*command, path, *keys, "--column-key", "other=0123456789abcdef")
    assert of_others.code in (0, 1), "every column opens: the key may be of another file's column"
    assert "other" not in of_others.err
    plain = tmp_path / "plain.parquet"
    pq.write_table(TABLE, plain)
    assert inlay(*command, plain, "--column-key", "other=0123456789abcdef").err == ""
