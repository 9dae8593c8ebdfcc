"""What every definition of a compilation is called in Python, and in which form a union comes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, unique
from typing import assert_never

from inlayc.base.settings import Settings, TypeSettings
from inlayc.model.schema import (
    Base,
    Constant,
    Definition,
    Dialect,
    Enumeration,
    External,
    Kind,
    Module,
    Named,
    Schema,
    Service,
    Struct,
    Type,
    Typedef,
    Unit,
    Visibility,
    parts_of,
)
from inlayc.python import names
from inlayc.python.names import Scope
from inlayc.python.overrides import read_overrides


@unique
class UnionForm(Enum):
    TAGS = "tags"
    """All variants are empty structs: an enum."""

    ALIAS = "alias"
    """Every variant has a struct of its own: an alias of these."""

    WRAPPERS = "wrappers"
    """A payload repeats or is not a struct: a class per variant."""


@dataclass(frozen=True, slots=True)
class PythonNames:
    """The names of one definition. `reader`, `writer` and `schema` are a union's functions and table,
    `decode` and `encode` what serves it at the root of a buffer; `variants` are the classes made for its
    variants, empty where the payload's class serves."""

    module: str
    name: str
    reader: str = ""
    writer: str = ""
    schema: str = ""
    decode: str = ""
    encode: str = ""
    variants: tuple[str, ...] = ()

    @property
    def exports(self) -> list[str]:
        """What the module offers of it."""
        names = (self.name, self.decode, self.encode, self.schema, *self.variants)
        return [name for name in names if name]


class Naming:
    """Looks up definitions, their names and what the settings say of them."""

    def __init__(self, schema: Schema, settings: Settings) -> None:
        self.schema = schema
        self.settings = settings
        self._names: dict[Named, PythonNames] = {}
        module_scope = Scope({"__init__"})
        self.module_names = {
            m.name: module_scope.reserve(_identifier(m.name)) for m in schema.modules
        }
        """The file of a module, without its suffix: also what other modules call it."""
        self.overrides = read_overrides(settings)
        hook_roots = {hook.partition(".")[0] for hook in _hook_modules(settings)}
        reserved = names.ANNOTATION_BUILTINS | names.LOCAL_NAMES | hook_roots | self.overrides.names
        self.scopes = {
            module.name: Scope(reserved | self.imported_names(module.name))
            for module in schema.modules
        }
        self.empty_variants: set[Named] = set()
        """Empty structs that are variants of unions: no reader lets them carry an extension."""
        for module in schema.modules:
            for definition in module:
                self._name(module, definition)
                if isinstance(definition, Struct) and definition.kind is Kind.UNION:
                    payloads = [schema.actual(field.type) for field in definition.fields]
                    self.empty_variants |= {
                        p for p in payloads if isinstance(p, Named) and self.is_empty(p)
                    }
        self._class_names: dict[str, set[str]] = {module.name: set() for module in schema.modules}
        for key, named in self._names.items():
            self._class_names[key.module].add(named.name)
        self.import_names = {
            module.name: {
                other: self.scopes[module.name].reserve_exactly(name)
                for other, name in self.module_names.items()
                if other != module.name
            }
            for module in schema.modules
        }
        """What the other modules are called in a module, whose own definitions keep their names."""

    def __getitem__(self, name: Named) -> PythonNames:
        return self._names[name]

    def attribute_names(self, module: str, struct: Struct) -> dict[str, str]:
        """The Python attribute of each field of a struct, in the order of the text.

        None may hide a name that annotations in the class need.
        """
        types = [field.type for field in struct.fields]
        members = names.MEMBERS_BY_KIND.get(struct.kind, names.STRUCT_MEMBERS)
        scope = Scope(
            members
            | names.ANNOTATION_BUILTINS
            | self.imported_names(module)
            | {self.import_names[module][name] for name in self._used_by(module, types)},
            self._class_names[module],
        )
        return {field.name: scope.reserve(field.name) for field in struct.fields}

    def method_names(self, key: Named) -> dict[str, str]:
        """The Python method of each function of a service, those of the services that it extends first.

        None may hide a name that annotations in the class need, or a method of another signature.
        """
        service = self.schema[key]
        assert isinstance(service, Service)
        inherited = {} if service.extends is None else self.method_names(service.extends)
        fields = [each for f in service.functions for each in (*f.parameters, *f.throws)]
        types = [f.type for f in fields] + [f.returns for f in service.functions if f.returns]
        scope = Scope(
            names.ANNOTATION_BUILTINS
            | self.imported_names(key.module)
            | {self.import_names[key.module][name] for name in self._used_by(key.module, types)}
            | set(inherited.values()),
            self._class_names[key.module],
        )
        return inherited | {f.name: scope.reserve(f.name) for f in service.functions}

    def _used_by(self, module: str, types: Iterable[Type]) -> set[str]:
        """The other modules that the annotations of a class may name."""
        parts = (part for type_ in types for part in parts_of(type_))
        named = {part.module for part in parts if isinstance(part, Named)}
        return (named | set(self.schema.module(module).includes)) - {module}

    def imported_names(self, module: str) -> frozenset[str]:
        """What a generated module imports from the runtime."""
        is_flat = self.schema.module(module).dialect is Dialect.FLATBUFFERS
        return names.FLAT_NAMES if is_flat else names.RUNTIME_NAMES

    def local_scope(self, module: str) -> Scope:
        """A scope for the variables of a method: nothing of the module may be hidden."""
        return self.scopes[module].inner()

    def type_settings(self, name: Named) -> TypeSettings:
        return self.settings.types.get(f"{name.module}.{name.name}", TypeSettings())

    def is_internal(self, name: Named, definition: Definition) -> bool:
        internal = getattr(definition, "visibility", Visibility.PUBLIC) is Visibility.INTERNAL
        annotated = annotations_of(definition).get("inlay.visibility") == "internal"
        return internal or annotated or self.type_settings(name).internal

    def refuses_unknown(self, name: Named) -> bool:
        annotated = annotations_of(self.schema[name]).get("inlay.unknown") == "error"
        return annotated or self.type_settings(name).unknown == "error"

    def keeps_empty(self, name: Named) -> bool:
        """Whether a union without a variant is a value."""
        annotated = annotations_of(self.schema[name]).get("inlay.empty") == "keep"
        return annotated or self.type_settings(name).empty == "keep"

    def union_form(self, union: Struct) -> UnionForm:
        payloads = [self.schema.actual(field.type) for field in union.fields]
        is_flat = any(self.is_table(payload) for payload in payloads)
        is_plain = not is_flat and not self.schema.has_own_extension_field(union)
        if is_plain and all(self.is_empty(payload) for payload in payloads):
            return UnionForm.TAGS
        typed = [payload for payload in payloads if not isinstance(payload, Unit)]
        distinct = len(set(typed)) == len(typed)
        if distinct and all(self.is_struct(payload) for payload in typed):
            return UnionForm.ALIAS
        return UnionForm.WRAPPERS

    def is_struct(self, type_: Type) -> bool:
        """Whether the type is a struct (and no union)."""
        if not isinstance(type_, Named):
            return False
        definition = self.schema[type_]
        return isinstance(definition, Struct) and definition.kind is not Kind.UNION

    def is_table(self, type_: Type) -> bool:
        """Whether the type is a table or fixed struct of FlatBuffers."""
        definition = self.schema[type_] if isinstance(type_, Named) else None
        is_flat = isinstance(definition, Struct) and definition.kind in (Kind.TABLE, Kind.FIXED)
        return is_flat or type_ is Base.STRING

    def is_empty(self, type_: Type) -> bool:
        """Whether the type is a struct without fields."""
        if isinstance(type_, Unit):
            return True
        definition = self.schema[type_] if isinstance(type_, Named) else None
        return (
            isinstance(definition, Struct)
            and not self._declares_fields(definition)
            and self.is_struct(type_)
        )

    def _declares_fields(self, struct: Struct) -> bool:
        """Whether the struct has a field other than the extension."""
        return not all(map(self.schema.is_extension, struct.fields))

    def _name(self, module: Module, definition: Definition) -> None:
        key = Named(module.name, definition.name)
        scope = self.scopes[module.name]
        match definition:
            case Struct(kind=Kind.UNION):
                self._names[key] = self._union_names(module, definition, key)
            case Enumeration():
                name = self._reserve(scope, key, definition)
                reader = scope.reserve(f"read_{names.to_snake_case(definition.name)}")
                self._names[key] = PythonNames(module.name, name, reader=reader)
            case Struct() | Typedef() | Constant() | Service():
                self._names[key] = PythonNames(module.name, self._reserve(scope, key, definition))
            case External():
                pass
            case _:
                assert_never(definition)

    def _union_names(self, module: Module, union: Struct, key: Named) -> PythonNames:
        scope = self.scopes[module.name]
        name = self._reserve(scope, key, union)
        form = self.union_form(union)
        if form is UnionForm.TAGS and module.dialect is Dialect.FLATBUFFERS:
            form = UnionForm.ALIAS  # it has no variants, and its tables may gain fields
        snake = names.to_snake_case(union.name)
        if form is UnionForm.TAGS:
            decode, encode = scope.reserve(f"decode_{snake}"), scope.reserve(f"encode_{snake}")
            return PythonNames(module.name, name, decode=decode, encode=encode)
        variants = tuple(
            (
                scope.reserve(f"{name}{names.to_pascal_case(field.name)}")
                if form is UnionForm.WRAPPERS or isinstance(field.type, Unit)
                else ""
            )
            for field in union.fields
        )
        is_thrift = module.dialect is not Dialect.FLATBUFFERS
        return PythonNames(
            module.name,
            name,
            reader=scope.reserve(f"read_{snake}"),
            writer=scope.reserve(f"write_{snake}"),
            schema=scope.reserve(names.to_upper_case(union.name)),
            decode=scope.reserve(f"decode_{snake}") if is_thrift else "",
            encode=scope.reserve(f"encode_{snake}") if is_thrift else "",
            variants=variants,
        )

    def _reserve(self, scope: Scope, key: Named, definition: Definition) -> str:
        is_type = not isinstance(definition, Constant)
        reserve = scope.reserve_type if is_type else scope.reserve
        name = reserve(definition.name)
        if not self.is_internal(key, definition):
            return name
        return scope.reserve_exactly(f"_{name}")


def annotations_of(definition: Definition) -> Mapping[str, str]:
    return {} if isinstance(definition, External) else definition.annotations


def _identifier(module: str) -> str:
    """A module's name with everything that an identifier cannot have made an underscore."""
    return "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in module)


def _hook_modules(settings: Settings) -> list[str]:
    hooks = [entry.hook for entry in settings.types.values()]
    hooks += [entry.hook for entry in settings.fields.values()]
    return [path for hook in hooks if hook for path in (hook.type, hook.reader, hook.writer)]
