"""What the native pass says of a footer is what the walk over its records says: nothing is left out of account."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from inlay.footers.footer import undeclared
from inlay.footers.footer.declared_plans import is_all_declared, is_declared_below
from inlay.footers.footer.undeclared import Undeclared, find_undeclared
from inlay_runtime.append import append_extension
from inlay_runtime.errors import DecodeError
from inlay_runtime.extension import Extension
from parquet_format import parquet
from parquet_format.parquet import FileMetaData
from tests.footers.conversion.footers import corpus_footers, wide
from tests.footers.conversion.random_footers import Footers
from tests.runtime.values import Random

pytestmark = pytest.mark.needs("native core")


def check(data: bytes) -> bool:
    """What the native pass says, which is never more than the records do."""
    root = FileMetaData.decode(data)
    natively = is_all_declared(data, FileMetaData, b"")
    assert find_undeclared(root) == Undeclared() or not natively
    assert find_undeclared(root, b"", data) == find_undeclared(root)
    return natively


def test_most_of_the_corpus_is_told_natively(parquet_testing: Path) -> None:
    told = [check(data) for data in corpus_footers(parquet_testing).values()]
    assert told.count(True) > 0.9 * len(told) > 50


def test_what_is_odd_is_left_to_the_records() -> None:
    assert check(wide(5, 2).encode())
    odd = [check(Footers(random.Random(seed), oddity=0.3).footer().encode()) for seed in range(40)]
    assert odd.count(False) > 20


def test_beside_what_the_footer_itself_carries_no_record_is_decoded() -> None:
    data = append_extension(wide(5, 2).encode(), b"file")
    root = FileMetaData.decode(data)
    expected = find_undeclared(root)
    assert len(expected.extensions) == 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(undeclared._Walk, "record", None)
        assert find_undeclared(root, b"", data) == expected
    deeper = wide(5, 2)
    deeper.row_groups[1].extension = Extension(b"row group")
    data = append_extension(deeper.encode(), b"file")
    assert not is_declared_below(data, FileMetaData)
    assert check(data) is False


@pytest.mark.parametrize("seed", range(10))
def test_bytes_that_were_changed(seed: int) -> None:
    rng = random.Random(seed)
    footers = [wide(3, 2).encode(), Footers(rng, oddity=0).footer().encode()]
    source = Random(rng, parquet, depth=6)
    footers += [source.wire_struct(FileMetaData.SCHEMA) for _ in range(5)]
    for whole in footers:
        for _ in range(40):
            damaged = bytearray(whole)
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
            try:
                check(bytes(damaged) + rng.choice([b"", b"", b"\0", b"signature"]))
            except DecodeError:
                continue
