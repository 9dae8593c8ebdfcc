"""A payload, by the types that it may be of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from inlay.footers.containers import choose_container, unwrap
from inlay.tables.typed_extensions.conversions import describe
from inlay_runtime.errors import InlayError
from inlay_runtime.finding import Finding
from inlay_runtime.flat.extension import ExtensionTable


class OpenedPayload(NamedTuple):
    """Of which type it is, and what it says, or why that cannot be read."""

    type: type[ExtensionTable]
    record: ExtensionTable | None
    error: str | None

    def to_dict(self) -> dict[str, Any] | None:
        """What it says, of values that Arrow has."""
        return None if self.record is None else describe(self.record)


def open_payload(payload: bytes, types: Iterable[type[ExtensionTable]]) -> OpenedPayload | None:
    """None for a payload of another type. No envelope is opened."""
    for cls in types:
        if choose_container(cls.TRAILER).uuid_of(payload) != cls.UUID:
            continue
        content = unwrap(payload, kind=cls.TRAILER)
        if isinstance(content, Finding):
            return OpenedPayload(cls, None, content.what)
        try:
            return OpenedPayload(cls, cls.decode(content.data, eager=True), None)
        except InlayError as error:
            return OpenedPayload(cls, None, str(error))
    return None
