"""The files that become one: each with its rows, and what its footer says of the columns."""

from __future__ import annotations

from dataclasses import dataclass

from inlay.verbs.parts.planned_groups import Places
from inlay.verbs.parts.source import PartSource
from inlay.verbs.rewrite.bare_file import BareRows


@dataclass(frozen=True, slots=True)
class RewriteSource:
    part: PartSource
    rows: BareRows

    @property
    def places(self) -> Places:
        return self.rows.places

    @property
    def num_rows(self) -> int:
        return self.part.metadata.num_rows
