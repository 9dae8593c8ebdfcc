"""The child: `python -m tests.indexed.child READER FD` answers queries as that of `tests/readers` answers questions.

A question is a line of JSON, `["ask", path, bare, queries]`. The rows of `bare` are the same, and it says nothing of them: so what a
reader finds among them is no matter of statistics, by which some answer also what is not a filter. The answer has, of the queries that
it was able to answer there, how many there are, and by its place each one to which its own filter has another answer in `path`.
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
        _, path, bare, text = question
        queries = [Query(*it) for it in json.loads(text)]
        return {"values": compare(searcher, path, bare, queries)}

    serve(searcher, descriptor, answer)


def compare(searcher: Searcher, path: str, bare: str, queries: list[Query]) -> dict[str, list[Any]]:
    """`other` has pairs of a place and what differs. Who refuses is asked once more: a full machine is not an answer."""
    scanned = searcher.scan_all(bare, queries)
    known = [at for at, it in enumerate(scanned) if it is not None]
    found = [
        it if it is not None else searcher.find_all(path, [queries[at]])[0]
        for at, it in zip(
            known, searcher.find_all(path, [queries[at] for at in known]), strict=True
        )
    ]
    other = [
        [at, f"{it} by its filter, {scanned[at]} among all rows"]
        for at, it in zip(known, found, strict=True)
        if it != scanned[at]
    ]
    return {"known": [len(known)], "other": other}


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
