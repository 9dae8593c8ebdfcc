"""What `open` gives where it leaves nothing open: `with` is understood, since that is how things are opened in Python."""

from __future__ import annotations

from typing import Self


class NothingOpen:
    """The end of the block closes nothing, and the object is as good behind it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...
