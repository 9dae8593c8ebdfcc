"""Entries as deltalake takes them."""

from __future__ import annotations

from deltalake.transaction import AddAction

from inlay.verbs.register.targets.delta.plan import DeltaEntry


def make_action(entry: DeltaEntry) -> AddAction:
    return AddAction(
        entry.name,
        entry.size,
        dict(entry.partition),
        entry.modified,
        data_change=entry.data_change,
        stats=entry.stats,
    )
