"""Files that end in a modular footer, and in no other: every reader of ours reads them."""

from __future__ import annotations

import io
import pickle
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.changes.life_cycle.steps import revert
from inlay.footers.designs.equality import EQUAL, compare_answers
from inlay.footers.footer import FooterError, Form
from inlay.footers.footer.read import FIRST_READ
from inlay.ground.refusals import FormError
from inlay.verbs.verify.verify_file import verify
from inlay_runtime.errors import InlayError
from tests.footers.designs.files import contents_in, nested_file, walked
from tests.footers.designs.modular_files import LEAD_BACK, WAYS, footer_in
from tests.support.examples import TIMES

FILE: Final = nested_file()
CONTENTS: Final = contents_in(FILE)
PROTECTED: Final = [way for way in WAYS if not way.startswith("plain")]


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_it_answers_as_the_walk_does(way: str, tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    path.write_bytes(footer_in(way, FILE, CONTENTS))
    for source in (path, path.read_bytes(), io.BytesIO(path.read_bytes())):
        answers = compare_answers(inlay.open(source), walked(FILE, CONTENTS))
        assert set(answers.values()) == {EQUAL}, answers


def test_the_form_and_the_place_are_known(way: str) -> None:
    footer = inlay.open(footer_in(way, FILE, CONTENTS))
    assert (footer.form, footer.offset) == (Form.MODULAR, inlay.open(FILE).offset)
    assert footer.tail() == footer.data == footer_in(way, FILE, CONTENTS)[footer.offset :]
    assert (footer.end.own_thrift(footer), footer.flatbuffer, footer.findings) == (b"", None, ())
    assert footer.is_derived
    assert pickle.loads(pickle.dumps(footer)) == footer


@pytest.mark.parametrize("way", LEAD_BACK)
def test_it_leads_back_to_the_thrift(way: str) -> None:
    footer = inlay.open(footer_in(way, FILE, CONTENTS))
    assert footer.thrift == CONTENTS.thrift
    assert footer.metadata == CONTENTS.metadata
    assert FILE[: footer.offset] + revert(footer) == FILE


def test_its_data_is_read(way: str, tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    path.write_bytes(footer_in(way, FILE, CONTENTS))
    expected = pq.read_table(io.BytesIO(FILE))
    assert inlay.read_table(path).equals(expected)
    assert inlay.read_table(path, columns=["id"], row_groups=[1]).num_rows == 40
    assert pa.Table.from_batches(inlay.iter_batches(path, batch_size=7)).equals(expected)
    (row,) = inlay.file_table(path).to_pylist()
    assert (row["num_rows"], row["num_row_groups"]) == (120, 3)
    scanned = pa.Table.from_batches(inlay.scan_footers(str(tmp_path), table="column_chunks"))
    assert scanned.num_rows == 24


def test_without_a_crc_it_is_said_to_be_unprotected(way: str, tmp_path: Path) -> None:
    data = footer_in(way, FILE, CONTENTS)
    assert verify(data, data=True).findings == ()
    assert verify(data).seal == ("not needed" if way in PROTECTED else "unprotected")


def test_a_guess_about_pages_is_no_claim() -> None:
    """Some readers skip row groups whose pages are said to be encoded by a dictionary alone."""
    metadata = inlay.open(footer_in("plain modular", FILE, CONTENTS)).metadata
    chunks = [chunk.meta_data for group in metadata.row_groups for chunk in group.columns]
    assert all(chunk is not None and chunk.encoding_stats is None for chunk in chunks)


@pytest.mark.parametrize("way", PROTECTED)
def test_a_flipped_bit_is_an_error_or_changes_no_answer(way: str) -> None:
    data = footer_in(way, FILE, CONTENTS)
    walk, start = walked(FILE, CONTENTS), inlay.open(data).offset
    rng = random.Random(5)
    seen = Counter[str]()
    for _ in range(60 * TIMES):
        flipped = bytearray(data)
        flipped[rng.randrange(start, len(data))] ^= 1 << rng.randrange(8)
        try:
            footer = inlay.open(bytes(flipped))
            answers = compare_answers(footer, walk)
        except InlayError:
            seen["refused"] += 1
            continue
        # A question that is refused counts as different: no answer that is given may be another one.
        for name, verdict in answers.items():
            assert verdict == EQUAL or is_refused(footer, name), name
        try:
            assert footer.metadata == CONTENTS.metadata
            seen["same"] += 1
        except FooterError:
            seen["refused"] += 1
    assert seen["refused"] > 30, seen


def is_refused(footer: inlay.Footer, question: str) -> bool:
    asks: dict[str, Callable[[], object]] = {
        "shape": lambda: footer.num_columns,
        "schema": lambda: footer.schema,
        "key_values": lambda: footer.key_values,
        "place": footer.place,
        "bounds": footer.bounds,
        "find": lambda: footer.find(["nested.x", "id"]),
        "page_index": lambda: [
            footer.page_index(at, group) for at in range(8) for group in range(3)
        ],
    }
    kind = question.partition(" ")[0]
    try:
        asks[kind]()
    except InlayError:
        return True
    return False


def wide_file() -> bytes:
    sink = io.BytesIO()
    columns = {f"column_{at:04}": pa.array(range(20)) for at in range(1500)}
    pq.write_table(pa.table(columns), sink, row_group_size=5)
    return sink.getvalue()


def loaded(footer: inlay.Footer) -> bytes:
    return footer.end.loaded_tail(footer)


def test_of_a_long_footer_a_question_fetches_a_part(tmp_path: Path) -> None:
    file = wide_file()
    contents = contents_in(file)
    path = tmp_path / "wide.parquet"
    path.write_bytes(footer_in("modular", file, contents))
    footer = inlay.open(path)
    assert len(loaded(footer)) == FIRST_READ
    assert footer.place([7]).equals(walked(file, contents).place([7]))
    assert len(loaded(footer)) == FIRST_READ
    assert footer.cost.bytes < (footer.file_size - footer.offset) / 4
    assert footer.cost.steps == 2
    assert footer.thrift == contents.thrift
    assert footer.data == loaded(footer) == path.read_bytes()[footer.offset :]
    with path.open("rb") as opened:
        whole = inlay.open(opened)
    assert whole.data == footer.data  # though its file is closed


def test_a_file_that_changed_meanwhile_is_not_taken_for_the_old_one(tmp_path: Path) -> None:
    file = wide_file()
    path = tmp_path / "wide.parquet"
    path.write_bytes(footer_in("modular", file, contents_in(file)))
    footer = inlay.open(path)
    path.write_bytes(b"PAR1" + path.read_bytes())
    for ask in (footer.place, lambda: footer.data, lambda: footer.metadata):
        with pytest.raises(FooterError, match="open it again"):
            ask()


FRAMES: Final = {
    "no room for a frame": b"PAR1MFP1",
    "it begins behind the file": bytes(40) + (1 << 40).to_bytes(8, "little") + bytes(8) + b"MFP1",
    "it begins in the magic": bytes(40) + bytes(16) + b"MFP1",
    "a negative root": bytes(40) + bytes(8) + b"\xff" * 8 + b"MFP1",
    "metadata without a file": bytes(40) + b"MFT1",
}


@pytest.mark.parametrize("data", FRAMES.values(), ids=FRAMES)
def test_a_frame_that_leads_nowhere_is_explained(data: bytes) -> None:
    with pytest.raises(FooterError) as raised:
        inlay.open(data)
    assert raised.value.offset <= len(data)
    assert raised.value.hint


def test_what_changes_a_footer_refuses_it(tmp_path: Path, way: str) -> None:
    path = tmp_path / "file.parquet"
    path.write_bytes(footer_in(way, FILE, CONTENTS))
    before = path.read_bytes()
    with pytest.raises(FormError, match="inlay footer convert --design thrift"):
        inlay.set_metadata(str(path), created_by="somebody")
    assert path.read_bytes() == before
