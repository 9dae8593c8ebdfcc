"""Files that cryptography protects: no command of ours changes what it signs or encrypts, so none is advised."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.rule import Remedy
from inlay.verbs.lint.rule_advice import RuleAdvice

_READING: Final = ("inlay footer compare ", "inlay lint ")
_WRITER: Final = Remedy("have its writer write it again: who has the keys signs and encrypts")


def name_writer_instead(file: FileFacts, advice: Sequence[RuleAdvice]) -> None:
    """Gives advice on a file that is signed, or has encrypted columns, that no command follows."""
    if file.metadata.encryption_algorithm is None:
        return
    for each in advice:
        each.remedies = [_WRITER if _is_change(it) else it for it in each.remedies]


def _is_change(remedy: Remedy) -> bool:
    return remedy.text.startswith("inlay ") and not remedy.text.startswith(_READING)
