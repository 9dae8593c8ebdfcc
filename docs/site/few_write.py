"""Which encodings that came late each writer writes, from what was written when it was asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from docs.site.markdown import cell, table
from tests.compat.asked_writer import DEFAULTS
from tests.compat.encodings_written import FEW_WRITE, TYPES, Answer, Written


def list_few_write(written: Mapping[str, Written]) -> Iterator[str]:
    yield "## Encodings that few write\n"
    yield (
        "What stood in the pages when each writer was asked for the encoding of one column by its own option; the values were read back. "
        "FSST and PFOR stand in an extension beside the old pages.\n"
    )
    yield table(
        ["encoding", "write it", "write it unasked", "write another", "refuse", "have no option"],
        [_describe_encoding(written, encoding, type_) for encoding, type_ in FEW_WRITE],
    )
    yield "How they are asked:\n"
    yield table(
        ["writer", "options"],
        [
            [f"{name} {it.version}", ", ".join(f"`{option}`" for option in options)]
            for name, it in written.items()
            if (options := _options(it))
        ],
    )
    yield "What they write unasked, of values that all differ:\n"
    yield table(["writer", "options", *TYPES], list(_list_unasked(written)))


def _describe_encoding(written: Mapping[str, Written], encoding: str, type_: str) -> list[str]:
    write, unasked, another, refuse, cannot = ([] for _ in range(5))  # type: tuple[list[str], ...]
    for name, it in written.items():
        answer = it.asked_for(encoding, type_)
        ways = [each.asked for each in it.answers if _is_unasked(each)]
        by = [
            way
            for way in dict.fromkeys(ways)
            if (given := it.asked_for(way, type_)) and given.wrote == encoding
        ]
        if by:
            unasked.append(f"{name} ({', '.join(by)})")
        if answer is None:
            cannot += [] if by else [name]
        elif answer.wrote == encoding:
            write.append(f"{name} {it.version}")
        elif answer.wrote:
            another.append(f"{name} ({answer.wrote})")
        else:
            refuse.append(name)
    lists = (write, unasked, another, refuse, cannot)
    return [f"{encoding} of {type_}", *(", ".join(each) or "none" for each in lists)]


def _is_unasked(answer: Answer) -> bool:
    return (answer.asked, answer.type) not in FEW_WRITE


def _options(written: Written) -> list[str]:
    """With `ENCODING` for the name of one, where the option takes any."""
    every = [it for it in written.answers if not _is_unasked(it)]
    named = (
        it.how.replace(f"'{it.asked}'", "'ENCODING'").replace(f"'{it.asked.lower()}'", "'encoding'")
        for it in every
    )
    return list(dict.fromkeys(named))


def _list_unasked(written: Mapping[str, Written]) -> Iterator[list[str]]:
    for name, it in written.items():
        unasked = [each for each in it.answers if _is_unasked(each)]
        for way in dict.fromkeys(each.asked for each in unasked):
            of = {each.type: each for each in unasked if each.asked == way}
            how = next(each.how for each in of.values())
            options = f"{way}: `{how}`" if way != DEFAULTS else "none"
            yield [
                f"{name} {it.version}",
                options,
                *(cell(of[type_].wrote or of[type_].said) for type_ in TYPES),
            ]
