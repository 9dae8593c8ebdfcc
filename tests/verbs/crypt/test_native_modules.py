"""Modules that are opened natively, all of a chunk at once, are told as Python tells them one by one: whole, damaged, moved, repeated."""

from __future__ import annotations

import random
from io import BytesIO
from typing import Any

import pytest

import inlay
from inlay.ground.files import source
from inlay.ground.files.source import Seekable
from inlay.verbs.crypt import module_reader, open_run
from inlay.verbs.crypt.met_module import MetModule
from inlay.verbs.crypt.nonces import Nonces
from inlay.verbs.crypt.page_run import PageRun
from inlay.verbs.crypt.verify import ModuleVerification, verify_after
from tests.pages.encodings.files import pa, pq
from tests.support.encrypted_files import encryption_of
from tests.verbs.crypt.test_verify import KEYS, cut, modules_of, put

pytestmark = pytest.mark.needs("native core")

DAMAGED = 300
KINDS: dict[str, dict[str, Any]] = {
    "one key": {"uniform_encryption": True},
    "keys of columns": {},
    "192 bits": {"data_key_length_bits": 192},
    "256 bits": {"data_key_length_bits": 256},
    "footer in the clear": {"plaintext_footer": True},
    "CTR": {"encryption_algorithm": "AES_GCM_CTR_V1"},
}


def write_pages(rows: int = 100, **options: Any) -> bytes:
    """A file of several pages a chunk, two row groups, and one column with a dictionary."""
    file = BytesIO()
    table = pa.table({"a": [float(at) for at in range(rows)], "b": range(rows)})
    small: dict[str, Any] = {"data_page_size": 64, "write_batch_size": 8, "use_dictionary": ["b"]}
    pq.write_table(
        table,
        file,
        row_group_size=rows // 2,
        write_page_index=True,
        encryption_properties=encryption_of(**options),
        **small,
    )
    return file.getvalue()


def verify(data: bytes, others: tuple[bytes, ...] = ()) -> ModuleVerification:
    """Natively, and the same in Python."""
    natively = inlay.verify_modules(data, keys=KEYS, others=others)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(open_run, "native_modules", None)
        assert inlay.verify_modules(data, keys=KEYS, others=others) == natively
    return natively


def count_runs(patch: pytest.MonkeyPatch) -> list[int]:
    """A number for each chunk that is opened natively from now on: how many modules it has."""
    opened: list[int] = []

    def note(*given: Any, **named: Any) -> PageRun:
        run = PageRun(*given, **named)
        opened.append(len(run))
        return run

    patch.setattr(open_run, "PageRun", note)
    return opened


@pytest.mark.parametrize("kind", KINDS)
def test_whole_files(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = write_pages(**KINDS[kind])
    runs = count_runs(monkeypatch)
    told = verify(data)
    assert told.findings == ()
    assert len(runs) == (4 if kind == "one key" else 2)
    assert told.untagged == (sum(runs) // 2 if kind == "CTR" else 0)


@pytest.mark.parametrize("step", [1, 100, 1 << 10])
def test_modules_lie_across_what_is_read_at_a_time(
    step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = write_pages(uniform_encryption=True)
    whole = verify(data)
    monkeypatch.setattr(module_reader, "_STEP", step)
    runs = count_runs(monkeypatch)
    assert verify(data) == whole
    assert len(runs) == 4


def swap(data: bytes, one: MetModule, other: MetModule) -> bytes:
    """What stands between them may move."""
    return data[: one.start] + cut(data, other) + data[one.end : other.start] + cut(data, one) + data[other.end :]  # fmt: skip


def damage(r: random.Random, data: bytes, met: list[MetModule]) -> bytes:
    one, other = sorted(r.sample(met, 2), key=lambda module: module.start)
    match r.randrange(5):
        case 0:
            changed = bytearray(data)
            for _ in range(r.randrange(1, 4)):
                changed[r.randrange(one.start, one.end)] ^= 1 << r.randrange(8)
            return bytes(changed)
        case 1:
            return swap(data, one, other)
        case 2:
            size = min(one.end - one.start, other.end - other.start)
            return data[: other.start] + data[one.start : one.start + size] + data[other.start + size :]  # fmt: skip
        case 3:
            length = r.choice([0, 11, 12, 27, 28, one.end - one.start, 1 << 20, (1 << 32) - 1])
            return data[: one.start] + length.to_bytes(4, "little") + data[one.start + 4 :]
        case _:
            gone = bytes(one.end - one.start)
            return put(data, one, gone)


@pytest.mark.parametrize("kind", ["one key", "keys of columns", "CTR"])
def test_what_is_wrong_is_told_alike(kind: str) -> None:
    data, other = write_pages(**KINDS[kind]), write_pages(**KINDS[kind])
    _, met = modules_of(data)
    r, found = random.Random(kind), 0
    for _ in range(DAMAGED // 3):
        found += len(verify(damage(r, data, met), (other,)).findings)
    assert found > DAMAGED // 3


@pytest.mark.parametrize("algorithm", ["AES_GCM_V1", "AES_GCM_CTR_V1"])
def test_all_nonces_of_a_copy_are_used_twice(
    algorithm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is said to be that of its own module, in words of its place. There are so many pages that their numbers take two bytes."""
    data = write_pages(8_000, uniform_encryption=True, encryption_algorithm=algorithm)
    runs = count_runs(monkeypatch)

    def verify_twice() -> list[str]:
        nonces = Nonces()
        assert verify_after(nonces, data, KEYS, (), lambda _: None).findings == ()
        again = verify_after(nonces, data, KEYS, (), lambda _: None)
        return [finding.what for finding in again.findings]

    said = verify_twice()
    assert max(runs[:4]) > 1_000
    met = inlay.verify_modules(data, keys=KEYS)
    assert len(said) == met.opened + met.untagged - 1 > 3_000  # the footer is the one
    assert all(what.split(" has the nonce of ")[0] in what.split(" has the nonce of ")[1] for what in said)  # fmt: skip
    monkeypatch.setattr(open_run, "native_modules", None)
    assert verify_twice() == said


def test_for_a_wrong_length_nothing_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it would be memory for what is no module."""
    data = write_pages(uniform_encryption=True)
    _, met = modules_of(data)
    page = next(module for module in met if module.place.page == 1)
    sizes: list[int] = []

    def read_at(file: Seekable, start: int, size: int) -> bytes:
        sizes.append(size)
        return source.read_at(file, start, size)

    monkeypatch.setattr(module_reader, "read_at", read_at)
    monkeypatch.setattr(module_reader, "_STEP", 64)
    changed = put(data, page, b"\xff" * 4 + cut(data, page)[4:])
    findings = verify(changed).findings
    assert {finding.code for finding in findings} == {"module-changed", "module-length"}
    assert 64 < max(sizes) < len(data) // 2


def test_a_cipher_that_writes_into_no_memory_is_used_by_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As that of cryptography before its version 47."""
    data = write_pages(uniform_encryption=True)
    whole = verify(data)
    runs = count_runs(monkeypatch)
    monkeypatch.setattr(open_run, "find_decrypt_into", lambda _: None)
    assert inlay.verify_modules(data, keys=KEYS) == whole
    assert runs == []
