"""What could be better about files, what it costs, and what fixes it: `docs/lint.md`."""

from __future__ import annotations

from inlay.verbs.lint.advice import Advice
from inlay.verbs.lint.lint import LintReport, lint

__all__ = ["Advice", "LintReport", "lint"]
