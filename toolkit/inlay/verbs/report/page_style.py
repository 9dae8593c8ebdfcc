"""How the page looks, besides what all pages have in common."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
th, td { padding: .15rem .8rem .15rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td { max-width: 32rem; overflow-wrap: anywhere; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
svg rect { fill: var(--bar); }
pre { background: color-mix(in srgb, var(--line) 35%, transparent); padding: .6rem; overflow-x: auto; }
summary { cursor: pointer; opacity: .7; margin-top: .3rem; } nav a { margin-right: .8rem; }
"""
