"""`inlay layout BEFORE AFTER --format svg`: several files or lakes beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_files import Total, code_of, count_files, count_named_files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from inlay.footers.encryption.keys import EncryptionKeys


def draw_paths(
    paths: Sequence[str], *, share: bool, keys: EncryptionKeys | None = None
) -> tuple[str, ExitCode]:
    """The picture, empty without files, and how the command ends: files that cannot be read are not in it, and are reported."""
    from inlay.verbs.layout.beside import PurposeSums, draw_beside
    from inlay.verbs.layout.read_ledger import read_ledger

    total, sums = Total(), dict[str, PurposeSums]()
    for number, path in enumerate(dict.fromkeys(paths), 1):
        of_path = sums.setdefault(f"f{number}" if share else path, PurposeSums())

        def add(file: str, _alone: bool, of_path: PurposeSums = of_path) -> ExitCode:
            ledger = read_ledger(file, keys=keys)
            if ledger.error is not None:
                raise ledger.error
            of_path.add(ledger)
            return ExitCode.FINDINGS if ledger.findings else ExitCode.OK

        part = count_files(count_named_files((path,)), 1, add)
        total.codes += part.codes
        total.others += part.others
        total.missing += part.missing
    drawn = {path: each for path, each in sums.items() if each.files}
    return draw_beside(drawn) if drawn else "", code_of(total)
