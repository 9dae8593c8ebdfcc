"""Parts that tasks have made become true; those also of a run that was cut off before it could say so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from inlay_spark.catalog.changes import list_paths
from inlay_spark.catalog.directory import CatalogDirectory
from inlay_spark.catalog.manifest import Manifest, Part
from inlay_spark.catalog.work import RESULT, AttemptResult
from inlay_spark.jobs.directory import STAGING
from inlay_spark.jobs.notes import SUFFIX


def publish(
    target: CatalogDirectory, manifest: Manifest, results: list[AttemptResult], dropped: list[str]
) -> None:
    """Puts the parts in their places, then says so, then removes what they replace.

    A run that is killed before it said so leaves parts that the next one takes, or sweeps away.
    """
    if not results and not dropped:
        return
    manifest.run += 1
    tables = {table for result in results for table in result.rows}
    for table in tables:
        target.make(table)
    for result in results:
        for table in result.rows:
            with suppress(FileNotFoundError):  # a run that was cut off has moved it
                staged = _find_staged(target, manifest.run, table, result.part)
                target.filesystem.move(staged, target.part(table, result.part))
    for table in tables:
        target.sync_folder(table)
    replaced = [*dropped, *(result.instead_of for result in results if result.instead_of)]
    old = {name: manifest.parts.pop(name) for name in replaced}
    manifest.parts |= {
        result.part: Part(result.rows, result.unreadable) for result in results if result.rows
    }
    target.write_manifest(manifest)
    for name, part in old.items():
        for table in part.rows:
            target.filesystem.delete_file(target.part(table, name))
    target.remove(STAGING)


def take_finished(target: CatalogDirectory, manifest: Manifest) -> list[AttemptResult]:
    """What tasks of a run that was cut off have finished. A part counts if it is all there, and speaks of no file of which
    another part does: what replaces parts is made anew."""
    results = [
        result
        for result in _list_noted(target, manifest.run + 1)
        if _is_new(target, manifest, result)
    ]
    if not results:
        return []
    known = set[str]()
    for name, part in manifest.parts.items():
        known.update(list_paths(target, partial(_find_published, target, name), part))
    taken: list[AttemptResult] = []
    for result in results:
        part = Part(result.rows, result.unreadable)
        paths = set(list_paths(target, partial(_find_part, target, manifest, result), part))
        if paths.isdisjoint(known):
            known |= paths
            taken.append(result)
    return taken


def _is_new(target: CatalogDirectory, manifest: Manifest, result: AttemptResult) -> bool:
    if not result.rows or result.instead_of or result.part in manifest.parts:
        return False
    return all(
        target.filesystem.get_file_info(_find_part(target, manifest, result, table)).is_file
        for table in result.rows
    )


def _find_part(
    target: CatalogDirectory, manifest: Manifest, result: AttemptResult, table: str
) -> str:
    """In its place, or still where it was made."""
    staged = _find_staged(target, manifest.run + 1, table, result.part)
    is_there = target.filesystem.get_file_info(staged).is_file
    return staged if is_there else target.part(table, result.part)


def _find_published(target: CatalogDirectory, name: str, table: str) -> str:
    return target.part(table, name)


def _find_staged(target: CatalogDirectory, run: int, table: str, part: str) -> str:
    return target.at(STAGING, str(run), "parts", table, f"{part}.parquet")


def _list_noted(target: CatalogDirectory, run: int) -> Iterator[AttemptResult]:
    for path in sorted(target.files_below(STAGING, str(run))):
        if path.endswith(SUFFIX):
            result = _read_noted(target, path)
            if result is not None:
                yield result


def _read_noted(target: CatalogDirectory, path: str) -> AttemptResult | None:
    """None for a note that was being written."""
    try:
        note: Any = json.loads(target.read(path))
        return AttemptResult.from_json(json.dumps(note[RESULT]))
    except (ValueError, KeyError, TypeError):
        return None
