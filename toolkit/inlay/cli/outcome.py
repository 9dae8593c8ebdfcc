"""What a change of a footer did, in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay.cli.printing import show_line, warn

if TYPE_CHECKING:
    from inlay.extensions.edit import ExtensionEdit
    from inlay.life_cycle.edit_extension import ExtensionResult


def show_result(result: ExtensionResult, done: str, undone: str) -> None:
    """`done` and `undone` are how the change is said where it was made, and where it would be."""
    from inlay.containers import REGISTRY
    from inlay.extensions.compose import format_entry

    for warning in result.warnings:
        warn(warning)
    outcome, edit = result.outcome, result.edit
    if edit is None or not outcome.changed:
        show_line(f"{outcome.path}: nothing to change")
        return
    what = format_entry(edit.entry, REGISTRY) if edit.entry.uuid is not None else "a raw payload"
    verb = f"would {undone}" if outcome.dry_run else done
    show_line(f"{outcome.path}: {verb} {what}, {_where(edit)}")
    growth = outcome.new_size - outcome.old_size
    show_line(f"  file {outcome.old_size:,} -> {outcome.new_size:,} bytes ({growth:+,})")
    if edit.resealed:
        show_line("  the seal was renewed" if not outcome.dry_run else "  would renew the seal")


def _where(edit: ExtensionEdit) -> str:
    size = len(edit.entry.payload)
    spelled = f"header {edit.header.value} ({edit.header.data.hex(' ').upper()})"
    return f"{size:,} bytes in {edit.place or edit.carrier.shown}, {spelled}"
