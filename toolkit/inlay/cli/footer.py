"""`inlay footer`: which form a file has, and the way from one to the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.options import FILE, format_option, target_options
from inlay.cli.printing import show_json, show_line, show_table, warn
from inlay.cli.report.json_layouts import document_of
from inlay.wording.amounts import count

if TYPE_CHECKING:
    from inlay.cli.report.json_values import Json
    from inlay.footer.footer import Footer
    from inlay.life_cycle.change_form import Step
    from inlay.rewrite.change import Target


@click.group("footer")
def command() -> None:
    """Show the form of a file's footer; add a FlatBuffers footer, promote it, finalize it, revert it."""


@command.command("show")
@click.argument("file", type=FILE)
@format_option
def show(file: str, format_: str) -> ExitCode:
    """Draw the end of FILE: which form it has, where every piece lies, and whether its two footers agree.

    Exit code 1 if they do not, or if the FlatBuffer is damaged.
    """
    from inlay.checks.verify_footer import disagreements
    from inlay.files.source import opened
    from inlay.footer.form import Form
    from inlay.footer.read import read_footer
    from inlay.life_cycle.tail_layout import first_bytes, tail_layout

    with opened(file) as source:
        footer = read_footer(source)
        drawn = [(piece, first_bytes(source, piece)) for piece in tail_layout(footer)]
    tail_findings = footer.flat.findings
    agree: bool | None = None
    differing = 0
    if footer.flatbuffer is not None and footer.form is not Form.FINAL:
        differing = len(disagreements(footer))
        agree = differing == 0
    if format_ == "json":
        listed: list[Json] = [
            {"offset": piece.offset, "length": piece.length, "meaning": piece.meaning}
            for piece, _ in drawn
        ]
        findings: list[Json] = [
            {"code": finding.code, "offset": finding.offset, "what": finding.what}
            for finding in tail_findings
        ]
        content: dict[str, Json] = {
            "path": file,
            "form": footer.form.value,
            "size": footer.file_size,
            "agree": agree,
            "pieces": listed,
            "findings": findings,
        }
        show_json(document_of("footer show", content))
    else:
        show_line(f"{file}: {footer.form.value}, {footer.file_size:,} bytes")
        rows = [
            (f"{piece.offset:,}", f"{piece.length:,}", piece.meaning, shown)
            for piece, shown in drawn
        ]
        show_table(("offset", "length", "meaning", "first bytes"), rows, ("offset", "length"))
        for finding in tail_findings:
            show_line(f"finding: {finding}{_read_instead(footer)}")
        if agree is not None:
            disagree = f"they disagree about {count(differing, 'field')}: `inlay verify` says where"
            show_line(f"two footers: {'they agree' if agree else disagree}")
    return ExitCode.FINDINGS if tail_findings or agree is False else ExitCode.OK


def _read_instead(footer: Footer) -> str:
    """What is read of a file whose FlatBuffer is damaged; of other findings they say it themselves."""
    return "; the Thrift footer is used" if footer.flatbuffer is None else ""


@dataclass(frozen=True, slots=True)
class _Said:
    """What a step did, and what it would do."""

    done: str
    would: str


def _step(name: str, said: _Said, text: str) -> None:
    """A subcommand that carries out one step of the life cycle."""

    @command.command(name, help=text)
    @click.argument("file", type=FILE)
    @target_options
    def run(
        file: str,
        target: Target,
    ) -> None:
        from inlay.life_cycle import steps

        step: Step = getattr(steps, name)
        _carry_out(file, step, said, target)


@command.command("revert")
@click.argument("file", type=FILE)
@click.option(
    "--trust",
    type=click.Choice(["thrift", "flatbuffer"]),
    help="The footer to take, where the two disagree or one is damaged.",
)
@target_options
def revert(
    file: str,
    trust: str | None,
    target: Target,
) -> None:
    """Take FILE back to a Thrift footer and nothing else, from any form.

    That is the footer that it had before `inlay footer add`, byte for byte. With --trust it is what that
    footer says, whether the other agrees or not.
    """
    from inlay.life_cycle import steps

    chosen = None if trust is None else steps.Trust(trust)
    source = {
        None: "",
        "thrift": ", as the Thrift footer has it",
        "flatbuffer": ", as the FlatBuffers footer has it",
    }[trust]
    said = _Said(
        f"FlatBuffers footer taken out, a Thrift footer and nothing else is left{source} (form: thrift)",
        f"the FlatBuffers footer would be taken out{source} (form: thrift)",
    )
    _carry_out(file, lambda footer: steps.revert(footer, chosen), said, target)


def _carry_out(file: str, step: Step, said: _Said, target: Target) -> None:
    from inlay.life_cycle.change_form import change_form

    outcome = change_form(file, step, target=target)
    for warning in outcome.warnings:
        warn(warning)
    if not outcome.changed:
        show_line(f"{outcome.path}: nothing to change")
        return
    growth = outcome.new_size - outcome.old_size
    show_line(f"{outcome.path}: {said.would if outcome.dry_run else said.done}")
    show_line(f"  file {outcome.old_size:,} -> {outcome.new_size:,} bytes ({growth:+,})")


_step(
    "add",
    _Said(
        "FlatBuffers footer (v0) added beside the Thrift footer; every reader still reads the file (form: private)",
        "a FlatBuffers footer (v0) would be added beside the Thrift footer (form: private)",
    ),
    "Add a FlatBuffers footer (v0) to FILE, in the extension of its Thrift footer.",
)
_step(
    "promote",
    _Said(
        "FlatBuffers footer is the public one (v1) now, beside the Thrift footer; every reader still reads the "
        "file (form: migration)",
        "the FlatBuffers footer would become the public one (v1) (form: migration)",
    ),
    "private -> migration: replace the experimental FlatBuffers footer (v0) of FILE by the public one (v1). "
    "Thrift stays, every reader still works.",
)
_step(
    "finalize",
    _Said(
        "Thrift footer dropped; only readers that know PAR3 read the file (form: final)",
        "the Thrift footer would be dropped; only readers that know PAR3 would read the file (form: final)",
    ),
    "migration -> final: drop the Thrift footer of FILE. From then on only readers that know PAR3 can read it.",
)
