"""Which projects, as of which commit, and how their IDLs get here. No text of theirs is in the repository."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from tests.support.corpora import run_git

LIST: Final = Path(__file__).with_name("projects.json")
PUBLIC: Final = "https://github.com/"
KINDS: Final = (".thrift", ".fbs")


class Project(NamedTuple):
    """`idls` are those that are judged. All IDLs of the project are brought, since they include each other."""

    repository: str
    commit: str
    idls: tuple[str, ...]

    @property
    def folder(self) -> str:
        """Its name as a folder's."""
        return self.repository.replace("/", "+")


def read_projects() -> list[Project]:
    entries = json.loads(LIST.read_text(encoding="utf-8"))
    return [Project(name, each["commit"], tuple(each["idls"])) for name, each in entries.items()]


def bring(project: Project, source: str, target: Path) -> str:
    """Copies the IDLs of a project into `target`, from `source` followed by the name of the repository; what git said if it cannot.

    Of a commit, only what is checked out is copied, where the other side knows how to.
    """
    with tempfile.TemporaryDirectory() as scratch:
        commands = (
            ["init", "--quiet"],
            ["remote", "add", "origin", source + project.repository],
            ["fetch", "--quiet", "--depth", "1", "--filter=blob:none", "origin", project.commit],
            ["checkout", "--quiet", "FETCH_HEAD", "--", *(f"*{kind}" for kind in _kinds(project))],
        )
        if failed := run_git(scratch, commands):
            return failed
        for idl in idls_below(Path(scratch)):
            place = target / idl.relative_to(scratch)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(idl.read_bytes())
    return ""


def _kinds(project: Project) -> list[str]:
    """git refuses a pattern that nothing matches."""
    return [kind for kind in KINDS if any(idl.endswith(kind) for idl in project.idls)]


def idls_below(folder: Path) -> list[Path]:
    """Links are left out: they may lead anywhere."""
    found = (path for path in folder.rglob("*") if path.suffix in KINDS)
    return sorted(path for path in found if path.is_file() and not path.is_symlink())
