"""What was met of the modules of a file."""

from __future__ import annotations

from collections.abc import Iterator

from inlay.verbs.crypt.met_module import MetModule
from inlay.verbs.crypt.page_run import PageRun
from inlay_runtime.finding import Finding


class ModuleTally:
    """`broken` do not open; `bytes` are those of what opens. `untagged` bodies of CTR and modules `without_key` are not among those met."""

    def __init__(self) -> None:
        self._met: list[MetModule | PageRun] = []
        self.broken: list[MetModule] = []
        self.bytes = 0
        self.untagged = 0
        self.without_key = 0
        self.findings: list[Finding] = []

    def add(self, module: MetModule) -> None:
        """One that is met, whether it opens or not."""
        self._met.append(module)

    def add_run(self, run: PageRun) -> None:
        """Modules of which each that has a tag opens."""
        self._met.append(run)
        self.bytes += run.opened_bytes
        self.untagged += len(run) - run.opened

    @property
    def opened(self) -> int:
        met = sum(1 if isinstance(met, MetModule) else met.opened for met in self._met)
        return met - len(self.broken)

    def list_met(self) -> list[MetModule]:
        """An object each: they are many."""
        return [*self._iterate()]

    def _iterate(self) -> Iterator[MetModule]:
        for met in self._met:
            if isinstance(met, MetModule):
                yield met
            else:
                yield from met.list_opened()
