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
from inlay_runtime.errors import InlayError, LimitError, RequestError
from inlay_variant.arrow import kernels, pure_edits
from inlay_variant.storage.normalize_storage import normalize_storage
from inlay_variant.storage.shape import Group
from inlay_variant.value.edit import EditKind, TreeEdit
from inlay_variant.value.limits import DEFAULT_LIMITS
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
    with pytest.raises(EditError, match=r"^row 1: \$\.a: is no object$"):
        variant_set(array, "$.a.c", 1)
    with pytest.raises(EditError, match=r"^row 0: \$\.a\.b: is there already$"):
        variant_insert(array, "$.a.b", 1)
    with pytest.raises(EditError, match=r"^row 0: \$\.a: is no array$"):
        variant_array_append(array, "$.a", 1)
    with pytest.raises(EditError, match=r"^row 0: \$: is no object$"):
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
    with pytest.raises(StorageError, match="2 values for 1 rows"):
        variant_set(array, "$.a", pa.array([1, 2]))
    with pytest.raises(StorageError, match="has no Variant type"):
        variant_set(array, "$.a", object())


def test_too_deep_results_are_refused(both: str) -> None:
    array = variant_array([{}])
    with pytest.raises(DamagedRowError, match="nested"):
        variant_insert(array, "$" + ".a" * 130, 1)
    assert variant_insert(array, "$" + ".a" * 127, 1) is not None
