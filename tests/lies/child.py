"""The child: `python -m tests.lies.child READER FD` answers queries as that of `tests/readers` answers questions.

A query is a line of JSON, `["ask", path, op, value, kind, column]`.
"""

from __future__ import annotations

import sys
from typing import Any

from tests.lies.kind import Query
from tests.lies.pruning_readers import PRUNING, PruningReader
from tests.readers.child import serve


def main(name: str, descriptor: int) -> None:
    reader = PRUNING[name]()

    def answer(question: list[Any]) -> dict[str, Any]:
        _, path, *query = question
        return answer_to(reader, path, Query(*query))

    serve(reader, descriptor, answer)


def answer_to(reader: PruningReader, path: str, query: Query) -> dict[str, Any]:
    try:
        return {"values": {"answer": [str(value) for value in reader.ask(path, query)]}}
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a panic of a Rust library is not an Exception
        return {"error": type(error).__name__, "text": str(error).replace(path, "FILE")[:300]}


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
