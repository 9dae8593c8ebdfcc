"""Several files or lakes beside each other as a picture, such as one before and after it was written again."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from inlay.ground.wording.amounts import count, format_size
from inlay.ground.wording.page import style_of_colours, style_of_shapes
from inlay.ground.wording.stacks import draw_stacks
from inlay.ground.wording.svg import ALONE
from inlay.verbs.layout.ledger import Ledger
from inlay.verbs.layout.purposes import PURPOSES, Purpose


class PurposeSums:
    """The bytes of any number of files by purpose."""

    def __init__(self) -> None:
        self.sizes = [0] * len(Purpose)
        self.files = 0

    def add(self, ledger: Ledger) -> None:
        for group in ledger.groups:
            self.sizes[group.purpose] += group.size
        self.files += 1


def draw_beside(sums: Mapping[str, PurposeSums]) -> str:
    """A bar for each path, all at one scale, made of what the bytes are for; names are escaped. One path has bytes at least."""
    names = _choose_names([*sums])
    stacks = {
        name: dict(zip(PURPOSES, each.sizes, strict=True))
        for name, each in zip(names, sums.values(), strict=True)
    }
    first = sum(next(iter(sums.values())).sizes)
    shown = {
        name: _describe(each, 0 if at == 0 else first)
        for at, (name, each) in enumerate(zip(names, sums.values(), strict=True))
    }
    root = ".inlay-files"
    font = f"{root} text {{ fill: var(--ink); font: {ALONE.font}px system-ui, sans-serif; }}"
    style = f"<style>{style_of_colours(root)}{style_of_shapes(root)}{font}</style>"
    drawn = draw_stacks("Bytes by purpose", stacks, shown, ALONE).svg
    return drawn.replace("<svg ", '<svg class="inlay-files" ', 1).replace(
        "</title>", f"</title>{style}", 1
    )


def _describe(sums: PurposeSums, first: int) -> str:
    """`2.1 MiB, 4%, 12 files`: the share is that of the first bar."""
    size = sum(sums.sizes)
    share = [f"{100 * size / first:.0f}%"] if first else []
    files = [count(sums.files, "file")] if sums.files != 1 else []
    return ", ".join([format_size(size), *share, *files])


def _choose_names(paths: Sequence[str]) -> list[str]:
    """The last name of each path, numbered where several are alike."""
    last = [ALONE.fit(os.path.basename(path.rstrip("/")) or path, 0.4) for path in paths]
    return [
        f"{name} ({last[: at + 1].count(name)})" if last.count(name) > 1 else name
        for at, name in enumerate(last)
    ]
