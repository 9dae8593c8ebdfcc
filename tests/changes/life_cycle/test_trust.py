"""The way out of a file whose footers disagree: `inlay footer revert --trust`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest

from inlay.footers.footer.read import read_footer
from tests.changes.life_cycle.test_vouched import TABLE, dead, lying, small
from tests.faults.flips import STEPS, after, flipped

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

REFUSED = (["footer", "revert"], ["footer", "promote"], ["footer", "finalize"], ["seal"])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "two.parquet"


@pytest.mark.parametrize("count", [1, 2])
def test_footers_that_disagree_are_led_out_by_whom_is_trusted(
    count: int, path: Path, inlay: Inlay
) -> None:
    plain = small()
    disagreeing = lying(after(plain, STEPS[:count]))
    path.write_bytes(disagreeing)
    refused = inlay("footer", "revert", path)
    assert refused.code == 4
    assert "--trust thrift" in refused.err
    assert "--trust flatbuffer" in refused.err
    assert inlay("footer", "revert", path, "--trust", "thrift").code == 0
    assert pq.read_metadata(path).num_rows == 2
    assert read_footer(str(path)).form.value == "thrift"
    path.write_bytes(disagreeing)
    assert inlay("footer", "revert", path, "--trust", "flatbuffer").code == 0
    assert path.read_bytes() == plain


@pytest.mark.parametrize("count", [1, 2])
def test_a_dead_footer_is_not_trusted(count: int, path: Path, inlay: Inlay) -> None:
    plain = small()
    data = dead(after(plain, STEPS[:count]))
    path.write_bytes(data)
    refused = inlay("footer", "revert", path, "--trust", "thrift")
    assert (refused.code, "is damaged" in refused.err) == (4, True)
    assert path.read_bytes() == data
    assert inlay("footer", "revert", path, "--trust", "flatbuffer").code == 0
    assert path.read_bytes() == plain


@pytest.mark.parametrize("count", [1, 2])
def test_a_damaged_flatbuffer_is_taken_out(count: int, path: Path, inlay: Inlay) -> None:
    plain = small()
    data = after(plain, STEPS[:count])
    tail = read_footer(_written(path, data))
    assert tail.second.content is not None
    bad = flipped(data, 8 * (tail.offset + tail.second.content.start + 9))
    path.write_bytes(bad)
    refused = inlay("footer", "revert", path)
    assert (refused.code, "--trust thrift" in refused.err) == (4, True)
    assert inlay("footer", "revert", path, "--trust", "flatbuffer").code == 4
    assert inlay("footer", "revert", path, "--trust", "thrift").code == 0
    assert path.read_bytes() == plain


def test_a_final_file_has_no_thrift_to_trust(path: Path, inlay: Inlay) -> None:
    plain = small()
    path.write_bytes(after(plain, STEPS))
    refused = inlay("footer", "revert", path, "--trust", "thrift")
    assert (refused.code, "no Thrift" in refused.err) == (4, True)
    assert inlay("footer", "revert", path, "--trust", "flatbuffer").code == 0
    assert path.read_bytes() == plain


def test_a_plain_file_has_nothing_to_trust(path: Path, inlay: Inlay) -> None:
    path.write_bytes(small())
    for trust in ("thrift", "flatbuffer"):
        refused = inlay("footer", "revert", path, "--trust", trust)
        assert (refused.code, "nothing to revert" in refused.err) == (4, True)


@pytest.mark.parametrize("command", REFUSED, ids=" ".join)
def test_whatever_is_refused_names_the_way_out(
    command: list[str], path: Path, inlay: Inlay
) -> None:
    count = 2 if command[-1] in ("finalize", "seal") else 1
    path.write_bytes(lying(after(small(), STEPS[:count])))
    refused = inlay(*command, path)
    assert (refused.code, "--trust thrift` or " in refused.err) == (4, True)


def test_nothing_is_said_to_be_as_it_was_where_nobody_knows(
    path: Path, tmp_path: Path, inlay: Inlay
) -> None:
    """After an extension came in the final form, no such Thrift file ever was."""
    path.write_bytes(after(small(), STEPS))
    payload = tmp_path / "payload"
    payload.write_bytes(b"somebody's")
    append = ("ext", "append", path, payload, "--uuid", "6fa459ea-ee8a-3ca4-894e-db77e160355e")
    assert inlay(*append).code == 0
    found = inlay("footer", "revert", path)
    assert (found.code, "as it was" in found.out) == (0, False)
    assert "(form: thrift)" in found.out
    assert pq.read_table(path).equals(TABLE)


@pytest.mark.parametrize("count", [1, 2])
def test_a_dead_footer_beside_a_flatbuffer_has_a_second_copy(
    count: int, path: Path, inlay: Inlay
) -> None:
    path.write_bytes(dead(after(small(), STEPS[:count])))
    refused = inlay("seal", path)
    assert (refused.code, "no second copy" in refused.err) == (4, False)
    assert f"inlay recover {path} -o OUT" in refused.err


def _written(path: Path, data: bytes) -> str:
    path.write_bytes(data)
    return str(path)
