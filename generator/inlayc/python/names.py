"""Python names for IDL names: the only place that escapes.

- An IDL name stays as it is wherever Python lets it (`type`, `min` and `hash` are fine attributes).
- A keyword, or a name that means something else where it would stand, gets `_` appended; so does one
  that no generated code may hold (`eval`, `open`, `input`).
- So does a type that is called like a builtin (`Warning`, `filter`): above its definition, mypy takes the name
  for the builtin.
- Leading underscores move to the end: Python would mangle or hide the name.
- Two names that would be the same are told apart by further underscores, in order of the text.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Set
from typing import Final

from inlayc.model.schema import Kind
from inlayc.python.inert import FORBIDDEN_NAMES

RUNTIME_NAMES: Final = frozenset(
    """
    BINARY BOOL ClassVar ClosedEnum ClosedTag CompactReader CompactWriter DOUBLE EmptyVariant
    Extension Final Header I16 I32 I64 I8 Inextensible LIST MAP NoVariant OpenEnum Protocol SET STRUCT Self Struct
    TYPE_CHECKING TypeAlias UUID UnionTag UnknownVariant Uuid Variant annotations enclose enclosing enum_reader final
    note_source roots tables
    """.split()
)
"""What generated modules import; definitions of these names are escaped."""

ANNOTATION_BUILTINS: Final = frozenset(
    """
    bool bytes classmethod dict float int list memoryview property staticmethod str tuple
    """.split()
)
"""Builtins that generated classes use by name, so that no attribute may hide them."""

BUILTINS: Final = frozenset(
    """
    ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError
    BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError
    ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError Ellipsis
    EncodingWarning EnvironmentError Exception ExceptionGroup FileExistsError FileNotFoundError
    FloatingPointError FutureWarning GeneratorExit IOError ImportCycleError ImportError
    ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError
    KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError
    NotImplemented NotImplementedError OSError OverflowError PendingDeprecationWarning
    PermissionError ProcessLookupError PythonFinalizationError RecursionError ReferenceError
    ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError
    SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError
    UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning
    UserWarning ValueError Warning WindowsError ZeroDivisionError abs aiter all anext any ascii bin
    bool breakpoint bytearray bytes callable chr classmethod compile complex copyright credits
    delattr dict dir divmod ellipsis enumerate eval exec exit filter float format frozendict
    frozenset function getattr globals hasattr hash help hex id input int isinstance issubclass iter
    len license list locals map max memoryview min next object oct open ord pow print property quit
    range repr reversed round sentinel set setattr slice sorted staticmethod str sum super tuple
    type vars zip
    """.split()
)
"""All builtins, of later versions of Python and of type checkers, too: a list, so that names do not depend on who compiles."""

STRUCT_MEMBERS: Final = frozenset(
    """
    SCHEMA decode decode_from encode extension from_dict from_json keep_read mro read record_schema remainder replace
    self to_dict to_json wire_type write
    """.split()
)
"""What every generated struct has already."""

STRUCT_SLOTS: Final = frozenset(
    """
    _decode _decode_as _document _empty_slot _encode_as _first_mistake _of_document _read_by _show_closed _state _undecoded _value _written_by
    """.split()
)
"""What every generated struct has for itself, so that no slot of a field with a default may have the name."""

TABLE_MEMBERS: Final = STRUCT_MEMBERS | frozenset(
    """
    EXTENDS TRAILER UUID attach fill find from_verified materialise record_schema source view
    """.split()
)
"""What every generated table of FlatBuffers has already."""

FIXED_MEMBERS: Final = frozenset(
    """
    ALIGNMENT LAYOUT SCHEMA SIZE decode encode from_values mro replace self unpack_from values
    """.split()
)
"""What every generated fixed struct of FlatBuffers has already."""

MEMBERS_BY_KIND: Final = {Kind.TABLE: TABLE_MEMBERS, Kind.FIXED: FIXED_MEMBERS}
"""Of any other kind, `STRUCT_MEMBERS`."""

ENUM_MEMBERS: Final = frozenset(
    """
    as_integer_ratio bit_count bit_length conjugate denominator field_id from_bytes imag is_integer
    is_unknown mro name numerator raw read real to_bytes value wire_type with_raw write
    """.split()
)
"""What every generated enum has already, from `int`, `Enum` and the runtime."""

FLAT_NAMES: Final = frozenset(
    """
    ClassVar Extension ExtensionTable Fixed FixedValues FlatEnum Iterator Member OpenFlag Protocol Self
    TYPE_CHECKING Table TableBuilder TableView TypeAlias UnknownVariant Uuid Variant annotations final flat
    note_source present struct
    """.split()
)
"""What generated modules of FlatBuffers schemas import, beside the above."""

LOCAL_NAMES: Final = frozenset(
    "assert_never builder cls member reader self tag value values view writer".split()
)
"""Variables of the generated methods."""

_WORD: Final = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")


class Scope:
    """Names that are taken in one scope."""

    def __init__(self, reserved: Iterable[str] = (), outer: Set[str] = frozenset()) -> None:
        """`outer` is not copied, however large."""
        self._taken = set(reserved)
        self._outer = outer

    def inner(self) -> Scope:
        """A scope in which all these names are taken as well."""
        return Scope(self._taken, self._outer)

    def reserve(self, name: str) -> str:
        """The Python name for an IDL name, which is taken from now on."""
        return self.reserve_exactly(escape_name(name))

    def reserve_type(self, name: str) -> str:
        """Like `reserve`, for what annotations name."""
        escaped = escape_name(name)
        return self.reserve_exactly(f"{escaped}_" if escaped in BUILTINS else escaped)

    def reserve_exactly(self, name: str) -> str:
        """Like `reserve`, for a name that is one of Python's already."""
        result = name
        while result in self._taken or result in self._outer:
            result += "_"
        self._taken.add(result)
        return result


def escape_name(name: str) -> str:
    """The name as an identifier that Python neither refuses, mangles nor hides."""
    stem = name.lstrip("_")
    moved = stem + "_" * (len(name) - len(stem))
    if not stem or not stem[0].isalpha():
        moved = f"x{moved}"
    if not moved.isidentifier() or not moved.isascii():
        raise ValueError(f"{name!r} cannot be made a Python name")
    return f"{moved}_" if keyword.iskeyword(moved) or moved in FORBIDDEN_NAMES else moved


def to_snake_case(name: str) -> str:
    """`LogicalType` is `logical_type`, `AesGCMV1` is `aes_gcm_v_1`."""
    return "_".join(word.lower() for word in _WORD.findall(name)) or name.lower()


def to_upper_case(name: str) -> str:
    return to_snake_case(name).upper()


def to_pascal_case(name: str) -> str:
    """`ENCRYPTION_WITH_KEY` is `EncryptionWithKey`."""
    return "".join(word.capitalize() for word in _WORD.findall(name)) or name
