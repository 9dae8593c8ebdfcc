"""A page as a reader follows it: its blocks of code and its commands, from top to bottom."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inlay.__main__ import run as inlay_command

ROOT: Final = Path(__file__).parents[2]
GUIDES: Final = sorted((ROOT / "docs").glob("guide_*.md"))
DOCS: Final = [
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "decisions").glob("*.md")),
]
"""All pages of the documentation, and those that say why."""
PAGES: Final = [ROOT / "README.md", *GUIDES]
STEP: Final = re.compile(
    r"^```(?P<language>\w+)\n(?P<text>.*?)^```$|^ {4,}\$ (?P<command>[^\n]*)$",
    re.DOTALL | re.MULTILINE,
)
SAVED: Final = {
    "fbs": r"`(\w+\.fbs)`",
    "thrift": r"`(\w+\.thrift)`",
    "toml": r"`(pyproject\.toml)`",
}
"""Languages of which a block is a file, and how the sentence before it names the file."""
SPARK: Final = re.compile(r"^## On Spark$.*?(?=^## |\Z)", re.DOTALL | re.MULTILINE)
"""A section that needs Java, and is followed by a test of its own."""
FAILING: Final = re.compile(r"# exit code (\d+)$")


@dataclass(frozen=True, slots=True)
class Step:
    """A command, or a block of code with the file that it is saved as, if it is one."""

    language: str
    text: str
    file: str | None = None

    @property
    def is_on_spark(self) -> bool:
        """A command that starts Java, and is followed where one runs: `tests/pipeline/test_guides_on_spark.py`."""
        return self.language == "command" and self.text.startswith("inlay spark ")


def steps_of(page: str) -> list[Step]:
    steps: list[Step] = []
    for match in STEP.finditer(page):
        if match["command"] is not None:
            steps.append(Step("command", match["command"]))
            continue
        language = match["language"]
        names = re.findall(SAVED.get(language, r"(?!)"), page[: match.start()])
        steps.append(Step(language, match["text"], names[-1] if names else None))
    return steps


def follow(page: Path, folder: Path) -> None:
    """Does in `folder`, which is the current one, what the page says, but for its part on Spark."""
    follow_text(SPARK.sub("", page.read_text(encoding="utf-8")), page.name, folder)


def follow_text(text: str, name: str, folder: Path) -> None:
    follow_steps(steps_of(text), name, folder)


def follow_steps(steps: Iterable[Step], name: str, folder: Path) -> None:
    """Commands, Python and scripts are run, and files are saved; what is only looked at is left out."""
    names: dict[str, object] = {}
    for step in steps:
        if step.language == "command":
            run_command(step.text)
        elif step.language == "sh":
            for line in step.text.splitlines():
                run_command(line)
        elif step.language == "python":
            exec(compile(step.text, name, "exec"), names)
        elif step.file is not None:
            (folder / step.file).write_text(step.text, encoding="utf-8")


def run_command(line: str) -> None:
    """Runs a line, which ends with the exit code that it says, or 0."""
    failing = FAILING.search(line)
    program, *arguments = shlex.split(line, comments=True)
    if program == "inlay":
        code = inlay_command(arguments)
    else:
        assert program == "inlayc", line
        command = [sys.executable, "-m", program, *arguments]
        code = subprocess.run(command, check=False, capture_output=True).returncode
    assert code == (int(failing[1]) if failing else 0), line
