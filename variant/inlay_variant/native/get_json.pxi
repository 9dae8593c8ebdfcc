# Part of get.pyx: objects and arrays as the JSON that Spark writes of them, `inlay_variant.value.spark_text.write_json`.

cdef enum:
    LEAST_EXPONENT = -300  # below, two digits may not be enough to write a double with one digit as Java does


def write_json(storage, limits, write_other):
    """The text of each object and array of unshredded storage. Null is what is neither, and what is left to Python: what is
    damaged, or has a value without a text.

    `write_other` writes the values of rare types: the type and the payload give UTF-8, or None.
    """
    cdef Rows rows = Rows(storage, limits)
    cdef Bits valid
    cdef Bytes offsets, text
    cdef int64_t row, start, size = 0
    cdef const uint8_t* data = NULL
    cdef int answer
    memset(&valid, 0, sizeof(Bits))
    memset(&offsets, 0, sizeof(Bytes))
    memset(&text, 0, sizeof(Bytes))
    try:
        answer = put_i32(&offsets, 0)
        for row in range(rows.struct.length):
            if answer < 0:
                break
            start = text.size
            answer = rows.open_row(row, &data, &size) if is_valid(&rows.struct, row) else REJECT
            if answer == OK and (size < 1 or data[0] & 3 < OBJECT):
                answer = REJECT
            if answer == OK:
                answer = write_node(&text, data, size, &rows.names, rows.depth, write_other)
            if answer == REJECT:
                text.size = start
            elif answer < 0:
                break
            answer = put_bit(&valid, answer == OK)
            if answer == OK:
                answer = put_i32(&offsets, text.size)
        if answer < 0:
            fail(answer)
        nulls = valid.nulls
        buffers = [as_validity(&valid), as_buffer(&offsets), as_buffer(&text)]
        return pa.Array.from_buffers(pa.string(), rows.struct.length, buffers, nulls)
    finally:
        free(valid.bytes.data)
        free(offsets.data)
        free(text.data)


cdef int write_node(
    Bytes* out, const uint8_t* data, int64_t size, Names* names, int depth, object write_other
) except? -9:
    """The value that fills data[:size], with no blanks; fields in their order."""
    cdef Scalar scalar
    cdef Opened opened
    cdef const uint8_t* child
    cdef const uint8_t* name
    cdef int64_t i, child_size = 0, name_size = 0
    cdef bint is_object
    cdef int answer
    if size < 1:
        return REJECT
    if data[0] & 3 < OBJECT:
        answer = read_scalar(&scalar, data, size)
        return write_leaf(out, &scalar, write_other) if answer == OK else answer
    if depth < 1:
        return REJECT
    answer = open_container(&opened, data, size, names)
    if answer < 0:
        return answer
    is_object = data[0] & 3 == OBJECT
    try:
        answer = put_byte(out, c"{" if is_object else c"[")
        for i in range(opened.count):
            if answer == OK and i:
                answer = put_byte(out, c",")
            if answer == OK and is_object:
                name = name_of(&opened, names, i, &name_size)
                answer = put_quoted(out, name, name_size)
                if answer == OK:
                    answer = put_byte(out, c":")
            if answer == OK:
                child = span_of(&opened, i, &child_size)
                answer = write_node(out, child, child_size, names, depth - 1, write_other)
            if answer < 0:
                return answer
        return put_byte(out, c"}" if is_object else c"]") if answer == OK else answer
    finally:
        close(&opened, OK)


cdef int write_leaf(Bytes* out, Scalar* scalar, object write_other) except? -9:
    cdef char digits[48]
    cdef double number
    if scalar.type == 0:
        return put(out, <const uint8_t*> b"null", 4)
    if scalar.type == 1:
        return put(out, <const uint8_t*> b"true", 4)
    if scalar.type == 2:
        return put(out, <const uint8_t*> b"false", 5)
    if 3 <= scalar.type <= 6:
        write_digits(wide(scalar.payload, <int> scalar.size), digits)
        return put(out, <const uint8_t*> digits, strlen(digits))
    if scalar.type == 7:
        memcpy(&number, scalar.payload, 8)
        return write_double(out, number)
    if 8 <= scalar.type <= 10:
        return write_decimal(out, wide(scalar.payload + 1, <int> scalar.size - 1), scalar.payload[0])
    if scalar.type == 16:
        return put_quoted(out, scalar.payload, scalar.size)
    text = write_other(scalar.type, (<const char*> scalar.payload)[:scalar.size] if scalar.size else b"")
    if text is None:
        return REJECT
    return put(out, <const uint8_t*> PyBytes_AS_STRING(text), PyBytes_GET_SIZE(text))


cdef int put_quoted(Bytes* out, const uint8_t* text, int64_t size) noexcept nogil:
    cdef int64_t at, start = 0
    cdef uint8_t byte, short
    cdef uint8_t[6] escape
    cdef int answer = put_byte(out, c'"')
    for at in range(size):
        byte = text[at]
        if byte >= 32 and byte != c'"' and byte != c"\\":
            continue
        if answer == OK:
            answer = put(out, text + start, at - start)
        start = at + 1
        short = (
            byte if byte >= 32 else c"b" if byte == 8 else c"t" if byte == 9 else c"n" if byte == 10
            else c"f" if byte == 12 else c"r" if byte == 13 else 0
        )
        escape[0] = c"\\"
        escape[1] = short or c"u"
        escape[2] = escape[3] = c"0"
        escape[4] = c"0" + (byte >> 4 & 1)
        escape[5] = c"0" + (byte & 15) if byte & 15 < 10 else c"A" + (byte & 15) - 10
        if answer == OK:
            answer = put(out, escape, 2 if short else 6)
    if answer == OK:
        answer = put(out, text + start, size - start)
    return put_byte(out, c'"') if answer == OK else answer


cdef int write_double(Bytes* out, double number) except? -9:
    """The fewest digits that tell it from its neighbours, laid out as Java does."""
    cdef char digits[32]
    cdef const char* text
    cdef char* made
    cdef int count = 0, exponent = 0, point = -1, read = 0
    if number != number:
        return put(out, <const uint8_t*> b'"NaN"', 5)
    if isinf(number):
        return put(out, <const uint8_t*> b'"-Infinity"', 11) if number < 0 else put(out, <const uint8_t*> b'"Infinity"', 10)
    if number == 0:
        return put(out, <const uint8_t*> b"-0.0", 4) if signbit(number) else put(out, <const uint8_t*> b"0.0", 3)
    made = PyOS_double_to_string(fabs(number), c"r", 0, 0, NULL)
    text = made
    while text[0] and text[0] != c"e":
        if text[0] == c".":
            point = read
        else:
            read += 1
            if count or text[0] != c"0":
                digits[count] = text[0]
                count += 1
        text += 1
    exponent = (point if point >= 0 else read) - 1 - (read - count)
    if text[0]:
        exponent += atoi(text + 1)
    PyMem_Free(made)
    while count > 1 and digits[count - 1] == c"0":
        count -= 1
    if count == 1 and exponent < LEAST_EXPONENT:
        return REJECT
    return lay_out(out, number < 0, digits, count, exponent)


cdef int lay_out(Bytes* out, bint is_negative, const char* digits, int count, int exponent) noexcept nogil:
    cdef char text[64]
    cdef int size = 0, at
    if is_negative:
        text[size] = c"-"
        size += 1
    if -3 <= exponent < 0:
        memcpy(text + size, b"0.00", 1 - exponent)
        size += 1 - exponent
        memcpy(text + size, digits, count)
        return put(out, <const uint8_t*> text, size + count)
    if 0 <= exponent < 7:
        for at in range(exponent + 1):
            text[size] = digits[at] if at < count else c"0"
            size += 1
        at = exponent + 1
    else:
        text[size] = digits[0]
        size += 1
        at = 1
    text[size] = c"."
    size += 1
    if at < count:
        memcpy(text + size, digits + at, count - at)
        size += count - at
    else:
        text[size] = c"0"
        size += 1
    if not 0 <= exponent < 7:
        size += snprintf(text + size, 8, b"E%d", exponent)
    return put(out, <const uint8_t*> text, size)


cdef int write_decimal(Bytes* out, int128 number, int scale) noexcept nogil:
    """Without zeros at its end, and without an exponent."""
    cdef char digits[48]
    cdef bint is_negative = number < 0
    cdef int64_t count, whole
    cdef int answer = OK
    write_digits(-number if is_negative else number, digits)
    count = strlen(digits)
    whole = count - scale
    while count > whole and count > 0 and digits[count - 1] == c"0":
        count -= 1
    if is_negative:
        answer = put_byte(out, c"-")
    if answer == OK:
        answer = put(out, <const uint8_t*> digits, whole) if whole > 0 else put_byte(out, c"0")
    if answer == OK and count > whole and count > 0:
        answer = put_byte(out, c".")
        while answer == OK and whole < 0:
            answer = put_byte(out, c"0")
            whole += 1
        if answer == OK:
            answer = put(out, <const uint8_t*> digits + whole, count - whole)
    return answer
