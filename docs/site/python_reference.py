"""The reference of Python: a page for each public module, from docstrings and signatures as they are in the process."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import get_args

from docs.site.markdown import cell, render_docstring, table
from docs.site.members import Member, list_members
from docs.site.public_names import GENERATED, ROOMS, list_generated_modules, list_names
from docs.site.signatures import describe_signature


def render_python_pages() -> dict[str, str]:
    """Markdown by the name of the page. What two modules have is described in the first of them."""
    pages: dict[str, str] = {}
    homes: dict[int, str] = {}
    for module, title in ROOMS.items():
        pages[module] = _render_module(module, title, homes)
    pages[GENERATED] = _render_generated()
    return pages


def _render_module(module: str, title: str, homes: dict[int, str]) -> str:
    home = import_module(module)
    first, _, _ = inspect.cleandoc(home.__doc__ or "").partition("\n\n")
    parts = [f"# `{module}`\n", f"{title}.\n", render_docstring(first) + "\n"]
    elsewhere: list[list[str]] = []
    for name in list_names(module):
        value: object = getattr(home, name)
        key = id(value)
        if key in homes:
            elsewhere.append([f"`{name}`", f"{{py:obj}}`{homes[key]}`"])
            continue
        homes[key] = f"{module}.{name}"
        parts.append(f"## `{name}`\n\n{_render_object(f'{module}.{name}', value)}")
    if elsewhere:
        parts.append("## Names from other modules\n\n" + table(["name", "is"], elsewhere))
    return "\n".join(parts)


def _render_object(name: str, value: object) -> str:
    """A directive of Sphinx, with the members of a class inside."""
    if inspect.isclass(value):
        kind = "exception" if issubclass(value, BaseException) else "class"
        signature = describe_signature(value)
        members = list_members(value)
        silent = [each for each in members if each.kind == "attribute" and not each.docstring]
        fields = [each for each in silent if f"{each.name}: " not in signature]
        listed = ", ".join(f"`{each.name}: {each.type}`" for each in fields)
        inner = [
            _render_member(f"{name}.{each.name}", each) for each in members if each not in silent
        ]
        said = [_describe_bases(value), render_docstring(value.__doc__)]
        body = "\n\n".join([*filter(None, said), f"Fields: {listed}." if fields else "", *inner])
        return _directive(kind, name + signature, body, depth=6)
    if inspect.isroutine(value):
        body = render_docstring(value.__doc__)
        return _directive("function", f"{name}{describe_signature(value)}", body, depth=6)
    is_described = type(value).__module__ not in ("builtins", "typing", "collections.abc")
    text = f"Of type `{type(value).__name__}`." if is_described else f"`{value}`"
    return _directive("data", name, text, depth=6)


def _render_member(name: str, member: Member) -> str:
    options = [f":{flag}:" for flag in member.flags]
    if member.type:
        options.append(f":type: {member.type}")
    body = "\n".join([*options, "", render_docstring(member.docstring)])
    return _directive(member.kind, name + member.signature, body, depth=5)


def _describe_bases(cls: type) -> str:
    """Of errors, which are caught by their kind."""
    bases = [base.__name__ for base in cls.__bases__ if issubclass(base, BaseException)]
    return f"Kind of {', '.join(f'`{base}`' for base in bases)}." if bases else ""


def _directive(kind: str, signature: str, body: str, depth: int) -> str:
    marks = "`" * depth
    return f"{marks}{{py:{kind}}} {signature}\n{body}\n{marks}\n"


def _render_generated() -> str:
    """A summary: each class of Parquet's metadata with its first sentence."""
    parts = [
        f"# `{GENERATED}`\n",
        "The classes of Parquet's metadata, as `inlayc` generates them from the IDL.\n"
        "[emitted-python.md](../../docs/emitted-python.md) says what each of them can do.\n",
    ]
    for module in list_generated_modules():
        home = import_module(module)
        first, _, _ = inspect.cleandoc(home.__doc__ or "").partition("\n\n")
        said = {name: _summarise(getattr(home, name)) for name in list_names(module)}
        rows = [[f"`{name}`", cell(text)] for name, text in said.items() if text is not None]
        parts += [
            f"## `{module}`\n",
            render_docstring(first) + "\n",
            table(["name", "what it is"], rows),
        ]
    return "\n".join(parts)


def _summarise(value: object) -> str | None:
    """The first sentence of a class, or what a union is one of; None for tables, which the runtime reads."""
    if inspect.isclass(value):
        text = " ".join(inspect.cleandoc(value.__doc__ or "").split())
        return text.partition(". ")[0].rstrip(".")
    names = [each.__name__ for each in get_args(value) if inspect.isclass(each)]
    return f"One of {', '.join(f'`{name}`' for name in names)}" if names else None
