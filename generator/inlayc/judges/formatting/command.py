"""Which files `inlayc format` lays out, and what they become."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from inlayc.base.settings import Settings, SettingsError
from inlayc.base.source import SourceFile
from inlayc.frontends.flatbuffers.parse import parse as parse_flatbuffers
from inlayc.frontends.load import expand_sources, read_source, require_sources_below
from inlayc.frontends.thrift.parse import parse as parse_thrift
from inlayc.frontends.trees import DISK
from inlayc.judges.formatting.layout import format_source


class Change(NamedTuple):
    """A file that is laid out in another way."""

    path: Path
    old: bytes
    new: bytes


def list_files(paths: Sequence[Path], project: Settings | None) -> list[Path]:
    """Those that are given, or of the project; what is Rust in a folder is passed over. Raises SettingsError for a file that is."""
    if not paths:
        assert project is not None  # the command asks for one of both
        sources = expand_sources(project.root, project.sources)
        return [path for path in sources if path.suffix != ".rs"]
    for path in paths:
        if path.suffix == ".rs":
            raise SettingsError(f"{path}: rustfmt lays out Rust; here are .thrift and .fbs files")
    below = [file for path in paths for file in require_sources_below(path)]
    return [path for path in dict.fromkeys(below) if path.suffix != ".rs"]


def format_files(paths: Iterable[Path]) -> Iterator[Change]:
    """All files are read, and parsed, before the first is changed. Raises CompileError and OSError."""
    changes: list[Change] = []
    for path in paths:
        source = read_source(DISK, path, path.as_posix())
        _require_parsed(source)
        laid_out = SourceFile(source.name, format_source(source))
        _require_parsed(laid_out)
        old, new = source.text.encode(), laid_out.text.encode()
        if new != old:
            changes.append(Change(path, old, new))
    yield from changes


def _require_parsed(source: SourceFile) -> None:
    """Spaces matter to nobody in a text that can be parsed."""
    parse = parse_flatbuffers if source.name.endswith(".fbs") else parse_thrift
    parse(source)
