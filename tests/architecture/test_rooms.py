"""Inside a package, too, imports run one way: sub-packages are rooms in layers, and the table says which may enter which."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.architecture.imports import imports_of_cython, imports_that_run

ROOT = Path(__file__).parents[2]

Rooms = Mapping[str, str]
"""A room, and those that it may import, separated by spaces."""

PACKAGES: Mapping[str, Rooms] = {
    "generator/inlayc": {
        "cli": "base frontends judges model pipeline python reference",
        "reference": "model",
        "judges": "base frontends model",
        "python": "base frontends model",
        "frontends": "base model",
        "model": "base",
        "base": "",
    },
    "generator/inlayc/frontends": {
        "flatbuffers": "modules resolve text thrift",
        "macros": "text thrift",
        "resolve": "modules text thrift",
        "text": "",
        "thrift": "text",
    },
    "generator/inlayc/judges": {
        "breaking": "diff exceptions versions",
        "diff": "",
        "formatting": "",
        "linting": "exceptions versions",
    },
    "runtime/inlay_runtime": {
        "binary": "amounts compact core errors extension limits locate schema wire_types",
        "columnar": "core enums errors extension limits native remainder schema struct tags text union",
        "compact": "amounts core errors extension limits remainder schema text wire_types",
        "flat": "amounts columnar containers core document enums equality errors extension json_values limits mask native "
        "read_document record remainder shown text union unknown_attributes",
        "native": "",
        "packed": "amounts compact core errors limits wire_types",
    },
    "variant/inlay_variant": {
        "value": "",
        "storage": "value",
        "native": "storage value",
        "arrow": "storage value",
    },
    "toolkit/inlay": {
        "cli": "changes footers ground pages rows tables verbs",
        "verbs": "changes footers ground pages rows tables",
        "tables": "changes footers ground pages",
        "rows": "changes footers ground pages",
        "pages": "changes footers ground",
        "changes": "footers ground",
        "footers": "ground",
        "ground": "",
    },
    "toolkit/inlay/verbs": {
        "compare": "",
        "compat": "",
        "crypt": "",
        "diff": "",
        "dump": "layout",
        "geo": "",
        "index": "verify",
        "layout": "",
        "lint": "",
        "parts": "",
        "recover": "index verify",
        "report": "",
        "register": "verify",
        "rewrite": "parts",
        "set": "verify",
        "store": "register",
        "verify": "",
        "vet": "",
    },
    "toolkit/inlay/tables": {
        "columnar": "typed_extensions",
        "page_tables": "columnar",
        "scan": "columnar page_tables typed_extensions",
        "typed_extensions": "",
    },
    "toolkit/inlay/rows": {
        "filtering": "pruning variants",
        "pruning": "",
        "variants": "pruning",
    },
    "toolkit/inlay/pages": {
        "encodings": "engine",
        "engine": "",
    },
    "toolkit/inlay/changes": {
        "life_cycle": "rewrite",
        "rewrite": "",
    },
    "toolkit/inlay/footers": {
        "containers": "",
        "conversion": "",
        "designs": "containers conversion extensions footer index",
        "encryption": "",
        "extensions": "containers index",
        "footer": "containers encryption extensions",
        "index": "containers",
    },
    "toolkit/inlay/ground": {
        "documents": "schema values",
        "drift": "schema",
        "files": "missing wording",
        "geometries": "mistakes schema schema_copies wording",
        "schema": "mistakes wording",
        "schema_copies": "arrow_fields free_memory missing refusals schema values wording",
        "statements": "schema values writers",
        "values": "schema wording",
        "wording": "",
        "writers": "arrow_fields schema schema_copies",
    },
    "pipeline/inlay_spark": {
        "session": "jobs",
        "jobs": "",
        "sources": "",
        "footers": "jobs session sources",
        "rows": "jobs sources",
        "catalog": "jobs session sources",
        "audit": "catalog jobs",
        "compat": "catalog jobs",
        "recovery": "catalog jobs session",
        "registration": "catalog jobs session",
        "migration": "jobs session",
        "shredding": "jobs session sources",
    },
}
"""By package. Modules beside the rooms are doors or ground: a door may enter all rooms, and no room imports it; ground, which
is named here, is what rooms stand on, and enters none that stands on it."""

CYTHON_COUNTS = {"variant/inlay_variant"}
"""Where compiled modules are below what uses them. In other packages they are the twins of the rooms beside them: a room takes
its twin by name, if it is there, and the twin takes the room's classes."""


def imported_rooms(package: Path, room: Path) -> Iterator[tuple[str, str]]:
    """Other rooms and doors that a room imports, each with the file that does."""
    modules: list[tuple[Path, Iterable[str]]] = [
        (path, imports_that_run(path)) for path in sorted(room.rglob("*.py"))
    ]
    if any((ROOT / folder) == package for folder in CYTHON_COUNTS):
        modules += [(path, imports_of_cython(path)) for path in sorted(room.rglob("*.p[yx][xd]"))]
    for path, imported in modules:
        for module in imported:
            other = name_in(package, module)
            is_part = (package / other).is_dir() or (package / f"{other}.py").is_file()
            if is_part and other not in ("", room.name):
                yield other, str(path.relative_to(package))


def name_in(package: Path, module: str) -> str:
    """The first name of a module below the package, empty for what lies elsewhere."""
    dotted = ".".join(package.relative_to(ROOT).parts[1:]) + "."
    return module.removeprefix(dotted).partition(".")[0] if module.startswith(dotted) else ""


def imported_by(package: Path, module: str) -> set[str]:
    """What a module beside the rooms imports of its package, itself or through other such modules."""
    waiting, seen = [module], set[str]()
    while waiting:
        path = package / f"{waiting.pop()}.py"
        for name in imports_that_run(path) if path.is_file() else ():
            other = name_in(package, name)
            if other and other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen


@pytest.mark.parametrize("folder", PACKAGES)
def test_a_room_imports_only_what_its_layer_allows(folder: str) -> None:
    package, rooms = ROOT / folder, PACKAGES[folder]
    there = {path.parent.name for path in package.glob("*/__init__.py")}
    assert there == set(rooms), "the table names every room, and no other"
    for room, allowed in rooms.items():
        for other, path in imported_rooms(package, package / room):
            assert other in allowed.split(), f"{path} imports {other}, and {room} may not"


@pytest.mark.parametrize("folder", PACKAGES)
def test_the_table_has_no_circle_and_no_arrow_too_many(folder: str) -> None:
    package, rooms = ROOT / folder, PACKAGES[folder]
    graph = {room: allowed.split() for room, allowed in rooms.items()}
    ground = {name for names in graph.values() for name in names if name not in rooms}
    below = {
        name: [other for other in imported_by(package, name) if other in rooms] for name in ground
    }
    tuple(TopologicalSorter(graph | below).static_order())  # CycleError where there is one
    for room, allowed in graph.items():
        used = {other for other, _ in imported_rooms(package, package / room)}
        assert used == set(allowed), f"{room} does not import all that the table lets it"


def test_only_imports_that_run_count(tmp_path: Path) -> None:
    cases = {
        "import a.b": ["a.b"],
        "from a.b import c, d": ["a.b.c", "a.b.d"],
        "def f():\n    from a import b": ["a.b"],
        "if TYPE_CHECKING:\n    import a\nelse:\n    import b": ["b"],
        "if x:\n    import a": ["a"],
    }
    for at, (source, expected) in enumerate(cases.items()):
        path = tmp_path / f"{at}.py"
        path.write_text(source)
        assert list(imports_that_run(path)) == expected, source


def test_imports_of_cython_are_seen(tmp_path: Path) -> None:
    path = tmp_path / "core.pyx"
    path.write_text("from a.b cimport c\nfrom d import (\n    e,\n)\ncimport f\nx = 'from g'\n")
    assert list(imports_of_cython(path)) == ["a.b", "d", "f"]


def test_the_page_names_what_is_there() -> None:
    """Every room of the toolkit, and in the ways of the commands no file that is gone."""
    page = (ROOT / "docs" / "rooms.md").read_text(encoding="utf-8")
    packages = [ROOT / folder for folder in PACKAGES]
    paths = set(re.findall(r"`([\w/]+/\w+\.py)`", page))
    assert len(paths) > 30
    places = [*packages, *(package.parent for package in packages), ROOT]
    gone = [path for path in paths if not any((place / path).is_file() for place in places)]
    assert gone == []
    rooms = {
        "/".join([*folder.split("/")[2:], room])
        for folder, table in PACKAGES.items()
        if folder.startswith("toolkit/")
        for room in table
    }
    wings = {room.partition("/")[0] for room in rooms if "/" in room}
    assert [room for room in sorted(rooms - wings) if f"`{room}/`" not in page] == []
