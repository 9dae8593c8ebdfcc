"""`inlay crypt footer PATHS`: the footers of encrypted files in the clear and signed, or encrypted."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.key_options import add_key_options
from inlay.cli.many_changes import change_each
from inlay.cli.many_files import many_files
from inlay.cli.options import format_option, target_options_of
from inlay.cli.outcome import is_altered, show_outcome, show_unaltered, warn_of
from inlay.cli.printing import show_json
from inlay.cli.undo_place import UndoPlace, place_for_undo, undo_to_option

if TYPE_CHECKING:
    from inlay.changes.rewrite.change import Target
    from inlay.footers.encryption.keys import EncryptionKeys
    from inlay.ground.documents.values import Json
    from inlay.verbs.crypt.footer_mode import FooterMode


@click.command("footer", short_help="Put footers in the clear, or encrypt them.")
@many_files
@click.option(
    "--plaintext", "mode", flag_value="plaintext", help="In the clear, signed by the footer key."
)
@click.option("--encrypted", "mode", flag_value="encrypted", help="Encrypted by the footer key.")
@add_key_options
@undo_to_option
@format_option
@target_options_of("table", "size", "attributes")
def command(
    paths: tuple[str, ...],
    jobs: int,
    mode: FooterMode | None,
    keys: EncryptionKeys | None,
    undo_to: str | None,
    format_: str,
    target: Target,
) -> ExitCode:
    """Change the mode of the footers of the encrypted files at PATHS: in the clear, anybody can read the schema, and the columns that are not encrypted. Pages stay where they are, byte for byte.

    Encrypted columns stay encrypted; in the clear, the footer says where they lie and nothing of their values. A footer in the clear is
    encrypted only if its signature agrees. `inlay set PATHS --undo UNDO` takes it back.
    """
    if mode is None:
        raise click.UsageError("choose --plaintext or --encrypted")
    if keys is None:
        raise click.UsageError("the footer key is needed: --keys FILE, or --footer-key KEY")
    is_json = format_ == "json"
    place = place_for_undo(paths, undo_to)
    change = partial(_change, mode=mode, keys=keys, undo_to=place, is_json=is_json)
    document = "crypt footer" if is_json else None
    return change_each(paths, jobs, change, target, document=document, undo=place)


def _change(
    path: str,
    alone: bool,
    target: Target,
    *,
    mode: FooterMode,
    keys: EncryptionKeys,
    undo_to: UndoPlace,
    is_json: bool,
) -> bool:
    from inlay.verbs.crypt.footer_mode import set_footer_mode

    outcome = set_footer_mode(path, mode, keys=keys, undo_to=undo_to.of(path), target=target)
    if is_json:
        content: dict[str, Json] = {
            "path": outcome.path,
            "output": target.output or outcome.path,
            "mode": mode,
            "changed": is_altered(outcome),
            "dry_run": outcome.dry_run,
            "old_size": outcome.old_size,
            "new_size": outcome.new_size,
            "warnings": list(outcome.warnings),
        }
        show_json(document_of("crypt footer", content), in_line=not alone)
        return is_altered(outcome)
    warn_of(outcome.path, outcome.warnings, alone)
    words = "put the footer in the clear" if mode == "plaintext" else "encrypted the footer"
    if not is_altered(outcome):
        show_unaltered(outcome)
        return False
    show_outcome(outcome, f"would have {words}" if outcome.dry_run else words, alone)
    return True
