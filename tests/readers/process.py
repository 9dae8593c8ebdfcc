"""A reader in a child process: one for many files, begun anew when it has died or had to be killed."""

from __future__ import annotations

import atexit
import json
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Final, Literal, Self

from tests.readers.outcome import Kind, Outcome
from tests.readers.registry import SECONDS

ROOT: Final = Path(__file__).parents[2]
START_SECONDS: Final = 120.0
NOT_TEXT: Final = re.compile(r"[^\x20-\x7e]+")

_LENT: Final = dict[str, "ReaderProcess"]()


class ReaderProcess:
    """Use it in a `with`, or `close` it. `child` is the module that is run."""

    child: ClassVar[str] = "tests.readers.child"

    def __init__(self, name: str, seconds: float = SECONDS) -> None:
        self.name = name
        self.seconds = seconds
        with ExitStack() as stack:
            self._log = stack.enter_context(tempfile.TemporaryFile())
            self._open = stack.pop_all()
        self._process: subprocess.Popen[bytes] | None = None
        self._answers = -1
        self._is_gone = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    def read(self, path: Path) -> Outcome:
        return self._ask("read", path)

    def open(self, path: Path) -> Outcome:
        return self._ask("open", path)

    def values(self, path: Path) -> Outcome:
        return self._ask("values", path)

    def seek(self, path: Path, key: int) -> Outcome:
        """The values of the column `key` that equal one, by the reader's own filter."""
        return self._ask("seek", path, key)

    def close(self) -> None:
        self._end()
        self._open.close()

    def _ask(
        self, verb: Literal["read", "open", "values", "seek", "ask"], path: Path, *more: float | str
    ) -> Outcome:
        process = self._process or self._start()
        assert process.stdin is not None
        self._log.seek(0)
        self._log.truncate()
        with suppress(BrokenPipeError):  # dead already; no answer will come
            process.stdin.write(json.dumps([verb, str(path), *more]).encode() + b"\n")
            process.stdin.flush()
        found = self._answer(self.seconds)
        printed = os.fstat(self._log.fileno()).st_size
        if found is None:
            return self._died(printed)
        if "error" in found:
            text = NOT_TEXT.sub("?", f"{found['error']}: {found['text']}")
            return Outcome(Kind.ERROR, text, printed=printed)
        return Outcome(
            Kind.READ,
            found.get("digest", ""),
            found.get("seconds", 0.0),
            printed,
            found.get("values", {}),
        )

    def _start(self) -> subprocess.Popen[bytes]:
        self._is_gone = False
        self._answers, theirs = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-m", self.child, self.name, str(theirs)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdin=subprocess.PIPE,
            stdout=self._log,
            stderr=self._log,
            pass_fds=[theirs],
            start_new_session=True,
        )
        os.close(theirs)
        if self._answer(START_SECONDS) is None:
            self._log.seek(0)
            said = self._log.read().decode(errors="replace")
            self._end()
            raise RuntimeError(f"{self.name} does not start:\n{said}")
        return self._process

    def _answer(self, seconds: float) -> dict[str, Any] | None:
        """None where none came in time, or the child is gone: what is left of it ends when the machine finds time for that."""
        until = time.monotonic() + seconds
        line = b""
        while not line.endswith(b"\n"):
            left = until - time.monotonic()
            if left <= 0 or not select.select([self._answers], [], [], left)[0]:
                return None
            read = os.read(self._answers, 65536)
            if not read:
                self._is_gone = True
                return None
            line += read
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _died(self, printed: int) -> Outcome:
        assert self._process is not None
        try:
            code = self._process.wait(self.seconds if self._is_gone else 0.5)
        except subprocess.TimeoutExpired:
            self._end()
            return Outcome(Kind.HANG, f"over {self.seconds:g} s", printed=printed)
        self._end()
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return Outcome(Kind.CRASH, how, printed=printed)

    def _end(self) -> None:
        if self._process is None:
            return
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)  # its forks and programs too
            self._process.wait()
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        os.close(self._answers)
        self._process = None


@contextmanager
def lend_reader(name: str, seconds: float = SECONDS) -> Iterator[ReaderProcess]:
    """One that stays until this process ends, for all who ask for it: to start it takes longer than to read a few files."""
    if name not in _LENT:
        _LENT[name] = ReaderProcess(name)
        atexit.register(_LENT[name].close)
    _LENT[name].seconds = seconds
    yield _LENT[name]
