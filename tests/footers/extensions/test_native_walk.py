"""The native walks over a footer's bytes say what Python says, or leave it to Python."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inlay.footers.extensions import walk
from inlay.footers.extensions.carrier import Carrier
from inlay.footers.extensions.shapes import shape_of
from inlay.verbs.verify import not_utf8 as texts
from inlay.verbs.verify.text_plans import TEXT_PLANS, native_texts
from inlay_runtime.errors import DecodeError
from inlay_runtime.extension import Extension, Header
from parquet_format.parquet import FileMetaData
from tests.footers.conversion.footers import corpus_footers, wide
from tests.footers.conversion.random_footers import Footers

ROOT = shape_of(FileMetaData)

pytestmark = pytest.mark.needs("native core")


def carriers(data: bytes) -> list[Carrier] | str:
    """Or the error."""
    try:
        return walk.extensions_in(data, ROOT)
    except DecodeError as error:
        return f"{type(error).__name__}: {error}"


def in_python(data: bytes) -> list[Carrier] | str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walk, "native_extensions", None)
        return carriers(data)


def check(data: bytes) -> None:
    assert carriers(data) == in_python(data)
    try:
        metadata = FileMetaData.decode(data)
    except DecodeError:
        return
    assert list(texts.find_not_utf8(metadata, data)) == list(texts.find_not_utf8(metadata))


def odd_footers() -> Iterator[FileMetaData]:
    """With extensions and unknown fields in any struct."""
    for seed in range(150):
        yield Footers(random.Random(seed), oddity=(0, 0.02, 0.1)[seed % 3]).footer()


def test_the_corpus(parquet_testing: Path) -> None:
    for thrift in corpus_footers(parquet_testing).values():
        check(thrift)


def test_odd_footers() -> None:
    counts = []
    for footer in odd_footers():
        data = footer.encode()
        check(data)
        counts.append(len(carriers(data)))
    assert max(counts) > 5
    assert counts.count(0) > 20


@pytest.mark.parametrize("header", [Header.SPEC, Header.ZIGZAG])
def test_every_struct_of_a_path(header: Header) -> None:
    footer = wide(3, 2)
    chunk: Any = footer.row_groups[1].columns[2]
    holders = {
        "": footer,
        "schema[2]": footer.schema[2],
        "row_groups[1]": footer.row_groups[1],
        "row_groups[1].columns[2]": chunk,
        "row_groups[1].columns[2].meta_data": chunk.meta_data,
        "row_groups[1].columns[2].meta_data.statistics": chunk.meta_data.statistics,
    }
    for holder in holders.values():
        holder.extension = Extension(b"payload", header)
    data = footer.encode()
    listed = carriers(data)
    assert isinstance(listed, list)
    assert {carrier.path for carrier in listed} == holders.keys()
    check(data)


def test_structs_that_the_idl_does_not_have() -> None:
    """In lists, in lists of lists, in maps (where nobody looks), twice in one struct."""
    extension = b"\x08\xff\xff\x01\x01x"
    struct = extension + extension + b"\0"
    plain = wide(1, 1).encode()[:-1]
    for unknown in (
        b"\x0c\xc8\x01" + struct,
        b"\x09\xc8\x01\x2c" + struct + struct,
        b"\x09\xc8\x01\x29\x1c" + struct + b"\x1a\x1c" + struct,
        b"\x0b\xc8\x01\x01\x5c\x02" + struct,
        b"\x09\xc8\x01\x25\x02\x02",
    ):
        check(plain + unknown + b"\0")
    check(wide(1, 1).encode() + extension + b"\0")


def test_damage() -> None:
    rng = random.Random(7)
    for number, footer in enumerate(odd_footers()):
        if number % 5:
            continue
        data = footer.encode()
        for _ in range(40):
            damaged = bytearray(data)
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
            check(bytes(damaged))
        for _ in range(10):
            check(data[: rng.randrange(len(data))])


def test_deep_structs() -> None:
    for depth in (10, 63, 64, 65, 300, 100_000):
        check(b"\x1c" * depth + b"\0" * depth)
        check(b"\x19" + b"\x19" * depth + b"\x15\x02" + b"\0")


@pytest.mark.parametrize(
    "text", [b"abc", b"\xff\xfe", b"\xed\xa0\x80", b"12345678\xc3", "ü€😀".encode()]
)
def test_texts(text: bytes) -> None:
    footer = wide(3, 2)
    holder: Any = footer.row_groups[1].columns[2].meta_data
    shown = text.decode("utf-8", "surrogateescape")
    holder.path_in_schema = ["a", shown]
    footer.created_by = shown
    data = footer.encode()
    plan = TEXT_PLANS.plan_of(FileMetaData.SCHEMA)
    assert plan is not None
    assert native_texts is not None
    assert native_texts(data, plan, 64) is (text.decode("utf-8", "replace").encode() == text)
    check(data)
