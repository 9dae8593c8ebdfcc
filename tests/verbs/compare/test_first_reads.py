"""What an answer costs where the first read brings more, and `inlay.open` with such a read."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.footers.designs.fetch import Range
from inlay.verbs.compare.compare import compare_designs
from inlay.verbs.compare.comparison_tables import tables_of
from inlay.verbs.compare.first_reads import FIRST_READS, model_first_reads
from inlay_runtime.errors import RequestError
from tests.footers.designs.files import DESIGNS, nested_file

KIB, MIB = 1 << 10, 1 << 20
OLD_END = 500 * MIB
"""Of a file whose old footer had 4 MiB; the new one has 3, and was fetched from behind it."""
BODY, FOOTER = 496 * MIB, 3 * MIB

STEPS: dict[str, tuple[list[Sequence[Range]], list[tuple[int, int]]]] = {
    "nothing": ([], [(1, 1)] * 4),
    "the last 4 KiB": ([[Range(OLD_END + FOOTER - 4 * KIB, 4 * KIB)]], [(1, 1)] * 4),
    "the first byte of the footer": ([[Range(OLD_END, 1)]], [(2, 2)] * 4),
    "1.5 MiB before the end, and what it leads to": (
        [[Range(OLD_END + 3 * MIB // 2, 9)], [Range(OLD_END + 2 * MIB, 9), Range(OLD_END, 9)]],
        [(4, 3), (4, 3), (2, 2), (2, 2)],
    ),
    "a page index in the body": ([[Range(BODY - MIB, 100)]], [(2, 2)] * 4),
}


@pytest.mark.parametrize("name", STEPS)
def test_costs(name: str) -> None:
    """Requests and steps under each first read; 1% of the file is more than 2 MiB here, and so 2 MiB."""
    steps, expected = STEPS[name]
    costs = model_first_reads(steps, Range(OLD_END, FOOTER), BODY)
    assert [(costs[read].requests, costs[read].steps) for read in FIRST_READS] == expected


def test_what_the_first_read_has_a_part_of_is_fetched_for_the_rest() -> None:
    whole = model_first_reads([[Range(OLD_END, FOOTER)]], Range(OLD_END, FOOTER), BODY)
    assert {cost.bytes for cost in whole.values()} == {FOOTER}


def test_a_share_of_a_small_file_is_128_kib() -> None:
    costs = model_first_reads([], Range(MIB, 1000), MIB)
    assert costs["1% of the file"].bytes == costs["128 KiB"].bytes == 128 * KIB
    assert costs["2 MiB"].bytes == MIB + 1000


def test_a_small_file_is_one_step_in_every_design() -> None:
    compared = compare_designs(nested_file(), designs=DESIGNS, rounds=1)
    answers = [answer for design in compared.designs for answer in design.measured]
    assert {cost.steps for answer in answers for cost in answer.first_reads.values()} == {1}
    table = next(shown for shown in tables_of(compared) if shown.title.startswith("Steps"))
    assert {cell for row in table.rows for cell in row[1:]} <= {"1 / 1 / 1 / 1", "-"}


class CountedFile(io.BytesIO):
    reads = 0

    def read(self, size: int | None = -1, /) -> bytes:
        self.reads += 1
        return super().read(size)


@pytest.mark.parametrize(("first_read", "reads"), [(12, 2), (64 * KIB, 2), (2 * MIB, 1)])
def test_open(first_read: int, reads: int) -> None:
    written = io.BytesIO()
    pq.write_table(pa.table({f"column {at}": [1.5] for at in range(1_000)}), written)
    file = CountedFile(written.getvalue())
    footer = inlay.open(file, first_read=first_read)
    assert len(footer.data) > 64 * KIB
    assert file.reads == reads
    assert footer.metadata == inlay.read_metadata(written.getvalue())


def test_a_read_that_is_too_short_is_refused() -> None:
    with pytest.raises(RequestError, match=r"12 bytes or more.*: not 4"):
        inlay.open(b"PAR1", first_read=4)
