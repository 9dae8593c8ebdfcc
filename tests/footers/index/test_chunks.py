"""`Footer.chunks`: what is said of some chunks in Thrift's classes, through an index and without one."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.designs import NotCarriedError
from inlay.footers.footer import EncryptedFooterError, FooterError
from inlay.footers.footer.trailer import tail_of
from inlay_runtime.errors import InlayError, RequestError
from parquet_format.parquet import ColumnChunk, EncryptionWithFooterKey
from tests.faults.flips import STEPS, after
from tests.footers.designs.files import nested_file
from tests.footers.index.lying import Lie, with_lie
from tests.footers.index.test_files import indexed
from tests.footers.index.test_lies import REFUSED, STALE

FILE = nested_file()
ASKED: list[tuple[Sequence[str] | Sequence[int] | None, Sequence[int] | None]] = [
    (None, None),
    (["nested.x", "id"], [2, 0]),
    ([5, 0], [1]),
    (["text"], None),
    ([], None),
    (["id"], []),
]


def expected(
    columns: Sequence[str] | Sequence[int] | None, row_groups: Sequence[int] | None
) -> list[ColumnChunk]:
    """As the decoded footer has them."""
    whole = inlay.open(FILE).row_groups
    names = [
        ".".join(chunk.meta_data.path_in_schema) for chunk in whole[0].columns if chunk.meta_data
    ]
    chosen = range(len(names)) if columns is None else columns
    groups = range(len(whole)) if row_groups is None else row_groups
    ordinals = [names.index(each) if isinstance(each, str) else each for each in chosen]
    return [whole[group].columns[column] for column in ordinals for group in groups]


@pytest.mark.parametrize(("columns", "row_groups"), ASKED)
def test_they_are_those_of_the_metadata(
    columns: Sequence[str] | Sequence[int] | None, row_groups: Sequence[int] | None
) -> None:
    files = [after(FILE, STEPS[:steps]) for steps in range(4)]
    for file in (FILE, indexed(FILE), *files):
        assert inlay.open(file).chunks(columns, row_groups) == expected(columns, row_groups)


@pytest.mark.parametrize("lie", [*REFUSED, *STALE])
def test_a_lie_of_an_index_changes_none(lie: Lie) -> None:
    footer = inlay.open(with_lie(indexed(FILE), lie))
    for columns, row_groups in ASKED:
        assert footer.chunks(columns, row_groups) == expected(columns, row_groups)


def wide_file() -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table({f"c{at}": [at, at + 1] for at in range(800)}), sink, row_group_size=1)
    return sink.getvalue()


def test_only_what_is_asked_for_is_fetched_and_checked() -> None:
    """Damage in another chunk is an error of the metadata, and none of these chunks."""
    whole = indexed(wide_file())
    footer = inlay.open(whole)
    (chunk,) = footer.chunks(["c200"], [1])
    assert footer.cost.bytes * 2 < len(footer.data)
    damaged = bytearray(whole)
    damaged[footer.offset + footer.thrift.rindex(b"\x04c100")] = 0xFF  # the path of its last chunk
    broken = inlay.open(bytes(damaged))
    assert broken.chunks(["c200"], [1]) == [chunk]
    for ask in (lambda: broken.metadata, lambda: broken.chunks(["c100"])):
        with pytest.raises(FooterError):
            ask()


def test_damage_is_an_error_or_gives_what_the_metadata_gives() -> None:
    file = indexed(FILE)
    start, rng = inlay.open(file).offset, random.Random(4)
    for _ in range(200):
        flipped = bytearray(file)
        flipped[rng.randrange(start, len(file))] ^= 1 << rng.randrange(8)
        footer = inlay.open(bytes(flipped))
        try:
            chunks = footer.chunks([2], [1])
            metadata = footer.metadata
        except InlayError:
            continue
        assert chunks == [metadata.row_groups[1].columns[2]]


@pytest.mark.parametrize("has_index", [False, True])
@pytest.mark.parametrize(
    ("columns", "row_groups", "words"),
    [
        (["nested.z"], None, "did you mean 'nested."),
        ([8], None, "there is no column 8"),
        ([0], [3], "there is no row group 3"),
        ("id", None, "say columns=['id']"),
    ],
)
def test_what_is_not_there_is_named(
    has_index: bool, columns: Sequence[str], row_groups: Sequence[int] | None, words: str
) -> None:
    with pytest.raises(RequestError) as raised:
        inlay.open(indexed(FILE) if has_index else FILE).chunks(columns, row_groups)
    assert words in str(raised.value)


def test_chunks_that_are_not_those_of_the_schema_are_refused() -> None:
    footer = inlay.open(FILE)
    metadata = footer.metadata
    metadata.row_groups[1].columns.pop()
    file = FILE[: footer.offset] + tail_of(metadata.encode())
    with pytest.raises(NotCarriedError, match="row group 1 has 7 chunks of 8 columns"):
        inlay.open(file).chunks([0], [1])


def test_a_chunk_with_a_key_of_its_own_is_said_as_it_is() -> None:
    footer = inlay.open(FILE)
    metadata = footer.metadata
    metadata.row_groups[0].columns[0].crypto_metadata = EncryptionWithFooterKey()
    file = FILE[: footer.offset] + tail_of(metadata.encode())
    for each in (file, indexed(file)):
        assert inlay.open(each).chunks([0], [0]) == [metadata.row_groups[0].columns[0]]


def test_an_encrypted_footer_is_named(parquet_testing: Path) -> None:
    with pytest.raises(EncryptedFooterError):
        inlay.open(parquet_testing / "data/uniform_encryption.parquet.encrypted").chunks()
