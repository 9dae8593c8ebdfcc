"""Modular footers: back to the Thrift to the byte, and a CRC vouches for every answer."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from inlay.footers.designs.design import FooterContents, NotCarriedError
from inlay.footers.designs.modular import bounds as modular_bounds
from inlay.footers.designs.modular import placement as modular_placement
from inlay.footers.designs.modular import root as modular_root
from inlay.footers.designs.modular.build import ModularOptions
from inlay.footers.designs.modular.design import ModularDesign
from inlay_runtime.errors import InlayError
from tests.footers.designs.files import contents_in, corpus_files, nested_file
from tests.footers.designs.mutations import damages, outcome
from tests.support.examples import TIMES
from tests.support.packed_cores import pure_python


def test_there_and_back_on_public_files(parquet_testing: Path) -> None:
    seen = Counter[str]()
    for name, file, contents in corpus_files(parquet_testing):
        try:
            data = ModularDesign.build(contents, len(file))
        except NotCarriedError:
            seen["refused"] += 1
            continue
        assert ModularDesign.over(data, len(file)).thrift() == contents.thrift, name
        seen["compared"] += 1
    assert seen["compared"] > 50, seen
    assert seen["refused"] < 10, seen


def indexed(contents: FooterContents, offset: int) -> bytes:
    """A modular footer with an index of names, however few there are."""
    return ModularDesign.build_as(contents, offset, ModularOptions(indexed_from=0))


ASKED: tuple[Callable[[ModularDesign], Any], ...] = (
    lambda footer: footer.schema,
    lambda footer: footer.key_values,
    lambda footer: footer.find(["nested.x", "id", "not there"]),
    lambda footer: footer.place(),
    lambda footer: footer.place([1], [0]),
    lambda footer: footer.bounds([2], [1]),
    lambda footer: footer.bounds(),
    lambda footer: footer.page_index(2, 0),
    lambda footer: footer.thrift(),
)


def answer(ask: Callable[[ModularDesign], Any], footer: ModularDesign) -> Any:
    """Also where the answer is that nothing is carried."""
    try:
        return ask(footer)
    except NotCarriedError as error:
        return str(error)


def test_a_flipped_bit_never_changes_an_answer() -> None:
    file = nested_file(2)
    data = indexed(contents_in(file), len(file))
    expected = [answer(ask, ModularDesign.over(data, len(file))) for ask in ASKED]
    rng = random.Random(4)
    seen = Counter[str]()
    for at in range(0, len(data), max(1, 11 // TIMES)):
        damaged = bytearray(data)
        damaged[at] ^= 1 << rng.randrange(8)
        for ask, before in zip(ASKED, expected, strict=True):
            try:
                said = answer(ask, ModularDesign.over(bytes(damaged), len(file)))
            except InlayError:
                seen["refused"] += 1
                continue
            is_same = said.equals(before) if isinstance(said, pa.RecordBatch) else said == before
            assert is_same, at
            seen["same"] += 1
    assert min(seen["refused"], seen["same"]) > 200, seen


@pytest.mark.needs("native core")
def test_both_cores_answer_alike_where_no_crc_vouches() -> None:
    file, rng = nested_file(2), random.Random(9)
    contents = contents_in(file)
    options = ModularOptions(has_supplement=False, indexed_from=0)
    data = ModularDesign.build_as(contents, len(file), options)
    damaged = damages(data, rng, 250 * TIMES)

    def ask_each() -> list[object]:
        return [outcome(ask, ModularDesign, one, len(file)) for one in damaged for ask in ASKED]

    natively = ask_each()
    with pure_python():
        purely = ask_each()
    for native, pure in zip(natively, purely, strict=True):
        assert native == pure
    answered = sum(not isinstance(answer, tuple) for answer in natively)
    assert min(answered, len(natively) - answered) > 300


@pytest.mark.needs("native core")
def test_what_is_fine_is_placed_natively(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left to Python: not the root, and no chunk."""
    file = nested_file(3)
    data = ModularDesign.build(contents_in(file), len(file))
    with pure_python():
        purely = ModularDesign.over(data, len(file)).place()
        bounds = ModularDesign.over(data, len(file)).bounds()
        some = ModularDesign.over(data, len(file)).place([3, 1, 1], [2, 0])

    def refuse(*_: object) -> None:
        raise AssertionError("left to Python")

    for module, name in (
        (modular_root, "read_frame"),
        (modular_placement, "read_placement"),
        (modular_bounds, "read_small_fields"),
    ):
        monkeypatch.setattr(module, name, refuse)
    footer = ModularDesign.over(data, len(file))
    assert footer.place().equals(purely)
    assert footer.bounds().equals(bounds)
    assert ModularDesign.over(data, len(file)).place([3, 1, 1], [2, 0]).equals(some)
