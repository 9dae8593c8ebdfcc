"""`inlay.vet`: what every reader that is installed makes of a file."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from inlay.changes.rewrite.errors import ChangedError
from inlay.ground.files.paths import find_local_path
from inlay.ground.files.source import Source, name_of, open_source, read_at, size_of
from inlay.ground.keywords import check_keywords
from inlay.ground.missing import is_installed, say_how_to_install
from inlay.ground.mistakes import RequestError, require_names
from inlay.ground.wording.near_names import hint_at
from inlay.verbs.vet.ask import ChildEnd, ask_reader
from inlay.verbs.vet.at_once import IsWanted, ask_at_once, count_at_once
from inlay.verbs.vet.compare import describe_disagreement, find_disagreeing
from inlay.verbs.vet.judge import judge_end
from inlay.verbs.vet.limits import VettingLimits
from inlay.verbs.vet.readers import READERS, VettedReader
from inlay.verbs.vet.scratch import make_scratch
from inlay.verbs.vet.verdict import ReaderVerdict, VerdictKind, Vetting

_PIECE: Final = 8 << 20
"""Bytes that are copied at once."""


@check_keywords
def vet(
    source: Source,
    *,
    readers: Sequence[str] | None = None,
    limits: VettingLimits | None = None,
    watch: Callable[[str], object] = str,
) -> Vetting:
    """Has all values of a file read by every reader that is installed, or by those that are named, each in a child process with
    limits, as many at once as there are processors and memory, and compares what they have read. `watch` is told the name of each reader before it is asked.

    docs/vet.md has the design, and what is not promised. Raises RequestError for a reader that is not known and for limits that
    no process can have, OSError for a file that cannot be read and where the system cannot limit a process, ChangedError if the
    file changes meanwhile.
    """
    chosen = _choose_readers(readers)
    limits = VettingLimits() if limits is None else limits
    limits.require_possible()
    _require_limits()
    with _local_file(source) as path:
        noted = state_of(path)
        verdicts: dict[str, ReaderVerdict] = {}
        answers: dict[str, Any] = {}
        is_held = True

        def ask(reader: VettedReader, is_wanted: IsWanted) -> ChildEnd:
            with require_unchanged(path, noted):
                return ask_reader(reader, path, limits, is_wanted=is_wanted)

        missing = {name: _list_missing(reader) for name, reader in chosen.items()}
        there = {name: reader for name, reader in chosen.items() if not missing[name]}
        at_once = count_at_once(limits.memory_for(noted.size))
        ends = ask_at_once(there, ask, at_once, watch)
        for name in chosen:
            if missing[name]:
                verdicts[name] = ReaderVerdict(name, VerdictKind.ABSENT, say_how_to_install(missing[name][0]))  # fmt: skip
                continue
            end = ends[name]
            is_held = is_held and end.is_held
            verdicts[name] = judge_end(name, end, limits, noted.size)
            if verdicts[name].kind is VerdictKind.READS:
                answers[name] = end.answer
        for name, other in find_disagreeing(answers).items():
            with require_unchanged(path, noted):
                verdicts[name] = describe_disagreement(
                    verdicts[name], other, answers, chosen, path, limits
                )
    return Vetting(noted.size, tuple(verdicts.values()), is_held, name_of(source))


def _choose_readers(names: Sequence[str] | None) -> dict[str, VettedReader]:
    """In the order of the table. A name may be written in any case."""
    if names is None:
        return dict(READERS)
    names = require_names(names, "readers")
    by_case = {name.lower(): name for name in READERS}
    for name in names:
        if name.lower() not in by_case:
            raise RequestError(f"no reader is called {name!r}{hint_at(name, READERS)}")
    wanted = {name.lower() for name in names}
    return {name: reader for name, reader in READERS.items() if name.lower() in wanted}


def _list_missing(reader: VettedReader) -> list[str]:
    """Packages that it needs, and that are not installed."""
    return [package for package in reader.needs if not is_installed(package)]


def _require_limits() -> None:
    if not is_installed("resource"):
        raise OSError(
            "files can be vetted only where a process can be limited (setrlimit), as on Linux"
        )


@contextmanager
def _local_file(source: Source) -> Generator[Path]:
    """The path of a local file; anything else is copied first."""
    local = find_local_path(source) if isinstance(source, str) else None
    if local is not None or (hasattr(source, "__fspath__") and not isinstance(source, str)):
        path = Path(local or cast("Any", source))
        with open_source(source):  # or an OSError says why not
            yield path
        return
    with make_scratch() as folder:
        copy = folder / "file.parquet"
        with open_source(source) as file, copy.open("wb") as target:
            size = size_of(file)
            # What cannot give its end alone is not a source (docs/sources.md).
            read_at(file, max(size - 8, 0), 8)
            for offset in range(0, size, _PIECE):
                target.write(read_at(file, offset, min(_PIECE, size - offset)))
        yield copy


class FileState(NamedTuple):
    device: int
    inode: int
    size: int
    mtime_ns: int


def state_of(path: Path) -> FileState:
    status = path.stat()
    return FileState(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


@contextmanager
def require_unchanged(path: Path, noted: FileState) -> Generator[None]:
    """Raises ChangedError afterwards if another file is there by now, or none, or if this one was written to."""
    try:
        yield
    except OSError:  # the file may have gone just then
        _require_same(path, noted)
        raise
    _require_same(path, noted)


def _require_same(path: Path, noted: FileState) -> None:
    try:
        is_same = state_of(path) == noted
    except FileNotFoundError:
        raise ChangedError(str(path), "the file was removed while it was being read") from None
    if not is_same:
        raise ChangedError(str(path), "the file changed while it was being read")
