"""Copies records of one class into records of another, attribute by attribute, as rules say.

Most of what Thrift and FlatBuffers say of a footer is the same under nearly the same names; what is not is
done by whoever calls a copier, on what it gives. The native one does the same, faster.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum, unique
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from inlay.footers.conversion.errors import absent, convert_each
from inlay_runtime.core import load_native
from inlay_runtime.flat.schema import SlotSchema
from inlay_runtime.flat.table import Table
from inlay_runtime.record import Record

S = TypeVar("S", bound=Record)
T = TypeVar("T", bound=Record)
Convert: TypeAlias = Callable[[Any], Any]


def _find_native() -> Any:
    compiled = load_native("inlay.footers.conversion.native_copying")
    return None if compiled is None else compiled.NativeCopier


native: Any = _find_native()
"""The class that does the work, unless it is None."""


@unique
class Empty(IntEnum):
    """What becomes of zero, of an empty list, or of None."""

    KEPT = 0
    """The value itself; None is left out."""
    MARKED = 1
    """A zero sets the attribute `explicit` of the target."""
    UNMARKED = 2
    """A zero is left out, unless the attribute `explicit` of the source is true."""
    DROPPED = 3
    """An empty list is left out."""
    FILLED = 4
    """None becomes an empty list."""


class Rule(NamedTuple):
    """An attribute that is copied, unless it is None.

    `convert` makes the value, of a list each element; what `members` has of numbers is taken from there.
    Errors in an element of a list are told with `path`, and one that `is_required` is missed under it.

    Without a `source` it makes a part of the target from attributes of the source itself, if it has any of them;
    without a `target` the attribute is such a part, which fills the target. `convert` is then a copier.
    """

    source: str
    target: str
    convert: Any = None
    members: Mapping[int, Any] | None = None
    is_list: bool = False
    path: str = ""
    is_required: bool = False
    empty: Empty = Empty.KEPT
    explicit: str = ""

    def of(self, value: Any) -> Any:
        if not self.is_list:
            return value if self.convert is None else self.convert(value)
        if self.convert is None:
            return list(value)
        if self.path:
            return convert_each(self.path, value, self.convert)
        return [self.convert(element) for element in value]

    def missing(self) -> None:
        raise absent(self.path)

    def copy(self, source: Any, target: Any) -> None:
        """From one record to the other."""
        if not self.source:
            if self.convert.has_any(source):
                setattr(target, self.target, self.convert(source))
            return
        value = getattr(source, self.source)
        if not self.target:
            if value is not None:
                self.convert.fill(value, target)
            return
        if value is None:
            if self.is_required:
                self.missing()
            if self.empty is Empty.FILLED:
                setattr(target, self.target, [])
            return
        if self.empty and not value:
            if self.empty is Empty.DROPPED:
                return
            if self.empty is Empty.UNMARKED and not (
                self.explicit and getattr(source, self.explicit)
            ):
                return
            if self.empty is Empty.MARKED and self.explicit:
                setattr(target, self.explicit, True)
        setattr(target, self.target, self.of(value))


class Copier(Generic[S, T]):
    """The attributes of the target that no rule fills have their defaults.

    `finish` is called at last, with both, if the source has any of the attributes `when`.
    """

    def __init__(
        self,
        source: type[S],
        target: type[T],
        rules: Sequence[Rule],
        *,
        finish: Callable[[Any, Any], object] | None = None,
        when: Sequence[str] = (),
    ) -> None:
        self.target: Final = target
        self.rules: Final = tuple(rules)
        self.blank: Final = _blank(target)
        self.finish: Final = finish
        self.when: Final = tuple(when)
        self.native: Final = None if native is None else native(source, self)

    def __call__(self, source: S) -> T:
        if native is not None and self.native is not None:
            copied: T | None = self.native(source)
            if copied is not None:
                return copied
        target = self.target.__new__(self.target)
        for name, value in self.blank:
            object.__setattr__(target, name, value)
        self.fill(source, target)
        if self.finish is not None and any(getattr(source, name) is not None for name in self.when):
            self.finish(source, target)
        return target

    def fill(self, source: Any, target: Any) -> None:
        """Nothing but the rules."""
        for rule in self.rules:
            rule.copy(source, target)

    def has_any(self, source: Any) -> bool:
        return any(getattr(source, rule.source) is not None for rule in self.rules)


def _blank(target: type[Record]) -> list[tuple[str, Any]]:
    """What every slot of an instance holds before anything is set."""
    slots: dict[str, Any] = {"source": None} if issubclass(target, Table) else {}
    for field in target.record_schema().fields:
        slots[field.slot] = field.default if isinstance(field, SlotSchema) else None
    return [*slots.items(), *dict.fromkeys({"extension", "remainder"} - slots.keys()).items()]
