"""The error for two footers of a file that do not say the same; the Thrift may be damaged."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from inlay.ground.refusals import FormError
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import FileMetaData

if TYPE_CHECKING:
    from inlay.footers.footer.footer import Footer


def explain_disagreement(footer: Footer) -> FormError:
    """With the command that decides, for only a person can."""
    name, other = footer.second.name, footer.second.trusted_as
    file = shlex.quote(footer.path)
    try:
        FileMetaData.decode(footer.data)
    except DecodeError as error:
        return FormError(
            f"its Thrift footer is damaged: {error}; `inlay recover {file} -o OUT` makes it again from the "
            f"{name}, whose CRC agrees; so does `inlay footer revert {file} --trust {other}`, without keeping the "
            "damaged file"
        )
    return FormError(
        f"the two footers of the file disagree: `inlay verify {file}` lists the fields; choose one: `inlay footer revert {file} "
        f"--trust thrift` or `--trust {other}`"
    )
