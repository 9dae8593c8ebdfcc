"""Scripts in forks of one process that has imported what they need: a Python with pyarrow and all that verifies takes half a second
before it begins. It has no threads and has read nothing, so memory of a fork is that of a process of its own.

Not for what looks at how a process begins.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import traceback
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any


class Forks:
    """Of a process that imports `modules`, and is there within the `with`."""

    def __init__(self, *modules: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, *modules],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Forks:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()

    def run(self, script: str, *arguments: str) -> Any:
        """What `script` calls `answer`; `arguments` are its `sys.argv[1:]`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps([script, *arguments]), file=self._process.stdin, flush=True)
        answer, error = json.loads(self._process.stdout.readline())
        assert not error, error
        return answer


def main() -> None:
    for name in sys.argv[1:]:
        import_module(name)
    for line in sys.stdin:
        print(json.dumps(_run(*json.loads(line))), flush=True)


def _run(script: str, *arguments: str) -> tuple[Any, str]:
    """The answer of a fork, and what it raised."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        sys.argv[1:] = arguments
        names: dict[str, Any] = {}
        answer, error = None, ""
        try:
            exec(script, names)
            answer = names["answer"]
        except BaseException:
            error = traceback.format_exc()
        os.write(theirs, json.dumps([answer, error]).encode())
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as said:
        written = said.read()
    _, status = os.waitpid(child, 0)
    return tuple(json.loads(written)) if written else (None, f"ended with {status}")


if __name__ == "__main__":
    main()
