"""Answers by the names of their questions."""

from __future__ import annotations

from typing import NoReturn

import pyarrow as pa

from inlay.ground.wording.near_names import hint_at


class Answers(dict[str, pa.Table]):
    """A dict whose KeyError says which name is nearest."""

    def __missing__(self, name: object) -> NoReturn:
        raise KeyError(f"there is no answer {name!r}{hint_at(name, self)}")
