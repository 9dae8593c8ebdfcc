"""The new encodings of a file, as its footer tells of them: those to go by, and what is wrong with the others."""

from __future__ import annotations

from dataclasses import dataclass, field

from inlay.pages.encodings.payload import find_encoded_chunks, wrong_with
from inlay.pages.engine.chunk_metadata import path_of
from inlay.pages.engine.piece import Place
from inlay_runtime.finding import Finding
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import FileMetaData


@dataclass(slots=True)
class NewEncodings:
    """`known` are those that a CRC vouches for and that fit the file; of these `findings` has the ones whose trailer is
    damaged, which are to be written anew. `lost` are chunks of which nothing is known but the old encoding, and
    that there was a new one."""

    known: dict[Place, ColumnEncoding] = field(default_factory=dict[Place, ColumnEncoding])
    findings: dict[Place, Finding] = field(default_factory=dict[Place, Finding])

    lost: set[Place] = field(default_factory=set[Place])

    def __bool__(self) -> bool:
        return bool(self.known or self.findings)


def find_encodings(metadata: FileMetaData, footer: int) -> NewEncodings:
    """Of a file whose footer begins at `footer`. Data is not read."""
    encodings = NewEncodings()
    for group, column, meta, said in find_encoded_chunks(metadata):
        place = group, column
        finding, encoding = said.finding, said.encoding
        problem = None
        if encoding is not None:
            problem = wrong_with(encoding, meta, metadata.row_groups[group].num_rows, footer)
        if problem is None and encoding is not None:
            encodings.known[place] = encoding
            if finding is not None:
                encodings.findings[place] = finding.placed(path_of(place))
        elif finding is not None and encoding is not None:
            pass  # another's extension, that only looks like one of ours
        elif (damage := finding or problem) is not None:
            encodings.lost.add(place)
            encodings.findings[place] = damage.placed(path_of(place))
    return encodings
