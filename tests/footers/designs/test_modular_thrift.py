"""What a modular footer says in Thrift is the same natively and in Python; and work grows with the columns, not with the chunks."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from inlay.designs import FooterContents, NotCarriedError, Range
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.modular import as_thrift
from inlay.footers.designs.modular.as_thrift import encode_metadata, metadata_of
from inlay.footers.designs.modular.build import ModularOptions
from inlay.footers.designs.modular.design import ModularDesign
from parquet_format.parquet import CompressionCodec, FileMetaData, Statistics, Type
from tests.footers.conversion.footers import corpus_footers, wide
from tests.support.calls import count_calls

pytestmark = pytest.mark.needs("native core")


def built(thrift: bytes, options: ModularOptions | None = None) -> ModularDesign | None:
    """None for what the design does not carry."""
    contents = FooterContents(thrift)
    try:
        data = ModularDesign.build_as(contents, 0, options or ModularOptions())
    except NotCarriedError:
        return None
    return ModularDesign.open(fetch_from(data, 0), Range(0, len(data)))


def check(footer: ModularDesign) -> None:
    natively = encode_metadata(footer)
    assert natively == metadata_of(footer).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(as_thrift, "metadata_of", None)  # nothing was left to Python
        assert encode_metadata(footer) == natively


def test_the_corpus(parquet_testing: Path) -> None:
    footers = [built(thrift) for thrift in corpus_footers(parquet_testing).values()]
    carried = [footer for footer in footers if footer is not None and footer.num_row_groups]
    assert len(carried) > 20
    for footer in carried:
        check(footer)


def varied(seed: int) -> FileMetaData:
    """Chunks that say more and less of themselves."""
    rng = random.Random(seed)
    types = (Type.INT32, Type.BYTE_ARRAY, Type.DOUBLE)
    metadata = wide(6, 4)
    for at, element in enumerate(metadata.schema[1:]):
        element.type = types[at % 3]
    for group in metadata.row_groups:
        for at, chunk in enumerate(group.columns):
            meta = chunk.meta_data
            assert meta is not None
            meta.type = types[at % 3]
            meta.codec = rng.choice([*CompressionCodec])
            meta.dictionary_page_offset = rng.choice([None, 4, 1 << 40])
            meta.num_values = rng.randrange(1 << rng.randrange(1, 50))
            meta.statistics = rng.choice([None, Statistics(), varied_statistics(rng)])
    return metadata


def varied_statistics(rng: random.Random) -> Statistics:
    said = Statistics(null_count=rng.choice([None, 0, 7]), nan_count=rng.choice([None, 1 << 33]))
    if rng.randrange(3):
        said.min_value, said.max_value = (rng.randbytes(rng.choice([0, 1, 8, 200])) for _ in "ab")
        said.is_min_value_exact = rng.choice([None, True, False])
        said.is_max_value_exact = rng.choice([None, True, False])
    return said


def test_chunks_that_say_more_and_less() -> None:
    for seed in range(60):
        footer = built(varied(seed).encode())
        assert footer is not None
        check(footer)


@pytest.mark.parametrize(
    ("columns", "groups"), [(1, 1), (14, 1), (15, 2), (3, 14), (2, 15), (130, 3)]
)
def test_lists_of_any_size(columns: int, groups: int) -> None:
    footer = built(wide(columns, groups).encode())
    assert footer is not None
    check(footer)


def test_nothing_at_all() -> None:
    footer = built(wide(3, 0).encode())
    assert footer is not None
    assert encode_metadata(footer) == metadata_of(footer).encode()


def test_chunks_are_no_calls() -> None:
    counted: list[int] = []
    for groups in (2, 12):
        footer = built(wide(100, groups).encode())
        assert footer is not None
        encode_metadata(footer)  # what is read, and imported, once
        counted.append(count_calls(partial(encode_metadata, footer)))
    assert counted[1] - counted[0] < 10 * 100
