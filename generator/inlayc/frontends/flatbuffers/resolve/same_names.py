"""What the definitions of a file are called where namespaces do not tell them apart.

A Python module has one name for one thing; a file may define `MyGame.Example.Monster` and `MyGame.Example2.Monster`.
The one in the file's own namespace, that of its root type, keeps its name. Any other gets as many parts of its
namespace before it as make it unlike the rest: `Example2_Monster`. A name that a file has once stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from inlayc.frontends.flatbuffers import syntax


def qualify(namespace: str, name: str) -> str:
    return f"{namespace}.{name}" if namespace else name


def names_in_file(document: syntax.Document) -> list[str]:
    """A name for each definition; two are equal only where a name is declared twice in one namespace."""
    alike: dict[str, list[str]] = {}
    for node in document.definitions:
        namespaces = alike.setdefault(node.name.text, [])
        if node.namespace not in namespaces:
            namespaces.append(node.namespace)
    home = _home(document)
    taken = set(alike)
    called: dict[tuple[str, str], str] = {}
    for name, namespaces in alike.items():
        first = namespaces[0] if len(namespaces) == 1 else home
        others = [namespace for namespace in namespaces if namespace != first]
        called[first, name] = name
        for namespace in others:
            alias = _alias(name, namespace, others)
            while alias in taken:
                alias += "_"
            taken.add(alias)
            called[namespace, name] = alias
    return [called[node.namespace, node.name.text] for node in document.definitions]


def _alias(name: str, namespace: str, others: Sequence[str]) -> str:
    """The name behind the shortest end of its namespace that no other namespace has."""
    parts = namespace.split(".") if namespace else []
    endings = [other.split(".") for other in others if other != namespace]
    for count in range(1, len(parts) + 1):
        ending = parts[-count:]
        if all(other[-count:] != ending for other in endings):
            return "_".join([*ending, name])
    return "_".join([*parts, name])


def _home(document: syntax.Document) -> str:
    """The namespace that a file is about: that of its root type, else that of its first definition."""
    root = document.root_type
    if root is not None:
        meant = (root.name.text, qualify(root.namespace, root.name.text))
        for node in document.definitions:
            if qualify(node.namespace, node.name.text) in meant:
                return node.namespace
    return document.definitions[0].namespace if document.definitions else ""
