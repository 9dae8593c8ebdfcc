"""What was seen of one reader: a letter for each version, by file and column. A filter on a column is a row of its own, `c?`.

`said` has the first message, or the first wrong value, of each row that is not read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from inlay.verbs.compat.features import FileFeatures

FOLDER: Final = Path(__file__).with_name("observed")
FEATURES: Final = Path(__file__).with_name("features.json")

READS, LOSES, IGNORES, MISREADS, COLUMN, FILE, NOT_ASKED = "RLTMCF-"
"""Letters: reads, loses rows by a filter, ignores the type, misreads, refuses the column, refuses the file, not asked."""


@dataclass
class Observed:
    versions: list[str]
    files: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    said: dict[str, str] = field(default_factory=dict[str, str])

    def add(self, version: str, seen: dict[str, dict[str, tuple[str, str]]]) -> None:
        """In the order of versions."""
        self.versions.append(version)
        for file, rows in seen.items():
            for row, (letter, said) in rows.items():
                of = self.files.setdefault(file, {})
                of[row] = of.get(row, "").ljust(len(self.versions) - 1, NOT_ASKED) + letter
                if said:
                    self.said.setdefault(f"{file}/{row}", said)

    def take(self, version: str, seen: dict[str, dict[str, tuple[str, str]]]) -> None:
        """Some files of a version anew, or for the first time."""
        at = self.versions.index(version)
        for file, rows in seen.items():
            of = self.files.setdefault(file, {})
            for row in {*of, *rows}:
                letter, said = rows.get(row, (NOT_ASKED, ""))
                letters = of.get(row, "").ljust(len(self.versions), NOT_ASKED)
                of[row] = f"{letters[:at]}{letter}{letters[at + 1 :]}"
                is_first = not letters[:at].strip(READS + NOT_ASKED)
                if said and is_first:
                    self.said[f"{file}/{row}"] = said
                elif not of[row].strip(READS + NOT_ASKED):
                    self.said.pop(f"{file}/{row}", None)

    def letter(self, file: str, row: str, version: str) -> str:
        letters = self.files.get(file, {}).get(row, "")
        at = self.versions.index(version)
        return letters[at] if at < len(letters) else NOT_ASKED

    def save(self, reader: str) -> None:
        FOLDER.mkdir(exist_ok=True)
        content = {"versions": self.versions, "files": self.files, "said": self.said}
        text = json.dumps(content, indent=0, ensure_ascii=True)
        (FOLDER / f"{reader}.json").write_text(f"{text}\n", encoding="utf-8")


def load_observed(reader: str) -> Observed:
    return Observed(**json.loads((FOLDER / f"{reader}.json").read_text(encoding="utf-8")))


def list_observed() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def save_features(features: Mapping[str, FileFeatures]) -> None:
    """Of the evidence files, so that rules are made without them."""
    content = {
        name: [sorted(of.file), {column: sorted(it) for column, it in of.columns.items()}]
        for name, of in features.items()
    }
    FEATURES.write_text(f"{json.dumps(content, indent=0)}\n", encoding="utf-8")


def load_features() -> dict[str, FileFeatures]:
    return {
        name: FileFeatures(
            frozenset(file), {column: frozenset(it) for column, it in columns.items()}
        )
        for name, (file, columns) in json.loads(FEATURES.read_text(encoding="utf-8")).items()
    }
