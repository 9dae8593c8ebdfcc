"""The containers that come with Inlay, by kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from inlay.footers.containers.arrow_prototype import ArrowPrototype
from inlay.footers.containers.bare import UuidFirst, UuidLast
from inlay.footers.containers.container import Container
from inlay.footers.containers.spec import SpecTrailer

_ALL: Final[tuple[Container, ...]] = (SpecTrailer(), ArrowPrototype(), UuidFirst(), UuidLast())

CONTAINERS: Final[Mapping[str, Container]] = {container.kind: container for container in _ALL}


def choose_container(kind: str) -> Container:
    """ValueError for a kind that there is not."""
    known = CONTAINERS.get(kind)
    if known is None:
        raise ValueError(f"no container {kind!r}: there are {', '.join(CONTAINERS)}")
    return known
