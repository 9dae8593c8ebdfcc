"""`inlay crypt rewrap PATHS`: the keys of encrypted files, wrapped with other master keys."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.key_options import read_keys_file
from inlay.cli.many_changes import change_each
from inlay.cli.many_files import many_files
from inlay.cli.options import FILE, format_option, target_options_of
from inlay.cli.outcome import show_outcome, warn_of
from inlay.cli.pairs import pair_names
from inlay.cli.printing import show_json, show_line
from inlay.cli.undo_place import UndoPlace, place_for_undo, undo_to_option

if TYPE_CHECKING:
    from collections.abc import Mapping

    from inlay.changes.rewrite.change import Target
    from inlay.footers.encryption.keys import EncryptionKeys
    from inlay.ground.documents.values import Json


@click.command("rewrap", short_help="Wrap the keys of files with other master keys.")
@many_files
@click.option(
    "--old-keys",
    required=True,
    type=FILE,
    metavar="FILE",
    help='The master keys that unwrap the keys now, as JSON: {"master_keys": {NAME: KEY}}.',
)
@click.option(
    "--new-keys",
    required=True,
    type=FILE,
    metavar="FILE",
    help="The master keys that are to wrap them, in the same form.",
)
@click.option(
    "--rename-key",
    "renames",
    multiple=True,
    metavar="OLD=NEW",
    help="The new name of a master key; others keep theirs. May be repeated.",
)
@undo_to_option
@format_option
@target_options_of("table", "size", "attributes")
def command(
    paths: tuple[str, ...],
    jobs: int,
    old_keys: str,
    new_keys: str,
    renames: tuple[str, ...],
    undo_to: str | None,
    format_: str,
    target: Target,
) -> ExitCode:
    """Exchange the wrapped keys in the footers of the encrypted files at PATHS, or in files of key material beside them.
    Pages stay where they are, byte for byte.

    An encrypted footer is encrypted with the same key and a new nonce, and a signed one is signed again. The result is opened with the new
    master keys before it takes the place of the old one. `inlay set PATHS --undo UNDO` takes it back.
    """
    from inlay.footers.encryption.keys import EncryptionKeys

    is_json = format_ == "json"
    old = read_keys_file(old_keys)
    place = place_for_undo(paths, undo_to)
    change = partial(
        _rewrap,
        old=EncryptionKeys(
            master_keys=_masters(old, old_keys), aad_prefix=old.get("aad_prefix", "").encode()
        ),
        new=_masters(read_keys_file(new_keys), new_keys),
        rename=pair_names("--rename-key", renames),
        undo_to=place,
        is_json=is_json,
    )
    document = "crypt rewrap" if is_json else None
    return change_each(paths, jobs, change, target, document=document, undo=place)


def _masters(fields: Mapping[str, Mapping[str, str]], path: str) -> Mapping[str, str]:
    """Raises UsageError for a file without master keys."""
    if "master_keys" not in fields:
        raise click.UsageError(f"{path} has no master_keys: they wrap the keys of files")
    return fields["master_keys"]


def _rewrap(
    path: str,
    alone: bool,
    target: Target,
    *,
    old: EncryptionKeys,
    new: Mapping[str, str],
    rename: Mapping[str, str],
    undo_to: UndoPlace,
    is_json: bool,
) -> bool:
    from inlay.ground.wording.amounts import count
    from inlay.verbs.crypt.rewrap import rewrap_keys

    rewrapping = rewrap_keys(
        path, old=old, new=new, rename=rename, undo_to=undo_to.of(path), target=target
    )
    outcome = rewrapping.outcome
    if is_json:
        keys: list[Json] = [
            {"owner": key.owner, "old": key.old, "new": key.new} for key in rewrapping.keys
        ]
        content: dict[str, Json] = {
            "path": outcome.path,
            "output": target.output or outcome.path,
            "changed": outcome.changed,
            "dry_run": outcome.dry_run,
            "old_size": outcome.old_size,
            "new_size": outcome.new_size,
            "keys": keys,
            "warnings": list(outcome.warnings),
        }
        show_json(document_of("crypt rewrap", content), in_line=not alone)
        return outcome.changed
    warn_of(outcome.path, outcome.warnings, alone)
    keys_words = count(len(rewrapping.keys), "key")
    done = f"would wrap {keys_words} anew" if outcome.dry_run else f"wrapped {keys_words} anew"
    show_outcome(outcome, done, alone)
    if alone:
        for owner, before, after in dict.fromkeys(rewrapping.keys):
            show_line(f"  {owner}: {before} -> {after}")
    return outcome.changed
