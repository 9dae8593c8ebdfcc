"""Which comments document what, and what they say without their marks."""

from __future__ import annotations

import pytest

from inlayc.base.source import SourceFile
from inlayc.frontends.thrift import syntax
from inlayc.frontends.thrift.parse import parse

LICENCE = """\
/*
 * Licensed to Nobody under one or more contributor license agreements.
 */
"""


def docs(text: str) -> dict[str, str]:
    """The documentation of everything in a text that has some, by name; of the file as ``."""
    document = parse(SourceFile("test.thrift", text))
    found = {"": document.doc}
    for node in document.definitions:
        found[node.name.text] = node.doc
        match node:
            case syntax.StructNode():
                found |= {field.name.text: field.doc for field in node.fields}
            case syntax.EnumNode():
                found |= {member.name.text: member.doc for member in node.members}
            case syntax.ServiceNode():
                found |= {function.name.text: function.doc for function in node.functions}
                for function in node.functions:
                    found |= {field.name.text: field.doc for field in function.parameters}
            case _:
                pass
    return {name: doc for name, doc in found.items() if doc}


CASES: dict[str, tuple[str, dict[str, str]]] = {
    "a doc comment": ("struct Z {} /** About A. */ struct A {}", {"A": "About A."}),
    "closed by two stars": ("struct Z {}\n/** About A **/\nstruct A {}", {"A": "About A"}),
    "gutters": (
        "struct Z {}\n/**\n * One.\n *\n *   Two.\n *\n */\nstruct A {}",
        {"A": "One.\n\n  Two."},
    ),
    "a doc comment without gutters": (
        "struct A {\n  /**\n    One.\n      Two.\n  */\n  1: i32 a\n}",
        {"a": "One.\n  Two."},
    ),
    "text on the first line": (
        "struct A {\n  /** One\n   *  two\n   *  three */\n  1: i32 a\n}",
        {"a": "One\ntwo\nthree"},
    ),
    "a doc comment past blank lines": ("struct Z {}\n/** A. */\n\nstruct A {}", {"A": "A."}),
    "a plain block": ("struct Z {}\n/* A. */\nstruct A {}", {"A": "A."}),
    "a plain block past a blank line": ("struct Z {}\n/* A. */\n\nstruct A {}", {}),
    "lines": ("struct Z {}\n// One\n//   two\nstruct A {}", {"A": "One\n  two"}),
    "hashes": ("struct Z {}\n# One\n## Two\nstruct A {}", {"A": "One\nTwo"}),
    "lines past a blank line": ("struct A {\n // 1: i32 old\n\n 1: i32 a\n}", {}),
    "only the last run of lines": ("struct Z {}\n// Old.\n\n// New.\nstruct A {}", {"A": "New."}),
    "a doc comment beats a note": (
        "struct Z {}\n/** Doc. */\n// A note.\nstruct A {}",
        {"A": "Doc."},
    ),
    "a doc comment beats several notes": (
        "struct Z {}\n/** Doc. */\n/* One. */\n/* Two. */\nstruct A {}",
        {"A": "Doc."},
    ),
    "the last doc comment": ("struct Z {}\n/** Old. */\n/** New. */\nstruct A {}", {"A": "New."}),
    "rulers": ("struct Z {}\n/////////\n// A\n// ------\nstruct A {}", {"A": "A"}),
    "a silly comment": ("struct Z {}\n/***/\nstruct A {}", {}),
    "behind a field": (
        "struct A {\n 1: i32 a // One\n 2: i32 b, # Two\n 3: i32 c; /* Three */\n}",
        {"a": "One", "b": "Two", "c": "Three"},
    ),
    "behind and before": (
        "struct A {\n /** Before. */\n 1: i32 a // Behind.\n}",
        {"a": "Before.\n\nBehind."},
    ),
    "behind, continued in the same column": (
        "struct A {\n  1: i32 a // One\n           // two\n  // Of b.\n  2: i32 b\n}",
        {"a": "One\ntwo", "b": "Of b."},
    ),
    "doxygen marks": (
        "struct A {\n 1: i32 a ///< One\n 2: i32 b /**< Two */\n}",
        {"a": "One", "b": "Two"},
    ),
    "behind an enum value": ("enum E {\n X = 1, // One\n Y // Two\n}", {"X": "One", "Y": "Two"}),
    "behind a one-line struct": ("struct A {} // About A\n", {"A": "About A"}),
    "behind the opening brace": ("struct A { // About A\n 1: i32 a\n}", {"A": "About A"}),
    "behind the closing brace": ("struct A {\n 1: i32 a\n} // struct A\n", {}),
    "between two fields on a line": ("struct A { 1: i32 a, /* B. */ 2: i32 b }", {"b": "B."}),
    "of a function and its parameters": (
        "service S {\n /** F. */\n void f(1: i32 a, // A.\n        2: i32 b) // End.\n}",
        {"f": "F.\n\nEnd.", "a": "A."},
    ),
    "of constants and typedefs": (
        "const i32 A = 1 // One\n/** Two */ typedef i32 B",
        {"A": "One", "B": "Two"},
    ),
    "a string is not a comment": ('const string A = "/** no */ // no"', {}),
    "trailing blanks": (
        "struct A {\n  // One  \n  // two\t\n  1: i32 a // three \n}",
        {"a": "One\ntwo\n\nthree"},
    ),
    "windows line ends": (
        "struct A {\r\n  // One\r\n  // two\r\n  1: i32 a\r\n}",
        {"a": "One\ntwo"},
    ),
    "of the file, before a header": ("/** File. */\nnamespace py a\nstruct A {}", {"": "File."}),
    "of the file, past a blank line": ("/** File. */\n\nstruct A {}", {"": "File."}),
    "of the first definition": ("/** A. */\nstruct A {}", {"A": "A."}),
    "of the file and of the first definition": (
        "/** File. */\n\n/** A. */\nstruct A {}",
        {"": "File.", "A": "A."},
    ),
    "a licence": (f"{LICENCE}struct A {{}}", {}),
    "a licence in lines": ("# Copyright Nobody\n# All rights\nstruct A {}", {}),
    "a licence, then the file": (f"{LICENCE}\n/** File. */\nnamespace py a", {"": "File."}),
    "a licence, then a definition": (f"{LICENCE}\n/** A. */\nstruct A {{}}", {"A": "A."}),
    "a word about licences further down": (
        "struct Z {}\n/** The licence of a file. */\nstruct A {}",
        {"A": "The licence of a file."},
    ),
    "a licence tag at the end of the file's comment": (
        "/**\n * File.\n *\n * SPDX-License-Identifier: Apache-2.0\n */\nnamespace py a",
        {"": "File.\n\nSPDX-License-Identifier: Apache-2.0"},
    ),
    "nothing but a comment": ("/** File. */", {"": "File."}),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES.keys())
def test_documents(text: str, expected: dict[str, str]) -> None:
    assert docs(text) == expected
