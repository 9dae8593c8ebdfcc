"""Designs and the index, given bytes that a fuzzer chooses: `python -m tests.footers.designs.fuzz [atheris options]`.

An answer or a typed error is all that may come, the same from both cores; an index changes no answer. With atheris installed,
coverage leads it; without, seeds do: `python -m tests.footers.designs.fuzz --seeds 0:10000`. A sample of the latter is in the tests.

Input is the number of a target, and patches of three bytes: where, and what stands there. So most of a footer stays well-formed,
and what no CRC vouches for is patched behind the frame and the root as well.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from typing import Final

from inlay.designs import FooterDesign
from inlay.footers.containers import INDEX, Content, Entry, payload_of, unwrap, wrap
from inlay.footers.designs.equality import DIFFERENT, compare_answers
from inlay.footers.designs.modular.build import ModularOptions
from inlay.footers.designs.modular.design import ModularDesign
from inlay.footers.designs.thrift.jump_table import JumpTable
from inlay.footers.extensions.splice import with_payload
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.trailer import tail_of
from inlay.verbs.verify.verify_footer import verify_footer
from inlay_runtime.errors import InlayError
from tests.footers.designs.beside import BESIDE, opened, with_content, with_design
from tests.footers.designs.files import DESIGNS, contents_in, nested_file, walked
from tests.footers.designs.mutations import outcome
from tests.footers.designs.test_damage import QUESTIONS
from tests.footers.index.test_files import indexed
from tests.support.fuzzing import fuzz

PATCH: Final = 3
CUT: Final = 0xFFFF
"""A place where nothing is put: what follows it is cut off."""

MOST_PATCHES: Final = 12


@dataclass(frozen=True)
class Target:
    """`data` is what is patched, and `hold` what has to be true of the result; `ask` asks it but one question, by number."""

    data: bytes
    hold: Callable[[bytes], None]
    ask: Callable[[bytes, int], None]


@cache
def targets() -> Mapping[str, Target]:
    """By name: each design as it is, a modular one without CRCs, designs beside Thrift, and the index."""
    file = nested_file(2)
    contents = contents_in(file)
    plain = ModularOptions(has_supplement=False)
    made: dict[str, tuple[type[FooterDesign], bytes]] = {
        **{name: (cls, cls.build(contents, len(file))) for name, cls in DESIGNS.items()},
        "modular, bare": (ModularDesign, ModularDesign.build_as(contents, len(file), plain)),
    }
    alone = {name: _alone(data, cls, file) for name, (cls, data) in made.items()}
    beside = {f"{name} beside Thrift": _beside(with_design(file, name)) for name in BESIDE}
    return {**alone, **beside, "index": _index(file)}


def _alone(data: bytes, cls: type[FooterDesign], file: bytes) -> Target:
    def ask(patched: bytes, which: int) -> None:
        outcome(QUESTIONS[which % len(QUESTIONS)], cls, patched, len(file))

    return Target(data, _answers_alike(cls, file), ask)


def _answers_alike(cls: type[FooterDesign], file: bytes) -> Callable[[bytes], None]:
    def hold(patched: bytes) -> None:
        outcomes: list[list[object]] = []
        for core in ("0", "1"):
            with _core(core):
                outcomes.append([outcome(ask, cls, patched, len(file)) for ask in QUESTIONS])
        for compiled, pure, ask in zip(*outcomes, QUESTIONS, strict=True):
            # Compiled code reads less of an index, so it may be right where Python walks into damage.
            assert compiled == pure or (cls is JumpTable and compiled == whole(ask))

    def whole(ask: Callable[[FooterDesign], object]) -> object:
        return outcome(ask, cls, cls.build(contents_in(file), len(file)), len(file))

    return hold


def _beside(dual: bytes) -> Target:
    """The content of the container, whose CRCs agree with whatever it is."""

    def hold(patched: bytes) -> None:
        footer = opened(with_content(dual, patched))
        for which in range(4):
            _ask_footer(footer, which)
        verify_footer(footer)

    def ask(patched: bytes, which: int) -> None:
        _ask_footer(opened(with_content(dual, patched)), which)

    return Target(opened(dual).second.data, hold, ask)


def _ask_footer(footer: Footer, which: int) -> None:
    questions = (footer.place, footer.bounds, lambda: footer.schema, lambda: footer.metadata)
    with suppress(InlayError):
        questions[which % 4]()


def _index(file: bytes) -> Target:
    """The index alone in its extension, whose CRCs agree."""
    with_index = indexed(file)
    footer = opened(with_index)
    carrier = footer.struct().carrier
    payload, slot = carrier.payload_in(footer.data), carrier.slot
    assert payload is not None
    assert slot is not None
    content = unwrap(payload)
    assert isinstance(content, Content)
    walk = walked(file, contents_in(file))

    def lie(patched: bytes) -> Footer:
        new = payload_of([Entry(INDEX, wrap(patched, INDEX))]) or b""
        data = with_payload(footer.data, carrier, new, slot.header)
        return opened(with_index[: footer.offset] + tail_of(data))

    def hold(patched: bytes) -> None:
        answers = compare_answers(lie(patched), walk)
        assert DIFFERENT not in answers.values(), answers

    return Target(content.data, hold, lambda patched, which: _ask_footer(lie(patched), which))


@contextmanager
def _core(pure: str) -> Iterator[None]:
    before = os.environ.get("INLAY_PURE", "0")
    os.environ["INLAY_PURE"] = pure
    try:
        yield
    finally:
        os.environ["INLAY_PURE"] = before


def patched(data: bytes, patches: bytes) -> bytes:
    out = bytearray(data)
    for start in range(0, len(patches) - PATCH + 1, PATCH):
        place = int.from_bytes(patches[start : start + 2], "little")
        if place == CUT:
            del out[len(out) * patches[start + 2] // 256 :]
        elif out:
            out[-1 - place % len(out)] = patches[start + 2]
    return bytes(out)


def one_input(data: bytes) -> None:
    """The first byte chooses the target."""
    if data:
        target = choose_target(data[0])
        target.hold(patched(target.data, data[1 : 1 + PATCH * MOST_PATCHES]))


def one_question(data: bytes, which: int) -> None:
    """The same, but one question, of one core."""
    if data:
        target = choose_target(data[0])
        target.ask(patched(target.data, data[1 : 1 + PATCH * MOST_PATCHES]), which)


def choose_target(number: int) -> Target:
    return list(targets().values())[number % len(targets())]


def one_seed(seed: int) -> None:
    rng = random.Random(f"designs {seed}")
    one_input(rng.randbytes(1 + PATCH * rng.randrange(1, 5)))


if __name__ == "__main__":
    fuzz(sys.argv[1:], "tests.footers.designs.fuzz", one_input, one_seed)
