"""What a modular footer says in Thrift is the same natively and in Python; and work grows with the columns, not with the chunks."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from inlay.designs import FooterContents, NotCarriedError
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.modular import as_thrift
from inlay.footers.designs.modular.as_thrift import encode_metadata, metadata_of
from inlay.footers.designs.modular.build import ModularOptions
from inlay.footers.designs.modular.design import ModularDesign
from inlay.footers.designs.ranges import Range
from parquet_format.parquet import FileMetaData
from tests.footers.conversion.footers import corpus_footers, wide
from tests.footers.conversion.random_footers import Footers
from tests.support.calls import count_calls

pytestmark = pytest.mark.needs("native core")


def built(thrift: bytes, options: ModularOptions | None = None) -> ModularDesign | None:
    """None for what the design does not carry."""
    contents = FooterContents(thrift, FileMetaData.decode(thrift))
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


def test_any_footer() -> None:
    compared = 0
    for seed in range(60):
        footer = built(Footers(random.Random(seed), oddity=0.02 * (seed % 2)).footer().encode())
        if footer is not None and footer.num_row_groups and footer.num_columns:
            check(footer)
            compared += 1
    assert compared > 20


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
