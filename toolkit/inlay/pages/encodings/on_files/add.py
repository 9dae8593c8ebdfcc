"""A second encoding added to columns of a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from inlay.changes.rewrite.change import Target
from inlay.changes.rewrite.open_file import OpenFile
from inlay.changes.rewrite.rewrite_file import Written, rewrite_whole
from inlay.changes.rewrite.system import POSIX, System
from inlay.footers.extensions.budget import check_size
from inlay.footers.footer import read_footer
from inlay.footers.footer.kept_damage import describe_kept_damage
from inlay.ground.files.comparing import have_same_bytes
from inlay.ground.files.paths import AnyPath, require_path
from inlay.ground.files.source import Seekable, size_of
from inlay.ground.refusals import RefusedError
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.wording.amounts import count
from inlay.pages.encodings.add import Choice, ChunkChoice, ColumnSizes, IfItPays, add, in_all_groups
from inlay.pages.encodings.configuration import read_configured
from inlay.pages.encodings.encode_chunk import Kept
from inlay.pages.encodings.new_encodings import find_encodings
from inlay.pages.encodings.on_files.choose_sink import choose_sink
from inlay.pages.encodings.on_files.result import DEFAULT_TARGET, EncodingResult
from inlay.pages.encodings.payload import has_encoded_chunk
from inlay.pages.encodings.plugins import Encodings, problem_with
from inlay.pages.encodings.repair import keep_all
from inlay.pages.encodings.strip import require_intact, strip
from inlay.pages.engine.agreement import check_file_paths
from inlay.pages.engine.errors import PlacementRefusedError, name_file_in_errors
from inlay.pages.engine.leaf import list_leaves
from inlay.pages.engine.piece import Place
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.pages.engine.thrift_file import ThriftFile, open_thrift

Chooser: TypeAlias = Callable[[ThriftFile], Choice]


class _Added(NamedTuple):
    sizes: Mapping[str, ColumnSizes]
    warnings: tuple[str, ...]


def add_to_file(
    path: AnyPath,
    chooser: Chooser,
    *,
    target: Target = DEFAULT_TARGET,
    encodings: Encodings | None = None,
    progress: Progress = ignore_progress,
    system: System = POSIX,
) -> EncodingResult:
    """Adds the encodings that `chooser` picks, of those that are in use; those that are there already stay.

    Raises ColumnRefusedError, PlacementRefusedError and other RefusedErrors, and what `rewrite_whole` raises.
    """
    name = require_path(path, "add_to_file")
    known = encodings if encodings is not None else read_configured()

    def write(source: OpenFile, output: OpenFile | None) -> Written[_Added]:
        file = open_thrift(source, name)
        kept = _keep_intact(file)
        plain = strip(file) if kept else file
        metadata = plain.metadata()
        tree = SchemaTree(metadata.schema)
        leaves = list_leaves(tree)
        check_file_paths(plain, tree, leaves)  # columns are chosen by their names
        names, groups = [leaf.name for leaf in leaves], len(metadata.row_groups)
        del metadata, tree, leaves  # a new file takes as much
        choice = chooser(plain)
        _require_in_use(choice, known)
        chosen = _choose_chunks(kept, in_all_groups(plain, choice))
        sink = choose_sink(file, output)
        shares = "envelope" in target.allow
        added = add(plain, chosen, sink, envelope=shares, progress=progress)
        sizes = {names[column]: sizes for column, sizes in sorted(added.sizes.items())}
        before = size_of(source) - file.footer
        warnings = check_size("the footer", added.tail, target.allow, before=before)
        warnings += [
            f"column {names[column]} has no new encoding in {many} of {count(groups, 'row group')}, where it does not pay"
            for column, many in sorted(added.declined.items())
        ]
        warnings += [
            f"column {names[column]} keeps its old encoding alone: {reason}"
            for column, reason in sorted(added.left.items())
        ]
        warnings += [
            f"column {names[column]} keeps the new encoding that it has: {reason}"
            for column, reason in sorted(added.kept.items())
        ]
        warnings += describe_kept_damage(read_footer(source))
        return Written(sink.size, _Added(sizes, tuple(warnings)))

    def check(source: Seekable, output: Seekable) -> None:
        if not have_same_bytes(_original(output, name), _original(source, name)):
            raise PlacementRefusedError(
                "the original could not be taken back from it byte for byte"
            )

    with name_file_in_errors(name):
        outcome, added = rewrite_whole(name, write, check=check, target=target, system=system)
    return EncodingResult(outcome, added.sizes, (*added.warnings, *outcome.warnings))


def _original(source: Seekable, path: str) -> Seekable:
    """The file without new encodings."""
    file = open_thrift(source, path)
    if not has_encoded_chunk(file.thrift):
        return source
    metadata = file.metadata()
    encodings = find_encodings(metadata, file.footer)
    return strip(file, encodings, metadata).source if encodings else source


def _choose_chunks(kept: Mapping[Place, Kept], chosen: ChunkChoice) -> ChunkChoice:
    """What is asked for now, and what the file has where nothing is, or where that does not pay."""
    return {
        **kept,
        **{
            place: (
                replace(wanted, otherwise=kept.get(place))
                if isinstance(wanted, IfItPays)
                else wanted
            )
            for place, wanted in chosen.items()
        },
    }


def _keep_intact(file: ThriftFile) -> Mapping[Place, Kept]:
    """What the file has already. Raises RefusedError where that is damaged."""
    if not has_encoded_chunk(file.thrift):
        return {}
    require_intact(file, file.metadata())
    return keep_all(file)


def _require_in_use(choice: Choice, known: Encodings) -> None:
    """What is written in an encoding can be read here."""
    for wanted in choice.values():
        encoding = wanted.encoding if isinstance(wanted, IfItPays) else wanted
        if problem := problem_with(encoding):
            raise RefusedError(
                "encoding", f"{type(encoding).__name__} is not an encoding: {problem}"
            )
        used = known.find_named(encoding.name)
        if used is None or used.version != encoding.version:
            reason = known.missing(encoding.name, encoding.version)
            raise RefusedError("encoding", reason, "[encodings] use = [...] in the configuration")
