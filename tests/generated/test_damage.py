"""Damaged footers: a value or a typed error with an offset; nothing else, and no hang.

A sample with a fixed seed; `python -m tests.generated.exhaustive` takes all of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from inlay_runtime.errors import TruncatedError
from parquet_format.parquet import FileMetaData
from tests.conftest import CORPUS
from tests.generated.damage import KINDS, outcome, prefixes, references
from tests.support.effort import costs_at_most

FOLDER = CORPUS / "parquet-testing"
REFERENCES = references(FOLDER if FOLDER.is_dir() else None)
SAMPLE = 600


@pytest.mark.parametrize("name", REFERENCES)
def test_the_references_are_good(name: str) -> None:
    data = REFERENCES[name]
    assert FileMetaData.decode(data).encode() == data


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
@pytest.mark.parametrize("name", REFERENCES)
def test_damage_is_a_value_or_a_typed_error(
    name: str, kind: Callable[[bytes], Iterator[bytes]]
) -> None:
    every = list(kind(REFERENCES[name]))
    chosen = random.Random(7).sample(every, min(SAMPLE, len(every)))
    for data in chosen:
        assert costs_at_most(500, partial(outcome, data)), data.hex()


def test_every_prefix_is_truncated() -> None:
    for data in prefixes(REFERENCES["made here"]):
        with pytest.raises(TruncatedError):
            FileMetaData.decode(data)
