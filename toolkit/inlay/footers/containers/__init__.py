"""What lies in field 32767: content, and the trailer that says whose it is. `docs/containers.md`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay_runtime.lazy_names import lazy_names

if TYPE_CHECKING:
    from inlay.footers.containers.container import Container, Content
    from inlay.footers.containers.envelope import ENVELOPE, Entry, entries_in, payload_of
    from inlay.footers.containers.kinds import CONTAINERS, choose_container
    from inlay.footers.containers.registry import (
        INDEX,
        PROTOTYPE,
        REGISTRY,
        RENEWED,
        SEAL,
        Known,
        Registry,
    )
    from inlay.footers.containers.wrapping import identify, unwrap, wrap
    from inlay_runtime.finding import Finding

__all__ = [
    "CONTAINERS",
    "ENVELOPE",
    "PROTOTYPE",
    "REGISTRY",
    "INDEX",
    "RENEWED",
    "SEAL",
    "Container",
    "Content",
    "Entry",
    "Finding",
    "Known",
    "Registry",
    "choose_container",
    "entries_in",
    "identify",
    "payload_of",
    "unwrap",
    "wrap",
]

_HOMES = {
    "inlay.footers.containers.container": "Container Content",
    "inlay.footers.containers.envelope": "ENVELOPE Entry entries_in payload_of",
    "inlay.footers.containers.kinds": "CONTAINERS choose_container",
    "inlay.footers.containers.registry": "INDEX PROTOTYPE REGISTRY RENEWED SEAL Known Registry",
    "inlay.footers.containers.wrapping": "identify unwrap wrap",
    "inlay_runtime.finding": "Finding",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
