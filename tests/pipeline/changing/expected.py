"""What a job says of a version of a file, and makes of it, where nobody disturbs it: tried out once for each version."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from inlay_spark.migration import Operation
from inlay_spark.migration.planning import plan_file
from inlay_spark.migration.rows import CHANGE, REFUSED
from tests.pipeline.changing.history import FOLDER, LINK, Contents


class Expected(NamedTuple):
    """`product` is SHA-256 of what the file becomes; empty where it stays what it is."""

    action: str
    reason: str
    product: str


@dataclass
class Trials:
    contents: Contents
    scratch: Path
    _known: dict[tuple[str, str, Operation], Expected] = field(
        default_factory=dict[tuple[str, str, Operation], Expected]
    )

    def expect(self, path: str, digest: str, operation: Operation) -> Expected:
        if digest == LINK:
            return Expected(REFUSED, "link", "")
        extension = os.path.basename(path).partition(".")[2]
        key = extension, digest, operation
        if key not in self._known:
            self._known[key] = self._try(extension, digest, operation)
        return self._known[key]

    def product(self, path: str, digest: str | None, operation: Operation) -> str:
        """What it becomes; empty if nothing new."""
        if digest in (None, FOLDER, LINK):
            return ""
        assert digest is not None
        return self.expect(path, digest, operation).product

    def _try(self, extension: str, digest: str, operation: Operation) -> Expected:
        self.scratch.mkdir(exist_ok=True)
        path, new = self.scratch / f"one.{extension}", self.scratch / "new"
        path.write_bytes(self.contents.by_digest[digest])
        try:
            planned = plan_file(str(path), operation)
            if planned.action != CHANGE:
                return Expected(planned.action, planned.reason, "")
            assert operation.write(str(path), str(new))
            return Expected(CHANGE, planned.reason, self.contents.add(new.read_bytes()))
        finally:
            path.unlink()
            new.unlink(missing_ok=True)
