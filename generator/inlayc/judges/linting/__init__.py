"""`inlayc lint`: what could be better about an IDL, before files depend on it. docs/idl_lint.md has the rules."""

from __future__ import annotations

from inlayc.judges.linting.rules import RULES, LintRule, Remark, lint

__all__ = ["RULES", "LintRule", "Remark", "lint"]
