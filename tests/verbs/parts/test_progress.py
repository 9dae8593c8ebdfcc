"""How far a verb is: it never goes back, and what it goes to is what is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import pytest

import inlay
from inlay.verbs.parts.making import WrittenFile
from inlay.verbs.parts.progress import PartsProgress, Stage
from tests.verbs.parts.made import OPTIONS, table, write_tables

Verb = Callable[[list[str], Path, PartsProgress], "WrittenFile | Sequence[WrittenFile]"]

VERBS: Final[dict[str, Verb]] = {
    "concat": lambda paths, out, watch: inlay.concat(paths, out, progress=watch),
    "select": lambda paths, out, watch: inlay.select(paths[0], out, columns=["name"], progress=watch),
    "drop": lambda paths, _, watch: inlay.drop(paths[0], columns=["name", "tags"], progress=watch),
    "split": lambda paths, out, watch: inlay.split(paths[0], out, row_groups=1, progress=watch),
}  # fmt: skip


@pytest.mark.parametrize("name", VERBS)
def test_it_goes_forward_to_what_is_written(name: str, tmp_path: Path) -> None:
    paths = write_tables(tmp_path, [table(900, 1), table(700, 2)], **OPTIONS["indexed"])
    told: dict[Stage, list[tuple[int, int]]] = {stage: [] for stage in Stage}
    written = VERBS[name](
        paths, tmp_path / "out", lambda stage, done, total: told[stage].append((done, total))
    )
    files = [written] if isinstance(written, WrittenFile) else written
    assert told[Stage.FOOTERS] == ([(0, 2), (1, 2)] if name == "concat" else [])
    done = [done for done, _ in told[Stage.BYTES]]
    assert done == sorted(done)
    assert {total for _, total in told[Stage.BYTES]} == {sum(file.copied for file in files)}
    assert done[-1] <= sum(file.size or 0 for file in files)
    assert len(done) > len(files)
