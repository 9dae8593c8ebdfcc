"""One footer in every design, asked the same questions: answers first, then what they cost."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from time import process_time
from typing import Final, NamedTuple

from inlay.footers.designs.contents import contents_of
from inlay.footers.designs.design import FooterDesign, NotCarriedError
from inlay.footers.designs.equality import DIFFERENT, NOT_CARRIED, ExpectedAnswers
from inlay.footers.designs.fetch import Fetch, FetchCost, Range
from inlay.footers.designs.fetch_again import fetch_beside
from inlay.footers.designs.known import find_designs
from inlay.footers.designs.thrift.walked import ThriftDesign
from inlay.footers.footer import FooterError, read_footer
from inlay.footers.footer.errors import COPY_AGAIN
from inlay.ground.files.source import Source
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
    """The footer of a file in each of the designs, by name; None for all that are installed. `progress` is told how many of how many designs
    were built and questions asked.

    A design whose answers are not those of the walk over the Thrift is not measured. Raises FooterError for a file
    whose footer or page indexes cannot be read, EncryptedFooterError where only a key opens them.
    """
    footer = read_footer(source)
    _ = footer.metadata  # whose errors say more
    thrift = footer.thrift
    end = footer.file_size
    try:
        contents = contents_of(thrift, fetch_beside(footer, Range(end, 0), b""), end)
        place = Range(end, len(thrift))
        walk = ThriftDesign.open(fetch_beside(footer, place, thrift), place)
        columns, row_groups = walk.num_columns, walk.num_row_groups
    except DecodeError as error:
        raise FooterError(footer.path, footer.offset, str(error), COPY_AGAIN, "decode") from error
    compared: dict[str, ComparedDesign] = {}
    built: dict[str, _Built] = {}
    smaller = SmallerFooters(thrift)
    expected = ExpectedAnswers(walk)
    asked = find_designs() if designs is None else designs
    questions = choose_questions(contents, columns)
    steps = len(asked) + len(questions)
    for number, (name, cls) in enumerate(asked.items()):
        progress(number, steps)
        try:
            data = cls.build(contents, end)
        except NotCarriedError as error:
            compared[name] = ComparedDesign(name, refuses=str(error))
            continue
        place = Range(end, len(data))
        attempt = _Built(cls, fetch_beside(footer, place, data), place, footer.offset)
        verdicts = expected.compare(attempt.open())
        different = [question for question, verdict in verdicts.items() if verdict == DIFFERENT]
        loses = [question for question, verdict in verdicts.items() if verdict == NOT_CARRIED]
        components = measure_components(cls, contents, end, len(data), smaller)
        compared[name] = ComparedDesign(
            name, len(data), components, loses=loses, different=different
        )
        if not different:
            built[name] = attempt
    measured = _measure_all(
        built, questions, store, rounds, lambda done: progress(len(asked) + done, steps)
    )
    return ComparedFile(
        footer.path,
        columns,
        row_groups,
        [_with_measured(design, measured.get(name, ())) for name, design in compared.items()],
    )


def _with_measured(design: ComparedDesign, measured: Sequence[Measured]) -> ComparedDesign:
    opened = next((answer for answer in measured if answer.question == OPEN), None)
    always = 0 if opened is None else opened.cost.bytes
    return ComparedDesign(
        design.name,
        design.size,
        design.components,
        always,
        design.loses,
        design.refuses,
        design.different,
        measured,
    )


def _measure_all(
    designs: Mapping[str, _Built],
    questions: Sequence[Question],
    store: RemoteStore,
    rounds: int,
    progress: Callable[[int], None],
) -> Mapping[str, Sequence[Measured]]:
    """Interleaved, so that whatever else the machine does meets all designs alike."""
    measured: dict[str, list[Measured]] = {name: [] for name in designs}
    for number, question in enumerate(questions):
        progress(number)
        best: dict[str, float] = {}
        for _ in range(rounds):
            for name, design in designs.items():
                seconds = _time(design, question)
                if seconds is not None:
                    best[name] = min(best.get(name, seconds), seconds)
        for name, seconds in best.items():
            cost, by_first_read = designs[name].spend(question)
            modelled = store.model(cost, seconds)
            measured[name].append(
                Measured(
                    question.name,
                    question.columns,
                    cost,
                    seconds,
                    modelled,
                    by_first_read,
                )
            )
    return measured


def _time(design: _Built, question: Question) -> float | None:
    """Processor seconds of one answer, opening included; None for what the design does not hold."""
    gc.collect(0)
    start = process_time()
    try:
        question.ask(design.open())
    except NotCarriedError:
        return None
    return process_time() - start
