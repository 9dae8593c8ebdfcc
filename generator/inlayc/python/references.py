"""How the code of one generated module refers to everything else, and what it imports for that."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from inlayc.model.idl_text import text_of_field
from inlayc.model.schema import EnumValue, Field, Named, Type, Typedef, parts_of
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
        for imported, name in naming.overrides.imports:
            self.use(imported, name)

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

    def mention(self, names: PythonNames) -> str:
        """What `local` gives, for documentation, which imports nothing."""
        if names.module == self.module:
            return names.name
        return f"{self.naming.import_names[self.module][names.module]}.{names.name}"

    def comment(self, field: Field, *, with_name: bool = True) -> str:
        """The declaration of a field in brief."""
        return text_of_field(field, self.module, with_name=with_name, schema=self.schema)

    def named_by(self, *types: Type) -> frozenset[str]:
        """The names at which a schema table takes hold of types: of this module, or of the modules that they are in."""
        return frozenset(name for type_ in types for name in self._named_by(type_))

    def named_by_defaults(self, fields: Collection[Field]) -> frozenset[str]:
        """The enums, or the modules that they are in, of the defaults that are members of enums."""
        defaults = [field.default for field in fields]
        return self.named_by(*(each.type for each in defaults if isinstance(each, EnumValue)))

    def _named_by(self, type_: Type) -> Iterator[str]:
        for part in parts_of(type_):
            if not isinstance(part, Named):
                continue
            definition = self.schema[part]
            if isinstance(definition, Typedef):
                yield from self._named_by(definition.type)
            elif part.module == self.module:
                yield self.naming[part].schema or self.naming[part].name
            else:
                yield self.naming.import_names[self.module][part.module]
