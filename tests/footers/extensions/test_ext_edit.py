"""Extensions on the bytes of a footer: every place, every spelling, alone and together, and back."""

from __future__ import annotations

import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.footers.containers import PROTOTYPE, SEAL, Entry, wrap
from inlay.footers.extensions.edit import ExtensionEdit, Options, append, seal, strip
from inlay.footers.extensions.extract import extract
from inlay.footers.extensions.listing import list_extensions
from inlay.footers.extensions.locate import FooterPathError
from inlay.footers.extensions.shapes import shape_of
from inlay.footers.extensions.struct_bytes import DamagedError, StructBytes
from inlay.footers.footer.undeclared import find_undeclared
from inlay.ground.refusals import RefusedError
from inlay_runtime.append import append_extension
from inlay_runtime.errors import ExtensionError
from inlay_runtime.extension import Header
from parquet_format.parquet import FileMetaData

MINE = uuid.UUID("7d5d9a3e-2c46-4b1f-9a53-6d0c2f5b8e11")
YOURS = uuid.UUID("3b9f61c2-7a0d-4e86-b2f4-51c8e07d9a60")
ANYWHERE = Options(allow=frozenset({"union", "empty-struct"}))

PLACES = {
    "": "FileMetaData",
    "FileMetaData": "FileMetaData",
    "schema[0]": "SchemaElement",
    "schema[2]": "SchemaElement",
    "schema[2].logicalType": "LogicalType",
    "schema[2].logicalType.STRING": "StringType",
    "row_groups[0]": "RowGroup",
    "row_groups[0].columns[1]": "ColumnChunk",
    "row_groups[0].columns[1].meta_data": "ColumnMetaData",
    "row_groups[0].columns[0].meta_data.statistics": "Statistics",
    "key_value_metadata[0]": "KeyValue",
    "column_orders[1]": "ColumnOrder",
    "column_orders[1].TYPE_ORDER": "TYPE_ORDER",
}


def entry(mark: uuid.UUID = MINE, data: bytes = b"content") -> Entry:
    return Entry(mark, wrap(data, mark))


@pytest.fixture
def struct(metadata: FileMetaData) -> StructBytes:
    return StructBytes(metadata.encode(), 104, shape_of(FileMetaData))


def after(struct: StructBytes, edit: ExtensionEdit | None) -> StructBytes:
    assert edit is not None
    return struct.with_data(edit.footer)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("header", [Header.SPEC, Header.ZIGZAG, None])
def test_what_is_appended_is_found_and_stripped(
    place: str, header: Header | None, struct: StructBytes
) -> None:
    options = Options(header=header, allow=ANYWHERE.allow)
    made = append(struct, entry(), place, options)
    changed = after(struct, made)
    assert made.carrier.shape.name == PLACES[place]
    assert made.header is (header or (Header.SPEC if made.carrier.is_root else Header.ZIGZAG))
    (found,) = list_extensions(changed)
    assert (found.carrier.path, found.uuid, found.state) == (made.carrier.path, MINE, "checked")
    assert found.content is not None
    assert found.content.data == b"content"
    assert len(changed.data) == len(struct.data) + len(entry().payload) + 5
    FileMetaData.decode(changed.data)
    assert strip(changed, MINE, place).footer == struct.data


def test_one_at_another_place_is_named(struct: StructBytes) -> None:
    with pytest.raises(ExtensionError, match=r"^FileMetaData has no extension$"):
        strip(struct)
    places = ["row_groups[0]", "schema[1]", "key_value_metadata[0]", "row_groups[0].columns[0]"]
    said = set[str]()
    for place in places:
        struct = after(struct, append(struct, entry(), place))
        for ask in (strip, extract):
            with pytest.raises(ExtensionError, match="has no extension; there is one at ") as error:
                ask(struct)
            said.add(str(error.value).partition("there is one at ")[2])
    assert "'row_groups[0]'" in said
    assert "'schema[1]', 'row_groups[0]'" in said
    assert sum(it.endswith(" and others") for it in said) == 1


def test_the_runtime_and_the_survey_see_the_same(struct: StructBytes) -> None:
    at_root = append(struct, entry()).footer
    assert at_root == append_extension(struct.data, entry().payload, Header.SPEC)
    there = append(struct, entry(), "row_groups[0].columns[1]").footer
    (found,) = find_undeclared(FileMetaData.decode(there)).extensions
    assert (found.path, found.struct) == ("row_groups[0].columns[1]", "ColumnChunk")


def test_a_trailing_one(struct: StructBytes) -> None:
    options = Options(header=Header.TRAILING)
    changed = after(struct, append(struct, entry(), options=options))
    assert changed.data.startswith(struct.data)
    assert changed.data[-1:] == b"\0"
    (found,) = list_extensions(changed)
    assert found.carrier.slot is not None
    assert found.carrier.slot.header is Header.TRAILING
    assert strip(changed).footer == struct.data
    with pytest.raises(ExtensionError, match="only the footer struct"):
        append(struct, entry(), "row_groups[0]", options)
    with pytest.raises(ExtensionError, match="12 bytes follow"):
        append(struct.with_data(struct.data + b"x" * 12), entry(), options=options)


operations = st.lists(
    st.tuples(
        st.sampled_from(["", "row_groups[0]", "schema[1]", "row_groups[0].columns[0].meta_data"]),
        st.sampled_from(["seal", "mine", "yours", "raw"]),
    ),
    min_size=1,
    max_size=7,
    unique=True,
)


@given(operations)
def test_many_go_in_and_come_out_in_any_order(
    struct: StructBytes, wanted: list[tuple[str, str]]
) -> None:
    """The seal agrees all the while, and the bytes are those of before in the end."""
    marks = {"mine": MINE, "yours": YOURS, "raw": None, "seal": SEAL}
    options = Options(allow=frozenset({"envelope"}))
    done: list[tuple[str, uuid.UUID | None]] = []
    now = struct
    for wanted_place, what in wanted:
        place = "" if what == "seal" else wanted_place
        if what == "seal":
            made = seal(now, options)
            if made is None:
                continue
        else:
            mark = marks[what]
            added = entry(mark) if mark is not None else Entry(None, b"a raw payload")
            made = append(now, added, place, options)
        now = after(now, made)
        done.append((place, marks[what]))
        assert now.seal_finding() is None
    assert len(list_extensions(now)) == len(done)
    while done:
        place, mark = done.pop()
        now = after(now, strip(now, mark, place, raw=mark is None))
        assert now.seal_finding() is None
    assert now.data == struct.data


def test_the_seal_lives_with_others_without_being_asked(struct: StructBytes) -> None:
    sealed = after(struct, seal(struct))
    both = after(sealed, append(sealed, entry()))
    assert [one.name or str(one.uuid) for one in list_extensions(both)] == ["seal", str(MINE)]
    assert both.seal_finding() is None
    assert strip(both, MINE).footer == sealed.data
    assert seal(both) is None


def test_a_change_before_the_seal_renews_it(struct: StructBytes) -> None:
    sealed = after(struct, seal(struct))
    made = append(sealed, entry(), "schema[1]")
    assert made.renewed == ("seal",)
    changed = after(sealed, made)
    assert changed.seal_finding() is None
    assert strip(changed, MINE, "schema[1]").footer == sealed.data


def test_nothing_is_built_on_a_broken_seal(struct: StructBytes) -> None:
    sealed = after(struct, seal(struct))
    broken = sealed.with_data(sealed.data.replace(b"Ada", b"Bda"))
    with pytest.raises(DamagedError, match="are not what was sealed"):
        append(broken, entry())
    with pytest.raises(DamagedError):
        seal(broken)
    renewed = after(broken, seal(broken, Options(replace=True)))
    assert renewed.seal_finding() is None
    assert strip(broken, SEAL).footer == struct.data.replace(b"Ada", b"Bda")
    moved = StructBytes(sealed.data, 105, sealed.root)
    with pytest.raises(DamagedError, match="sealed at offset 104"):
        append(moved, entry())


def test_a_seal_has_to_be_the_last_field(struct: StructBytes) -> None:
    first = b"\x08\xff\xff\x01" + bytes([len(entry().payload)]) + entry().payload
    moved = struct.with_data(first + b"\x05\x02" + struct.data[1:])
    assert [one.uuid for one in list_extensions(moved)] == [MINE]
    with pytest.raises(ExtensionError, match="not the last field"):
        seal(moved, Options(allow=frozenset({"envelope"})))


def test_one_slot_one_extension(struct: StructBytes) -> None:
    mine = after(struct, append(struct, entry()))
    with pytest.raises(RefusedError) as refused:
        append(mine, entry(YOURS))
    assert (refused.value.name, refused.value.override[:10]) == ("envelope", "--allow en")
    with pytest.raises(RefusedError, match="already holds"):
        append(mine, entry(data=b"other"))
    replaced = append(mine, entry(data=b"other"), options=Options(replace=True))
    assert replaced.footer == append(struct, entry(data=b"other")).footer
    both = after(mine, append(mine, entry(YOURS), options=Options(allow=frozenset({"envelope"}))))
    with pytest.raises(ExtensionError, match="say which one by --uuid"):
        strip(both)
    with pytest.raises(ExtensionError, match="it is not there"):
        strip(both, SEAL)
    assert strip(both, YOURS).footer == mine.data


def test_a_footer_shares_its_slot_with_nothing(struct: StructBytes) -> None:
    """Its trailer must stay last, where readers look for it."""
    flat = Entry(PROTOTYPE, wrap(b"a FlatBuffer", PROTOTYPE))
    with_footer = struct.with_data(append_extension(struct.data, flat.payload))
    for options in (Options(), Options(allow=frozenset({"envelope"})), Options(replace=True)):
        with pytest.raises(RefusedError, match="trailer must stay last"):
            append(with_footer, entry(), options=options)
        with pytest.raises(RefusedError, match="trailer must stay last"):
            seal(with_footer, options)
        sealed = after(struct, seal(struct))
        with pytest.raises(RefusedError, match="is a second footer"):
            append(sealed, flat, options=options)


def test_the_spelling_of_a_slot_is_kept(struct: StructBytes) -> None:
    mine = after(struct, append(struct, entry(), options=Options(header=Header.ZIGZAG)))
    made = append(mine, entry(YOURS), options=Options(allow=frozenset({"envelope"})))
    assert made.header is Header.ZIGZAG
    with pytest.raises(ExtensionError, match="a rewrite keeps it"):
        append(
            mine, entry(YOURS), options=Options(header=Header.SPEC, allow=frozenset({"envelope"}))
        )


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("nonsense", "no struct or list of structs nonsense"),
        ("row_group[0]", "did you mean row_groups"),
        ("row_groups", "say which, as in row_groups\\[0\\]"),
        ("row_groups[1]", "the list has 1"),
        ("row_groups[0].columns[0].meta_data[0]", "not a list"),
        ("row_groups[0].columns[0].meta_data.codec", "no struct or list of structs codec"),
        ("schema[1].logicalType", "this file has no logicalType"),
        ("schema[2].logicalType.DECIMAL", "this file has no DECIMAL"),
        ("schema[-1]", "neither a name nor"),
        ("schema[0]..x", "neither a name nor"),
    ],
)
def test_paths_that_name_nothing(path: str, reason: str, struct: StructBytes) -> None:
    with pytest.raises(FooterPathError, match=reason):
        struct.locate(path)


def test_seals_and_envelopes_cannot_be_given(struct: StructBytes) -> None:
    with pytest.raises(RefusedError, match="only inlay writes"):
        append(struct, Entry(SEAL, b""))


@pytest.mark.parametrize(
    ("size", "outcome"),
    [(1 << 20, ""), (3 << 20, "every reader"), (17 << 20, "Dremio"), (65 << 20, "--allow size")],
)
def test_the_size_budget(size: int, outcome: str, struct: StructBytes) -> None:
    large = Entry(None, bytes(size))
    if outcome.startswith("--"):
        with pytest.raises(RefusedError) as refused:
            append(struct, large)
        assert refused.value.override == outcome
        made = append(struct, large, options=Options(allow=frozenset({"size"})))
    else:
        made = append(struct, large)
    assert len(made.warnings) == (1 if outcome else 0)
    assert not made.warnings or outcome in made.warnings[0] or "Dremio" in made.warnings[0]


def test_over_the_hard_limit_nothing_helps(struct: StructBytes) -> None:
    with pytest.raises(RefusedError) as refused:
        append(struct, Entry(None, bytes(100_000_001)), options=Options(allow=frozenset({"size"})))
    assert refused.value.override == ""
