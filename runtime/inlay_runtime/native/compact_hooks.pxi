# Part of compact.pyx: values that are read by code of the user's.


cdef object build_hooked(Build* b, Type* type_, bint is_field):
    """What a hook makes of the value at `b.p`. It has to leave the one reader of the decode as generated code would have it
    left; whatever else it does or raises is for pure Python to judge."""
    cdef Hook* hook = type_.hook
    cdef object reader = <object>b.reader
    cdef Bytes end
    cdef int depth = b.depth
    if is_field:
        end = skip(&b.cursor, b.p, b.wire_type)
    else:
        end = skip_element(&b.cursor, b.p, type_.wire)
    if end == NULL or reader is None:
        raise Rejected
    position = b.p - b.cursor.begin
    reader.position = position
    reader.depth = depth
    reader.wire_type = b.wire_type
    value = getattr(<object>hook.reader_module, <object>hook.reader)(reader)
    if reader.position != end - b.cursor.begin or reader.depth != depth:
        raise Rejected
    if reader._budget < 0 or reader._frame is not None:  # nothing left, or something noted for the struct around it
        raise Rejected
    b.p = end
    return value
