"""A file made as it would be after standardization."""

from __future__ import annotations

from inlay.changes.rewrite.change import Target
from inlay.changes.rewrite.open_file import OpenFile
from inlay.changes.rewrite.rewrite_file import Written, rewrite_whole
from inlay.changes.rewrite.system import POSIX, System
from inlay.footers.footer import read_footer
from inlay.footers.footer.kept_damage import describe_kept_damage
from inlay.ground.files.paths import AnyPath, require_path
from inlay.ground.files.source import Seekable
from inlay.pages.encodings.configuration import read_configured
from inlay.pages.encodings.on_files.choose_sink import choose_sink
from inlay.pages.encodings.on_files.result import DEFAULT_TARGET, EncodingResult
from inlay.pages.encodings.plugins import Encodings
from inlay.pages.encodings.ratify import prove_ratified, ratify
from inlay.pages.engine.errors import name_file_in_errors
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.pages.engine.thrift_file import open_thrift


def ratify_file(
    path: AnyPath,
    *,
    target: Target = DEFAULT_TARGET,
    encodings: Encodings | None = None,
    progress: Progress = ignore_progress,
    system: System = POSIX,
) -> EncodingResult:
    """The file as it would be after standardization. Raises RefusedError without new encodings, or where the local
    configuration has no number for one."""
    name = require_path(path, "ratify_file")
    known = encodings if encodings is not None else read_configured()

    def write(source: OpenFile, output: OpenFile | None) -> Written[tuple[str, ...]]:
        file = open_thrift(source, name)
        sink = choose_sink(file, output)
        ratify(file, sink, known, progress)
        return Written(sink.size, describe_kept_damage(read_footer(source)))

    def check(source: Seekable, output: Seekable) -> None:
        prove_ratified(open_thrift(source, name), open_thrift(output, name), known)

    with name_file_in_errors(name):
        outcome, kept = rewrite_whole(name, write, check=check, target=target, system=system)
    return EncodingResult(outcome, warnings=(*kept, *outcome.warnings), is_identical=False)
