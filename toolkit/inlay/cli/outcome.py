"""What a change did: two lines and more if there is one file, and a line for each of several."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from inlay.cli.printing import show_line, warn
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.changes.life_cycle.edit_extension import ExtensionResult
    from inlay.changes.rewrite.change import Outcome
    from inlay.footers.extensions.edit import ExtensionEdit


def show_outcome(outcome: Outcome, done: str, alone: bool) -> None:
    """`done` is what was done to the file, or would be, in words that follow its path."""
    sizes = f"{outcome.old_size:,} -> {count(outcome.new_size, 'byte')}"
    growth = f"({outcome.new_size - outcome.old_size:+,})"
    if alone:
        show_line(f"{outcome.path}: {done}")
        show_line(f"  file {sizes} {growth}")
    else:
        show_line(f"{outcome.path}: {done}, {sizes} {growth}")


def is_altered(outcome: Outcome) -> bool:
    """Whether any byte is another: in a copy that `-o` asked for, none is."""
    return outcome.changed and not outcome.is_copy


def show_unaltered(outcome: Outcome, undone: str = "change") -> None:
    """That there was nothing to do, and that the output is a copy where there is one; `undone` is what was asked for."""
    are = "would be" if outcome.dry_run else "is"
    copy = f": it {are} a copy" if outcome.is_copy else ""
    show_line(f"{outcome.path}: nothing to {undone}{copy}")


def warn_of(path: str, warnings: Iterable[str], alone: bool) -> None:
    """Of one of several files by its path."""
    for warning in warnings:
        warn(warning if alone else f"{path}: {warning}")


def show_result(result: ExtensionResult, done: str, undone: str, alone: bool) -> bool:
    """Whether anything changed. `done` and `undone` are how the change is said where it was made, and where it would be."""
    from inlay.footers.containers import REGISTRY
    from inlay.footers.extensions.compose import format_entry

    outcome, edit = result.outcome, result.edit
    warn_of(outcome.path, result.warnings, alone)
    if edit is None or not is_altered(outcome):
        show_unaltered(outcome)
        return False
    what = format_entry(edit.entry, REGISTRY) if edit.entry.uuid is not None else "a raw payload"
    verb = f"would {undone}" if outcome.dry_run else done
    if edit.before:
        size = sum(len(it.entry.payload) for it in (*edit.before, edit))
        described = f"{count(len(edit.before) + 1, 'extension')}, {count(size, 'byte')}"
    else:
        described = f"{what}, {_where(edit)}"
    show_outcome(outcome, f"{verb} {described}", alone)
    if edit.renewed and alone:
        names = " and ".join(f"the {name}" for name in edit.renewed)
        were = "was" if len(edit.renewed) == 1 else "were"
        done = f"{names} {were} renewed"
        show_line(f"  would renew {names}" if outcome.dry_run else f"  {done}")
    return True


def _where(edit: ExtensionEdit) -> str:
    size = len(edit.entry.payload)
    spelled = f"header {edit.header.value} ({edit.header.data.hex(' ').upper()})"
    return f"{count(size, 'byte')} in {edit.place or edit.carrier.shown}, {spelled}"
