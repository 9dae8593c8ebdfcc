"""The reference of the commands: a page for each, from the tree of click that runs them, and from the tables of exit codes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from docs.site.markdown import cell, escape, fence, table

PROGRAMS: Final = ("inlay", "inlayc")
EXITS: Final = Path(__file__).parents[1] / "terminal.md"
SITUATIONS: Final = {
    "nothing": "if there is nothing to do",
    "findings": "for findings",
    "usage": "for wrong usage",
    "invalid": "for damaged input",
    "I/O": "if input or output fails",
    "interrupted": "if interrupted",
}
"""The columns of that table, in words."""
_CHOICE: Final = re.compile(r" \[([^\]]+\|[^\]]+)\]$")
"""Behind the name of an option: the words that it takes."""
_UNBROKEN: Final = "\b"
"""What click's texts begin a paragraph with that keeps its lines."""


def list_commands(program: str) -> Iterator[tuple[str, click.Command, click.Context]]:
    """Every command below a program, groups before what is in them: its words, the command, and where click would run it."""
    root = _open_program(program)
    yield from _walk(program, root, click.Context(root, info_name=program, **root.context_settings))


def _open_program(program: str) -> click.Command:
    if program == "inlay":
        from inlay.cli.command_line import inlay

        return inlay
    from inlayc.cli.command_line import commands

    return commands


def _walk(
    words: str, command: click.Command, context: click.Context
) -> Iterator[tuple[str, click.Command, click.Context]]:
    yield words, command, context
    if not isinstance(command, click.Group):
        return
    for name in command.list_commands(context):
        inner = command.get_command(context, name)
        if inner is not None and not inner.hidden:
            yield from _walk(
                f"{words} {name}", inner, click.Context(inner, info_name=name, parent=context)
            )


def render_command_pages() -> dict[str, str]:
    """Markdown by the name of the page: a page for a program, and for each command at its top, with the commands in that."""
    exits = _read_exits()
    pages: dict[str, str] = {}
    for program in PROGRAMS:
        for words, command, context in list_commands(program):
            depth = words.count(" ")
            page = "-".join(words.split()[:2])
            heading = "#" * max(depth, 1)
            text = f"{heading} `{words}`\n\n{_render_command(command, context, exits.get(words))}"
            pages[page] = f"{pages[page]}\n{text}" if page in pages else text
        pages[program] += _render_list(program) + (_render_codes() if program == "inlay" else "")
    return pages


def _render_command(command: click.Command, context: click.Context, exits: str | None) -> str:
    usage = context.get_usage().removeprefix("Usage: ")
    parts = [fence(" ".join(usage.split())), _render_help(command.help or "")]
    rows = [_render_option(each, context) for each in command.get_params(context)]
    shown = [row for row in rows if row is not None]
    if shown:
        parts.append(table(["option", "what it does"], shown))
    if exits is not None:
        parts.append(f"Ends with {exits}: [exit codes](inlay.md#exit-codes).\n\n{_render_common()}")
    return "\n".join(parts)


def _render_help(text: str) -> str:
    """Paragraphs of the help; those whose lines stay as they are become code."""
    paragraphs: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        first, _, rest = paragraph.partition("\n")
        if first.strip() == _UNBROKEN:
            paragraphs.append(fence(rest))
        else:
            paragraphs.append(escape(" ".join(paragraph.split())) + "\n")
    return "\n".join(paragraphs)


def _render_option(parameter: click.Parameter, context: click.Context) -> list[str] | None:
    """A row; None for an argument without words of its own, which usage and help have."""
    record = parameter.get_help_record(context)
    if record is None or (isinstance(parameter, click.Argument) and not record[1]):
        return None
    names, said = record
    choice = _CHOICE.search(names)
    if choice is None:
        return [cell(f"`{names}`"), cell(said)]
    words = ", ".join(f"`{word}`" for word in choice[1].split("|"))
    return [cell(f"`{names[: choice.start()]}`"), f"{cell(said)} One of {words}."]


def _render_list(program: str) -> str:
    rows = [
        [f"[`{words}`]({'-'.join(words.split()[:2])}.md)", cell(command.get_short_help_str(200))]
        for words, command, _ in list_commands(program)
        if words != program
    ]
    return "\n## All commands\n\n" + table(["command", "what it does"], rows)


def _render_codes() -> str:
    from inlay.cli.exit_codes import MEANING

    rows = [[str(int(code)), cell(meaning)] for code, meaning in MEANING.items()]
    return "\n## Exit codes\n\n" + table(["code", "meaning"], rows)


def _render_common() -> str:
    """The codes that the table leaves out since every command has them."""
    from inlay.cli.exit_codes import MEANING, ExitCode

    common = (ExitCode.REFUSED, ExitCode.CHANGED, ExitCode.INTERNAL, ExitCode.TERMINATED)
    codes = ", ".join(f"{int(code)} ({MEANING[code]})" for code in common)
    return f"As every command, it can also end with {codes}.\n"


def _read_exits() -> dict[str, str]:
    """How a command ends in each situation: the table of docs/terminal.md, which tests hold against the commands."""
    _, page, _ = re.split(r"<!-- (?:begin|end) exits -->", EXITS.read_text(encoding="utf-8"))
    head, *rows = re.findall(r"^\| (.+) \|$", page, re.MULTILINE)
    situations = head.split(" | ")[1:]
    exits: dict[str, str] = {}
    for row in rows:
        names, *cells = row.split(" | ")
        codes = [
            f"{code} {SITUATIONS[what]}"
            for what, code in zip(situations, cells, strict=True)
            if code not in ("-", "0")
        ]
        is_ok = "0" in cells  # then nothing to do is as good as done
        done = f"0 when done or {SITUATIONS['nothing']}" if is_ok else "0 when done"
        said = ", ".join([done, *codes])
        exits |= {f"inlay {name}": said for name in re.findall(r"`([\w -]+)`", names)}
    return exits
