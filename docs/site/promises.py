"""What is public, one line each: what the policy promises, and what `tests/golden/public.txt` has recorded (`docs/compatibility.md`).

The keys of JSON documents are not here: they are read from what commands print (`tests/docs/json_documents.py`).
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from typing import Final

import click

from docs.site.command_reference import PROGRAMS, list_commands
from docs.site.public_names import ROOMS, list_names, list_public_names
from inlay.footers.footer.footer import INSIDE


def list_promises() -> list[str]:
    """Each begins with its kind; sorted."""
    return sorted(
        {
            *(f"name {name}" for name in list_public_names()),
            *(f"parameter {each}" for each in _list_parameters()),
            *(f"member {each}" for each in _list_members()),
            *_list_words(),
            *_list_codes(),
            *_list_ids(),
        }
    )


def _list_parameters() -> Iterator[str]:
    """Of functions; classes are mostly what functions return."""
    for module in ROOMS:
        for name in list_names(module):
            value: object = getattr(import_module(module), name)
            if inspect.isfunction(value):
                for parameter in inspect.signature(value).parameters:
                    yield f"{module}.{name} {parameter}"


FOR_THE_HOUSE: Final = {"inlay.Footer": INSIDE}
"""Members without an underscore that are no promise, by class."""


def _list_members() -> Iterator[str]:
    """Of classes: methods, properties and fields that they, or bases of this project, define."""
    for module in ROOMS:
        for name in list_names(module):
            value: object = getattr(import_module(module), name)
            if inspect.isclass(value):
                address = f"{module}.{name}"
                own = [base for base in value.__mro__ if base.__module__.startswith("inlay")]
                members = {each for base in own for each in (*vars(base), *_list_fields(base))}
                hidden = FOR_THE_HOUSE.get(address, frozenset())
                for member in members - hidden:
                    if not member.startswith("_"):
                        yield f"{address} {member}"


def _list_fields(base: type) -> Iterator[str]:
    yield from vars(base).get("__annotations__", {})


def _list_words() -> Iterator[str]:
    """Commands, and each spelling of their options."""
    for program in PROGRAMS:
        for words, command, context in list_commands(program):
            yield f"command {words}"
            # The help option of click keeps the spellings of whoever asked first in this process.
            yield from (f"option {words} {each}" for each in command.get_help_option_names(context))
            for parameter in command.params:
                if isinstance(parameter, click.Option):
                    for spelling in (*parameter.opts, *parameter.secondary_opts):
                        yield f"option {words} {spelling}"


def _list_codes() -> Iterator[str]:
    from inlay.cli.exit_codes import MEANING
    from inlay.cli.inspect.json_versions import VERSIONS
    from inlayc.cli.front_page import PAGE

    for code, meaning in MEANING.items():
        yield f"exit {int(code)} {meaning}"
    for line in PAGE.partition("Exit codes:\n")[2].splitlines():
        yield f"exit inlayc {' '.join(line.split())}"
    for command, version in VERSIONS.items():
        yield f"json {command} {version}"


def _list_ids() -> Iterator[str]:
    from inlay.verbs.lint.known import rules_by_id
    from inlay.verbs.verify.findings_of_reading import ENCODING, EXTENSION, FOOTER, NO_FOOTER
    from inlay.verbs.verify.table import list_promises as list_checks
    from inlayc.judges.breaking.rules import RULES as BREAKS
    from inlayc.judges.linting import RULES as REMARKS

    yield from (f"finding {check.code}" for check in list_checks())
    yield from (f"finding of opening {code}" for code in {**NO_FOOTER, **FOOTER})
    yield from (f"finding of extensions {code}" for code in EXTENSION)
    yield from (f"finding of encodings {code}" for code in ENCODING)
    yield from (f"rule inlay lint {name}" for name in rules_by_id())
    yield from (f"rule inlayc lint {name}" for name in REMARKS)
    yield from (f"rule inlayc breaking {name}" for name in BREAKS)
