"""One word for one thing, over all commands of `inlay` and `inlayc`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import click
import pytest

from inlay.cli.command_line import inlay
from inlayc.cli.command_line import commands as inlayc
from tests.support.in_one_test import in_one_test

ROOTS = {"inlay": inlay, "inlayc": inlayc}

ARGUMENTS = {
    "FILTER",
    "TABLE",
    "DIR",
    "FILE",
    "FILES",
    "JOURNAL",
    "NAME",
    "NEW",
    "OLD",
    "PATHS",
    "PAYLOAD",
    "TEXT",
}

SHORT = {"-I": "--include", "-n": "--rows", "-o": "--output", "-p": "--property"}

MEANINGS = {
    "--allow": {
        "Allow what is refused under this name; may be repeated.",
        "Allow what is refused under this name; may be repeated. A table is recognized by its folder. "
        "If a catalog elsewhere has registered the file, nothing shows it, and the catalog's lengths are wrong "
        "once the file is changed.",
    },
    "--at": {
        f"The struct that carries it, such as row_groups[0].columns[3].meta_data; by default the footer; "
        f"`flatbuffer` is the slot of a FlatBuffers footer (v1).{more}"
        for more in ("", " May be repeated.")
    },
    "--to": {
        "The form, or other change, that the files get.",
        "The format: iceberg, delta, ducklake, or records, a file of Parquet with a row for each.",
        "The format: iceberg, delta or ducklake.",
    },
    "--rebuild": {
        "Rebuild the footer from the pages, with --like or --schema. Without -o, print what can be recovered.",
        "Rebuild lost footers from the pages.",
    },
    "--column": {
        "The Variant column; not needed if there is only one.",
        "Name of the new column.",
    },
    "--columns": {
        "A column of VARIANT or JSON, or a path to VARIANTs inside of one (items.element); may be repeated.",
        "A path, the beginning of one, or a glob; may be repeated.",
        "The columns to print, separated by commas; may be repeated.",
    },
    "--config": {
        "The pyproject.toml with [tool.inlay].  [default: the nearest one, here or above]",
        "The pyproject.toml with [tool.inlay.lint].  [default: the nearest one, here or above]",
    },
    "--encoding": {
        "The encoding, perhaps with parameters, as in 'pco(level=9)'; by default, the one in which each column is read fastest.",
        "For encoding: its name.",
    },
    "--exact": {
        "Put a value into a column only if it has exactly the type of the column.",
        "Keep every value as it is: treat a number that no Variant holds exactly as invalid JSON, and put a value into a column only if it has exactly its type.",
    },
    "--fail-on": {
        "Exit with 1 for what breaks data (wire), or code as well (source).",
        "Exit with 1 only for these findings, separated by commas.  [default: any]",
    },
    "--format": {
        "Text for people, or everything as JSON.",
        "Tables for people, everything as data, or a page with charts.",
        "Text for people, everything as JSON, or a JSON Schema of what to_json writes.",
        "Text for people, everything as JSON, or one picture of all boxes, alone or in a page.",
        "Tables for people, everything as data, a picture, or a page to explore.",
        "Text for people, everything as JSON, or what CI systems read.",
        "One page without scripts, or Markdown.",
    },
    "--compression": {
        "The codec: none, snappy, gzip, brotli, lz4 or zstd, such as zstd:9; by default each column keeps its codec.",
        "The codec of the pages.",
    },
    "--design": {
        "Add a footer in this design instead, such as modular. The form becomes dual.",
        "For dual: the design, such as modular.",
        "Compare this design; may be repeated. By default, all that are installed.",
        "The design to convert to: modular, parx, thrift, or one of yours that has a magic.",
    },
    "--pages": {
        "Compare the bytes of pages, indexes and Bloom filters too.",
        "Read page headers and samples of values, too.",
    },
    "--raw": {
        "Add PAYLOAD as it is, without a container.",
        "The extension that has no UUID.",
    },
    "--replace": {
        "Replace an extension with the same UUID.",
        "Replace an existing seal, even if it does not agree.",
        "The files were rewritten: give them new records.",
    },
    "--row-group-size": {
        "Rows per row group; by default as many as hold about 256 MiB of values, at most 1,048,576.",
        "Rows of each row group but the last, where the pages fit in several ways.",
    },
    "--overwrite": {
        "Replace OUT if it exists; without -o, replace FILE. Nothing brings its columns back.",
        "Replace OUT if it exists.",
        "Replace files in DIR that have these names.",
        "Build a store again that is in DIR.",
    },
    "--row-groups": {
        "At most N row groups per file.",
        "Numbers and ranges, such as 0:3,7; -1 is the last.",
    },
    "--rows": {
        "At most N rows per file.",
        "Number of rows to print; 0 for all.",
    },
    "--reader": {
        "Ask only this reader: Inlay, pyarrow, DuckDB, Polars or DataFusion; may be repeated.",
        "Judge by this reader, such as pyarrow==22.0.0; may be repeated.  [default: all, the newest measured]",
    },
    "--schema": {
        "The types of extensions to show. TYPES is a schema (.fbs), or a generated package, by its folder or name, whose code is run; may be repeated.",
        "Print the extensions of these types alone, with a column for each of their fields. TYPES is a schema (.fbs), or a generated package, by its folder or name, whose code is run; may be repeated.",
        "The columns to shred into, such as 'struct<id: int64, tags: list<variant>>'.",
        "Their schema: `message ... { }`, JSON, or an Arrow schema.",
        "The schema to shred by, instead of one from a sample. FILE may be the _shred.json of another DIR.",
        "Which schemas fit: the same columns in any order; exactly equal ones; or any, with nulls for missing columns.",
    },
    "--what": {
        "Names, separated by commas: null-counts, nan-counts, bounds, exact-flags, sizes, encoding-stats, offset-index, "
        f"column-index, bloom-filter, geometry-types, geometry-boxes, sorting-columns, page-checksums{groups}."
        for groups in (
            ", type-order, ieee754-order (floating-point bounds made anew); "
            "or auto (what helps readers of the file), all, parts (indexes and filters)",
            "; or parts (indexes and filters), all",
        )
    },
    "--table": {
        "The table: ns.name, or a folder for delta.",
        "Which table to print.",
        "Which table to print: files, schema, row_groups, column_chunks, extensions, key_values, problems, others, pages, page_indexes or bloom_filters; by default files, with --schema extensions.",
    },
    "--values": {
        "Decode all values as well, and check what the file says about them: bounds, counts, sizes.",
        "Decode all values as well, and compare the table with them.",
    },
}
"""The options that mean something else from command to command. `--output` says what is written, each time."""

PICTURED = {
    "inlay footer compare": ["csv", "html"],
    "inlay layout": ["svg", "html"],
    "inlay geo show": ["svg", "html"],
    "inlay verify": ["sarif", "junit", "github"],
    "inlay lint": ["sarif", "junit", "github"],
    "inlayc breaking": ["sarif", "junit", "github"],
    "inlayc schema": ["jsonschema"],
}
"""Commands whose `--format` is a picture, a page or what another program reads, too."""

DOCUMENTS = {"inlayc doc": (["html", "markdown"], None)}
"""Commands that make a document to read, for which `inlayc schema` has the data: their formats, and the default; the name of OUT may say the format, too."""

CHOSEN = {"inlay scan", "inlay layout", "inlay report"}
"""Commands that choose a format without `--format`: by what they print on, or by the name of OUT."""

FORMER = {
    "inlay spark catalog": ["x", "--out", "there"],
    "inlay spark shred": ["x", "--out", "there"],
    "inlay spark archive": ["--out", "there"],
    "inlayc generate": ["x", "--out", "there"],
    "inlayc check": ["x", "--out", "there"],
}
"""What pages once named is still understood."""


def walk(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for part in command.list_commands(context):
            child = command.get_command(context, part)
            assert child is not None
            yield from walk(child, f"{name} {part}")


COMMANDS = {name: command for root, group in ROOTS.items() for name, command in walk(group, root)}
OPTIONS = [
    (name, option)
    for name, command in COMMANDS.items()
    for option in command.params
    if isinstance(option, click.Option)
]


def test_all_commands_are_looked_at() -> None:
    assert {"inlay spark migrate", "inlay variant from-json", "inlayc diff"} < set(COMMANDS)
    assert len(OPTIONS) > 120


def long_of(option: click.Option) -> str:
    return next(name for name in option.opts if name.startswith("--"))


def test_every_option_says_what_it_does() -> None:
    for name, option in OPTIONS:
        assert option.help, (name, option.opts)
        assert option.help[0].isupper(), (name, option.opts)


def test_the_list_of_commands_cuts_off_no_sentence() -> None:
    for name, group in COMMANDS.items():
        if isinstance(group, click.Group):
            root = name.partition(" ")[0]
            context = click.Context(group, info_name=root, terminal_width=80)
            assert "..." not in group.get_help(context).partition("Commands:")[2], name


@in_one_test("name", COMMANDS)
def test_help_fits_a_terminal(name: str) -> None:
    context = click.Context(COMMANDS[name], info_name=name, terminal_width=80)
    lines = COMMANDS[name].get_help(context).splitlines()
    assert not [line for line in lines if len(line) > 80]


def test_an_option_means_the_same_everywhere() -> None:
    sentences: defaultdict[str, set[str]] = defaultdict(set)
    for _, option in OPTIONS:
        sentences[long_of(option)].add(option.help or "")
    different = {name: said for name, said in sentences.items() if len(said) > 1}
    different.pop("--output")
    assert different == MEANINGS


def test_an_option_has_the_same_letter_everywhere() -> None:
    for name, option in OPTIONS:
        letters = [word for word in option.opts if not word.startswith("--")]
        expected = [letter for letter, long in SHORT.items() if long == long_of(option)]
        assert letters == expected, name


def test_results_go_where_output_says() -> None:
    for name, option in OPTIONS:
        if long_of(option) == "--output":
            assert option.metavar in ("OUT", "DIR"), name
        assert long_of(option) not in ("--out", "--outfile", "--dest", "--target", "--json"), name


def test_documents_are_asked_for_by_format() -> None:
    for name, option in OPTIONS:
        if long_of(option) == "--format":
            assert isinstance(option.type, click.Choice), name
            default = None if name in CHOSEN else "text"
            formats = ["text", "json", *PICTURED.get(name, [])]
            expected = DOCUMENTS.get(name, (formats, default))
            assert (list(option.type.choices), option.default) == expected, name


def test_arguments_have_few_names() -> None:
    names = {
        (parameter.metavar or parameter.name or "").upper().strip("[]._")
        for command in COMMANDS.values()
        for parameter in command.params
        if isinstance(parameter, click.Argument)
    }
    assert {"DIR" if name == "DIRECTORY" else name for name in names} == ARGUMENTS


ONE_RESULT = {
    "assemble": "makes one file of one text",
    "concat": "makes one file of all PATHS",
    "diff": "compares two files",
    "drop": "makes one file of one",
    "dump": "makes one text of one file",
    "ext extract": "writes the content of one extension",
    "footer compare": "sums up all PATHS in one table",
    "pages": "prints one table of one file",
    "register check": "takes one table",
    "register files": "makes one commit of all PATHS",
    "report": "sums up all PATHS in one report",
    "rewrite": "makes one file of all PATHS",
    "scan": "makes one table of all PATHS, and reads several files at a time without being told",
    "select": "makes one file of one",
    "store build": "makes one store of all PATHS",
    "store plan": "takes one store",
    "store refresh": "takes one store",
    "split": "makes several files of one",
    "variant from-json": "makes one file of one text",
    "variant shred": "makes one file of one",
    "variant unshred": "makes one file of one",
}
"""Every other command does the same to each of many files; docs/terminal.md has the rule."""


def test_what_does_the_same_to_each_file_takes_many() -> None:
    for name, command in COMMANDS.items():
        root, _, words = name.partition(" ")
        is_ours = root == "inlay" and not words.startswith("spark")
        if isinstance(command, click.Group) or not is_ours:
            continue
        has_jobs = any("--jobs" in parameter.opts for parameter in command.params)
        takes_paths = any(
            isinstance(parameter, click.Argument) and parameter.name == "paths"
            for parameter in command.params
        )
        assert has_jobs == (words not in ONE_RESULT), name
        assert takes_paths or not has_jobs, name


@pytest.mark.parametrize("name", FORMER)
def test_former_names_are_understood_and_not_shown(name: str) -> None:
    root, *parts = name.split()
    command: click.Command = ROOTS[root]
    context = click.Context(command, info_name=root, **command.context_settings)
    for part in parts:
        assert isinstance(command, click.Group)
        child = command.get_command(context, part)
        assert child is not None
        command = child
        context = click.Context(command, context, part, **command.context_settings)
    assert "--out" not in command.get_help(context).split()
    command.parse_args(context, list(FORMER[name]))
    assert str(context.params["output"]) == "there"
