"""`python -m tests.strangers FOLDER [FROM]` judges the IDLs of `projects.json`, and writes docs/strangers.json and the table of
docs/strangers.md.

IDLs that FOLDER lacks are brought by git, from FROM followed by the name of the repository. What somebody has to look at is
printed; exit code 1 if there is a fault.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from tests.strangers.figures import Judged, count, write
from tests.strangers.judge import judge
from tests.strangers.projects import PUBLIC, Project, bring, read_projects
from tests.strangers.type_checkers import choose, complaints


def main(folder: Path, source: str) -> int:
    projects = read_projects()
    for project in projects:
        if not (folder / project.folder).is_dir():
            reason = bring(project, source, folder / project.folder)
            if reason:
                print(f"{source}{project.repository} cannot be reached: {reason}", file=sys.stderr)
                return 1
    judged: dict[str, list[Judged]] = {}
    with tempfile.TemporaryDirectory() as packages, ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = {
            pool.submit(judge_project, project, folder, Path(packages), number): project
            for number, project in enumerate(projects)
        }
        for job in as_completed(jobs):
            judged[jobs[job].repository] = job.result()
            report(jobs[job], job.result())
        verdicts = [each.verdict for each in itertools.chain(*judged.values())]
        made = {each.package: each.sources for each in verdicts if each.package}
        found = complaints(Path(packages), choose(made))
    print("\n".join(found))
    write(count(judged))
    return int(bool(found) or any(each.faults for each in verdicts))


def judge_project(project: Project, folder: Path, packages: Path, number: int) -> list[Judged]:
    """All that is listed of it, in packages whose names have the number."""
    if str(packages) not in sys.path:
        sys.path.insert(0, str(packages))
    top = (folder / project.folder).resolve()
    return [
        Judged(idl, judge(top / idl, top, packages, f"stranger_{number}_{at}"))
        for at, idl in enumerate(project.idls)
    ]


def report(project: Project, judged: list[Judged]) -> None:
    """What only one of the two compilers takes, and faults."""
    for idl, verdict in judged:
        place = f"{project.repository} {idl}"
        if verdict.outcome.startswith("only"):
            print(f"{place}: {verdict.outcome}: {verdict.detail}", flush=True)
        for each in verdict.faults:
            print(f"{place}: fault: {each}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.strangers", description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument("source", metavar="FROM", nargs="?", default=PUBLIC)
    chosen = parser.parse_args()
    sys.exit(main(chosen.folder, chosen.source))
