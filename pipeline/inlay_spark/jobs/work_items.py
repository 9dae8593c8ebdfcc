"""What a task is to do, as a file in the staging directory: JSON, since others may have put something there.

Tasks get numbers and look up theirs, so neither the plan nor the JVM ever holds the listing of a lake.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from inlay.ground.files.entries import FileEntry
from inlay_spark.jobs.directory import STAGING, JobDirectory, JobError
from inlay_spark.jobs.notes import count_notes
from inlay_spark.jobs.numbered_tasks import Work, run_numbered
from inlay_spark.jobs.watching import watch

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from inlay_spark.jobs.progress import Progress

T = TypeVar("T")

_COLUMNS: Final[dict[str, tuple[type, ...]]] = {
    "path": (str,),
    "size": (int,),
    "mtime": (int,),
    "etag": (str, type(None)),
    "root": (int,),
}


def run_items(
    spark: SparkSession,
    directory: JobDirectory,
    run: str,
    items: Sequence[Mapping[str, Any]],
    work: Work,
    progress: Progress,
) -> list[str]:
    """Puts the items where the tasks find them, and gives back what `work` says of each."""
    directory.make(STAGING, run)
    for number, item in enumerate(items):
        directory.write(pack_json(item), STAGING, run, _name(number))
    with watch(progress, count_notes(directory, run)):
        return run_numbered(spark, len(items), work)


def read_item(directory: JobDirectory, run: str, number: int, parse: Callable[[Any], T]) -> T:
    """The item of a task. JobError where it is not there, or is none."""
    where = directory.at(STAGING, run, _name(number))
    try:
        return parse(unpack_json(directory.read(STAGING, run, _name(number))))
    except FileNotFoundError:
        what = (
            "it is not there on this worker: name a directory that the driver and all workers share"
        )
        raise JobError(f"{where}: {what}") from None
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise JobError(f"{where} is not a work item: {error}") from None


def _name(number: int) -> str:
    return f"{number}.item"


def pack_entries(files: Sequence[FileEntry]) -> bytes:
    """Some 10 bytes a file: paths have much in common."""
    return pack_json(entries_as_json(files))


def unpack_entries(packed: bytes) -> list[FileEntry]:
    return entries_from_json(unpack_json(packed))


def entries_as_json(files: Sequence[FileEntry]) -> dict[str, Any]:
    """By columns; `errors` are those of files whose listing failed, by their place."""
    return {
        **{name: [getattr(entry, name) for entry in files] for name in _COLUMNS},
        "errors": {
            str(at): [entry.error.errno, entry.error.strerror or str(entry.error)]
            for at, entry in enumerate(files)
            if entry.error is not None
        },
    }


def entries_from_json(value: Any) -> list[FileEntry]:
    """ValueError, KeyError or TypeError for what `entries_as_json` never gives."""
    columns = [_require_types(value[name], types) for name, types in _COLUMNS.items()]
    entries = [FileEntry(*row) for row in zip(*columns, strict=True)]
    for at, (number, message) in dict(value["errors"]).items():
        entry = entries[int(at)]
        error = OSError(message) if number is None else OSError(int(number), str(message))
        entries[int(at)] = entry._replace(error=error)
    return entries


def _require_types(values: Any, types: tuple[type, ...]) -> list[Any]:
    if not isinstance(values, list) or any(type(value) not in types for value in values):
        raise TypeError(f"a column has other values than {types[0].__name__}")
    return values


def pack_json(value: Mapping[str, Any]) -> bytes:
    # ASCII keeps names that are not UTF-8, as Python spells them.
    return zlib.compress(json.dumps(value, separators=(",", ":")).encode(), 1)


def unpack_json(packed: bytes) -> Any:
    return json.loads(zlib.decompress(packed))
