"""What is to change, where the result goes, and what came of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeAlias, TypeVar, cast

from inlay.ground.files.paths import AnyPath
from inlay.ground.files.source import Seekable, name_of
from inlay.ground.files.spliced import FilePart, SplicedFile
from inlay.ground.mistakes import refuse_string
from inlay.ground.wording.amounts import count
from inlay_runtime.public_home import public_in


@dataclass(frozen=True, slots=True)
class Change:
    """The first `keep` bytes of the file stay; `parts`, which may be too long for memory, come behind them, and `tail` ends it."""

    keep: int
    tail: bytes
    parts: Sequence[FilePart] = ()

    @property
    def end(self) -> SplicedFile:
        """All that is new, as a file."""
        return self._behind(SplicedFile())

    @property
    def size(self) -> int:
        return self.keep + self.end.size

    def apply(self, file: Seekable) -> SplicedFile:
        """The file as it will be; errors call it as they call the file."""
        new = SplicedFile(name_of(file))
        new.copy(file, 0, self.keep)
        return self._behind(new)

    def _behind(self, new: SplicedFile) -> SplicedFile:
        new.extend(self.parts)
        new.append(self.tail)
        return new


Check: TypeAlias = Callable[[Seekable], None]
"""Reads back what was written, and raises if it is not what was meant."""


Watch: TypeAlias = Callable[[int, int], None]
"""Told how many bytes of how many have been copied."""


def watch_nothing(_copied: int, _size: int) -> None:
    """Nobody looks."""


@public_in("inlay")
@dataclass(frozen=True, slots=True, init=False)
class Target:
    """Where the result goes; by default into the place of the source, as a new file.

    `allow` holds the names of refusals that are overridden. With `stands_in` the output, or what a dry run is about, is
    to take the place of the source later: it needs the right to write that, and gets its owner. `watch` follows the copying.
    """

    output: str | None
    overwrite: bool
    in_place: bool
    dry_run: bool
    stands_in: bool
    allow: frozenset[str]
    watch: Watch = field(compare=False, repr=False)

    # By hand: it takes paths of any kind, and `output` is text, which no declaration of a field says.
    def __init__(
        self,
        output: AnyPath | None = None,
        overwrite: bool = False,
        in_place: bool = False,
        dry_run: bool = False,
        stands_in: bool = False,
        allow: Set[str] = frozenset(),
        watch: Watch = watch_nothing,
    ) -> None:
        """Raises NamesError for one string as `allow`, and TypeError for a flag that is neither True nor False."""
        refuse_string(allow, "allow")
        flags = {
            "overwrite": overwrite,
            "in_place": in_place,
            "dry_run": dry_run,
            "stands_in": stands_in,
        }
        for name, flag in flags.items():
            if not isinstance(cast("object", flag), bool):
                raise TypeError(f"{name} is True or False, not {flag!r}")
        set_field = object.__setattr__
        set_field(self, "output", None if output is None else os.fspath(output))
        set_field(self, "overwrite", overwrite)
        set_field(self, "in_place", in_place)
        set_field(self, "dry_run", dry_run)
        set_field(self, "stands_in", stands_in)
        set_field(self, "allow", frozenset(allow))
        set_field(self, "watch", watch)

    @property
    def takes_place(self) -> bool:
        """Whether the result is in the place of the source, now or later."""
        return self.output is None or self.stands_in


@public_in("inlay")
@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a file that was to change.

    `path` has, or after a dry run would have, `new_size` bytes.

    `changed` is false where the result is what was there, so that nothing was written. `is_copy` is true where another file was
    written, or would be, that has the bytes of the source. `change` is what a change of the tail came down to; None where every byte
    is put anew.
    """

    path: str
    old_size: int
    new_size: int
    changed: bool = True
    dry_run: bool = False
    warnings: tuple[str, ...] = ()
    change: Change | None = field(default=None, repr=False)
    is_copy: bool = False


def say_outcome(it: Outcome) -> str:
    """In a line, for what holds one."""
    sizes = f"{it.old_size:,} -> {count(it.new_size, 'byte')}"
    would = "would be " if it.dry_run else ""
    if it.is_copy:
        return f"{it.path!r}: {would}a copy, {count(it.new_size, 'byte')}"
    return f"{it.path!r}: {f'{would}changed, {sizes}' if it.changed else 'unchanged'}"


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Planned(Generic[T]):
    """A change, what came of planning it, and what to warn of. `check` reads back what is written, before and after."""

    change: Change
    result: T
    warnings: tuple[str, ...] = ()
    check: Check | None = None


class Done(NamedTuple, Generic[T]):
    """What became of the file, and what came of planning its change."""

    outcome: Outcome
    result: T
