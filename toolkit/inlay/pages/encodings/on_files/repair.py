"""What is damaged in one encoding of a file made again from the other."""

from __future__ import annotations

from inlay.changes.rewrite.change import Target
from inlay.changes.rewrite.open_file import OpenFile
from inlay.changes.rewrite.rewrite_file import Written, rewrite_whole
from inlay.changes.rewrite.system import POSIX, System
from inlay.footers.footer import read_footer
from inlay.footers.footer.kept_damage import describe_kept_damage
from inlay.ground.files.paths import AnyPath, require_path
from inlay.ground.files.source import Seekable, size_of
from inlay.ground.refusals import RefusedError
from inlay.pages.encodings.add import add
from inlay.pages.encodings.configuration import read_configured
from inlay.pages.encodings.errors import BothDamagedError
from inlay.pages.encodings.new_encodings import find_encodings
from inlay.pages.encodings.on_files.choose_sink import choose_sink
from inlay.pages.encodings.on_files.result import DEFAULT_TARGET, EncodingResult, describe_lost
from inlay.pages.encodings.on_files.verify import verify_file
from inlay.pages.encodings.plugins import Encodings
from inlay.pages.encodings.repair import choice_of_repair, find_both_damaged, find_damage, repair
from inlay.pages.engine.errors import name_file_in_errors
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.pages.engine.thrift_file import open_thrift


def repair_file(
    path: AnyPath,
    *,
    target: Target = DEFAULT_TARGET,
    encodings: Encodings | None = None,
    progress: Progress = ignore_progress,
    system: System = POSIX,
) -> EncodingResult | None:
    """Makes what is damaged in one encoding again from the other; None if nothing is.

    Raises BothDamagedError where neither of them can be read.
    """
    name = require_path(path, "repair_file")
    known = encodings if encodings is not None else read_configured()
    damage = verify_file(name, encodings=known)
    if not damage:
        return None
    if both := find_both_damaged(damage):
        raise BothDamagedError(f"{name}: {both}")

    def write(source: OpenFile, output: OpenFile | None) -> Written[tuple[str, ...]]:
        """Returns what is said of the chunks that stay without a new encoding, and of a footer that stays damaged."""
        file = open_thrift(source, name)
        choice = choice_of_repair(file, known)
        metadata = file.metadata()
        lost = find_encodings(metadata, file.footer).lost
        plain = repair(file, known)
        sink = choose_sink(file, output)
        if choice:
            add(plain, choice, sink, envelope=True, progress=progress)
        else:
            sink.copy(plain.source, 0, size_of(plain.source))
        left = describe_lost(metadata, lost - choice.keys())
        return Written(sink.size, (*left, *describe_kept_damage(read_footer(source))))

    def check(_source: Seekable, output: Seekable) -> None:
        _, left = find_damage(open_thrift(output, name), known)
        if left:
            raise RefusedError("damaged", f"it would still be damaged: {left[0].sentence}")

    with name_file_in_errors(name):
        outcome, lost = rewrite_whole(name, write, check=check, target=target, system=system)
    return EncodingResult(outcome, warnings=outcome.warnings, damage=tuple(damage), lost=lost)
