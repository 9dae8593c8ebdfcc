"""The bytes that extensions are edited in: the struct that a footer begins with."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from inlay.footers.containers import REGISTRY, SEAL, Entry, Registry, entries_in
from inlay.footers.extensions.carrier import Carrier, carrier_at
from inlay.footers.extensions.locate import locate
from inlay.footers.extensions.seal import check_seal, seal_entry
from inlay.footers.extensions.shapes import CarrierShape
from inlay_runtime.errors import ExtensionError, InlayError
from inlay_runtime.finding import Finding
from inlay_runtime.public_home import public_in


@public_in("inlay.errors")
class DamagedError(InlayError):
    """Something in the footer does not agree with its CRC, so nothing is built on it."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)
        self.finding = finding

    def __str__(self) -> str:
        return f"{self.finding}\n  try: `inlay verify` says more; take the file from a backup"


@dataclass(frozen=True)
class StructBytes:
    """The whole footer, `data`, which begins at `offset` in its file with a struct of shape `root`."""

    data: bytes
    offset: int
    root: CarrierShape
    registry: Registry = REGISTRY

    @cached_property
    def carrier(self) -> Carrier:
        """The footer struct itself."""
        return carrier_at(self.data, 0, "", self.root)

    def locate(self, path: str) -> Carrier:
        return locate(self.data, path, self.root)

    def entries(self, carrier: Carrier) -> tuple[Entry, ...]:
        """What is in its slot. DamagedError for an envelope that cannot be opened."""
        payload = carrier.payload_in(self.data)
        if payload is None:
            return ()
        entries = entries_in(payload, self.registry)
        if isinstance(entries, Finding):
            base = self.offset + (carrier.slot.payload if carrier.slot is not None else 0)
            raise DamagedError(entries.placed(carrier.shown, base))
        return entries

    def with_data(self, data: bytes) -> StructBytes:
        return StructBytes(data, self.offset, self.root, self.registry)

    def seal_finding(self) -> Finding | None:
        """What is wrong with the seal; None if it agrees or there is none."""
        carrier = self.carrier
        seal = self.seal()
        if seal is None or carrier.slot is None:
            return None
        finding = check_seal(seal, self.data, carrier.slot.start, self.offset)
        return finding.placed("seal", self.offset) if finding is not None else None

    def seal(self) -> Entry | None:
        return next((entry for entry in self.entries(self.carrier) if entry.uuid == SEAL), None)

    def new_seal(self, before: int) -> Entry:
        return seal_entry(self.data, before, self.offset)


@contextmanager
def name_file_in_errors(path: str) -> Generator[None]:
    """Errors that know no file say which one it is."""
    try:
        yield
    except ExtensionError as error:
        raise type(error)(f"{path}: {error}") from error
    except DamagedError as error:
        finding = error.finding
        raise DamagedError(finding.placed(f"{path}: {finding.at}")) from error
