"""What the targets of IDLs share: one text is loaded, laid out, compared with itself, and compiled to code that does nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Final

from fuzz.target import require_words
from inlayc.base.diagnostics import CompileError
from inlayc.base.settings import Settings, SettingsError
from inlayc.base.source import SourceFile
from inlayc.frontends.load import load
from inlayc.judges.breaking.judge import judge
from inlayc.judges.diff.comparison import compare, merge_schemas
from inlayc.judges.diff.model import Settings as DiffSettings
from inlayc.judges.formatting import format_source
from inlayc.judges.formatting.layout import FormatError
from inlayc.model.schema import Schema
from inlayc.python.inert import check_inert
from inlayc.python.lower import lower
from inlayc.python.render import render

ROOT: Final = Path(__file__).parents[1]
_FOLDER: Final = Path("/idl")


class TextTree:
    """One file in a folder where nothing else is."""

    where = ""

    def __init__(self, name: str, data: bytes) -> None:
        self.path = _FOLDER / name
        self._data = data

    def label(self, name: str) -> str:
        return PurePosixPath(name).name

    def find_real(self, path: Path) -> Path:
        return path

    def is_there(self, path: Path) -> bool:
        return path == self.path

    is_file = is_there

    def is_folder(self, path: Path) -> bool:
        return path == _FOLDER

    def read(self, path: Path, size: int) -> bytes:
        return self._data[:size] if path == self.path else b""

    def list_names(self, folder: Path, suffix: str) -> Sequence[str]:
        return [self.path.name] if folder == _FOLDER and self.path.name.endswith(suffix) else []

    def list_below(self, folder: Path) -> Sequence[Path]:
        return [self.path] if folder == _FOLDER else []

    def list_matches(self, pattern: Path) -> Sequence[Path]:
        return [self.path] if pattern == self.path else []


def load_text(name: str, data: bytes) -> Schema | None:
    """None for a text that is refused; every diagnostic can be shown."""
    tree = TextTree(name, data)
    try:
        return load([tree.path], tree=tree)
    except CompileError as error:
        require_words(error)
        return None


def read_text(name: str, data: bytes) -> Schema | None:
    """The schema, which does not differ from itself: the quick part of the law."""
    schema = load_text(name, data)
    if schema is not None:
        merged = merge_schemas([schema])
        assert not compare(merged, merged, DiffSettings())
        assert not judge(merged, merged, DiffSettings())
    return schema


def check_text(name: str, data: bytes) -> None:
    schema = read_text(name, data)
    if schema is None:
        return
    merged = merge_schemas([schema])
    if not name.endswith(".rs"):
        _check_design(name, data, merged)
    _check_code(schema)


def _check_design(name: str, data: bytes, merged: Schema) -> None:
    """Laid out, it means the same, and is laid out already."""
    try:
        text = format_source(SourceFile(name, data.decode()))
    except FormatError:
        return
    again = load_text(name, text.encode())
    assert again is not None, text
    assert not compare(merged, merge_schemas([again]), DiffSettings())
    assert format_source(SourceFile(name, text)) == text


def _check_code(schema: Schema) -> None:
    settings = Settings(root=_FOLDER, package="fuzzed")
    try:
        modules = lower(schema, settings)
    except (CompileError, SettingsError):
        return
    for module in modules:
        check_inert(render(module).text, {"fuzzed"})


def read_texts(*patterns: str) -> list[bytes]:
    """Of our IDLs and those of the tests, the small ones first and none of the largest."""
    paths = [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]
    return sorted({path.read_bytes() for path in paths if path.stat().st_size < 1_500}, key=len)
