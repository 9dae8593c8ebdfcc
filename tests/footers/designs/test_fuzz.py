"""A sample of what `python -m tests.footers.designs.fuzz` does, and that its patches get past the frames."""

from __future__ import annotations

import random

import pyarrow as pa
import pytest

from inlay.designs import Range
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.modular.design import ModularDesign
from inlay_runtime.errors import InlayError
from tests.footers.designs.files import DESIGNS, nested_file
from tests.footers.designs.fuzz import CUT, one_seed, patched, targets
from tests.footers.designs.mutations import outcome
from tests.support.examples import TIMES


def test_a_sample() -> None:
    for seed in range(150 * TIMES):
        one_seed(seed)


def test_a_patch_is_a_place_from_the_end_and_a_byte() -> None:
    assert patched(b"abcd", bytes([0, 0, 120]) + bytes([5, 0, 121])) == b"abyx"
    assert patched(b"abcd", CUT.to_bytes(2, "little") + bytes([128])) == b"ab"
    assert patched(b"abcd", b"") == b"abcd"


@pytest.mark.parametrize("name", DESIGNS)
def test_what_is_not_patched_is_answered(name: str) -> None:
    file, data = nested_file(2), targets()[name].data
    cls = DESIGNS[name]
    assert isinstance(outcome(lambda design: design.schema, cls, data, len(file)), list)
    placed = outcome(lambda design: design.place(), cls, data, len(file))
    assert isinstance(placed, pa.RecordBatch)


def test_patches_reach_what_lies_behind_the_root() -> None:
    file, data, rng = nested_file(2), targets()["modular, bare"].data, random.Random(1)
    answers: list[object] = []
    for _ in range(200):
        damaged = patched(data, rng.randbytes(12))
        try:
            fetch = fetch_from(file + damaged)
            design = ModularDesign.open(fetch, Range(len(file), len(damaged)))
            answers.append(repr(design.place().to_pydict()))
        except InlayError as error:
            answers.append(str(error))
    assert len(set(answers)) > 20
