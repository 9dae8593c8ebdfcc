"""What was measured, as one document of JSON: `docs/reader_matrix.json`.

    {"version": 1,
     "verdicts": {word: what it means},
     "texts": [what came back, each once],
     "parts": [{"name", "date", "versions": {reader or writer: version}, "calls": {reader or writer: how it is asked},
                "written": {writer: sha256 of what it wrote},
                "rows": [{"name", "file", "files", "bytes", "sha256",
                          "cells": {reader or writer: verdict, or [verdict, number of a text],
                                    or [verdict, number of a text, how many of the files are right]}}]}]}

`file` is where `python -m tests.readers --files FOLDER` puts the file, below FOLDER; of a row with several files it is their
folder, and `sha256` is that of the digests of the files, one behind the other. In the part of the writers, `file` is what all
were given.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from tests.readers.verdict import HURT, WORDS, Cell

PATH: Final = Path(__file__).parents[2] / "docs" / "reader_matrix.json"
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table: what is tried, with which file or files, and what came of it, by reader."""

    name: str
    file: str
    files: int
    bytes: int
    sha256: str
    cells: Mapping[str, Cell]


@dataclass(frozen=True, slots=True)
class Part:
    """A table: `name` is that of a section (`sections.py`)."""

    name: str
    date: str
    versions: Mapping[str, str]
    rows: Sequence[Row]
    calls: Mapping[str, str] = field(default_factory=dict)
    written: Mapping[str, str] = field(default_factory=dict)
    """In the part of the writers, the digest of what each wrote."""


def digest_of(paths: Sequence[Path]) -> tuple[int, str]:
    """The bytes of all files, and the digest of one, or that of their digests."""
    digests = [sha256(path.read_bytes()) for path in paths]
    size = sum(path.stat().st_size for path in paths)
    if len(digests) == 1:
        return size, digests[0].hexdigest()
    return size, sha256(b"".join(digest.digest() for digest in digests)).hexdigest()


def without_hurt(part: Part) -> Part:
    """Without the rows on which a reader crashed or hung: these are said to whoever measures, and written nowhere."""
    kept: list[Row] = []
    for row in part.rows:
        hurt = [reader for reader, cell in row.cells.items() if cell.verdict in HURT]
        if hurt:
            print(
                f"{part.name}: {row.name} hurts {', '.join(hurt)}: take it out of what is tried",
                file=sys.stderr,
            )
        else:
            kept.append(row)
    return replace(part, rows=kept)


def save(parts: Sequence[Part], path: Path = PATH) -> None:
    path.write_text(to_json(parts), encoding="utf-8")


def to_json(parts: Sequence[Part]) -> str:
    texts: dict[str, int] = {}
    parts_json = [_part(part, texts) for part in parts]
    lines = [
        "{",
        f'"version": {VERSION},',
        f'"verdicts": {json.dumps(dict(WORDS), ensure_ascii=False)},',
        f'"texts": [\n{_lines(list(texts))}\n],',
        '"parts": [',
        ",\n".join(parts_json),
        "]}",
    ]
    return "\n".join(lines) + "\n"


def _part(part: Part, texts: dict[str, int]) -> str:
    def cell(given: Cell) -> Any:
        if not given.text:
            return given.verdict
        number = texts.setdefault(given.text, len(texts))
        return [given.verdict, number, given.good] if given.good else [given.verdict, number]

    rows = [
        {
            "name": row.name,
            "file": row.file,
            "files": row.files,
            "bytes": row.bytes,
            "sha256": row.sha256,
            "cells": {reader: cell(given) for reader, given in row.cells.items()},
        }
        for row in part.rows
    ]
    head = {
        "name": part.name,
        "date": part.date,
        "versions": dict(part.versions),
        "calls": dict(part.calls),
        "written": dict(part.written),
    }
    return f'{json.dumps(head, ensure_ascii=False)[:-1]}, "rows": [\n{_lines(rows)}\n]}}'


def _lines(values: Sequence[Any]) -> str:
    """A value a line, so that a difference of two documents shows what differs."""
    return ",\n".join(
        json.dumps(value, ensure_ascii=False, separators=(",", ":")) for value in values
    )


def load(path: Path = PATH) -> list[Part]:
    document = json.loads(path.read_text(encoding="utf-8"))
    if document["version"] != VERSION:
        raise ValueError(f"{path}: version {document['version']}; this reads {VERSION}")
    texts: list[str] = document["texts"]

    def cell(given: Any) -> Cell:
        return (
            Cell(given) if isinstance(given, str) else Cell(given[0], texts[given[1]], *given[2:])
        )

    return [
        Part(
            part["name"],
            part["date"],
            part["versions"],
            [
                Row(
                    row["name"],
                    row["file"],
                    row["files"],
                    row["bytes"],
                    row["sha256"],
                    {name: cell(given) for name, given in row["cells"].items()},
                )
                for row in part["rows"]
            ],
            part["calls"],
            part["written"],
        )
        for part in document["parts"]
    ]
