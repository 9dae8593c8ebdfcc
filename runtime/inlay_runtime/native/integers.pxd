# cython: language_level=3
"""Integers of Python as those of C; to be cimported."""

from cpython.object cimport PyObject

cdef extern from *:
    """
    /* Of an int, or of an instance of a subclass: most have one digit, and need no call. */
    static inline long long inlay_number(PyObject *value, int *overflow) {
    #if PY_VERSION_HEX >= 0x030C0000
        if (PyUnstable_Long_IsCompact((PyLongObject *)value)) return PyUnstable_Long_CompactValue((PyLongObject *)value);
    #else
        Py_ssize_t size = Py_SIZE(value);
        if (size == 1) return ((PyLongObject *)value)->ob_digit[0];
        if (size == 0) return 0;
    #endif
        return PyLong_AsLongLongAndOverflow(value, overflow);
    }
    """
    long long inlay_number(PyObject* value, int* overflow) except? -1
