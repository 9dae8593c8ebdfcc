"""Which extensions may share a slot, and what becomes of those that are there."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from inlay.footers.containers import Entry, Registry
from inlay.footers.extensions.uuid_guess import guess_uuid
from inlay.ground.mistakes import AmbiguousExtensionError, NoExtensionError
from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count


def with_entry(
    entries: Sequence[Entry],
    added: Entry,
    registry: Registry,
    *,
    replace: bool = False,
    envelope: bool = False,
) -> tuple[Entry, ...]:
    """The entries with one more, or with one replaced that has its UUID. RefusedError where policy is
    against it."""
    same = [entry for entry in entries if _is_same(entry, added)]
    others = [entry for entry in entries if not _is_same(entry, added)]
    for entry in (*entries, added):
        known = registry.get(entry.uuid)
        if known is not None and known.is_footer and others:
            reason = f"{known.name} cannot share its slot: its trailer must stay last"
            raise RefusedError("footer", reason)
    if same and not replace:
        what = format_entry(added, registry) if added.uuid is not None else "a raw payload"
        raise RefusedError("there", f"the slot already holds {what}", "--replace")
    foreign = [entry for entry in others if not _is_ours(entry, registry)]
    if foreign and len(entries) == 1:
        _require_envelope(foreign[0], registry, envelope)
    if same:
        return tuple(added if entry is same[0] else entry for entry in entries)
    return (*entries, added)


def without_entry(
    entries: Sequence[Entry], uuid: UUID | None, registry: Registry, *, raw: bool = False
) -> tuple[Entry, tuple[Entry, ...]]:
    """The entry that is meant, and the others. NoExtensionError where it is not there,
    AmbiguousExtensionError where it is not clear which."""
    if not entries:
        raise NoExtensionError("there is no extension")
    if uuid is not None:
        chosen = [entry for entry in entries if entry.carries(uuid)]
    elif raw:
        chosen = [entry for entry in entries if entry.uuid is None]
    else:
        chosen = list(entries)
    there = ", ".join(format_entry(entry, registry) for entry in entries)
    if not chosen:
        raise NoExtensionError(f"it is not there; what is: {there}")
    if len(chosen) > 1:
        raise AmbiguousExtensionError(f"say which one by --uuid; there are {there}")
    return chosen[0], tuple(entry for entry in entries if entry is not chosen[0])


def format_entry(entry: Entry, registry: Registry) -> str:
    """`seal`, a UUID, or what a raw payload may be."""
    known = registry.get(entry.uuid)
    if known is not None:
        return known.name
    if entry.uuid is not None:
        return str(entry.uuid)
    guess = guess_uuid(entry.payload)
    size = f"{count(len(entry.payload), 'byte')}"
    return f"{size} (perhaps UUID {guess.uuid})" if guess is not None else f"{size} without a UUID"


def _is_same(entry: Entry, added: Entry) -> bool:
    return entry.uuid is None if added.uuid is None else entry.carries(added.uuid)


def _is_ours(entry: Entry, registry: Registry) -> bool:
    known = registry.get(entry.uuid)
    return known is not None and known.ours


def _require_envelope(foreign: Entry, registry: Registry, envelope: bool) -> None:
    if not envelope:
        raise RefusedError(
            "envelope",
            f"the slot holds another's extension: {format_entry(foreign, registry)}",
            "--allow envelope puts both in one envelope, which the other's reader has to know",
        )
