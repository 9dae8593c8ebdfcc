"""`inlay crypt verify PATHS`: does every module of encrypted files open?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.key_options import add_key_options
from inlay.cli.many_files import many_files, run_each
from inlay.cli.options import format_option
from inlay.cli.printing import show_json, show_line
from inlay.cli.progress import progress_of

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys
    from inlay.ground.documents.values import Json
    from inlay.verbs.crypt.nonces import Nonces
    from inlay.verbs.crypt.verify import ModuleVerification


@click.command("verify", short_help="Check that every module opens.")
@many_files
@add_key_options
@format_option
def command(
    paths: tuple[str, ...], jobs: int, keys: EncryptionKeys | None, format_: str
) -> ExitCode:
    """Open every module of the encrypted files at PATHS that the keys open, and check the signature of a footer in the clear. No value is decoded.

    A module that does not open is named, and looked for in all other places of the file, and of the other files at PATHS.
    A nonce that two of the files use with one key is found without --jobs.
    The exit code is 1 for findings, and if nothing was opened because keys are missing. Modules without a key are counted.
    """
    from inlay.verbs.crypt.nonces import Nonces

    is_json = format_ == "json"
    nonces = Nonces() if jobs == 1 else None  # which processes do not share
    job = partial(_verify, paths=paths, keys=keys, nonces=nonces, is_json=is_json)
    return run_each(paths, jobs, job, document="crypt verify" if is_json else None)


def _verify(
    path: str,
    alone: bool,
    *,
    paths: tuple[str, ...],
    keys: EncryptionKeys | None,
    nonces: Nonces | None,
    is_json: bool,
) -> ExitCode:
    from inlay.verbs.crypt.nonces import Nonces
    from inlay.verbs.crypt.verify import verify_after

    others = () if alone else _list_others(path, paths)
    with progress_of(path, "checking", alone) as progress:
        verification = verify_after(nonces or Nonces(), path, keys, others, progress)
    if is_json:
        show_json(_document_of(verification), in_line=not alone)
    else:
        for line in verification.list_lines():
            show_line(line)
    is_clean = not verification.findings and not verification.is_closed
    return ExitCode.OK if is_clean else ExitCode.FINDINGS


def _list_others(path: str, paths: tuple[str, ...]) -> Iterator[str]:
    """Listed only if a module does not open."""
    from inlay.tables.scan.named import list_named_files

    return (file.path for file in list_named_files(paths) if file.path != path)


def _document_of(verification: ModuleVerification) -> dict[str, Json]:
    from inlay.ground.documents.findings import document_findings

    content: dict[str, Json] = {
        "path": verification.path,
        "footer": verification.footer,
        "opened": verification.opened,
        "bytes": verification.bytes,
        "untagged": verification.untagged,
        "without_key": verification.without_key,
        "in_the_clear": list(verification.in_the_clear),
        "findings": document_findings(verification.findings),
    }
    return document_of("crypt verify", content)
