"""What a newcomer runs in a new environment: help, versions, the README."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

TREE: Final = """
import click, json, sys
from importlib import import_module

module, name = sys.argv[1].split(":")
group = getattr(import_module(module), name)

def names(command, words):
    yield words
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            try:
                inner = command.get_command(context, name)
            except ModuleNotFoundError:  # its help says what is missing
                inner = click.Command(name)
            yield from names(inner, [*words, name])

print(json.dumps(list(names(group, []))))
"""
COMMANDS: Final = {
    "inlay": "inlay.cli.command_line:inlay",
    "inlayc": "inlayc.cli.command_line:commands",
}


class Visit(NamedTuple):
    """A command, and what came of it."""

    command: str
    exit_code: int
    output: str

    @property
    def is_well(self) -> bool:
        """A command whose extra is not installed says so in one line."""
        names_extra = self.output.count("\n") == 1 and "not installed: pip install " in self.output
        return (self.exit_code == 0 or names_extra) and "Traceback" not in self.output


def visits(place: Path, readme: Path) -> list[Visit]:
    """Everything, in an environment that lies in `place`."""
    return [*_helps(place), *_readme(place, readme.read_text(encoding="utf-8"))]


def _helps(place: Path) -> Iterator[Visit]:
    for program, group in COMMANDS.items():
        yield _run(place, program, "--version")
        tree = _run(place, "python", "-c", TREE, group)
        if not tree.is_well:
            yield tree._replace(command=f"the commands of {program}")
            continue
        for words in json.loads(tree.output):
            yield _run(place, program, *words, "--help")


def _readme(place: Path, text: str) -> Iterator[Visit]:
    """Where pyarrow and the compiler are: the vendor's package, the Python, the commands."""
    has = _run(place, "python", "-c", "import pyarrow, lark, jinja2, black")
    if not has.is_well:
        return
    (declaration,) = re.findall(r"```fbs\n(.*?)```", text, re.DOTALL)
    (place / "notes.fbs").write_text(declaration, encoding="utf-8")
    generate = "generate notes.fbs --output . --package vendor_format"
    yield _run(place, "inlayc", *generate.split())
    blocks = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    (place / "example.py").write_text(blocks, encoding="utf-8")
    yield _run(place, "python", "example.py")
    for command in re.findall(r"^    \$ inlay (.*?)(?: +#.*)?$", text, re.MULTILINE):
        yield _run(place, "inlay", *command.split())


def _run(place: Path, program: str, *arguments: str) -> Visit:
    done = subprocess.run(
        [str(place / "bin" / program), *arguments],
        cwd=place,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    shown = " ".join([program, *arguments]).splitlines()[0]
    return Visit(shown, done.returncode, done.stdout)
