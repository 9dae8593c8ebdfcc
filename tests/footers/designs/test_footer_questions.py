"""The questions to the footer of a file, in every form."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest

import inlay
from inlay.designs import FetchCost, NotCarriedError
from inlay.footers.designs.equality import DIFFERENT, EQUAL, compare_answers
from inlay.footers.footer import EncryptedFooterError, FooterError
from inlay.footers.footer.trailer import tail_of
from inlay_runtime.errors import InlayError, RequestError
from parquet_format.parquet import EncryptionWithFooterKey
from tests.faults.flips import STEPS, after
from tests.footers.designs.files import contents_in, nested_file, walked
from tests.support.examples import TIMES

FORMS = {"thrift": 0, "private": 1, "migration": 2, "final": 3}
"""How many steps lead to a form."""


@pytest.fixture(scope="module", params=FORMS)
def file(request: pytest.FixtureRequest) -> bytes:
    return after(nested_file(), STEPS[: FORMS[request.param]])


def test_a_footer_of_any_form_answers_as_the_walk_does(file: bytes) -> None:
    plain = nested_file()
    answers = compare_answers(inlay.open(io.BytesIO(file)), walked(plain, contents_in(plain)))
    assert set(answers.values()) == {EQUAL}, answers


@pytest.mark.parametrize("form", [form for form in FORMS if form != "thrift"])
def test_a_flipped_bit_is_an_error_or_changes_no_answer(form: str) -> None:
    """Nothing vouches for Thrift alone."""
    plain = nested_file()
    walk = walked(plain, contents_in(plain))
    file = after(plain, STEPS[: FORMS[form]])
    start = inlay.open(io.BytesIO(file)).offset
    rng = random.Random(3)
    for _ in range(40 * TIMES):
        flipped = bytearray(file)
        flipped[rng.randrange(start, len(file))] ^= 1 << rng.randrange(8)
        try:
            answers = compare_answers(inlay.open(io.BytesIO(bytes(flipped))), walk)
        except InlayError:
            continue
        assert DIFFERENT not in answers.values()


def test_the_thrift_that_nobody_vouches_for_is_not_asked() -> None:
    plain = nested_file()
    for steps in (STEPS[:1], STEPS[:2]):
        file = after(plain, steps)
        footer = inlay.open(io.BytesIO(file))
        at = footer.offset + 20
        damaged = file[:at] + bytes([file[at] ^ 0x40]) + file[at + 1 :]
        answers = compare_answers(
            inlay.open(io.BytesIO(damaged)), walked(plain, contents_in(plain))
        )
        assert set(answers.values()) == {EQUAL}, answers


def test_columns_are_paths_or_ordinals(file: bytes) -> None:
    footer = inlay.open(io.BytesIO(file))
    by_name = footer.place(columns=["nested.x", "id"], row_groups=[2, 0])
    assert by_name.equals(footer.place(columns=[5, 0], row_groups=[2, 0]))
    assert by_name["column"].to_pylist() == [5, 5, 0, 0]
    assert by_name["row_group"].to_pylist() == [2, 0, 2, 0]
    by_path, by_ordinal = footer.page_index("text", 1), footer.page_index(2, 1)
    assert by_path is not None
    assert by_ordinal is not None
    assert by_path.pages.equals(by_ordinal.pages)


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        (["nested"], "'nested' is a group of columns: name one of them, such as 'nested.x'"),
        (["nested.z"], "the file has no column 'nested.z'; did you mean 'nested."),
        ([8], "there is no column 8: the footer has 8, from 0"),
        ([-1], "there is no column -1"),
        ("id", "say columns=['id']"),
    ],
)
def test_a_column_that_is_not_there_is_named(columns: list[str], words: str) -> None:
    footer = inlay.open(io.BytesIO(nested_file()))
    for ask in (footer.place, footer.bounds):
        with pytest.raises(RequestError) as raised:
            ask(columns=columns)
        assert words in str(raised.value)


def test_what_it_cost_is_counted(file: bytes) -> None:
    footer = inlay.open(io.BytesIO(file))
    footer.place([0])
    opened = footer.cost
    assert (opened.requests, opened.steps) == (1, 1)
    index = footer.page_index("id", 0)
    assert index is not None
    assert footer.cost == FetchCost(footer.cost.bytes, 3, 2)
    assert footer.cost.bytes > opened.bytes


def test_damage_names_the_file_and_the_place(tmp_path: Path) -> None:
    path = tmp_path / "damaged.parquet"
    file = nested_file()
    footer = inlay.open(io.BytesIO(file))
    at = footer.offset + 3
    path.write_bytes(file[:at] + b"\xff" + file[at + 1 :])
    with pytest.raises(FooterError) as raised:
        inlay.open(path).place()
    assert raised.value.path == str(path)
    assert raised.value.offset >= footer.offset


def test_an_index_outside_of_the_file_is_refused() -> None:
    file = nested_file()
    footer = inlay.open(io.BytesIO(file))
    metadata = footer.metadata
    metadata.row_groups[0].columns[0].offset_index_offset = len(file) * 2
    footer = inlay.open(io.BytesIO(file[: footer.offset] + tail_of(metadata.encode())))
    with pytest.raises(FooterError, match="the file has"):
        footer.page_index(0, 0)


def test_the_page_index_of_a_column_with_a_key_is_not_guessed() -> None:
    file = nested_file()
    footer = inlay.open(io.BytesIO(file))
    metadata = footer.metadata
    metadata.row_groups[0].columns[0].crypto_metadata = EncryptionWithFooterKey()
    for steps in ((), STEPS[:1], STEPS[:2]):
        written = after(file[: footer.offset] + tail_of(metadata.encode()), steps)
        with pytest.raises(NotCarriedError, match="encrypted"):
            inlay.open(io.BytesIO(written)).page_index("id", 0)


def test_an_encrypted_footer_is_named(parquet_testing: Path) -> None:
    with pytest.raises(EncryptedFooterError):
        inlay.open(parquet_testing / "data/uniform_encryption.parquet.encrypted").place()
