"""The child: `python -m tests.readers.child READER FD` answers questions on stdin until it ends, or dies.

A question is a line of JSON, `["read", path]`, `["open", path]`, `["values", path]` or `["seek", path, key]`; an answer is a line of JSON on the file
descriptor FD, for the reader itself may print.
"""

from __future__ import annotations

import json
import os
import re
import resource
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final, Protocol

from tests.readers.plain_values import plain_columns
from tests.readers.reader import Reader
from tests.readers.registry import READERS

MEMORY: Final = 4 << 30
"""A reader that takes a length from the wrong bytes asks for anything."""

_BYTES = re.compile(r"(?<=can't decode) bytes? .*")
"""Which byte could not be decoded, and where: another one in every file."""


class Startable(Protocol):
    spoils_memory: bool

    def start(self) -> None: ...


def serve(
    reader: Startable, descriptor: int, answer_to: Callable[[list[Any]], dict[str, Any]]
) -> None:
    """Answers each line of stdin. A reader that spoils memory does so in a fork."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    os.environ["POLARS_MAX_THREADS"] = "1"
    reader.start()
    with os.fdopen(descriptor, "w") as answers:
        print("{}", file=answers, flush=True)
        for line in sys.stdin:
            if not reader.spoils_memory or not in_parent(os.fork()):
                found = answer_to(json.loads(line))
                sys.stdout.flush()
                print(json.dumps(found), file=answers, flush=True)
                if reader.spoils_memory:
                    os._exit(0)


def in_parent(fork: int) -> bool:
    """False in the fork; the parent waits for it, and dies as it died."""
    if not fork:
        return False
    _, status = os.waitpid(fork, 0)
    if os.WIFSIGNALED(status):
        os.kill(os.getpid(), os.WTERMSIG(status))
    return True


def answer(reader: Reader, verb: str, path: str, *more: int) -> dict[str, Any]:
    start = time.perf_counter()
    try:
        if verb == "open":
            reader.open(path)
            return {"seconds": time.perf_counter() - start}
        if verb == "values":
            return {"values": plain_columns(reader.values(path))}
        if verb == "seek":
            return {"values": plain_columns({"key": reader.seek(path, *more)})}
        return {"digest": sha256(reader.read(path).encode()).hexdigest()}
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a panic of a Rust library is not an Exception
        text = str(error).replace(path, "FILE").strip().partition("\n")[0]
        return {"error": type(error).__name__, "text": _BYTES.sub("", text)}


def main(name: str, descriptor: int) -> None:
    reader = READERS[name]()
    serve(reader, descriptor, lambda question: answer(reader, *question))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
