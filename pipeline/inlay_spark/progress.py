"""How far a job is: a bar where somebody watches, JSON lines where a program does."""

from __future__ import annotations

import json
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TextIO

from pyarrow import fs

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from inlay_spark.catalog.place import Place

EVERY: Final = 1.0
"""Seconds between two looks at what tasks have left."""


class Progress(ABC):
    """What tasks finish they note in the staging directory, and that is read here: it works without a
    SparkContext, and on Spark Connect."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    @abstractmethod
    def start(self, files: int, size: int) -> None: ...

    @abstractmethod
    def advance(self, files: int, size: int, problems: int) -> None: ...

    @abstractmethod
    def end(self, summary: Mapping[str, Any]) -> None: ...

    @contextmanager
    def watching(self, place: Place, staging: str) -> Generator[None]:
        over = threading.Event()

        def watch() -> None:
            while not over.wait(EVERY):
                self._look(place, staging)

        thread = threading.Thread(target=watch, daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()
        self._look(place, staging)

    def _look(self, place: Place, staging: str) -> None:
        selector = fs.FileSelector(staging, allow_not_found=True)
        for info in place.filesystem.get_file_info(selector):
            if info.extension != "done":
                continue
            # Run and order: a second attempt makes nothing more.
            number = info.base_name.rpartition("-")[0]
            if number in self._seen:
                continue
            with place.filesystem.open_input_stream(info.path) as file:
                text = file.read()
            try:
                made = json.loads(text)
            except ValueError:
                continue  # it is being written
            self._seen.add(number)
            self.advance(made["files"], made["bytes"], made["unreadable"])


class Quiet(Progress):
    def start(self, files: int, size: int) -> None: ...

    def advance(self, files: int, size: int, problems: int) -> None: ...

    def end(self, summary: Mapping[str, Any]) -> None: ...

    @contextmanager
    def watching(self, place: Place, staging: str) -> Generator[None]:
        yield


class JsonLines(Progress):
    """A line for the start, for whatever was done since the last look, and for the end."""

    def __init__(self, out: TextIO) -> None:
        super().__init__()
        self._out = out
        self._files = self._bytes = self._problems = 0

    def start(self, files: int, size: int) -> None:
        self._say(event="start", files=files, bytes=size)

    def advance(self, files: int, size: int, problems: int) -> None:
        self._files += files
        self._bytes += size
        self._problems += problems
        self._say(event="progress", files=self._files, bytes=self._bytes, problems=self._problems)

    def end(self, summary: Mapping[str, Any]) -> None:
        self._say(event="end", **summary)

    def _say(self, **values: Any) -> None:
        self._out.write(json.dumps(values) + "\n")
        self._out.flush()


class OnTerminal(Progress):
    def __init__(self) -> None:
        super().__init__()
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar

        self._bar: Bar = Bar(
            TextColumn("files"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[size]}, {task.fields[problems]} bad"),
            TimeElapsedColumn(),
            console=Console(stderr=True),
        )
        self._task: TaskID | None = None
        self._bytes = self._problems = 0

    def start(self, files: int, size: int) -> None:
        self._bar.start()
        self._task = self._bar.add_task("", total=files, size="0 MB", problems=0)

    def advance(self, files: int, size: int, problems: int) -> None:
        assert self._task is not None
        self._bytes += size
        self._problems += problems
        size_shown = f"{self._bytes / 1e6:,.0f} MB"
        self._bar.update(self._task, advance=files, size=size_shown, problems=self._problems)

    def end(self, summary: Mapping[str, Any]) -> None:
        self._bar.stop()


def progress_for(out: TextIO) -> Progress:
    """A bar if standard error is a terminal and rich is there, else JSON lines on `out`."""
    if sys.stderr.isatty():
        try:
            return OnTerminal()
        except ImportError:
            pass
    return JsonLines(out)
