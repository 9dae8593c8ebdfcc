"""How the page looks, by day and by night."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d2430; --paper: #fff; --line: #d9dee6; --bar: #4a7fb5; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #dfe5ee; --paper: #14181f; --line: #333c49; --bar: #6aa0d8; }
}
body { font: 14px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
       max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { overflow-wrap: anywhere; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { padding: .15rem .8rem .15rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td { max-width: 32rem; overflow-wrap: anywhere; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
svg { max-width: 100%; height: auto; margin: .5rem 0; }
svg text { fill: var(--ink); font-size: 12px; } svg rect { fill: var(--bar); }
pre { background: color-mix(in srgb, var(--line) 35%, transparent); padding: .6rem; overflow-x: auto; }
summary { cursor: pointer; opacity: .7; margin-top: .3rem; } nav a { margin-right: .8rem; }
#findings tbody td:first-child { font-weight: 600; }
"""
