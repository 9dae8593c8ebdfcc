"""The child: `python -m tests.compat.child READER=FOLDER FD`. It asks a reader that lies in FOLDER one column at a time.

A question is `["ask", path, "values", column]`, `["ask", path, "filter", column]` or `["ask", path, "bytes", column, value]`: the second
asks for the first value of a column by a filter, and compares the rows that it finds with those of the whole column that are equal
to it; the third counts the bytes that are read for the rows that have this value.
"""

from __future__ import annotations

import sys
from typing import Any

from tests.compat.asked import ASKED
from tests.compat.asking import AskedReader
from tests.readers.child import serve
from tests.readers.plain_values import plain


def answer(reader: AskedReader, path: str, verb: str, column: str, *more: float) -> dict[str, Any]:
    try:
        if verb == "bytes":
            return {"values": {column: [reader.fetched(path, column, *more)]}}
        if verb == "values":
            return {"values": {column: [plain(it) for it in reader.column(path, column)]}}
        found, there = reader.count(path, column)
        return {"values": {column: [found, there]}}
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a panic of a Rust library is not an Exception
        text = str(error).replace(path, "FILE").strip().partition("\n")[0]
        return {"error": type(error).__name__, "text": text}


def main(name: str, descriptor: int) -> None:
    reader, _, folder = name.partition("=")
    sys.path.insert(0, folder)
    asked = ASKED[reader](folder)
    serve(asked, descriptor, lambda question: answer(asked, *question[1:]))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
