"""The form of the result of several files."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.footers.footer.form import Form
from inlay.verbs.parts.source import PartSource


def choose_form(parts: Sequence[PartSource]) -> tuple[Form, str, list[str]]:
    """That of all of them, else plain Thrift; with the design of dual files, and a sentence where they differ."""
    forms = {(part.file.form, part.file.design) for part in parts}
    if len(forms) == 1:
        return *forms.pop(), []
    names = ", ".join(sorted(f"{form.value} {design}".strip() for form, design in forms))
    note = f"the result has a plain Thrift footer: the files have {names}"
    return Form.THRIFT, "", [note]
