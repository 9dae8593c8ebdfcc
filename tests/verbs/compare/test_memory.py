"""What is held of a footer while its designs are asked, and taken apart."""

from __future__ import annotations

import sys
import tracemalloc
from typing import ClassVar

from inlay.designs import FooterContents
from inlay.footers.designs.equality import EQUAL, compare_opened
from inlay.footers.designs.thrift.walked import ThriftDesign
from inlay.verbs.compare.compare import compare_designs
from tests.footers.designs.files import contents_in, nested_file, walked


class Apart(ThriftDesign):
    """Remembers, of each footer that is built without something, how often the whole one was there."""

    name = "apart"
    whole: ClassVar[int] = 0
    held: ClassVar[list[int]] = []

    @classmethod
    def build(cls, contents: FooterContents, offset: int) -> bytes:
        size = sys.getsizeof(contents.thrift)
        if size >= cls.whole:
            cls.whole = size
        else:
            traces = tracemalloc.take_snapshot().traces
            cls.held.append(sum(trace.size == cls.whole for trace in traces))
        return super().build(contents, offset)


def test_the_whole_footer_is_put_aside_while_it_is_taken_apart() -> None:
    file = nested_file()
    tracemalloc.start()
    try:
        compare_designs(file, designs={"apart": Apart}, rounds=1)
    finally:
        tracemalloc.stop()
    assert len(Apart.held) > 3
    assert set(Apart.held) == {0}


def test_each_question_is_asked_of_a_footer_of_its_own() -> None:
    file = nested_file()
    walk = walked(file, contents_in(file))
    opened: list[ThriftDesign] = []

    def open_again() -> ThriftDesign:
        opened.append(walked(file, contents_in(file)))
        return opened[-1]

    answers = compare_opened(open_again, lambda: walk)
    assert set(answers.values()) == {EQUAL}
    assert len(opened) == len(answers) > 9
