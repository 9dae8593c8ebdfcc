"""Judges what has changed between two versions of an IDL: may files, or code, be broken by it? docs/breaking.md has the rules.

verdicts = judge(old, new, Settings())
"""

from __future__ import annotations

from inlayc.judges.breaking.judge import Verdict, judge
from inlayc.judges.breaking.rules import RULES, Level, Rule

__all__ = ["RULES", "Level", "Rule", "Verdict", "judge"]
