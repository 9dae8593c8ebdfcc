"""A struct that the native core has refused, read once more for the error alone.

Pure Python says what is wrong and where, as it does without a native core. But it need not go over what was accepted: elements
of lists before the place of the error are passed over natively, and none is kept. So a refusal costs no more memory than the
way down to its place, and hardly more time than the pass.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TypeVar

from inlay_runtime.compact.declared import CONTAINERS
from inlay_runtime.compact.reader import NOTE_PRICE, CompactReader
from inlay_runtime.limits import Limits

T = TypeVar("T")


class RefusedReader(CompactReader):
    """`until` is where the last element of a list begins of which it is not known whether it is right; `budget` was left there.
    Lists that it gives are empty."""

    __slots__ = ("_budget_there", "_until")

    def __init__(
        self, buffer: bytes, position: int, limits: Limits, *, strict: bool, until: int, budget: int
    ) -> None:
        super().__init__(buffer, position, limits, strict=strict)
        self._until = until
        self._budget_there = budget

    def list_of(self, wire_type: int, read: Callable[[CompactReader], T]) -> list[T]:
        """Reads what is left of a list behind the elements that are known to be right; always empty."""
        header = self.buffer[self.position : self.position + 1]
        size = self._list_size(wire_type)
        self.depth += 1
        if self.depth > self._deepest or self._budget < 0:
            self._refuse()
        if wire_type in CONTAINERS:
            size -= self._read_up_to_frame(size, read)
        if self.position < self._until:
            size -= self._pass_known(header[0] & 0x0F, size)
        for _ in range(size):
            self._read_element(read)
        self.depth -= 1
        return []

    def _read_up_to_frame(self, size: int, read: Callable[[CompactReader], T]) -> int:
        """How many lists in a list it has read. One whose elements are of an odd type is noted in the struct around it, which
        is charged for the first note: whether it has been, is to be known where the budget is taken over.
        """
        for at in range(size):
            if self._frame is not None or self.position >= self._until:
                return at
            self._read_element(read)
        return size

    def _note_types(self, offset: int, types: int) -> None:
        """Charges for what nobody will read."""
        self.charge(NOTE_PRICE)
        self._own_frame()

    def _pass_known(self, wire_type: int, size: int) -> int:
        """How many elements it has passed over."""
        # The core that has refused the struct; what the environment asks for now may be another.
        core = import_module("inlay_runtime.native.compact")
        passed: int
        passed, self.position = core.pass_elements(
            self.buffer, self.position, wire_type, size, self._until, self._deepest
        )
        return passed

    def _read_element(self, read: Callable[[CompactReader], T]) -> None:
        """At the last place that is known, the budget is what it was for the core."""
        if self.position == self._until:
            self._budget = self._budget_there
        read(self)
