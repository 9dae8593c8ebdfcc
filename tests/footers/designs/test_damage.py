"""A byte that was changed: the walk's answer, another one that is not a lie about the bytes, or a typed error; never more."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

import pytest

from inlay.designs import FooterDesign, Range
from inlay.footers.designs.equality import compare_answers
from inlay.footers.designs.in_memory import fetch_from
from inlay_runtime.core import is_native
from inlay_runtime.errors import InlayError
from tests.footers.designs.files import DESIGNS, contents_in, nested_file, walked
from tests.footers.designs.mutations import damages, outcome
from tests.support.examples import TIMES
from tests.support.packed_cores import pure_python

QUESTIONS: tuple[Callable[[FooterDesign], object], ...] = (
    lambda design: design.schema,
    lambda design: design.key_values,
    lambda design: design.find(["nested.x", "id"]).to_pylist(),
    lambda design: design.place().to_pydict(),
    lambda design: design.place([1], [2]).to_pydict(),
    lambda design: design.bounds().to_pydict(),
    lambda design: design.page_index(1, 0),
)


def ask_all(cls: type[FooterDesign], data: bytes, at: int) -> int:
    """How many questions got an answer; all others got an InlayError."""
    answered = 0
    for ask in QUESTIONS:
        try:
            ask(cls.open(fetch_from(data), Range(at, len(data) - at)))
            answered += 1
        except InlayError:
            continue
    return answered


def answer_purely(name: str, patch: pytest.MonkeyPatch) -> AbstractContextManager[None]:
    """Pure Python also where functions were looked up before."""
    patch.setenv("INLAY_PURE", "1")
    return pure_python() if name == "modular" and is_native("packed") else nullcontext()


@pytest.mark.parametrize("pure", ["0", "1"])
@pytest.mark.parametrize("name", DESIGNS)
def test_damage_is_a_typed_error_or_an_answer(
    name: str, pure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cls, file, rng = DESIGNS[name], nested_file(), random.Random(1)
    data = cls.build(contents_in(file), len(file))
    damaged = damages(data, rng, (30 if pure == "1" else 80) * TIMES)
    core = answer_purely(name, monkeypatch) if pure == "1" else nullcontext()
    with core:
        answers = [ask_all(cls, file + bytes(one), len(file)) for one in damaged]
    assert ask_all(cls, file + data, len(file)) == len(QUESTIONS)
    assert min(answers) < len(QUESTIONS)


@pytest.mark.needs("native core")
@pytest.mark.parametrize("name", DESIGNS)
def test_both_cores_answer_alike_on_damage(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cls, file, rng = DESIGNS[name], nested_file(1), random.Random(2)
    data = cls.build(contents_in(file), len(file))
    damaged = damages(data, rng, 30 * TIMES)

    def ask_each() -> list[list[object]]:
        return [[outcome(ask, cls, one, len(file)) for ask in QUESTIONS] for one in damaged]

    natively = ask_each()
    with answer_purely(name, monkeypatch):
        assert ask_each() == natively


def test_a_design_that_lies_is_seen() -> None:
    file = nested_file()
    contents = contents_in(file)
    other = walked(file, contents_in(nested_file(2)))
    answers = compare_answers(other, walked(file, contents))
    assert "different" in answers.values()
