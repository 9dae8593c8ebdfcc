"""What becomes of the rows of a case, for a registrar and each reader of its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple

from tests.registrars.case import Case, Files, write_files
from tests.registrars.duckdb_process import ClientError
from tests.registrars.table_format import Answer, CompareTables, Question, Table, TableFormat

OURS: Final = "Inlay"


class Verdict(Enum):
    """`reader` is a wrong answer or an error that stays where the table says nothing: it comes of the footers. `unread` is a table of which
    no row can be read, of the plain files as well."""

    RIGHT = "right"
    LOST = "lost"
    OTHER = "other"
    READER = "reader"
    ERROR = "error"
    UNREAD = "unread"
    REFUSED = "refused"


OF_OTHERS: Final = {Verdict.RIGHT, Verdict.READER, Verdict.UNREAD, Verdict.REFUSED}
"""What a registrar does not answer for."""


class Judged(NamedTuple):
    """`why` is a filter that shows it, or the name of an error."""

    verdict: Verdict
    why: str = ""


def judge_ours(case: Case, format_: TableFormat, place: Path) -> dict[str, Judged]:
    """By few filters, and beside the rows that the files themselves have; as `judge` does where a reader finds others."""
    question = Question(case.column, every_sign=False)
    seen, refusal = _register(case.write(), format_, OURS, place / "seen")
    if refusal:
        return dict.fromkeys(format_.readers, Judged(Verdict.REFUSED, refusal))
    files = Table(place, write_files(case.make_plain(), place / "files"), is_registered=False)
    compared = (_compare(it, seen, files, question) for it in format_.readers.values())
    if all(judged.verdict is Verdict.RIGHT for _, judged in compared):
        return dict.fromkeys(format_.readers, Judged(Verdict.RIGHT))
    return judge(case, format_, OURS, place / "again", every_sign=False)


def judge(
    case: Case, format_: TableFormat, registrar: str, place: Path, *, every_sign: bool = True
) -> dict[str, Judged]:
    """By the names of readers."""
    files, question = case.write(), Question(case.column, every_sign)
    seen, refusal = _register(files, format_, registrar, place / "seen")
    if refusal:
        return dict.fromkeys(format_.readers, Judged(Verdict.REFUSED, refusal))
    plain, refusal = _register(case.make_plain(), format_, registrar, place / "plain")
    if refusal:
        return dict.fromkeys(format_.readers, Judged(Verdict.UNREAD, refusal))
    compared = {name: _compare(it, seen, plain, question) for name, it in format_.readers.items()}
    if any(bad for bad, _ in compared.values()):
        silent, refusal = _register(files, format_, registrar, place / "silent")
        assert not refusal
        format_.silence(silent)
        for name, (bad, judged) in compared.items():
            if bad:
                still, _ = _compare(format_.readers[name], silent, plain, question)
                by_table = {text: it for text, it in bad.items() if text not in still}
                by_reader = judged._replace(verdict=Verdict.READER)
                compared[name] = by_table, next(iter(by_table.values()), by_reader)
    return {name: judged for name, (_, judged) in compared.items()}


def _register(files: Files, format_: TableFormat, registrar: str, place: Path) -> tuple[Table, str]:
    """With the name of the error by which it is refused."""
    table = Table(place, write_files(files, place / "files"))
    register = format_.register_by_inlay if registrar == OURS else format_.register_by_peer
    return table, _attempt(lambda: register(table))


def _attempt(do: Callable[[], object]) -> str:
    """The name of what was raised, empty for nothing. A panic of a Rust library is not an Exception."""
    try:
        do()
    except KeyboardInterrupt:
        raise
    except ClientError as error:
        return str(error.args[0])
    except BaseException as error:
        return type(error).__name__
    return ""


def _compare(
    compare: CompareTables, seen: Table, plain: Table, question: Question
) -> tuple[dict[str, Judged], Judged]:
    """By filters, what is wrong with them; and the first of that."""
    answers: list[Answer] = []
    raised = _attempt(lambda: answers.extend(compare(seen, plain, question)))
    if raised:
        return {}, Judged(Verdict.UNREAD, raised)
    if all(isinstance(it.plain, str) for it in answers):
        return {}, Judged(Verdict.UNREAD, str(answers[0].plain))
    bad = dict(find_bad(answers))
    return bad, next(iter(bad.values()), Judged(Verdict.RIGHT))


def find_bad(answers: Sequence[Answer]) -> Iterator[tuple[str, Judged]]:
    """Filters that find other rows than there are: those that lose rows come first."""
    known = [it for it in answers if not isinstance(it.plain, str)]
    for it in known:
        if isinstance(it.seen, int) and isinstance(it.plain, int) and it.seen < it.plain:
            yield it.filter, Judged(Verdict.LOST, it.filter)
    for it in known:
        if isinstance(it.seen, str):
            yield it.filter, Judged(Verdict.ERROR, f"{it.filter}: {it.seen}")
        elif isinstance(it.plain, int) and it.seen > it.plain:
            yield it.filter, Judged(Verdict.OTHER, it.filter)
