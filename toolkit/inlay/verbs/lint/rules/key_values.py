"""What takes room in a footer, besides the chunks: key-value pairs, copies of the schema, paths."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Final

from inlay.ground.schema_copies.keys import (
    ARROW_SCHEMA,
    AVRO_SCHEMAS,
    ICEBERG_SCHEMA,
    PANDAS,
    SPARK_SCHEMA,
)
from inlay.ground.wording.amounts import count, format_share, format_size
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.rule import (
    NOTE,
    WARNING,
    LintRule,
    Remedy,
    Sighting,
    Threshold,
    Thresholds,
    quote_path,
)
from inlay_runtime.text import bytes_of

_COPIES: Final = (ARROW_SCHEMA, PANDAS, SPARK_SCHEMA, *AVRO_SCHEMAS, ICEBERG_SCHEMA)


def _sizes(file: FileFacts) -> dict[str, int]:
    """Bytes of each pair, by key."""
    return {key: _length(key) + _length(value) for key, value in file.key_values.items()}


def _length(text: str) -> int:
    return len(bytes_of(text))


def _advise_on_large(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    sizes = _sizes(file)
    total = sum(sizes.values())
    if total < thresholds["bytes"] or total < thresholds["share"] * file.footer_size:
        return
    key, size = max(sizes.items(), key=lambda pair: pair[1])
    yield Sighting(
        f"{count(len(sizes), 'key-value pair')} of {format_size(total)} are {format_share(total, file.footer_size)} "
        f"of the footer, {key} alone {format_size(size)}",
        Remedy(_drop_pair(file.path, key)),
        place="key_value_metadata",
        num_bytes=size,
    )


def _drop_pair(path: str, key: str) -> str:
    """Into another file, for a value may be the last of its kind; no command deletes what tells types or an index."""
    if key in _COPIES:
        return f"have the writer leave out {key}, if none of your readers uses it"
    return f"inlay set {quote_path(path)} --delete {shlex.quote(key)} -o OUT"


def _advise_on_copies(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    sizes = {key: size for key, size in _sizes(file).items() if key in _COPIES}
    if len(sizes) < 2:
        return
    total = sum(sizes.values())
    if total < thresholds["bytes"]:
        return
    kept = min(sizes, key=_COPIES.index)
    yield Sighting(
        f"{count(len(sizes), 'copy', 'copies')} of the schema, {format_size(total)}: {', '.join(sizes)}",
        Remedy("have the writer leave out those that none of your readers uses"),
        place="key_value_metadata",
        num_bytes=total - sizes[kept],
    )


def _advise_on_repeated(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    by_key: dict[str, list[str | None]] = {}
    for pair in file.metadata.key_value_metadata or ():
        by_key.setdefault(pair.key, []).append(pair.value)
    for key, values in by_key.items():
        if len(values) > 1:
            said = count(len(set(values)), "value")
            yield Sighting(
                f"the key {key} is there {len(values):,} times, with {said}",
                Remedy("see which value holds, and set the key to it with inlay set ... --key"),
                place="key_value_metadata",
            )


def _advise_on_paths(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    total = file.paths_size
    if total < thresholds["bytes"] or total < thresholds["share"] * file.footer_size:
        return
    yield Sighting(
        f"the paths of {count(file.num_chunks, 'chunk')} are {format_size(total)}, {format_share(total, file.footer_size)} of the footer; "
        "the schema says them as well",
        Remedy(f"inlay footer compare {quote_path(file.path)}"),
        place="row_groups[0].columns[0].meta_data.path_in_schema",
        num_bytes=total,
    )


RULES: Final = (
    LintRule(
        id="large-key-values",
        severity=WARNING,
        summary="Key-value pairs are a small part of the footer",
        why="Every reader reads and decodes them, whatever it looks for. "
        "Look before you delete: only ARROW:schema knows that a column was a duration, or a dictionary.",
        source="parquet.thrift, FileMetaData.key_value_metadata",
        advise=_advise_on_large,
        thresholds={
            "share": Threshold(0.5, "Share of the footer from which the pairs are large"),
            "bytes": Threshold(
                16 * 1024, "Bytes of all pairs below which it does not matter", least=1
            ),
        },
    ),
    LintRule(
        id="schema-copies",
        severity=NOTE,
        summary="The footer holds at most one extra copy of the schema",
        why="Each engine reads its own copy only, and copies that disagree are read differently by each. "
        "Keep those that your readers use: pandas keeps its index in its own.",
        source="https://arrow.apache.org/docs/cpp/parquet.html#serialization-of-the-arrow-schema",
        advise=_advise_on_copies,
        thresholds={"bytes": Threshold(4096, "Bytes of all copies below which it does not matter")},
    ),
    LintRule(
        id="repeated-key",
        severity=WARNING,
        summary="Each key occurs once",
        why="Some readers take the first value, and some the last.",
        source="parquet.thrift, KeyValue",
        advise=_advise_on_repeated,
    ),
    LintRule(
        id="repeated-paths",
        severity=NOTE,
        summary="Column paths are a small part of the footer",
        why="Each chunk repeats the path of its column; in wide files with many row groups that is most of the footer. "
        "The command shows what other designs of the footer would take.",
        source="apache/parquet-format#564",
        advise=_advise_on_paths,
        thresholds={
            "share": Threshold(0.25, "Share of the footer from which the paths are large"),
            "bytes": Threshold(256 * 1024, "Bytes of all paths below which it does not matter"),
        },
    ),
)
