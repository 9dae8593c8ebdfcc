"""How the code of one generated module refers to everything else, and what it imports for that."""

from __future__ import annotations

from collections.abc import Collection

from inlayc.python.naming import Naming, PythonNames


class References:
    """Of one module; whatever is referred to is remembered as an import."""

    def __init__(self, naming: Naming, module: str, late: Collection[str] = ()) -> None:
        """`late` are modules that need this one as well: they are imported when its classes are there."""
        self.naming = naming
        self.schema = naming.schema
        self.module = module
        self.imports: dict[str, set[str]] = {}
        self.late_imports: dict[str, set[str]] = {}
        self.late = frozenset(late)

    def use(self, module: str, name: str = "") -> str:
        """Imports `name` from a module, or the module itself, and returns how to refer to it."""
        names = self.imports.setdefault(module, set())
        if name:
            names.add(name)
        return name or module

    def local(self, names: PythonNames, name: str) -> str:
        """A generated name; one of another module is reached through that module."""
        if names.module == self.module:
            return name
        module = self.naming.module_names[names.module]
        called = self.naming.import_names[self.module][names.module]
        imported = module if called == module else f"{module} as {called}"
        imports = self.late_imports if names.module in self.late else self.imports
        imports.setdefault(self.naming.settings.package, set()).add(imported)
        return f"{called}.{name}"
