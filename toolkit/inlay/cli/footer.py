"""`inlay footer`: which form a file has, and the way from one to the next."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.command_groups import CommandGroup
from inlay.cli.exit_codes import ExitCode
from inlay.cli.footer_compare import compare
from inlay.cli.footer_convert import convert
from inlay.cli.footer_index import index
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_changes import change_each
from inlay.cli.many_files import many_files, run_each
from inlay.cli.options import format_option, target_options
from inlay.cli.outcome import is_altered, show_outcome, show_unaltered, warn_of
from inlay.cli.printing import show_json, show_line, show_table
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.changes.life_cycle.change_form import Step
    from inlay.changes.rewrite.change import Outcome, Target
    from inlay.footers.footer.footer import Footer
    from inlay.ground.documents.values import Json


@click.group("footer", cls=CommandGroup)
def command() -> None:
    """Add a FlatBuffers footer to a file, promote it, make it the only one; convert a footer to another design; or revert to
    Thrift."""


command.add_command(compare)
command.add_command(convert)
command.add_command(index)


@command.command("show", short_help="Show the end of a file, piece by piece.")
@many_files
@format_option
def show(paths: tuple[str, ...], jobs: int, format_: str) -> ExitCode:
    """Show the ends of the files at PATHS, piece by piece: their form, and whether their two footers agree.

    Exit code 1 if they disagree, or if the FlatBuffer is damaged.
    """
    is_json = format_ == "json"
    return run_each(
        paths,
        jobs,
        partial(_show_end, is_json=is_json),
        document="footer show" if is_json else None,
    )


def _show_end(path: str, alone: bool, *, is_json: bool) -> ExitCode:
    from inlay.cli.first_bytes import show_first_bytes
    from inlay.footers.footer.read import read_footer
    from inlay.ground.documents.findings import document_findings
    from inlay.ground.files.source import open_source
    from inlay.verbs.verify.verify_footer import find_disagreements

    with open_source(path) as source:
        footer = read_footer(source)
        drawn = [(piece, show_first_bytes(source, piece)) for piece in footer.end.pieces(footer)]
        agree: bool | None = None
        differing = 0
        if footer.second.field is not None:
            differing = len(find_disagreements(footer))
            agree = differing == 0
    tail_findings = footer.second.findings
    if is_json:
        listed: list[Json] = [
            {"offset": piece.offset, "length": piece.length, "meaning": piece.meaning}
            for piece, _ in drawn
        ]
        content: dict[str, Json] = {
            "path": path,
            "form": footer.end.name_of(footer),
            "size": footer.file_size,
            "agree": agree,
            "pieces": listed,
            "findings": document_findings(tail_findings),
        }
        show_json(document_of("footer show", content), in_line=not alone)
    else:
        show_line(f"{path}: {footer.end.name_of(footer)}, {count(footer.file_size, 'byte')}")
        rows = [
            (f"{piece.offset:,}", f"{piece.length:,}", piece.meaning, shown)
            for piece, shown in drawn
        ]
        titles = ("offset", "length", "meaning", "first bytes")
        show_table(titles, rows, titles[:2], goes=titles[3:], folds=["meaning"])
        for finding in tail_findings:
            show_line(f"finding: {finding}{_read_instead(footer)}")
        if agree is not None:
            disagree = f"they disagree about {count(differing, 'field')}: `inlay verify` lists them"
            show_line(f"two footers: {'they agree' if agree else disagree}")
    return ExitCode.FINDINGS if tail_findings or agree is False else ExitCode.OK


def _read_instead(footer: Footer) -> str:
    """What is read of a file whose FlatBuffer is damaged; of other findings they say it themselves."""
    return "; the Thrift footer is used" if footer.second.field is None else ""


@dataclass(frozen=True, slots=True)
class _Messages:
    """What a step did, and what it would do; the form that the file has then, and what that means to its readers."""

    done: str
    would: str
    form: str
    note: str = ""

    def of(self, outcome: Outcome, alone: bool) -> str:
        if outcome.dry_run:
            return f"{self.would} (form: {self.form})"
        note = f"; {self.note}" if self.note and alone else ""
        return f"{self.done}{note} (form: {self.form})"


def _step(name: str, said: _Messages, text: str) -> None:
    """A subcommand that carries out one step of the life cycle."""

    @command.command(name, help=text)
    @many_files
    @target_options
    def run(paths: tuple[str, ...], jobs: int, target: Target) -> ExitCode:
        from inlay.changes.life_cycle import steps

        step: Step = getattr(steps, name)
        return change_each(paths, jobs, partial(_carry_out, step=step, said=said), target)


@command.command("add", short_help="Add a FlatBuffers footer (v0), or another design.")
@many_files
@click.option(
    "--design",
    metavar="NAME",
    help="Add a footer in this design instead, such as modular. The form becomes dual.",
)
@target_options
def add(paths: tuple[str, ...], jobs: int, design: str | None, target: Target) -> ExitCode:
    """Add a FlatBuffers footer (v0) to each file at PATHS, or a footer in another design.

    It is stored in field 32767 of the Thrift footer, which stays. The form becomes `private`.
    """
    what = "a FlatBuffers footer (v0)" if design is None else f"a {design} footer"
    said = _Messages(
        f"added {what} next to the Thrift footer",
        f"would add {what} next to the Thrift footer",
        "private" if design is None else "dual",
        "readers of Thrift still read the file",
    )
    return change_each(
        paths, jobs, partial(_carry_out, step=_step_to_add(design), said=said), target
    )


def _step_to_add(design: str | None) -> Step:
    if design is None:
        from inlay.changes.life_cycle.steps import add as add_flatbuffer

        return add_flatbuffer
    from inlay.pages.engine.design_tail import add_design, choose_design

    choose_design(design)  # before any file is looked at
    return partial(add_design, name=design)


@command.command("revert", short_help="Go back to a plain Thrift footer, from any form.")
@many_files
@click.option(
    "--trust",
    type=click.Choice(["thrift", "flatbuffer", "design"]),
    help="The footer to believe if the two disagree or one is damaged.",
)
@target_options
def revert(
    paths: tuple[str, ...],
    jobs: int,
    trust: str | None,
    target: Target,
) -> ExitCode:
    """Go back to a plain Thrift footer, from any form.

    The result is the footer that the file had before `inlay footer add`, byte for byte. With --trust, it is what the
    trusted footer says, whether or not the other one agrees.
    """
    from inlay.changes.life_cycle import steps

    chosen = None if trust is None else steps.Trust(trust)
    source = {
        None: "",
        "thrift": ", as the Thrift footer has it",
        "flatbuffer": ", as the FlatBuffers footer has it",
        "design": ", as the footer in another design has it",
    }[trust]
    said = _Messages(
        f"only the Thrift footer is left{source}",
        f"would leave only the Thrift footer{source}",
        "thrift",
    )
    step = partial(steps.revert, trust=chosen)
    return change_each(paths, jobs, partial(_carry_out, step=step, said=said), target)


def _carry_out(path: str, alone: bool, target: Target, *, step: Step, said: _Messages) -> bool:
    from inlay.changes.life_cycle.change_form import change_form

    outcome = change_form(path, step, target=target)
    warn_of(outcome.path, outcome.warnings, alone)
    if is_altered(outcome):
        show_outcome(outcome, said.of(outcome, alone), alone)
    else:
        show_unaltered(outcome)
    return is_altered(outcome)


_step(
    "promote",
    _Messages(
        "replaced the FlatBuffers footer by the public one (v1)",
        "would replace the FlatBuffers footer by the public one (v1)",
        "migration",
        "readers of Thrift still read the file",
    ),
    "Replace the v0 FlatBuffers footer with v1.\n\n"
    "v1 has everything that the Thrift footer has. The Thrift footer stays. The form changes from `private` to `migration`.",
)
_step(
    "finalize",
    _Messages(
        "removed the Thrift footer",
        "would remove the Thrift footer; only readers that know PAR3 could read the file",
        "final",
        "only readers that know PAR3 can read the file",
    ),
    "Remove the Thrift footer of each file at PATHS.\n\n"
    "From then on only readers that know PAR3 can read the file. The form changes from `migration` to `final`; "
    "`inlay footer revert` goes back.",
)
