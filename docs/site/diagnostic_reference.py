"""The reference of what `inlayc` refuses: each id with what is wrong, and the text that provokes it, from the golden files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from docs.site.links import ROOT
from docs.site.markdown import escape, fence

GOLDEN: Final = ROOT / "tests" / "golden" / "diagnostics"
_HEADLINE: Final = re.compile(r"error\[([a-z0-9-]+)\]: ")


def render_diagnostics() -> str:
    from inlayc.base.diagnostic_ids import DIAGNOSTICS

    examples = read_examples()
    parts = [
        "# Diagnostics of `inlayc`\n\n"
        "Why `inlayc` refuses an IDL: each ends it with 3, and is printed with its place, as the examples are.\n"
        "[compiler.md](../../docs/compiler.md) says what the compiler does.\n"
    ]
    for code, (dialects, meaning) in sorted(DIAGNOSTICS.items()):
        parts.append(f"## {code}\n\n*{dialects}* — {escape(meaning)}.\n")
        if code in examples:
            parts.append(fence(examples[code]))
    return "\n".join(parts)


def read_examples() -> dict[str, str]:
    """By id: the shortest of what the golden files show; of a file that is called as the id, if there is one."""
    shown: dict[str, list[tuple[bool, int, str]]] = {}
    for stem, diagnostic in _list_diagnostics():
        headline = _HEADLINE.match(diagnostic)
        if headline is not None:
            rank = (stem != headline[1], len(diagnostic), diagnostic)
            shown.setdefault(headline[1], []).append(rank)
    return {code: min(ranks)[2] for code, ranks in shown.items()}


def _list_diagnostics() -> Iterator[tuple[str, str]]:
    for path in sorted(GOLDEN.rglob("*.stderr")):
        for diagnostic in path.read_text(encoding="utf-8").split("\n\n"):
            yield path.stem, diagnostic
