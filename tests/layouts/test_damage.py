"""A byte that was changed: the walk's answer, another one that is no lie about the bytes, or a typed error; never more."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from inlay.footer.equality import compare_answers
from inlay.layouts import FooterLayout, Range
from inlay.layouts.in_memory import fetch_from
from inlay_runtime.errors import InlayError
from tests.layouts.files import LAYOUTS, contents_in, nested_file, walked
from tests.support.examples import TIMES

QUESTIONS: tuple[Callable[[FooterLayout], object], ...] = (
    lambda layout: layout.schema,
    lambda layout: layout.key_values,
    lambda layout: layout.find(["nested.x", "id"]).to_pylist(),
    lambda layout: layout.place().to_pydict(),
    lambda layout: layout.place([1], [2]).to_pydict(),
    lambda layout: layout.bounds().to_pydict(),
    lambda layout: layout.page_index(1, 0),
)


def ask_all(cls: type[FooterLayout], data: bytes, at: int) -> int:
    """How many questions got an answer; all others got an InlayError."""
    answered = 0
    for ask in QUESTIONS:
        try:
            ask(cls.open(fetch_from(data), Range(at, len(data) - at)))
            answered += 1
        except InlayError:
            continue
    return answered


@pytest.mark.parametrize("pure", ["0", "1"])
@pytest.mark.parametrize("name", LAYOUTS)
def test_damage_is_a_typed_error_or_an_answer(
    name: str, pure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INLAY_PURE", pure)
    cls, file, rng = LAYOUTS[name], nested_file(), random.Random(1)
    data = cls.build(contents_in(file), len(file))
    answers = [
        ask_all(cls, file + bytes(damaged), len(file))
        for damaged in damages(data, rng, (30 if pure == "1" else 80) * TIMES)
    ]
    assert min(answers) < len(QUESTIONS)
    assert max(answers) > 0


def damages(data: bytes, rng: random.Random, times: int) -> list[bytearray]:
    """Bytes changed, put in, taken out, and what is cut off."""
    damaged = [bytearray(data[: rng.randrange(len(data))]) for _ in range(times // 4)]
    for _ in range(times):
        one = bytearray(data)
        for _ in range(rng.choice([1, 1, 1, 8])):
            one[rng.randrange(len(one))] = rng.choice([0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)])
        if rng.random() < 0.2:
            del one[rng.randrange(len(one))]
        damaged.append(one)
    return damaged


@pytest.mark.needs("native core")
@pytest.mark.parametrize("name", LAYOUTS)
def test_both_cores_answer_alike_on_damage(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cls, file, rng = LAYOUTS[name], nested_file(1), random.Random(2)
    data = cls.build(contents_in(file), len(file))
    for damaged in damages(data, rng, 30 * TIMES):
        seen = []
        for pure in ("0", "1"):
            monkeypatch.setenv("INLAY_PURE", pure)
            seen.append([outcome(ask, cls, file + bytes(damaged), len(file)) for ask in QUESTIONS])
        assert seen[0] == seen[1]


def outcome(
    ask: Callable[[FooterLayout], object], cls: type[FooterLayout], data: bytes, at: int
) -> object:
    try:
        return ask(cls.open(fetch_from(data), Range(at, len(data) - at)))
    except InlayError as error:
        return type(error), str(error)


def test_a_layout_that_lies_is_seen() -> None:
    file = nested_file()
    contents = contents_in(file)
    other = walked(file, contents_in(nested_file(2)))
    answers = compare_answers(other, walked(file, contents))
    assert "different" in answers.values()
