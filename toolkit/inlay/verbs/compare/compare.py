"""One footer in every design, asked the same questions: answers first, then what they cost."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from time import process_time
from typing import Final, NamedTuple

from inlay.footers.designs.contents import contents_of
from inlay.footers.designs.design import FooterContents, FooterDesign, NotCarriedError
from inlay.footers.designs.equality import DIFFERENT, NOT_CARRIED, compare_opened
from inlay.footers.designs.fetch import Fetch, FetchCost, Range
from inlay.footers.designs.fetch_again import fetch_beside
from inlay.footers.designs.known import find_designs
from inlay.footers.designs.thrift.walked import ThriftDesign
from inlay.footers.footer import Footer, FooterError, read_footer
from inlay.footers.footer.errors import COPY_AGAIN
from inlay.ground.files.source import Source
from inlay.ground.free_memory import collect_and_give_back, give_back
from inlay.verbs.compare.components import SmallerFooters, measure_components
from inlay.verbs.compare.first_reads import RecordedFetch, model_first_reads
from inlay.verbs.compare.questions import OPEN, Question, choose_questions
from inlay.verbs.compare.results import REMOTE, ComparedDesign, ComparedFile, Measured, RemoteStore
from inlay_runtime.errors import DecodeError

ROUNDS: Final = 5
"""How often each question is asked; the best counts."""


class _Built(NamedTuple):
    cls: type[FooterDesign]
    fetch: Fetch
    place: Range
    body: int
    """Bytes of the file before its footer."""

    def open(self) -> FooterDesign:
        return self.cls.open(self.fetch, self.place)

    def spend(self, question: Question) -> tuple[FetchCost, Mapping[str, FetchCost]]:
        """What an answer costs, and with other first reads."""
        recorded = RecordedFetch(self.fetch)
        opened = self.cls.open(recorded, self.place)
        question.ask(opened)
        return opened.cost, model_first_reads(recorded.steps, self.place, self.body)


def compare_designs(
    source: Source,
    store: RemoteStore = REMOTE,
    *,
    designs: Mapping[str, type[FooterDesign]] | None = None,
    rounds: int = ROUNDS,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> ComparedFile:
    """The footer of a file in each of the designs, by name; None for all that are installed. `progress` is told how many of how many steps are
    done: a design is built, or asked a question.

    A design whose answers are not those of the walk over the Thrift is not measured. Each is let go of before the next is built. Raises
    FooterError for a file whose footer or page indexes cannot be read, EncryptedFooterError where only a key opens them.
    """
    asked = find_designs() if designs is None else designs
    compared, contents, end = _ask_all(source, store, asked, rounds, progress)
    apart = [*compared.designs]
    size = len(contents.thrift)
    with SmallerFooters(contents.thrift) as smaller:
        contents = replace(contents, thrift=b"")
        for at, design in enumerate(apart):
            if design.refuses:
                continue
            collect_and_give_back(size)
            cls = asked[design.name]
            components = measure_components(cls, contents, end, design.size, smaller)
            apart[at] = replace(design, components=components)
    return replace(compared, designs=apart)


def _ask_all(
    source: Source,
    store: RemoteStore,
    asked: Mapping[str, type[FooterDesign]],
    rounds: int,
    progress: Callable[[int, int], None],
) -> tuple[ComparedFile, FooterContents, int]:
    """The designs without their components; and what they were built from, for a file of so many bytes."""
    footer = read_footer(source)
    _ = copy(footer).metadata  # whose errors say more; a copy keeps nothing for us
    end = footer.file_size
    try:
        contents = contents_of(footer.thrift, fetch_beside(footer, Range(end, 0), b""), end)
        walk = _put_behind(footer, ThriftDesign, footer.thrift)
        columns, row_groups = _count_parts(walk.open())
    except DecodeError as error:
        raise FooterError(footer.path, footer.offset, str(error), COPY_AGAIN, "decode") from error
    questions = choose_questions(contents, columns)
    steps = 1 + len(questions)  # of a design
    compared: list[ComparedDesign] = []
    size = len(contents.thrift)
    for number, (name, cls) in enumerate(asked.items()):
        collect_and_give_back(size)
        advance = partial(_advance, progress, number * steps, len(asked) * steps)
        advance(0)
        try:
            built = _build(cls, footer, contents)
        except NotCarriedError as error:
            compared.append(ComparedDesign(name, refuses=str(error)))
            continue
        give_back(size)  # what the building took
        compared.append(_ask(name, built, walk, questions, store, rounds, advance))
        del built
    return ComparedFile(footer.path, columns, row_groups, compared), contents, end


def _advance(progress: Callable[[int, int], None], before: int, steps: int, done: int) -> None:
    progress(before + done, steps)


def _count_parts(walk: FooterDesign) -> tuple[int, int]:
    """Columns, and row groups."""
    return walk.num_columns, walk.num_row_groups


def _build(cls: type[FooterDesign], footer: Footer, contents: FooterContents) -> _Built:
    return _put_behind(footer, cls, cls.build(contents, footer.file_size))


def _put_behind(footer: Footer, cls: type[FooterDesign], data: bytes) -> _Built:
    """A footer in a design, behind the file."""
    place = Range(footer.file_size, len(data))
    return _Built(cls, fetch_beside(footer, place, data), place, footer.offset)


def _ask(
    name: str,
    built: _Built,
    walk: _Built,
    questions: Sequence[Question],
    store: RemoteStore,
    rounds: int,
    progress: Callable[[int], None],
) -> ComparedDesign:
    is_walk = built.cls is walk.cls
    verdicts: Mapping[str, str] = {} if is_walk else compare_opened(built.open, walk.open)
    different = [question for question, verdict in verdicts.items() if verdict == DIFFERENT]
    loses = [question for question, verdict in verdicts.items() if verdict == NOT_CARRIED]
    measured: Sequence[Measured] = ()
    if not different:
        measured = _measure_all(built, questions, store, rounds, progress)
    opened = next((answer for answer in measured if answer.question == OPEN), None)
    return ComparedDesign(
        name,
        built.place.length,
        always=0 if opened is None else opened.cost.bytes,
        loses=loses,
        different=different,
        measured=measured,
    )


def _measure_all(
    built: _Built,
    questions: Sequence[Question],
    store: RemoteStore,
    rounds: int,
    progress: Callable[[int], None],
) -> Sequence[Measured]:
    measured: list[Measured] = []
    for number, question in enumerate(questions, 1):
        progress(number)
        times = [_time(built, question) for _ in range(rounds)]
        if held := [seconds for seconds in times if seconds is not None]:
            cost, by_first_read = built.spend(question)
            seconds = min(held)
            measured.append(
                Measured(
                    question.name,
                    question.columns,
                    cost,
                    seconds,
                    store.model(cost, seconds),
                    by_first_read,
                )
            )
    return measured


def _time(design: _Built, question: Question) -> float | None:
    """Processor seconds of one answer, opening included; None for what the design does not hold."""
    gc.collect(1)  # a design that was asked before may have lived long enough for it
    start = process_time()
    try:
        question.ask(design.open())
    except NotCarriedError:
        return None
    return process_time() - start
