"""What a job prints at its end: the same for programs and for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable

from inlay.cli.printing import show_json, show_line


def show_outcome(document: object, lines: Iterable[str], format_: str) -> None:
    """Behind what standard error says of the way there."""
    sys.stderr.flush()
    if format_ == "json":
        show_json(json.loads(json.dumps(document)))
    else:
        for line in lines:
            show_line(line)
