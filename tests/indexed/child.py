"""The child: `python -m tests.indexed.child READER FD` answers queries as that of `tests/readers` answers questions.

A question is a line of JSON, `["ask", path, queries]`. The answer has, of the queries that the reader was able to answer for all rows, how many there
are, and by its place each one to which its own filter had another answer.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from tests.indexed.searching import SEARCHERS, Searcher
from tests.lies.kind import Query
from tests.readers.child import serve


def main(name: str, descriptor: int) -> None:
    searcher = SEARCHERS[name]()

    def answer(question: list[Any]) -> dict[str, Any]:
        _, path, queries = question
        return {"values": compare(searcher, path, [Query(*it) for it in json.loads(queries)])}

    serve(searcher, descriptor, answer)


def compare(searcher: Searcher, path: str, queries: list[Query]) -> dict[str, list[Any]]:
    """`other` has pairs of a place and what differs."""
    scanned = searcher.scan_all(path, queries)
    known = [at for at, it in enumerate(scanned) if it is not None]
    found = searcher.find_all(path, [queries[at] for at in known])
    other = [
        [at, f"{it} by its filter, {scanned[at]} among all rows"]
        for at, it in zip(known, found, strict=True)
        if it != scanned[at]
    ]
    return {"known": [len(known)], "other": other}


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
