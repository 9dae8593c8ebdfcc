"""`inlay footer`: which form a file has, and the way from one to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.commands.options import format_option, target_from, target_options
from inlay.commands.printing import show_json, show_line, show_table, warn
from inlay.exit_codes import ExitCode
from inlay.report.amounts import count

if TYPE_CHECKING:
    from inlay.forms.on_files import Step
    from inlay.report.json_values import Json

LAYOUT = 1
"""Raised when a key changes its name or meaning; new keys do not raise it."""


@click.group("footer")
def command() -> None:
    """Show the form of a file's footer; add a FlatBuffers footer, promote it, finalize it, revert it."""


@command.command("show")
@click.argument("file", type=click.Path())
@format_option
def show(file: str, format_: str) -> ExitCode:
    """Draw the end of FILE: which form it has, where every piece lies, and whether its two footers agree.

    Exit code 1 if they do not, or if the FlatBuffer is damaged.
    """
    from inlay.footer.source import opened
    from inlay.forms.drawing import first_bytes, pieces
    from inlay.forms.tail import read_tail
    from inlay.forms.verify import disagreements

    with opened(file) as source:
        tail = read_tail(source)
        drawn = [(piece, first_bytes(source, piece)) for piece in pieces(tail)]
    agree: bool | None = None
    differing = 0
    if tail.flat is not None and tail.thrift:
        differing = len(disagreements(tail))
        agree = differing == 0
    if format_ == "json":
        listed: list[Json] = [
            {"offset": piece.offset, "length": piece.length, "meaning": piece.meaning}
            for piece, _ in drawn
        ]
        findings: list[Json] = [
            {"code": one.code, "offset": one.offset, "what": one.what} for one in tail.findings
        ]
        show_json(
            {
                "footer_show": LAYOUT,
                "path": file,
                "form": tail.form.value,
                "size": tail.file_size,
                "agree": agree,
                "pieces": listed,
                "findings": findings,
            }
        )
    else:
        show_line(f"{file}: {tail.form.value}, {tail.file_size:,} bytes")
        rows = [
            (f"{piece.offset:,}", f"{piece.length:,}", piece.meaning, shown)
            for piece, shown in drawn
        ]
        show_table(("offset", "length", "meaning", "first bytes"), rows, ("offset", "length"))
        for finding in tail.findings:
            show_line(f"finding: {finding}; the Thrift footer is used")
        if agree is not None:
            disagree = f"they disagree about {count(differing, 'field')}: `inlay verify` says where"
            show_line(f"two footers: {'they agree' if agree else disagree}")
    return ExitCode.FINDINGS if tail.findings or agree is False else ExitCode.OK


def _step(name: str, done: str, text: str) -> None:
    """A subcommand that carries out one step of the life cycle."""

    @command.command(name, help=text)
    @click.argument("file", type=click.Path())
    @target_options
    def run(
        file: str,
        output: str | None,
        overwrite: bool,
        in_place: bool,
        dry_run: bool,
        allow: tuple[str, ...],
    ) -> None:
        from inlay.forms.on_files import change_form

        target = target_from(output, overwrite, in_place, dry_run, allow)
        outcome = change_form(file, _function(name), target=target)
        for warning in outcome.warnings:
            warn(warning)
        if not outcome.changed:
            show_line(f"{outcome.path}: nothing to change")
            return
        verb = f"would be {done}" if outcome.dry_run else f"is {done}"
        growth = outcome.new_size - outcome.old_size
        show_line(f"{outcome.path}: {verb}")
        show_line(f"  file {outcome.old_size:,} -> {outcome.new_size:,} bytes ({growth:+,})")


def _function(name: str) -> Step:
    from inlay.forms import life_cycle

    return {
        "add": life_cycle.add,
        "promote": life_cycle.promote,
        "finalize": life_cycle.finalize,
        "revert": life_cycle.revert,
    }[name]


_step(
    "add",
    "private: Thrift, and a FlatBuffer (v0) in its extension",
    "Add a FlatBuffers footer (v0) to FILE, in the extension of its Thrift footer.",
)
_step(
    "promote",
    "in migration: Thrift, and a FlatBuffer (v1) in its extension",
    "Replace the FlatBuffer of a private FILE by one of the public schema (v1).",
)
_step(
    "finalize",
    "final: a FlatBuffer (v1), and no Thrift",
    "Drop the Thrift footer of a FILE in migration. Readers that do not know PAR3 cannot read it any more.",
)
_step(
    "revert",
    "plain Thrift again, byte for byte as it was",
    "Take FILE back to the Thrift footer that it had, from any form.",
)
