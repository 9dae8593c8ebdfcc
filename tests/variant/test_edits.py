"""Edits of columns: native and pure alike to the byte, canonical, and by the rules of `docs/variant_edits.md`."""

from __future__ import annotations

from typing import Any, Final

import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from inlay.variant import (
    DamagedRowError,
    EditError,
    PathError,
    PrimitiveType,
    StorageError,
    Variant,
    VariantArray,
    check,
    encode,
    from_arrow,
    from_json_array,
    from_pairs,
    scalar,
    shred,
    to_python,
    try_variant_array_append,
    try_variant_insert,
    try_variant_set,
    variant_array,
    variant_array_append,
    variant_delete,
    variant_insert,
    variant_merge_patch,
    variant_pick,
    variant_set,
    variant_strip_nulls,
)
from inlay_runtime.errors import EncodeError, InlayError, LimitError, RequestError
from inlay_variant.arrow import kernels, pure_edits
from inlay_variant.arrow.variant_type import wrap
from inlay_variant.storage.normalize_storage import normalize_storage
from inlay_variant.storage.shape import Group
from inlay_variant.value.edit import EditKind, TreeEdit
from inlay_variant.value.limits import DEFAULT_LIMITS, VariantLimits
from tests.support.effort import grows_at_most
from tests.support.examples import examples
from tests.variant.edit_cases import DOCUMENTS, list_cases
from tests.variant.values import ARRAYS, NAMES, SCHEMAS, VARIANTS, damaged

PLAIN: Final = Group(True, None)
STEPS: Final = st.lists(st.sampled_from([*NAMES[:3], "zz"]) | st.integers(-3, 3), min_size=1, max_size=4)  # fmt: skip


@st.composite
def edits(draw: st.DrawFn) -> TreeEdit:
    kind = draw(st.sampled_from(EditKind))
    steps: list[Any] = draw(STEPS)
    if kind is EditKind.PICK:
        steps = [step for step in steps if isinstance(step, str)]
    return TreeEdit(kind, steps, draw(st.booleans()))


def outcome(how: Any, storage: Any, others: Any, edit: TreeEdit, tries: bool) -> object:
    try:
        edited = how.edit_rows(storage, others, edit, DEFAULT_LIMITS, tries=tries)
    except InlayError as error:
        return type(error), str(error)
    edited.validate(full=True)
    return [None if not row.is_valid else (row["metadata"].as_py(), row["value"].as_py()) for row in edited]  # fmt: skip


@pytest.mark.needs("native core")
@examples(150)
@given(
    variants=st.lists(st.none() | VARIANTS | damaged(), min_size=1, max_size=4),
    others=st.lists(st.none() | VARIANTS, min_size=1, max_size=4),
    edit=edits(),
    tries=st.booleans(),
)
def test_native_and_pure_agree_to_the_byte(
    variants: list[Variant | None], others: list[Variant | None], edit: TreeEdit, tries: bool
) -> None:
    storage = normalize_storage(from_pairs(variants).storage, PLAIN)
    values = [others[at % len(others)] for at in range(len(variants))] if len(others) > 1 else others  # fmt: skip
    given_ = normalize_storage(from_pairs(values).storage, PLAIN) if edit.needs_value else None
    assert outcome(kernels, storage, given_, edit, tries) == outcome(pure_edits, storage, given_, edit, tries)  # fmt: skip


@examples(60)
@given(array=ARRAYS, value=VARIANTS, schema=SCHEMAS, edit=edits())
def test_results_are_canonical_whether_shredded_or_not(
    array: VariantArray, value: Variant, schema: pa.DataType, edit: TreeEdit
) -> None:
    assume(edit.steps)
    path = "$" + "".join(f"['{step}']" if isinstance(step, str) else f"[{step}]" for step in edit.steps)  # fmt: skip
    for work in (lambda a: try_variant_set(a, path, value), variant_strip_nulls, lambda a: variant_delete(a, path), lambda a: variant_merge_patch(a, value)):  # fmt: skip
        edited: Any = work(array)
        check(edited)
        assert [row and row.canonical() for row in edited.variants()] == edited.variants()
        assert work(shred(array, schema, exact=True)).equals(edited)


def test_every_case_is_edited_alike_by_both(monkeypatch: pytest.MonkeyPatch) -> None:
    array: Any = from_json_array(pa.array(DOCUMENTS))
    by_default = [case.ours(array) for case in list_cases()]
    monkeypatch.setattr(kernels, "native", None)
    for case, edited in zip(list_cases(), by_default, strict=True):
        assert case.ours(array).equals(edited), case.sql


# The examples of RFC 7396, appendix A.
PATCHES: Final = [
    ('{"a":"b"}', '{"a":"c"}', {"a": "c"}), ('{"a":"b"}', '{"b":"c"}', {"a": "b", "b": "c"}), ('{"a":"b"}', '{"a":null}', {}),
    ('{"a":"b","b":"c"}', '{"a":null}', {"b": "c"}), ('{"a":["b"]}', '{"a":"c"}', {"a": "c"}), ('{"a":"c"}', '{"a":["b"]}', {"a": ["b"]}),
    ('{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', {"a": {"b": "d"}}), ('{"a":[{"b":"c"}]}', '{"a":[1]}', {"a": [1]}),
    ('["a","b"]', '["c","d"]', ["c", "d"]), ('{"a":"b"}', '["c"]', ["c"]), ('{"a":"foo"}', "null", None), ('{"a":"foo"}', '"bar"', "bar"),
    ('{"e":null}', '{"a":1}', {"e": None, "a": 1}), ("[1,2]", '{"a":"b","c":null}', {"a": "b"}), ("{}", '{"a":{"bb":{"ccc":null}}}', {"a": {"bb": {}}}),
]  # fmt: skip


def test_merging_is_that_of_the_rfc(both: str) -> None:
    targets: Any = from_json_array(pa.array([target for target, _, _ in PATCHES]))
    patches: Any = from_json_array(pa.array([patch for _, patch, _ in PATCHES]))
    assert to_python(variant_merge_patch(targets, patches)) == [result for _, _, result in PATCHES]


def test_values_are_of_any_type_and_keep_it(both: str) -> None:
    array = variant_array([{"b": 1}, {"b": 2}])
    structs = pa.array([{"x": [1]}, None], pa.struct([("x", pa.list_(pa.int64()))]))
    assert to_python(variant_set(array, "$.a", structs)) == [{"a": {"x": [1]}, "b": 1}, None]
    assert to_python(variant_set(array, "a", pa.scalar(3, pa.int64()))) == [{"a": 3, "b": 1}, {"a": 3, "b": 2}]  # fmt: skip
    typed: Any = variant_insert(array, "c", scalar(PrimitiveType.TIMESTAMP_NANOS, 5))
    assert typed.variants()[0] == encode({"b": 1, "c": scalar(PrimitiveType.TIMESTAMP_NANOS, 5)})
    null: Any = variant_insert(array, "c", encode(None))
    assert to_python(null) == [{"b": 1, "c": None}, {"b": 2, "c": None}]
    assert to_python(variant_insert(array, "c", from_arrow(pa.array([1, 2])))) == [{"b": 1, "c": 1}, {"b": 2, "c": 2}]  # fmt: skip


def test_columns_have_values_in_the_rows_where_they_are(both: str) -> None:
    chunks = [variant_array([{"a": 1}]), variant_array([{"a": 2}, None])]
    column: Any = pa.chunked_array(list(chunks))
    edited: Any = variant_set(column, "$.a", pa.chunked_array([[7, 8], [9]]))
    assert isinstance(edited, pa.ChunkedArray)
    assert to_python(edited) == [{"a": 7}, {"a": 8}, None]
    with pytest.raises(EditError, match=r"row 1: \$\.a: is there already"):
        variant_insert(pa.chunked_array([variant_array([{}]), chunks[1]]), "$.a", 1)  # fmt: skip


def test_tables_and_variants_inside_of_lists(both: str) -> None:
    array: Any = variant_array([{"a": 1}, {"a": 2}])
    table = pa.table({"n": [1, 2], "v": array})
    assert to_python(variant_set(table, "$.b", pa.array([7, 8]))) == [{"a": 1, "b": 7}, {"a": 2, "b": 8}]  # fmt: skip
    lists: Any = pa.ListArray.from_arrays(pa.array([0, 2], pa.int32()), array)
    assert to_python(variant_delete(lists, "$.a")) == [[{}, {}]]
    with pytest.raises(StorageError, match="value: one value is needed for Variants inside"):
        variant_set(pa.chunked_array([lists, lists]), "$.b", pa.array([7, 8]))


def test_indexes_from_the_end(both: str) -> None:
    array = variant_array([[1, 2, 3], []])
    assert to_python(variant_delete(array, "$[-1]")) == [[1, 2], []]
    assert to_python(try_variant_insert(array, "$[-1]", 9)) == [[1, 2, 9, 3], None]
    assert to_python(try_variant_set(array, "$[-3]", 9)) == [[9, 2, 3], None]
    with pytest.raises(
        EditError, match=r"row 1: \$: has 0 elements, and \[-1\] is before the first"
    ):
        variant_set(array, "$[-1]", 9)


def test_errors_name_row_and_place(both: str) -> None:
    array = variant_array([{"a": {"b": 1}}, {"a": 5}])
    with pytest.raises(EditError, match=r"^row 1: \$\.a: is not an object$"):
        variant_set(array, "$.a.c", 1)
    with pytest.raises(EditError, match=r"^row 0: \$\.a\.b: is there already$"):
        variant_insert(array, "$.a.b", 1)
    with pytest.raises(EditError, match=r"^row 0: \$\.a: is not an array$"):
        variant_array_append(array, "$.a", 1)
    with pytest.raises(EditError, match=r"^row 0: \$: is not an object$"):
        variant_pick(variant_array([1]), "a")
    assert to_python(variant_pick(array, "b")) == [{}, {}]
    assert to_python(variant_pick(variant_array([{"a": 1, "b": {"a": 2}, "c": 3}]), "c", "b")) == [{"b": {"a": 2}, "c": 3}]  # fmt: skip


def test_wrong_requests_are_refused_before_any_work() -> None:
    array = variant_array([{}])
    with pytest.raises(RequestError, match="whole value"):
        variant_set(array, "$", 1)
    with pytest.raises(RequestError, match="no paths"):
        variant_delete(array)
    with pytest.raises(PathError):
        variant_insert(array, "$.a[*]", 1)
    with pytest.raises(LimitError, match=r"\[999999999\] is beyond 1,000,000 elements"):
        variant_insert(array, "$.a[999999999]", 1)
    with pytest.raises(StorageError, match="2 values for 1 row:"):
        variant_set(array, "$.a", pa.array([1, 2]))
    with pytest.raises(StorageError, match="has no Variant type"):
        variant_set(array, "$.a", object())


def test_too_deep_results_are_refused(both: str) -> None:
    array = variant_array([{}])
    edits: list[Any] = [
        lambda f, p: f(array, p, 1), lambda f, p: f(variant_array([{"b": 1}, {"a": 1}]), p, {"c": [[]]}),
    ]  # fmt: skip
    for edit in edits:
        with pytest.raises(EditError, match=r"too deep or too large: more than 128 nested"):
            edit(variant_insert, "$" + ".a" * 200)
        for tries in (try_variant_insert, try_variant_set):
            assert edit(tries, "$" + ".a" * 200).null_count > 0
    assert variant_insert(array, "$" + ".a" * 127, 1) is not None
    inner = encode(nest(127))
    kept = try_variant_array_append(
        variant_array([{"a": []}, {"a": 1, "b": 2}, None]), "$.a", inner
    )
    assert to_python(kept) == [None, None, None]
    with pytest.raises(DamagedRowError):
        try_variant_set(from_pairs([Variant(b"\x11\0\0", b"\x0c")]), "$.a", 1)


def test_too_large_results_are_refused(both: str) -> None:
    storage = normalize_storage(variant_array([{"a": 1}, {"a": "x" * 90}, {}]).storage, PLAIN)
    value = normalize_storage(variant_array(["y" * 50]).storage, PLAIN)
    limits = VariantLimits(size=120)
    edit = TreeEdit(EditKind.SET, ["b"])
    edited: Any = wrap(kernels.edit_rows(storage, value, edit, limits, tries=True))
    assert to_python(edited) == [{"a": 1, "b": "y" * 50}, None, {"b": "y" * 50}]
    check(edited)
    with pytest.raises(
        EditError,
        match=r"^row 1: \$: the result would be too deep or too large: 1[0-9]+ bytes of value, 120",
    ):
        kernels.edit_rows(storage, value, edit, limits, tries=False)
    names = TreeEdit(EditKind.SET, ["n" * 60, "m" * 60])
    edited = wrap(kernels.edit_rows(storage.slice(2), value, names, limits, tries=True))
    assert edited.null_count == 1


def test_storage_of_variants_is_taken_for_variants(both: str) -> None:
    array: Any = variant_array([{"a": 1}, {"a": 2}])
    values: Any = variant_array([{"b": 3}, {"b": "x"}])
    shredded: Any = shred(values, pa.struct([("b", pa.int64())]))
    merged = [{"a": 1, "b": 3}, {"a": 2, "b": "x"}]
    for storage in (values.storage, shredded.storage):
        chunked = pa.chunked_array([storage.slice(0, 1), storage.slice(1)])
        for patch in (storage, chunked):
            assert to_python(variant_merge_patch(array, patch)) == merged
            assert to_python(variant_set(array, "a", patch)) == [{"a": {"b": 3}}, {"a": {"b": "x"}}]
        assert to_python(variant_set(array, "a", storage[1])) == [{"a": {"b": "x"}}] * 2
    nothing: Any = pa.chunked_array([], storage.type)
    assert len(variant_merge_patch(array.slice(0, 0), nothing)) == 0


def test_variants_inside_of_python_values_are_values(both: str) -> None:
    array = variant_array([{"a": 1, "b": 2}])
    assert to_python(variant_merge_patch(array, {"a": encode(None)})) == [{"b": 2}]
    inner = scalar(PrimitiveType.TIMESTAMP_NANOS, 5)
    value = {"x": [encode({"z": inner, "y": 1}), encode("t")]}
    assert encode(value) == encode({"x": [{"z": inner, "y": 1}, "t"]})
    assert encode(encode([1])) == encode([1])
    deep = encode(nest(126))
    assert encode([[deep]])
    with pytest.raises(
        EncodeError, match=r"\$\[0\]\.a\[0\]: a Variant inside of 3 others: more than 125 nested"
    ):
        encode([{"a": [deep]}])
    with pytest.raises(EncodeError, match="a Variant inside of 1 others: needs 1 byte"):
        encode([Variant(b"\x11\0\0", b"")])


def test_names_that_are_no_unicode_are_refused(both: str) -> None:
    array = variant_array([{"a": []}])
    calls: list[Any] = [
        lambda path: variant_insert(array, path, 1), lambda path: try_variant_set(array, path, 1), lambda path: variant_delete(array, path),
        lambda path: variant_array_append(array, path, 1), lambda path: try_variant_array_append(array, path, 1),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(PathError, match="from character 3"):
            call('$["\ud800"]')
    with pytest.raises(PathError, match="from character 1"):
        variant_pick(array, "a", "b\udfff")


def test_many_names_are_picked_in_time_that_grows_with_them(both: str) -> None:
    def prepare(size: int) -> Any:
        names = [f"{name:06}" for name in range(size)]
        array = variant_array([dict.fromkeys(names, 1)])
        return lambda: variant_pick(array, *reversed(names), "zz", names[0])

    assert grows_at_most(100, prepare, 500, 10_000)
    array = variant_array([{"a": 1, "c": 2, "e": {"c": 3}, "é": 4}])
    assert to_python(variant_pick(array, "é", "b", "e", "e", "a")) == [
        {"a": 1, "e": {"c": 3}, "é": 4}
    ]
    assert to_python(variant_pick(array)) == [{}]


def nest(depth: int) -> object:
    """One in so many lists."""
    value: object = 1
    for _ in range(depth):
        value = [value]
    return value
