"""How the page looks, besides what all pages have in common."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
th, td { padding: .15rem .8rem .15rem 0; vertical-align: top; border-bottom: 1px solid var(--line); }
td, th { white-space: nowrap; } td.long { min-width: 14rem; max-width: 32rem; white-space: normal; overflow-wrap: anywhere; }
tbody tr:hover { background: color-mix(in srgb, var(--line) 45%, transparent); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
svg rect { fill: var(--s0); }
pre { background: color-mix(in srgb, var(--line) 35%, transparent); padding: .6rem; overflow-x: auto; }
summary { opacity: .7; margin-top: .3rem; }
"""
