"""What a run is about to commit, written before it does: whoever was cut off then asks the table whether it is there.

DIR/intents.json    the commits that were begun, each with the id that it leaves in the table
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple
from uuid import uuid4

from inlay.verbs.register.lake_file import LakeFile
from inlay_spark.jobs.directory import JobDirectory, JobError

INTENTS: Final = "intents.json"
_VERSION: Final = 1


class Intent(NamedTuple):
    """A commit of `files`, of which `digest` says which they are, and in what state. `job` is its id in the table, and `committed` what
    the table called it; None for one that may be there or not.

    `to` and `table` are for people: properties may be secrets, and the table itself is asked.
    """

    job: str
    to: str
    table: str
    files: int
    digest: str
    committed: str | None = None


def read_intents(directory: JobDirectory) -> list[Intent]:
    """None where nothing was begun. Raises JobError for what is not a list of them."""
    try:
        document: Any = json.loads(directory.read(INTENTS))
        if document["version"] != _VERSION:
            raise ValueError(f"its version is {document['version']}, and {_VERSION} is read")
        return [_require_types(Intent(**it)) for it in document["intents"]]
    except FileNotFoundError:
        return []
    except (ValueError, KeyError, TypeError) as error:
        what = f"does not say what was about to be committed: {error}"
        raise JobError(f"{directory.at(INTENTS)} {what}; name another journal") from None


def _require_types(intent: Intent) -> Intent:
    texts = (intent.job, intent.to, intent.table, intent.digest, intent.committed or "")
    if not all(isinstance(text, str) for text in texts) or type(intent.files) is not int:
        raise TypeError("a field has another type")
    return intent


def write_intents(directory: JobDirectory, intents: Iterable[Intent]) -> None:
    """At once, and for good."""
    document = {"version": _VERSION, "intents": [intent._asdict() for intent in intents]}
    directory.publish(json.dumps(document, indent=1).encode(), INTENTS)


def digest_files(files: Sequence[LakeFile]) -> str:
    """The same for the same files in the same state."""
    states = [[file.path, file.record.size, file.mtime, file.etag] for file in files]
    return hashlib.sha256(json.dumps(sorted(states)).encode()).hexdigest()


def choose_intent(intents: Sequence[Intent], new: Intent) -> tuple[Intent, list[Intent]]:
    """The one that is carried out, and all with it. One of the same files is taken up again with its id, so that it cannot count twice."""
    for intent in intents:
        if intent.digest == new.digest and intent.committed is None:
            return intent, list(intents)
    begun = new._replace(job=uuid4().hex)
    return begun, [*intents, begun]
