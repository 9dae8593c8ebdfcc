"""Which encodings that came late each writer writes, from what was written when it was asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from docs.site.markdown import cell, table
from tests.compat.asked_writer import DEFAULTS
from tests.compat.encodings_written import FEW_WRITE, TYPES, Answer, Written

_HEADS: Final = ("write it", "write it unasked", "write another", "refuse", "have no option")


def list_few_write(written: Mapping[str, Written]) -> Iterator[str]:
    yield "## Encodings that few write\n"
    yield (
        "What stood in the pages when each writer was asked for the encoding of one column by its own option; the values were read back. "
        "FSST and PFOR stand in an extension beside the old pages.\n"
    )
    yield table(
        ["encoding", *_HEADS],
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
    lists: dict[str, list[str]] = {head: [] for head in _HEADS}
    for name, it in written.items():
        answer = it.asked_for(encoding, type_)
        ways = [way for way in _ways(it) if _wrote(it, way, type_) == encoding]
        if ways:
            lists["write it unasked"].append(f"{name} ({', '.join(ways)})")
        if answer is None:
            lists["have no option"] += [] if ways else [name]
        elif answer.wrote == encoding:
            lists["write it"].append(f"{name} {it.version}")
        elif answer.wrote:
            lists["write another"].append(f"{name} ({answer.wrote})")
        else:
            lists["refuse"].append(name)
    return [f"{encoding} of {type_}", *(", ".join(each) or "none" for each in lists.values())]


def _ways(written: Written) -> list[str]:
    return list(dict.fromkeys(it.asked for it in written.answers if _is_unasked(it)))


def _wrote(written: Written, way: str, type_: str) -> str:
    answer = written.asked_for(way, type_)
    return answer.wrote if answer else ""


def _is_unasked(answer: Answer) -> bool:
    return (answer.asked, answer.type) not in FEW_WRITE


def _options(written: Written) -> list[str]:
    """With `ENCODING` for the name of one, where the option takes any."""
    asked = [it for it in written.answers if not _is_unasked(it)]
    options = dict.fromkeys(_name_any(it) for it in asked)
    return list(options if len(options) == 1 else dict.fromkeys(it.how for it in asked))


def _name_any(answer: Answer) -> str:
    return re.sub(answer.asked, "ENCODING", answer.how, flags=re.IGNORECASE)


def _list_unasked(written: Mapping[str, Written]) -> Iterator[list[str]]:
    for name, it in written.items():
        for way in _ways(it):
            of = {each.type: each for each in it.answers if each.asked == way}
            how = next(each.how for each in of.values())
            words = ([] if way == DEFAULTS else [way]) + ([f"`{how}`"] if how else [])
            yield [
                f"{name} {it.version}",
                ": ".join(words) or "none",
                *(cell(of[type_].wrote or of[type_].said) for type_ in TYPES),
            ]
