"""A check that is not asked of a chunk, as the file has nothing that it holds, would find nothing."""

from __future__ import annotations

from typing import Final

import pytest

import inlay
from inlay.verbs.verify.values import audit
from inlay.verbs.verify.values.audited import AuditedChunk
from inlay.verbs.verify.values.families import (
    CHECKS_OF_CHUNKS,
    CHECKS_OF_PAGES,
    ChosenChecks,
    choose_checks,
)
from tests.lies.kinds import KINDS

ALL: Final = ChosenChecks(CHECKS_OF_CHUNKS, CHECKS_OF_PAGES)


@pytest.mark.parametrize("name", KINDS)
def test_all_checks_find_no_more(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[ChosenChecks] = []

    def choose(chunk: AuditedChunk) -> ChosenChecks:
        asked.append(choose_checks(chunk))
        return asked[-1]

    monkeypatch.setattr(audit, "choose_checks", choose)
    chosen = inlay.verify(KINDS[name].file, values=True)
    assert any(len(each.chunks) < len(ALL.chunks) for each in asked) or not asked
    monkeypatch.setattr(audit, "choose_checks", lambda _chunk: ALL)
    assert inlay.verify(KINDS[name].file, values=True).findings == chosen.findings
