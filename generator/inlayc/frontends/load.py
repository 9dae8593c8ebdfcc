"""From paths to a schema: the one part of the frontend that touches the file system.

An IDL comes from anyone, so an include may only name files below the folders of the files that were
given, or below a listed root; a link that leads out of them is not followed.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Final, TypeAlias

from inlayc.base.diagnostics import CompileError, Diagnostic, find_most_similar
from inlayc.base.settings import SettingsError
from inlayc.base.source import SourceFile, Span
from inlayc.frontends.flatbuffers import syntax as flatbuffers
from inlayc.frontends.modules import Modules, name_modules
from inlayc.frontends.resolve import resolve
from inlayc.frontends.text.limits import MAX_BYTES, MAX_INCLUDE_DEPTH, too_large
from inlayc.frontends.text.unfinished import UnfinishedError, choose_certain
from inlayc.frontends.thrift.parse import parse
from inlayc.frontends.thrift.syntax import Document, Include
from inlayc.frontends.trees import DISK, Tree
from inlayc.model.schema import Schema

_SUFFIXES: Final = (".thrift", ".fbs", ".rs")
_NOT_SOURCES: Final = frozenset({"build", "dist", "node_modules", "target"})
_PATTERN: Final = re.compile(r"[*?\[]")

AnyDocument: TypeAlias = Document | flatbuffers.Document


def load(paths: Sequence[Path], include_roots: Sequence[Path] = (), tree: Tree = DISK) -> Schema:
    """The schema of the given files and of what they include.

    `CompileError` tells every mistake in them; a given file that cannot be read is an `OSError`, and one of another suffix a
    `SettingsError`.
    """
    loader = _Loader(paths, include_roots, tree)
    for path in paths:
        _require_idl(path, tree)
        loader.load(path, path.as_posix(), depth=0)
    if loader.diagnostics:
        raise CompileError([*loader.diagnostics, *loader.find_more()])
    return _resolve(loader.documents, loader.modules())


def _resolve(documents: Sequence[AnyDocument], modules: Modules) -> Schema:
    """Each dialect by itself, Thrift first: FlatBuffers extensions name the structs that they extend."""
    thrift = [document for document in documents if isinstance(document, Document)]
    others = [document for document in documents if not isinstance(document, Document)]
    if not others:
        return resolve(thrift, modules)
    from inlayc.frontends.flatbuffers.resolve import resolve as resolve_flatbuffers

    try:
        schema = resolve(thrift, modules)
    except CompileError as error:
        # They hide no mistake of FlatBuffers, but for those about what stands in Thrift.
        try:
            resolve_flatbuffers(others, None, modules)
        except CompileError as more:
            certain = choose_certain(more.diagnostics, frozenset())
            raise CompileError([*error.diagnostics, *certain]) from error
        raise
    return Schema(schema.modules + resolve_flatbuffers(others, schema, modules).modules)


class _Loader:
    def __init__(self, paths: Sequence[Path], include_roots: Sequence[Path], tree: Tree) -> None:
        self._tree = tree
        self.documents: list[AnyDocument] = []
        self.diagnostics: list[Diagnostic] = []
        self._include_roots = include_roots
        self._given_folders = list(dict.fromkeys(path.parent for path in paths))
        self._allowed = [tree.find_real(path.parent) for path in paths]
        self._allowed += [tree.find_real(root) for root in include_roots]
        self._names: dict[Path, str] = {}
        """How the files are called that have been read, by where they really are."""
        self._targets: dict[tuple[str, str], str] = {}
        self._left_out: set[str] = set()
        """Names of definitions that are not syntax."""
        self._is_lost = False
        """Whether a file says nothing of what it defines."""

    def modules(self) -> Modules:
        names = name_modules({name: real for real, name in self._names.items()})
        return Modules(names, self._targets)

    def load(self, path: Path, name: str, depth: int) -> None:
        """Parse a file and what it includes, each file once."""
        if self._tree.find_real(path) in self._names:
            return
        self._names[self._tree.find_real(path)] = self._tree.label(name)
        document = self._parse(path, name)
        if document is None:
            self._is_lost = True
            return
        self.documents.append(document)
        for include in document.includes:
            self._include(include, path, name, depth + 1)

    def _parse(self, path: Path, name: str) -> AnyDocument | None:
        """The definitions that are syntax; None where they do not stand alone."""
        try:
            return _parse(read_source(self._tree, path, self._tree.label(name)))
        except UnfinishedError as error:
            self.diagnostics += error.diagnostics
            self._left_out |= error.names
            rest = error.rest
            return rest if isinstance(rest, Document | flatbuffers.Document) else None
        except CompileError as error:
            self.diagnostics += error.diagnostics
            return None

    def find_more(self) -> list[Diagnostic]:
        """Mistakes of the definitions that are syntax, where others are not."""
        if self._is_lost:
            return []
        try:
            _resolve(self.documents, self.modules())
        except CompileError as error:
            return choose_certain(error.diagnostics, self._left_out)
        return []

    def _include(self, include: Include, includer: Path, name: str, depth: int) -> None:
        if depth > MAX_INCLUDE_DEPTH:
            label = f"at most {MAX_INCLUDE_DEPTH} files deep"
            self._is_lost = True
            diagnostic = Diagnostic(
                "include-too-deep", "includes are too deep", include.span, label
            )
            self.diagnostics.append(diagnostic)
            return
        outside = False
        for folder, folder_name in [
            (includer.parent, posixpath.dirname(name)),
            *((root, root.as_posix()) for root in self._include_roots),
        ]:
            path = folder / include.path
            if not self._is_allowed(path):
                outside = True
            elif self._tree.is_file(path):
                called = posixpath.normpath(posixpath.join(folder_name, include.path))
                self.load(path, called, depth)
                self._targets[self._tree.label(name), include.path] = self._names[
                    self._tree.find_real(path)
                ]
                return
        self._is_lost = True
        self.diagnostics.append(
            _outside(include) if outside else self._not_found(include, includer)
        )

    def _is_allowed(self, path: Path) -> bool:
        return "\0" not in str(path) and any(
            map(self._tree.find_real(path).is_relative_to, self._allowed)
        )

    def _not_found(self, include: Include, includer: Path) -> Diagnostic:
        beside = self._tree.list_names(includer.parent, includer.suffix)
        return Diagnostic(
            "include-not-found",
            f"cannot find `{include.path}`",
            include.span,
            "looked for next to this file and in the include roots",
            help=self._help_root(include, includer) or _help_not_found(include.path, beside),
        )

    def _help_root(self, include: Include, includer: Path) -> str:
        """The nearest folder above the file that would do as a root, or else the folder of a file that was given, if there is one."""
        for root in (*includer.parent.parents, *self._given_folders):
            path = root / include.path
            is_below = self._tree.find_real(path).is_relative_to(self._tree.find_real(root))
            if is_below and self._tree.is_file(path):
                return f"it is in {root.as_posix()}: `-I {root.as_posix()}`, or `include = [...]` in [tool.inlay]"
        return ""


def _help_not_found(path: str, beside: Sequence[str]) -> str:
    if "/" not in path:
        stems = {PurePosixPath(name).stem: name for name in beside}
        similar = find_most_similar(PurePosixPath(path).stem, stems)
        if similar:
            return f"did you mean `{stems[similar]}`?"
    return "to look in another folder, too: `-I DIR`, or `include = [...]` in [tool.inlay]"


def _outside(include: Include) -> Diagnostic:
    return Diagnostic(
        "include-outside-roots",
        f"`{include.path}` is outside of the allowed folders",
        include.span,
        "includes stay below the folders of the given files and the include roots",
        help="add the folder as a root: `-I DIR`, or `include = [...]` in [tool.inlay]",
    )


def read_source(tree: Tree, path: Path, name: str) -> SourceFile:
    """A text by the name that diagnostics have for it. Raises CompileError for one that is too large or no UTF-8, and OSError."""
    data = tree.read(path, MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise too_large(SourceFile(name, ""))
    try:
        return SourceFile(name, data.decode())
    except UnicodeDecodeError as error:
        start = len(data[: error.start].decode())
        source = SourceFile(name, data.decode(errors="replace"))
        span = Span(source, start, start + 1)
        message = f"byte {error.start} is not UTF-8"
        raise CompileError([Diagnostic("not-utf8", message, span, "texts are UTF-8")]) from None


def _parse(source: SourceFile) -> AnyDocument:
    if source.name.endswith(".fbs"):
        from inlayc.frontends.flatbuffers.parse import parse as parse_flatbuffers

        return parse_flatbuffers(source)
    if source.name.endswith(".rs"):
        from inlayc.frontends.macros.parse import parse as parse_macros

        return parse_macros(source)
    return parse(source)


def expand_sources(root: Path, sources: Sequence[str], tree: Tree = DISK) -> list[Path]:
    """The files that `sources` of the settings mean: paths, folders, and patterns such as `idl/**/*.fbs`.

    Each file once, those of a folder or pattern in the order of their names. A folder or pattern without
    an IDL file is a SettingsError.
    """
    paths: dict[Path, None] = {}
    for source in sources:
        matches = _expanded(root, source, tree)
        if not matches:
            raise SettingsError(f"tool.inlay.sources: no IDL file matches {source!r}{tree.where}")
        paths.update(dict.fromkeys(matches))
    return list(paths)


def _expanded(root: Path, source: str, tree: Tree) -> list[Path]:
    path = root / source
    if tree.is_there(path) or not _PATTERN.search(source):
        return sources_below(path, tree)
    return [match for match in tree.list_matches(path) if match.suffix in _SUFFIXES]


def sources_below(path: Path, tree: Tree = DISK) -> list[Path]:
    """The file itself, or the IDL files below a folder."""
    if not tree.is_folder(path):
        _require_idl(path, tree)
        return [path]
    return sorted(file for file in tree.list_below(path) if file.suffix in _SUFFIXES)


def _require_idl(path: Path, tree: Tree) -> None:
    """Of a file: what cannot be read is another mistake, and a pipe has no suffix."""
    if path.suffix not in _SUFFIXES and tree.is_file(path):
        raise SettingsError(f"{path}: its name says no IDL: .thrift, .fbs and .rs files are read")


def require_sources_below(path: Path) -> list[Path]:
    """The same on disk; a folder without an IDL file is a SettingsError: what is found in nothing says nothing."""
    sources = sources_below(path)
    if not sources:
        raise SettingsError(f"{path}: there is no .thrift, .fbs or .rs file below this folder")
    return sources


def idl_files_below(folder: Path) -> list[Path]:
    """The .thrift and .fbs files of a project, sorted: none of hidden folders, environments and what is built or fetched."""
    paths: list[Path] = []
    for here, folders, names in os.walk(folder):
        if "pyvenv.cfg" in names:
            folders.clear()
            continue
        folders[:] = [name for name in folders if name[0] != "." and name not in _NOT_SOURCES]
        paths += (Path(here, name) for name in names if name.endswith((".thrift", ".fbs")))
    return sorted(path for path in paths if _is_text(path))


def _is_text(path: Path) -> bool:
    """Whether the name can stand in a file of settings."""
    return str(path).isprintable()
