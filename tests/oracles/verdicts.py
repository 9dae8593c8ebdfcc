"""What becomes of files that inlayc and another compiler are given: a verdict for each, a table of all."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

Model: TypeAlias = dict[str, object]


AGREEMENT = "both accept, models equal, Python imported"


@dataclass(frozen=True)
class Verdict:
    category: str
    detail: str = ""

    @property
    def is_agreement(self) -> bool:
        return self.category == AGREEMENT


def of_models(theirs: Model, ours: Model, same: Callable[[object, object], bool]) -> Verdict:
    differing = [
        f"{name}\n    theirs {theirs.get(name)}\n    ours   {ours.get(name)}"
        for name in dict.fromkeys([*theirs, *ours])
        if name not in theirs or name not in ours or not same(theirs[name], ours[name])
    ]
    if differing:
        return Verdict("DEFECT: models differ", "\n".join(differing))
    return Verdict(AGREEMENT)


def main(about: str, suffix: str, judge: Callable[[Path, Sequence[Path]], Verdict]) -> int:
    """Judges the files below the folder of the command line, and prints the table; 1 for a defect."""
    parser = argparse.ArgumentParser(description=about.partition("\n")[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--verbose", action="store_true", help="tell every file that is not equal")
    arguments = parser.parse_args()
    top = arguments.directory.resolve()
    paths = sorted(path for path in top.rglob(f"*{suffix}") if path.is_file())
    verdicts = {path: judge(path, include_roots(path, top)) for path in paths}
    for path, verdict in verdicts.items():
        if verdict.category.startswith("DEFECT") or (arguments.verbose and verdict.detail):
            print(f"{path.relative_to(top)}: {verdict.category}\n  {verdict.detail}\n")
    print_table(list(verdicts.values()))
    return int(any(verdict.category.startswith("DEFECT") for verdict in verdicts.values()))


def include_roots(path: Path, top: Path) -> list[Path]:
    """The folders above a file, nearest first, up to the directory that was given."""
    return [folder for folder in path.parents if folder == top or top in folder.parents]


def print_table(verdicts: Sequence[Verdict]) -> None:
    counts = Counter(verdict.category for verdict in verdicts)
    for category, count in sorted(counts.items()):
        print(f"{count:6}  {category}")
    print(f"{len(verdicts):6}  files")
    reasons = Counter(
        f"{verdict.category}: {verdict.detail.partition(chr(10))[0]}"
        for verdict in verdicts
        if verdict.category.endswith("as documented")
    )
    for reason, count in sorted(reasons.items()):
        print(f"        {count:4} {reason}")
