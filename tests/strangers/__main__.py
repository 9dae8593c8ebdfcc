"""`python -m tests.strangers FOLDER`: every `.thrift` and `.fbs` below it, where each folder in it is a project; the table of the page."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.strangers.judge import Verdict, judge

KINDS = (".thrift", ".fbs")


def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as output:
        sys.path.insert(0, output)
        print(
            "| project | IDLs | both take | both refuse | only ours takes | only theirs takes | structs |"
        )
        print("|---|---:|---:|---:|---:|---:|---:|")
        for project in sorted(path for path in folder.iterdir() if path.is_dir()):
            verdicts = {
                idl: judge(idl, project, Path(output), f"stranger_{project_name(project)}_{number}")
                for number, idl in enumerate(idls_of(project))
            }
            if verdicts:
                print(row(project.name, list(verdicts.values())), flush=True)
            for idl, verdict in verdicts.items():
                report(idl, verdict)


def project_name(project: Path) -> str:
    return "".join(letter if letter.isalnum() else "_" for letter in project.name)


def idls_of(project: Path) -> list[Path]:
    return sorted(path for path in project.rglob("*") if path.suffix in KINDS and path.is_file())


def row(name: str, verdicts: list[Verdict]) -> str:
    counts = [
        sum((not each.refused, not each.refused_there) == wanted for each in verdicts)
        for wanted in ((True, True), (False, False), (True, False), (False, True))
    ]
    numbers = [len(verdicts), *counts, sum(each.structs for each in verdicts)]
    return f"| {name} | {' | '.join(map(str, numbers))} |"


def report(idl: Path, verdict: Verdict) -> None:
    """What somebody has to look at, on standard error."""
    if verdict.refused and not verdict.refused_there:
        print(f"{idl}: {verdict.refused}", file=sys.stderr)
    for each in verdict.broken:
        print(f"{idl}: {each}", file=sys.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.strangers", description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    main(parser.parse_args().folder)
