"""From content to payload and back, with the container that the UUID is registered for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from uuid import UUID

from inlay.footers.containers.container import Container, Content
from inlay.footers.containers.kinds import choose_container
from inlay.footers.containers.registry import REGISTRY, Known, Registry
from inlay.ground.wording.amounts import count
from inlay_runtime.finding import Finding

_WITH_CRCS: Final = ("spec", "arrow_prototype")
_BEHIND_SIZES: Final = {"data-crc", "ratio", "decompression"}
"""Findings of a container whose sizes agree with their CRC and with the payload: it is one, and is damaged."""


def wrap(data: bytes, uuid: UUID, *, kind: str = "", registry: Registry = REGISTRY) -> bytes:
    """The payload: in a container of `kind`, or the one of the UUID, or else a spec trailer."""
    return _container_for(uuid, kind, registry).wrap(data, uuid)


def unwrap(payload: bytes, *, kind: str = "", registry: Registry = REGISTRY) -> Content | Finding:
    """What is in the payload, by the container of a known UUID, or by a trailer whose CRCs agree.

    With a `kind` that container is opened whatever the UUID. The code of the finding is `unknown` where
    nothing says what it is.
    """
    if kind:
        return _whole(choose_container(kind).unwrap_at(payload, len(payload)))
    tried: Content | Finding | None = None
    for known in _matching(payload, registry):
        tried = _whole(known.container.unwrap_at(payload, len(payload)))
        if isinstance(tried, Content):
            return tried
    for with_crcs in _WITH_CRCS:
        content = _whole(choose_container(with_crcs).unwrap_at(payload, len(payload)))
        if isinstance(content, Content):
            return _unless_near(content, registry)
        if content.code in _BEHIND_SIZES and content.offset == 0:
            tried = tried or content
    return tried or _near(payload, registry) or Finding("unknown", 0, "no known UUID")


def identify(payload: bytes, registry: Registry = REGISTRY) -> UUID | None:
    """The UUID that the payload certainly has: its container agrees with its CRCs, or has none."""
    content = unwrap(payload, registry=registry)
    return content.uuid if isinstance(content, Content) else None


def _container_for(uuid: UUID, kind: str, registry: Registry) -> Container:
    known = registry.get(uuid)
    if kind or known is None:
        return choose_container(kind or "spec")
    return known.container


def _matching(payload: bytes, registry: Registry) -> Iterator[Known]:
    return (known for known in registry if known.container.uuid_of(payload) == known.uuid)


def _whole(content: Content | Finding) -> Content | Finding:
    """A payload holds its content and nothing before it."""
    if isinstance(content, Content) and content.start != 0:
        return Finding(
            "extra", 0, f"{count(content.start, 'byte lies', 'bytes lie')} before the content"
        )
    return content


def _unless_near(content: Content, registry: Registry) -> Content | Finding:
    near = registry.near(content.uuid) if registry.get(content.uuid) is None else None
    return content if near is None else _report_near(near, content.uuid, content.end - 16)


def _near(payload: bytes, registry: Registry) -> Finding | None:
    for known in registry:
        uuid = known.container.uuid_of(payload)
        if uuid is not None and registry.near(uuid) is known:
            return _report_near(known, uuid, len(payload) - 16)
    return None


def _report_near(known: Known, uuid: UUID, offset: int) -> Finding:
    bits = (known.uuid.int ^ uuid.int).bit_count()
    what = f"the UUID {uuid} is {bits} bit{'s' if bits > 1 else ''} away from that of {known.name}"
    return Finding("uuid-near", offset, what)
