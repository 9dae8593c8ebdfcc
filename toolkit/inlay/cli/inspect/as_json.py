"""A footer as JSON: what it says, where its parts lie, and what does not add up. `docs/inspect.md` describes it."""

from __future__ import annotations

from inlay.cli.inspect.find_places import places_of
from inlay.cli.inspect.footer_places import ByteRange, FlatPlace, FooterPlaces
from inlay.cli.inspect.json_versions import document_of
from inlay.footers.footer import document
from inlay.footers.footer.footer import Footer
from inlay.ground.documents.pieces import StreamedJson
from inlay.ground.documents.values import Json, document_binary
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.engine.passing_chunks import pass_chunks
from inlay.verbs.verify.problems import other_types_of, problems_of


def stream_footer(footer: Footer) -> dict[str, StreamedJson]:
    """Raises FooterError for a footer that cannot be decoded."""
    return {
        **document_of("inspect", {}),
        **document.stream_document(footer, pass_chunks),
        "footer": _footer(footer, places_of(footer)),
        "problems": _problems(footer),
    }


def _problems(footer: Footer) -> list[Json]:
    problems: list[Json] = []
    if not footer.is_encrypted:
        problems += problems_of(footer, SchemaTree(footer.metadata.schema))
    return [*problems, *map(str, other_types_of(footer))]


def _footer(footer: Footer, places: FooterPlaces) -> Json:
    return {
        "form": places.form,
        "magic": places.magic.decode("ascii", "backslashreplace"),
        "offset": places.footer.offset,
        "length": places.footer.length,
        "thrift": _extent(places.thrift),
        "flatbuffer": _flat(places.flatbuffer),
        "design": _flat(places.beside),
        "agree": places.agree,
        "read": _read(places),
        "protected": places.is_protected,
        "signature": document_binary(footer.signature) if footer.signature else None,
        "encrypted_length": len(footer.ciphertext) if footer.crypto is not None else None,
    }


def _read(places: FooterPlaces) -> str:
    if places.is_thrift_read:
        return "thrift"
    if places.flatbuffer is not None:
        return "flatbuffer"
    return places.form if places.beside is None else "design"


def _flat(part: FlatPlace | None) -> Json:
    if part is None:
        return None
    extent = part.extent
    return {
        "schema": part.schema,
        "offset": extent.offset if extent is not None else None,
        "length": extent.length if extent is not None else None,
        "crc_agrees": part.crc_agrees,
    }


def _extent(extent: ByteRange | None) -> Json:
    return {"offset": extent.offset, "length": extent.length} if extent is not None else None
