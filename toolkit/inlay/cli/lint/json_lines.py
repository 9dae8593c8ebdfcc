"""Advice as JSON: a document, or one on each line if there are several files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_files import document_error
from inlay.cli.printing import show_json

if TYPE_CHECKING:
    from inlay.cli.many_files import FailedFile
    from inlay.ground.documents.pieces import StreamedJson
    from inlay.ground.documents.values import Json
    from inlay.verbs.lint.advice import Advice


class JsonSink:
    """`alone` prints one document over many lines."""

    def __init__(self, alone: bool) -> None:
        self._alone = alone

    def add(self, path: str, advice: Sequence[Advice]) -> None:
        self._show(path, advice)

    def add_unread(self, file: FailedFile) -> None:
        show_json(document_error("lint", file.path, file.said, file.code), in_line=True)

    def finish(self, advice: Sequence[Advice]) -> None:
        """The advice on tables has a document of its own, without a path."""
        if advice:
            self._show(None, advice)

    def _show(self, path: str | None, advice: Sequence[Advice]) -> None:
        from inlay.verbs.lint.rows import row_of

        rows: Iterator[Json] = (dict(row_of(each)) for each in advice)
        said: dict[str, StreamedJson] = {
            **document_of("lint", {"path": path}),
            "advice": rows,
            "error": None,
        }
        show_json(said, in_line=not self._alone)
