"""Functions are verbs: a public function of a module begins with one, in the imperative, and a question with `is`, `has`, `may`.

The rule looks for the usual mistakes, by endings and a few words, so a new verb needs no change here.

A conversion may be called by both ends instead (`tail_of`, `from_json`, `struct_to_thrift`): it reads as what it gives. What is
named for its value is a property, a field, or a method that gives a part of its object, as `keys` of a dict.

*Rejected:* verbs for methods (`footer.get_tail()` says no more than `footer.tail()`); `get` before whatever is a noun.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[2]
FOLDERS = ("generator", "variant", "toolkit", "pipeline")

NOT_VERBS: Final = re.compile(r"(ed|en|er|or|ing|ion|ment|ness|ity|ence|ance|own)$")
"""How first words of names end that are nouns or participles."""

LIKE_NOUNS: Final = frozenset(
    """
    answer cluster cover document enter feed gather infer iter lower need number open order recover register remember render renumber shorten shred
    unregister unshred widen
    """.split()
)
"""Verbs that end so all the same."""

NOUNS: Final = frozenset(
    """
    all bytes child chunk codec column data error field file first footer header json key last leaf line metadata new next node offset
    old path payload row schema size some struct text token type value width
    """.split()
)
"""First words that people choose for what a function gives."""

CONVERSION: Final = re.compile(
    r"^(as|at|from|in|of|to|with|without)_"
    r"|_(of|from|in|at|to|for|by|with|as|behind|below|before|after|under|without|on|between|beside|into|near)(_|$)"
)
KEPT: Final = {
    "a table, as pyarrow.table": "bloom_table chunk_table extension_table file_table footer_tables index_table key_value_table page_table "
    "problem_table row_group_table schema_table",
    "a table as it was, as sorted(list) is a list": "decoded",
    "a value, as pyarrow.scalar and pyarrow.array": "integer scalar variant_array variant_get",
    "the names that Spark gives them": "variant_array_append variant_delete variant_insert variant_merge_patch variant_pick variant_set "
    "variant_strip_nulls",
    "an error or a finding, to be raised or returned": "absent absent_container damaged disagreement nested_list output_exists "
    "syntax_error too_large unexpected_character unknown_macro unreadable",
    "a decorator": "job_options making_options many_files rule_options session_options settings_options target_options whole_target_options",
    "an entry point": "main",
    "what users have: the session, the changes of a migration": "session changes",
}
"""By the reason why a noun is right."""


_FUNCTION: Final = re.compile(r"^def ([A-Za-z]\w*)", re.MULTILINE)


def public_functions(source: str) -> list[str]:
    """What is decorated is looked at where a name would be wrong: commands of click are called as people type them."""
    names = _FUNCTION.findall(source)
    return names if all(map(is_well_named, names)) else [*_functions_but_commands(source)]


def _functions_but_commands(source: str) -> Iterator[str]:
    for node in ast.parse(source).body:
        if not isinstance(node, ast.FunctionDef) or node.name.startswith("_"):
            continue
        if not any("click." in ast.unparse(decorator) for decorator in node.decorator_list):
            yield node.name


def is_well_named(name: str) -> bool:
    kept = {word for words in KEPT.values() for word in words.split()}
    head = name.partition("_")[0]
    is_noun = head in NOUNS or (head not in LIKE_NOUNS and NOT_VERBS.search(head) is not None)
    return not is_noun or name in kept or CONVERSION.search(name) is not None


def test_functions_are_verbs() -> None:
    nouns: list[str] = []
    count = 0
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            where = str(path.relative_to(ROOT))
            names = list(public_functions(path.read_text(encoding="utf-8")))
            count += len(names)
            nouns += [f"{where}: {name}" for name in names if not is_well_named(name)]
    assert count > 700
    assert nouns == []


def test_the_rule_tells_verbs_from_nouns() -> None:
    for name in ("read_footer", "is_url", "tail_of", "from_json", "v1_to_v0", "main"):
        assert is_well_named(name), name
    for name in ("footer", "opened", "json_lines", "shown", "new_path", "conversion", "reader"):
        assert not is_well_named(name), name


def test_commands_of_click_are_left_out_where_a_name_is_looked_at() -> None:
    plain = "def read(): ...\ndef _own(): ...\n"
    assert public_functions(plain) == ["read"]
    command = f"{plain}@click.command()\ndef footer(): ...\n"
    assert public_functions(command) == ["read"]
    assert public_functions(f"{command}def header(): ...\n") == ["read", "header"]
