"""A ledger as JSON, in pieces: of a wide file there are millions of owners."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from inlay.cli.inspect.json_versions import document_of
from inlay.ground.documents.findings import document_findings
from inlay.ground.documents.values import format_json
from inlay.verbs.layout.kinds import LABELS
from inlay.verbs.layout.ledger import list_pieces, name_encoding

if TYPE_CHECKING:
    from array import array

    from inlay.ground.documents.values import Json
    from inlay.verbs.layout.ledger import Ledger

_AT_ONCE: Final = 1 << 14
"""Owners of a piece."""

_NULL: Final = "null"


def write_json(ledger: Ledger, *, in_line: bool = False) -> Iterator[str]:
    """The text, as `format_json` gives that of the whole document, with a line feed at its end. Owners are columns of numbers, as in the
    Arrow table: a list of objects would be ten times as long."""
    content: dict[str, Json] = {
        "file": {"path": ledger.file, "size": ledger.size},
        "form": ledger.form,
        "columns": list(ledger.paths),
        "findings": document_findings(ledger.findings),
    }
    between, first, last, deeper, end = _ON_LINES if not in_line else _IN_LINE
    yield format_json(document_of("layout", content), in_line=in_line).removesuffix(end)
    yield f'{between}"owners": {{'
    for number, (name, column, write) in enumerate(_list_columns(ledger, in_line=in_line)):
        yield f'{deeper if number else first}"{name}": ['
        yield from _write_column(column, write, in_line=in_line)
        yield "]"
    yield f"{last}\n"


_ON_LINES: Final = (",\n  ", "\n    ", "\n  }\n}", ",\n    ", "\n}")
"""What stands before the last field, before the first column, behind the last one, between two of them, and at the end of a document."""
_IN_LINE: Final = (", ", "", "}}", ", ", "}")


_Write = Callable[[Sequence[int]], Iterable[str]]


def _list_columns(
    ledger: Ledger, *, in_line: bool
) -> list[tuple[str, Iterable[array[int]], _Write]]:
    # A name that is not UTF-8 is an object, which has lines of its own.
    names = [format_json(name, in_line=in_line).replace("\n", "\n      ") for name in ledger.names]
    encodings = _Encodings()
    writes: list[tuple[str, _Write]] = [
        ("start", _write_sizes),
        ("size", _write_sizes),
        ("own", _write_sizes),
        ("kind", _choose([json.dumps(label) for label in LABELS])),
        ("name", lambda rows: [_NULL if at < 0 else names[at] for at in rows]),
        ("row_group", _write_numbers),
        ("column", _write_numbers),
        ("page", _write_numbers),
        ("encoding", _choose(encodings)),
        ("parent", _write_numbers),
    ]
    return [
        (name, list_pieces(ledger, number), write) for number, (name, write) in enumerate(writes)
    ]


class _Encodings(dict[int, str]):
    """The words for encodings, by number; each is made when it comes first."""

    def __missing__(self, number: int) -> str:
        word = self[number] = json.dumps(name_encoding(number) or None)
        return word


def _write_column(pieces: Iterable[array[int]], write: _Write, *, in_line: bool) -> Iterator[str]:
    between, around = (", ", "") if in_line else (",\n      ", "\n      ")
    before = around
    for piece in pieces:
        for start in range(0, len(piece), _AT_ONCE):
            yield before + between.join(write(piece[start : start + _AT_ONCE]))
            before = between
    if before is between:
        yield "" if in_line else "\n    "


def _write_sizes(rows: Sequence[int]) -> Iterable[str]:
    return map(str, rows)


def _write_numbers(rows: Sequence[int]) -> Iterable[str]:
    return [_NULL if number < 0 else str(number) for number in rows]


def _choose(words: Mapping[int, str] | Sequence[str]) -> _Write:
    return lambda rows: map(words.__getitem__, rows)
