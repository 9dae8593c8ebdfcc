"""The options of Spark's file sources that say which files are meant, and where their partitions begin."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from inlay.ground.files.paths import normalize
from inlay_spark.sources.option_names import OptionError

if TYPE_CHECKING:
    from inlay.ground.files.entries import FileEntry
    from inlay_spark.sources.options import SourceOptions


def list_chosen_files(options: SourceOptions) -> Iterator[FileEntry]:
    """Those that the options ask for."""
    return set_roots(list_below_paths(options), options)


def list_below_paths(options: SourceOptions) -> Iterator[FileEntry]:
    """The same, each with the path that was asked for as its root, whatever the options say of partitions."""
    from inlay.tables.scan.listing import list_files

    files = list_files(options.store(), options.paths, name=options.name, globs_are_roots=True)
    return choose_by_time(files, options)


def set_roots(files: Iterator[FileEntry], options: SourceOptions) -> Iterator[FileEntry]:
    """`basePath`: partitions begin there. `recursiveFileLookup`: there are none.

    Raises OptionError for a base that is not a directory, or that a path does not lie below.
    """
    is_flat = options.flag("recursiveFileLookup")
    base = options.text("basePath")
    start = _base(base, options) if base is not None else None
    for file in files:
        if is_flat:
            yield file._replace(root=file.path.rfind("/") + 1)
        else:
            yield file if start is None else file._replace(root=start)


def _base(base: str, options: SourceOptions) -> int:
    above = normalize(base).rstrip("/")
    if options.store().entry(above or "/") is not None:
        raise OptionError(f"option basePath is a directory, not {base!r}")
    for path in options.paths:
        if path != above and not path.startswith(f"{above}/"):
            raise OptionError(f"option basePath: {path} does not lie below {above}")
    return len(above) + 1


def choose_by_time(files: Iterator[FileEntry], options: SourceOptions) -> Iterator[FileEntry]:
    """`modifiedAfter` and `modifiedBefore`: neither moment itself is meant."""
    after, before = _moment("modifiedAfter", options), _moment("modifiedBefore", options)
    for file in files:
        mtime = file.mtime // 1000 * 1000  # Hadoop knows milliseconds
        is_meant = (after is None or mtime > after) and (before is None or mtime < before)
        if is_meant or file.error is not None:
            yield file


def _moment(name: str, options: SourceOptions) -> int | None:
    """In microseconds since 1970."""
    text = options.text(name)
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise OptionError(
            f"option {name} is a time such as 2026-01-31T12:00:00Z, not {text!r}"
        ) from None
    if moment.tzinfo is None:
        zone = find_zone(options)
        if zone is None:
            raise OptionError(
                f"option {name}: Spark does not tell a source in Python the session's time zone; say it: "
                f"'{text}Z', '{text}+01:00', or .option('timeZone', 'Europe/Berlin')"
            )
        moment = moment.replace(tzinfo=zone)
    since = moment.astimezone(UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


def find_zone(options: SourceOptions) -> tzinfo | None:
    """`timeZone`: of times that name none. A name, or an offset as Spark takes it: `+01:00`, `GMT+1`.

    Raises OptionError for a zone that there is not.
    """
    name = options.text("timeZone")
    if name is None:
        return None
    if offset := _OFFSET.fullmatch(name):
        minutes = int(offset["hours"]) * 60 + int(offset["minutes"] or 0)
        return timezone(timedelta(minutes=-minutes if offset["sign"] == "-" else minutes))
    try:
        return ZoneInfo("UTC" if name == "Z" else name)
    except (KeyError, ValueError, OSError):
        raise OptionError(
            f"option timeZone is the name of one, such as Europe/Berlin or UTC, not {name!r}"
        ) from None


_OFFSET: Final = re.compile(
    r"(?:UTC|GMT|UT)?(?P<sign>[+-])(?P<hours>0?\d|1[0-8])(?::?(?P<minutes>[0-5]\d))?"
)
