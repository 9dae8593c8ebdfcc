"""The new encodings taken out of a file again."""

from __future__ import annotations

from typing import NamedTuple

from inlay.changes.rewrite.change import Target
from inlay.changes.rewrite.open_file import OpenFile
from inlay.changes.rewrite.rewrite_file import Written, rewrite_whole
from inlay.changes.rewrite.system import POSIX, System
from inlay.footers.footer import read_footer
from inlay.footers.footer.kept_damage import describe_kept_damage
from inlay.ground.files.paths import AnyPath, require_path
from inlay.ground.files.source import Seekable, size_of
from inlay.ground.refusals import RefusedError
from inlay.pages.encodings.configuration import read_configured
from inlay.pages.encodings.new_encodings import find_encodings
from inlay.pages.encodings.on_files.choose_sink import choose_sink
from inlay.pages.encodings.on_files.result import DEFAULT_TARGET, EncodingResult, describe_lost
from inlay.pages.encodings.plugins import STANDARD, Encodings
from inlay.pages.encodings.ratify import find_ratified_places, write_plain_again
from inlay.pages.encodings.strip import strip
from inlay.pages.engine.chunk_metadata import name_column
from inlay.pages.engine.errors import name_file_in_errors
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.pages.engine.thrift_file import open_thrift
from parquet_format.parquet import FileMetaData


class _Stripped(NamedTuple):
    is_identical: bool
    lost: tuple[str, ...] = ()


def strip_file(
    path: AnyPath,
    *,
    target: Target = DEFAULT_TARGET,
    encodings: Encodings | None = None,
    progress: Progress = ignore_progress,
    system: System = POSIX,
) -> EncodingResult:
    """The original, byte for byte; of a ratified file, one with equal values.

    Raises RefusedError where the file has no new encoding, or the original is damaged.
    """
    name = require_path(path, "strip_file")
    known = encodings if encodings is not None else read_configured()

    def write(source: OpenFile, output: OpenFile | None) -> Written[_Stripped]:
        file = open_thrift(source, name)
        sink = choose_sink(file, output)
        metadata = file.metadata()
        encodings = find_encodings(metadata, file.footer)
        if not encodings and find_ratified_places(metadata, known):
            write_plain_again(file, sink, known, progress)
            return Written(sink.size, _Stripped(is_identical=False))
        if not encodings:
            _refuse_unknown_numbers(metadata)
        plain = strip(file, encodings).source
        sink.copy(plain, 0, size_of(plain))
        lost = (
            *describe_lost(metadata, encodings.lost),
            *describe_kept_damage(read_footer(source)),
        )
        return Written(sink.size, _Stripped(not lost, lost))

    def check(_source: Seekable, output: Seekable) -> None:
        open_thrift(output, name).metadata()

    with name_file_in_errors(name):
        outcome, result = rewrite_whole(name, write, check=check, target=target, system=system)
    return EncodingResult(
        outcome, warnings=outcome.warnings, is_identical=result.is_identical, lost=result.lost
    )


def _refuse_unknown_numbers(metadata: FileMetaData) -> None:
    """Raises RefusedError for pages in an encoding whose number is not known here: that is not the same as none."""
    for group, row_group in enumerate(metadata.row_groups):
        for column, chunk in enumerate(row_group.columns):
            listed = chunk.meta_data.encodings if chunk.meta_data is not None else ()
            for encoding in listed:
                if encoding.is_unknown or encoding in STANDARD.values():
                    name = name_column(metadata, (group, column))
                    reason = f"pages of {name} are in encoding {int(encoding)}, and none that is in use here has that number"
                    raise RefusedError(
                        "number", reason, "[encodings] of the configuration has both"
                    )
