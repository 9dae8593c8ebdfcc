"""The list of projects, and how their IDLs are brought."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from tests.strangers.projects import LIST, Project, bring, idls_below, read_projects


def test_the_list_has_names_and_no_text() -> None:
    projects = read_projects()
    assert len(projects) >= 60
    assert sum(len(project.idls) for project in projects) >= 300
    assert all(re.fullmatch("[0-9a-f]{40}", project.commit) for project in projects)
    assert all(re.fullmatch(r"[\w.-]+/[\w.-]+", project.repository) for project in projects)
    assert {key for each in json.loads(LIST.read_text()).values() for key in each} == {
        "commit",
        "idls",
    }


def test_idls_are_brought_and_nothing_else(tmp_path: Path) -> None:
    repository = tmp_path / "from" / "somebody" / "something"
    (repository / "deep").mkdir(parents=True)
    for name, text in (("a.thrift", "enum A {}"), ("deep/b.thrift", "enum B {}"), ("c.py", "1")):
        (repository / name).write_text(text, encoding="utf-8")
    (repository / "link.thrift").symlink_to("c.py")
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "all"]):
        subprocess.run(["git", *WHO, *command], cwd=repository, check=True)
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=repository, check=True, capture_output=True, text=True
    ).stdout.strip()
    project = Project("somebody/something", commit, ("a.thrift",))
    target = tmp_path / "target" / project.folder
    assert bring(project, f"{tmp_path / 'from'}/", target) == ""
    found = [path.relative_to(target).as_posix() for path in idls_below(target)]
    assert found == ["a.thrift", "deep/b.thrift"]
    assert (target / "deep" / "b.thrift").read_text(encoding="utf-8") == "enum B {}"


WHO = ("-c", "user.name=A tester", "-c", "user.email=tester@example.org")


def test_git_says_why_there_is_nothing(tmp_path: Path) -> None:
    project = Project("nobody/nothing", "0" * 40, ("a.thrift",))
    assert "nobody/nothing" in bring(project, f"{tmp_path}/", tmp_path / "target")
    assert not (tmp_path / "target").exists()
