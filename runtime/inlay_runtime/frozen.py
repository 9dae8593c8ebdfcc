"""Values: instances that are nothing but their fields, equal by them, and never changed.

    class Place(Frozen):
        path: str
        offset: int = 0

It is a frozen dataclass, to type checkers as well, whose methods are not compiled for each class: that takes 0.6 ms a
class, and a command that answers in 50 ms imports dozens. An instance takes 1 µs to make instead of 0.4, so what is
made by the million is not a Frozen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NoReturn, dataclass_transform


class _Fields:
    """What `dataclasses.replace` and its like ask of a class; made when they do, for it takes what a dataclass takes."""

    def __init__(self) -> None:
        self._rows: dict[str, object] = {}

    def __get__(self, instance: object, owner: type[Frozen]) -> dict[str, object]:
        from dataclasses import fields, make_dataclass

        if not self._rows:
            twin = make_dataclass(owner.__name__, owner.__match_args__)
            self._rows = {row.name: row for row in fields(twin)}
        return self._rows


@dataclass_transform(frozen_default=True)
class Frozen:
    """Fields are the annotations of a subclass, in order, behind those of its bases; what they are set to is a default."""

    _names: ClassVar[frozenset[str]] = frozenset()
    _defaults: ClassVar[dict[str, object]] = {}

    if TYPE_CHECKING:  # a checker makes the first two of the fields
        __match_args__: ClassVar[tuple[str, ...]]
    else:

        def __init_subclass__(cls) -> None:
            kinds = cls.__annotations__.items()
            own = [name for name, kind in kinds if not str(kind).startswith("ClassVar")]
            cls.__match_args__ = tuple(dict.fromkeys([*getattr(cls, "__match_args__", ()), *own]))
            cls.__dataclass_fields__ = _Fields()
            cls._names = frozenset(cls.__match_args__)
            defaults = {name: cls.__dict__[name] for name in own if name in cls.__dict__}
            cls._defaults = cls._defaults | defaults

        def __init__(self, *values: object, **named: object) -> None:
            names = self.__match_args__
            by_position = dict(zip(names, values, strict=False))
            fields = self.__dict__
            fields.update(self._defaults)
            fields.update(by_position)
            fields.update(named)
            if (
                fields.keys() != self._names
                or len(by_position) != len(values)
                or by_position.keys() & named.keys()
            ):
                raise TypeError(
                    f"{type(self).__name__} takes {', '.join(names)}; {len(values)} by position and "
                    f"{', '.join(named) or 'none'} by name do not fit"
                )

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        fields = zip(self.__match_args__, self._values(), strict=True)
        return (
            f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in fields)})"
        )

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is never changed: {name} stays as it is")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is never changed: {name} stays")

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__match_args__)
