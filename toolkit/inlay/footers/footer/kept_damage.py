"""What a change says that leaves a damaged footer beside the Thrift as it is."""

from __future__ import annotations

from inlay.footers.footer.footer import Footer


def describe_kept_damage(footer: Footer) -> tuple[str, ...]:
    """A sentence for each damage. It cannot be read any more, and so it is not made anew."""
    return tuple(
        f"the footer beside the Thrift is damaged, and stays so: {finding.sentence}; `inlay footer revert --trust thrift` takes it out"
        for finding in footer.second.findings
        if finding.code != "hidden"
    )
