"""Files of a room form layers, too. Where files need each other when they run, the table says why; it may only shrink."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.architecture.imports import imports_that_run

ROOT = Path(__file__).parents[2]
PACKAGES = (
    "generator/inlayc",
    "runtime/inlay_runtime",
    "variant/inlay_variant",
    "toolkit/inlay",
    "pipeline/inlay_spark",
)

CIRCLES: Mapping[str, str] = {
    "inlay.footers.footer: document footer repr_of_footer": "methods of Footer",
    "inlay.verbs.layout: bar hide_names ledger page page_bytes page_rows picture totals": "methods of a Ledger",
    "inlay.verbs.layout: extension_rows fields module_rows": "a struct has extensions, which have structs",
    "inlay_runtime: mask struct validate": "methods of Struct",
    "inlay_runtime.flat: builder fixed prices table validate verifier": "methods of Table",
    "inlay_variant.arrow: decoded given nested_columns nested_types pandas_column retyping shredding sound_types variant_type":
        "methods of a VariantArray",
    "inlay_variant.value: foreign_values primitives": "scalars of pandas and numpy are looked into only where there are any",
    "inlay_variant.value: python_values variant": "Variants among Python values, and back",
}  # fmt: skip

Graph = Mapping[str, frozenset[str]]


def test_circles_are_those_of_the_table() -> None:
    assert {describe_circle(circle) for circle in find_circles(draw_imports())} == set(CIRCLES)


def test_a_circle_is_found() -> None:
    graph = {"a.x": ["a.y"], "a.y": ["a.z"], "a.z": ["a.x"], "a.w": ["a.x"]}
    circles = find_circles({name: frozenset(others) for name, others in graph.items()})
    assert list(map(describe_circle, circles)) == ["a: x y z"]


def describe_circle(circle: frozenset[str]) -> str:
    (room,) = {name.rpartition(".")[0] for name in circle}
    return f"{room}: {' '.join(sorted(name.rpartition('.')[2] for name in circle))}"


def draw_imports() -> Graph:
    """By module, without those of an `__init__`, which hands on the names of others."""
    modules = {
        ".".join(path.relative_to((ROOT / package).parent).with_suffix("").parts): path
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if path.name != "__init__.py"
    }
    return {
        name: frozenset(_find_modules(imports_that_run(path), modules)) - {name}
        for name, path in modules.items()
    }


def _find_modules(imports: Iterable[str], modules: Mapping[str, Path]) -> Iterator[str]:
    """An import names a module, or something in one."""
    for name in imports:
        yield from {name, name.rpartition(".")[0]} & modules.keys()


def find_circles(graph: Graph) -> Iterator[frozenset[str]]:
    """Whoever reach each other are one."""
    reached = {name: _reach(graph, name) for name in graph}
    left = {name for name in graph if name in reached[name]}
    while left:
        first = min(left)
        circle = frozenset(name for name in reached[first] if first in reached[name])
        left -= circle
        yield circle


def _reach(graph: Graph, start: str) -> set[str]:
    found: set[str] = set()
    ahead = [start]
    while ahead:
        new = graph[ahead.pop()] - found
        found |= new
        ahead += new
    return found
