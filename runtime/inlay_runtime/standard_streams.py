"""Standard input, output and error of a command: all that is printed is taken, or the command says so and ends with the code for it.

The rule is in docs/terminal.md, "Output that nothing takes".
"""

from __future__ import annotations

import io
import os
import sys

TYPE_CHECKING = False  # `typing` is as slow to import as Python is to start
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class OutputLostError(BaseException):
    """Standard output takes no more. No Exception, so that nothing takes it for a failure of a file, or for one to go on after."""


def run_delivered(run: Callable[[], int], lost: int) -> int:
    """Runs what prints in the process of a command, and returns its exit code: `lost`, or its own if that is graver, where
    standard output did not take all of it.

    One sentence on standard error says why. A reader that has gone, as `head` does, is no reason for one: it has seen enough.
    """
    if sys.stdin is None:
        sys.stdin = _open_nowhere("r")
    output = _guard_stdout()
    _guard_stderr()
    code = 0
    try:
        try:
            code = run()
        finally:
            sys.stdout.flush()
    except OutputLostError:
        code = max(code, lost)
    if output is None or output.error is None:
        return code
    if not isinstance(output.error, BrokenPipeError):
        print(f"error: {_describe(output.error)}", file=sys.stderr)
    return max(code, lost)


def _describe(error: OSError) -> str:
    import errno

    if error.errno == errno.EBADF:
        return "standard output is closed"
    return f"standard output: {error.strerror}"


class _Output(io.FileIO):
    """The first write that fails ends the command, wherever it is; what is printed until it has ended goes nowhere."""

    error: OSError | None = None

    def write(self, data: Any, /) -> int:
        if self.error is None:
            try:
                return _write_all(super().write, data)
            except OSError as error:
                self.error = error
                raise OutputLostError from error
        return memoryview(data).nbytes


class _Messages(io.FileIO):
    """What finds no room here is not missed: how the command ends says more."""

    def write(self, data: Any, /) -> int:
        try:
            return _write_all(super().write, data)
        except OSError:
            return memoryview(data).nbytes


def _write_all(write: Callable[[Any], int | None], data: Any) -> int:
    """Without buffers, Python drops what a write has left over."""
    left = memoryview(data).cast("B")
    size = left.nbytes
    while left.nbytes:
        written = write(left)
        if written is None:
            import errno

            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        left = left[written:]
    return size


def _guard_stdout() -> _Output | None:
    """None where it is another's: a program that runs the command in its own process has its reasons."""
    stream: Any = sys.stdout
    if stream is None:
        # For reading: so it has the number that the next file would get, and still takes nothing.
        raw = _Output(os.open(os.devnull, os.O_RDONLY), "w")
        _replace("stdout", io.TextIOWrapper(io.BufferedWriter(raw), "utf-8"))
        return raw
    if not _is_own_file("stdout"):
        return None
    raw = _Output(stream.fileno(), "w", closefd=False)
    _replace("stdout", _put_on(raw, stream))
    return raw


def _guard_stderr() -> None:
    stream: Any = sys.stderr
    if stream is None:
        _replace("stderr", _open_nowhere("w"))
    elif _is_own_file("stderr"):
        _replace("stderr", _put_on(_Messages(stream.fileno(), "w", closefd=False), stream))


def _open_nowhere(mode: str) -> Any:
    return open(os.devnull, mode, encoding="utf-8")


def _replace(name: str, stream: Any) -> None:
    for each in (name, f"__{name}__"):
        setattr(sys, each, stream)


def _is_own_file(name: str) -> bool:
    """Whether the stream is that of the process, and a file: the console of Windows is none."""
    stream: Any = getattr(sys, name)
    return (
        stream is getattr(sys, f"__{name}__")
        and type(getattr(stream.buffer, "raw", stream.buffer)) is io.FileIO
    )


def _put_on(raw: io.FileIO, stream: Any) -> Any:
    """A stream like that one, on another layer below."""
    is_buffered = isinstance(stream.buffer, io.BufferedWriter)
    lower: Any = io.BufferedWriter(raw) if is_buffered else raw
    return io.TextIOWrapper(
        lower,
        stream.encoding,
        stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
