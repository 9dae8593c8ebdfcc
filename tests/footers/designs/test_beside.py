"""A design beside the Thrift of real files: there and back, every question equal, and no damage that changes an answer."""

from __future__ import annotations

import io
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from inlay.changes.life_cycle.steps import Trust, revert
from inlay.designs import Range
from inlay.footers.containers.design_content import DesignHead, pack_design, read_design_head
from inlay.footers.containers.registry import DESIGN
from inlay.footers.designs.dual.answers import derive_from_design
from inlay.footers.designs.equality import EQUAL, compare_answers
from inlay.footers.designs.flatbuffers.sealed import is_sealed
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.footer import Footer
from inlay.footers.footer.form import Form
from inlay.ground.refusals import FormError
from inlay.verbs.verify.verify_footer import verify_footer
from inlay_runtime.containers import SPEC_TRAILER, spec_size
from inlay_runtime.errors import InlayError
from tests.footers.designs.beside import BESIDE, head_of, opened, with_content, with_design
from tests.footers.designs.files import DESIGNS, contents_in, corpus_files, nested_file, walked
from tests.support.examples import TIMES

ASKED: tuple[Callable[[Footer], object], ...] = (
    lambda footer: footer.place(),
    lambda footer: footer.bounds(),
    lambda footer: footer.schema,
    lambda footer: footer.metadata,
)


@pytest.mark.parametrize("name", BESIDE)
@pytest.mark.parametrize("row_groups", [0, 1, 3])
def test_there_and_back(name: str, row_groups: int) -> None:
    file = nested_file(row_groups)
    dual = with_design(file, name)
    footer = opened(dual)
    assert (footer.form, footer.findings, footer.thrift) == (Form.DUAL, (), footer.data)
    assert dual[: footer.offset] + revert(footer) == file
    assert derive_from_design(footer.second) == opened(file).data
    answers = compare_answers(footer, walked(file, contents_in(file)))
    assert set(answers.values()) == {EQUAL}, answers
    assert verify_footer(footer).findings == ()
    assert pq.read_table(io.BytesIO(dual)).equals(pq.read_table(io.BytesIO(file)))


@pytest.mark.parametrize("name", BESIDE)
def test_there_and_back_on_public_files(name: str, parquet_testing: Path) -> None:
    seen = Counter[str]()
    for path, file, contents in corpus_files(parquet_testing):
        try:
            dual = with_design(file, name)
        except (FormError, InlayError) as error:
            seen[type(error).__name__] += 1
            continue
        footer = opened(dual)
        assert dual[: footer.offset] + revert(footer) == file, path
        answers = compare_answers(footer, walked(file, contents))
        assert set(answers.values()) == {EQUAL}, (path, answers)
        assert verify_footer(footer).findings == verify_footer(opened(file)).findings, path
        seen["dual"] += 1
    assert seen["dual"] > 30, seen


@pytest.mark.parametrize("name", BESIDE)
def test_a_flipped_bit_never_changes_an_answer(name: str) -> None:
    file = nested_file(2)
    dual, walk = with_design(file, name), walked(file, contents_in(file))
    expected = [walk.place(), walk.bounds(), walk.schema, walk.find(["id", "nested.x", "?"])]
    rng, begin = random.Random(3), opened(dual).offset
    said = Counter[str]()
    for _ in range(300 * TIMES):
        at = rng.randrange(begin, len(dual))
        damaged = bytearray(dual)
        damaged[at] ^= 1 << rng.randrange(8)
        try:
            footer = opened(bytes(damaged))
            answers = [
                footer.place(),
                footer.bounds(),
                footer.schema,
                footer.find(["id", "nested.x", "?"]),
            ]
        except InlayError:
            said["an error"] += 1
            continue
        assert answers == expected, at
        is_seen = bool(footer.findings or verify_footer(footer).findings)
        said["with a finding" if is_seen else "unseen"] += 1
        assert is_seen, at
    assert said["with a finding"] > 200, said


@pytest.mark.parametrize("name", BESIDE)
def test_what_is_read_does_not_depend_on_who_checks_all_of_it(name: str) -> None:
    """Where the Thrift has the CRC of the head, nobody looks at the rest of the design."""
    dual = with_design(nested_file(1), name)
    begin, sealed = opened(dual).offset, 0
    for at in range(begin, len(dual) - 8, 11):
        damaged = dual[:at] + bytes([dual[at] ^ 1]) + dual[at + 1 :]
        at_once, checked = opened(damaged), opened(damaged)
        _ = checked.second
        assert at_once.thrift == checked.thrift, at
        sealed += is_sealed(at_once.data)
    assert sealed > 30


@pytest.mark.parametrize("name", BESIDE)
def test_damaged_thrift_is_made_again_from_the_design(name: str) -> None:
    file = nested_file(2)
    dual, footer = with_design(file, name), opened(file)
    at = dual.index(b"nested", footer.offset)
    damaged = dual[:at] + b"\xff" + dual[at + 1 :]
    broken = opened(damaged)
    assert broken.is_derived
    assert [finding.code for finding in broken.findings] == ["thrift-crc"]
    assert broken.metadata == footer.metadata
    assert damaged[: broken.offset] + revert(broken, Trust.DESIGN) == file
    with pytest.raises(FormError, match="no flatbuffer to trust"):
        revert(broken, Trust.FLATBUFFER)
    with pytest.raises(FormError):
        revert(broken)


@pytest.mark.parametrize("name", BESIDE)
def test_the_end_of_the_file_leads_to_the_design_past_the_thrift(name: str) -> None:
    file = nested_file(3)
    dual = with_design(file, name)
    end = dual[-160:]
    stop = len(end) - 1 - 8
    assert end[stop - 16 : stop] == DESIGN.bytes
    size = spec_size(end[stop - SPEC_TRAILER : stop])
    assert size is not None
    content = stop - SPEC_TRAILER
    head = read_design_head(end, content - size, content)
    assert isinstance(head, DesignHead)
    assert head.offset == len(dual) - len(end) + content - size
    design = DESIGNS[head.name].open(fetch_from(dual), Range(head.offset, head.length))
    assert design.place([0]).equals(walked(file, contents_in(file)).place([0]))


@pytest.mark.parametrize("name", BESIDE)
def test_a_design_that_lies_elsewhere_is_not_asked(name: str) -> None:
    """Bytes before the footer shift it: its offsets count from the start of the file."""
    file = nested_file(1)
    dual = with_design(file, name)
    begin = opened(dual).offset
    shifted = opened(dual[:begin] + bytes(100) + dual[begin:])
    assert shifted.form is Form.DUAL
    assert shifted.place().equals(walked(file, contents_in(file)).place())
    codes = [finding.code for finding in verify_footer(shifted).findings]
    assert "design" in codes


@pytest.mark.parametrize("name", BESIDE)
def test_hostile_bytes_under_agreeing_crcs_are_a_typed_error_or_an_answer(name: str) -> None:
    """Whoever can make CRCs can lie: `verify` sees it, and nothing but typed errors comes of it."""
    dual = with_design(nested_file(1), name)
    content = opened(dual).second.data
    rng = random.Random(4)
    said = Counter[str]()
    for _ in range(60 * TIMES):
        hostile = bytearray(content)
        for _ in range(rng.choice([1, 1, 4])):
            hostile[rng.randrange(len(hostile))] = rng.randrange(256)
        footer = opened(with_content(dual, bytes(hostile)))
        for ask in ASKED:
            try:
                ask(footer)
            except InlayError:
                said["an error"] += 1
        said["with a finding" if verify_footer(footer).findings else "true"] += 1
    assert said["with a finding"] > 40, said


def test_a_design_that_nobody_knows_leaves_the_thrift() -> None:
    file = nested_file(1)
    dual = with_design(file, BESIDE[0])
    head = head_of(dual)
    content = opened(dual).second.data
    design = content[: head.length]
    unknown = with_content(
        dual, pack_design(design, b"", "nobody-knows", head.offset, head.thrift_crc)
    )
    footer = opened(unknown)
    assert footer.form is Form.DUAL
    assert footer.place().equals(walked(file, contents_in(file)).place())
    assert verify_footer(footer).findings == ()
    assert unknown[: footer.offset] + revert(footer) == file
