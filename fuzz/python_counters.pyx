"""What instrumented Python calls at its branches and comparisons, in place of atheris's own functions, and with the same effect.

Those go through pybind11, which takes longer than most lines of Python do (fuzz/README.md has the figures). libFuzzer's functions are
those of the library that is loaded before all others.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.object cimport PyObject_RichCompare
from libc.stdint cimport int64_t, uint8_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc
from libc.string cimport memcmp

import sys


cdef extern from *:
    """
    #include <stddef.h>
    #include <stdint.h>
    void __sanitizer_cov_8bit_counters_init(uint8_t *, uint8_t *);
    void __sanitizer_cov_pcs_init(const uintptr_t *, const uintptr_t *);
    void __sanitizer_cov_trace_cmp8(uint64_t, uint64_t);
    void __sanitizer_cov_trace_const_cmp8(uint64_t, uint64_t);
    void __sanitizer_weak_hook_memcmp(void *, const void *, const void *, size_t, int);
    """
    void __sanitizer_cov_8bit_counters_init(uint8_t *, uint8_t *)
    void __sanitizer_cov_pcs_init(const uintptr_t *, const uintptr_t *)
    void __sanitizer_cov_trace_cmp8(uint64_t, uint64_t)
    void __sanitizer_cov_trace_const_cmp8(uint64_t, uint64_t)
    void __sanitizer_weak_hook_memcmp(void *, const void *, const void *, size_t, int)


cdef extern from "Python.h":
    int64_t PyLong_AsLongLongAndOverflow(object, int *) except? -1
    const char *PyUnicode_AsUTF8AndSize(object, Py_ssize_t *) except NULL


cdef enum:
    MOST = 1 << 20

# Pages of both that nobody writes take no memory.
cdef uint8_t *counters = <uint8_t *> calloc(MOST, 1)
cdef uintptr_t *places = <uintptr_t *> calloc(MOST, 2 * sizeof(uintptr_t))
if counters == NULL or places == NULL:
    raise MemoryError

cdef int64_t reserved = 0
cdef int64_t registered = 0
# Python 3.12 keeps what is asked besides in the lower bits.
cdef int SHIFT = 0 if sys.version_info < (3, 12) else 4 if sys.version_info < (3, 13) else 5


def reserve_counter():
    """The number of one more, for a branch or a comparison."""
    global reserved
    if reserved == MOST:
        raise MemoryError("a million branches are counted already")
    reserved += 1
    return reserved - 1


def register_counters():
    """Tells libFuzzer of those that were reserved since it was told last."""
    global registered
    if registered == reserved:
        return
    __sanitizer_cov_8bit_counters_init(counters + registered, counters + reserved)
    __sanitizer_cov_pcs_init(places + 2 * registered, places + 2 * reserved)
    registered = reserved


def trace_branch(number):
    """Counts it. `number` is of `reserve_counter`, and nobody else calls this: it is not checked."""
    counters[<int64_t> number] += 1


def trace_compare(left, right, int operator, number, is_constant):
    """What the comparison gives. libFuzzer learns the two integers, byte strings or texts, so that it can try one for the other."""
    cdef int is_long = 0, is_other_long = 0
    cdef int64_t first, second
    cdef Py_ssize_t size = 0, other_size = 0
    cdef const char *text
    cdef const char *other
    if isinstance(left, int) and isinstance(right, int):
        first = PyLong_AsLongLongAndOverflow(left, &is_long)
        second = PyLong_AsLongLongAndOverflow(right, &is_other_long)
        if not (is_long or is_other_long):
            if is_constant:
                __sanitizer_cov_trace_const_cmp8(<uint64_t> first, <uint64_t> second)
            else:
                __sanitizer_cov_trace_cmp8(<uint64_t> first, <uint64_t> second)
    elif isinstance(left, bytes) and isinstance(right, bytes):
        tell_bytes(number, PyBytes_AS_STRING(left), PyBytes_GET_SIZE(left), PyBytes_AS_STRING(right), PyBytes_GET_SIZE(right))
    elif isinstance(left, str) and isinstance(right, str):
        try:
            text = PyUnicode_AsUTF8AndSize(left, &size)
            other = PyUnicode_AsUTF8AndSize(right, &other_size)
            tell_bytes(number, text, size, other, other_size)
        except UnicodeEncodeError:  # half of a surrogate pair
            pass
    return PyObject_RichCompare(left, right, operator >> SHIFT)


cdef void tell_bytes(number, const char *left, Py_ssize_t size, const char *right, Py_ssize_t other_size):
    """Their sizes, and where these agree what they are."""
    __sanitizer_cov_trace_cmp8(<uint64_t> size, <uint64_t> other_size)
    if size == other_size:
        __sanitizer_weak_hook_memcmp(<void *> <uintptr_t> <int64_t> number, left, right, <size_t> size, memcmp(left, right, <size_t> size))
