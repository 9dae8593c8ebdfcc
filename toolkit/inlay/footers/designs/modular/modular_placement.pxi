# Part of native_modular.pyx: the placement module.

cdef enum:
    ARRAYS = 9

cdef int PLACEMENT_WIRES[ARRAYS + 1]
PLACEMENT_WIRES[:] = [0] + [WIRE_STRUCT] * ARRAYS


cdef struct Arrays:
    Stream data_page
    Stream first_dictionary
    Stream dictionary_page
    Stream compressed
    Stream uncompressed
    Stream num_values
    Stream codec
    Stream unused


cdef bint arrays_in(Lent lent, int64_t columns, int64_t groups, Arrays* arrays) noexcept:
    """Whether the module is all of a buffer, and plain. Arrays that no answer needs are checked as well."""
    cdef Bytes data = <Bytes>lent.view.buf
    cdef int64_t size = lent.view.len
    cdef int64_t chunks = columns * groups
    cdef Cursor c = make_cursor(data, size, 16, size, size, 0)
    cdef Field fields[ARRAYS + 1]
    cdef Page page
    if locate(&c, PLACEMENT_WIRES, ARRAYS, data, fields, False) != c.end:
        return False
    if fields[3].at == NULL or not page_in(&c, fields[3].at, &page):
        return False
    return (
        dense_in(&c, &fields[1], chunks, &arrays.data_page)
        and dense_in(&c, &fields[2], chunks + 1, &arrays.first_dictionary)
        and dense_in(&c, &fields[3], page.length, &arrays.dictionary_page)
        and dense_in(&c, &fields[4], chunks, &arrays.compressed)
        and dense_in(&c, &fields[5], chunks, &arrays.uncompressed)
        and dense_in(&c, &fields[6], chunks, &arrays.num_values)
        and dense_in(&c, &fields[7], chunks, &arrays.codec)
        and dense_in(&c, &fields[8], columns, &arrays.unused)
        and dense_in(&c, &fields[9], chunks, &arrays.unused)
    )


cdef bint take_run(const Arrays* arrays, int64_t first, int64_t many, Rows* rows, int64_t row) noexcept nogil:
    """Writes so many chunks from position `first` on, beginning at this row; False for what an answer cannot have."""
    cdef int64_t* places = rows.dictionary_page + row
    cdef int64_t index
    cdef uint64_t begin, end
    if not (
        put(&arrays.data_page, first, many, 8, <char*>(rows.data_page + row))
        and put(&arrays.compressed, first, many, 8, <char*>(rows.compressed + row))
        and put(&arrays.uncompressed, first, many, 8, <char*>(rows.uncompressed + row))
        and put(&arrays.num_values, first, many, 8, <char*>(rows.num_values + row))
        and put(&arrays.codec, first, many, 4, <char*>(rows.codec + row))
        and put(&arrays.first_dictionary, first, many, 8, <char*>places)
    ):
        return False
    for index in range(many):
        begin = <uint64_t>places[index]
        end = <uint64_t>places[index + 1] if index + 1 < many else unpack_at(&arrays.first_dictionary, first + many)
        if end < begin or end > <uint64_t>arrays.dictionary_page.count:
            return False
        places[index] = 0
        if begin < end:
            if not put(&arrays.dictionary_page, <int64_t>begin, 1, 8, <char*>(places + index)):
                return False
            rows.has_dictionary[row + index >> 3] |= 1 << (row + index & 7)
            rows.dictionaries += 1
    return True


cdef uint32_t crc_of_rows(const Rows* rows, int64_t row, int64_t many, uint8_t* bits) noexcept nogil:
    """The checksum of what is answered for one column; `bits` has room for a bitmap of its rows."""
    cdef uint32_t crc = compute_crc(rows.data_page + row, many * 8, 0)
    cdef int64_t index
    cdef int64_t there = 0
    crc = compute_crc(rows.compressed + row, many * 8, crc)
    crc = compute_crc(rows.uncompressed + row, many * 8, crc)
    crc = compute_crc(rows.num_values + row, many * 8, crc)
    crc = compute_crc(rows.codec + row, many * 4, crc)
    crc = compute_crc(rows.dictionary_page + row, many * 8, crc)
    memset(bits, 0, (many + 7) // 8)
    for index in range(many):
        if rows.has_dictionary[row + index >> 3] >> (row + index & 7) & 1:
            bits[index >> 3] |= 1 << (index & 7)
            there += 1
    return crc if there == many else compute_crc(bits, (many + 7) // 8, crc)


cdef bint ordinals_into(object ordinals, int64_t below, int64_t* out) except -1:
    """Whether they are in order from 0 on, one after the other. Raises IndexError for one that is not below `below`."""
    cdef int64_t index = 0
    cdef int64_t start, step
    cdef bint is_range = isinstance(ordinals, range)
    cdef bint is_rising = True
    if is_range:
        start, step = ordinals.start, ordinals.step
        for index in range(len(ordinals)):
            out[index] = start + index * step
    else:
        for ordinal in ordinals:
            out[index] = ordinal
            index += 1
    for index in range(len(ordinals)):
        is_rising &= out[index] == index
        if not 0 <= out[index] < below:
            raise IndexError(out[index])
    return is_rising


def place(module, int64_t columns, int64_t groups, wanted_columns, wanted_groups, crcs, batch_type, schema):
    """The batch of these chunks, out of a module of so many columns and row groups. `crcs` has the checksum of each column, or
    is None. None for what is left to Python, a checksum that differs among it."""
    cdef Lent lent = Lent(module)
    cdef Arrays arrays
    cdef int64_t width = len(wanted_columns)
    cdef int64_t height = len(wanted_groups)
    cdef int64_t index, group
    cdef bint is_every_column, is_every_group
    cdef int64_t* ordinals
    cdef Rows rows, scratch
    cdef Batch* batch = NULL
    cdef Batch* aside = NULL
    cdef Batch* whole
    cdef uint8_t* bits
    cdef uint32_t expected = 0
    if not arrays_in(lent, columns, groups, &arrays):
        return None
    ordinals = <int64_t*>malloc((width + height + groups // 64 + 1) * 8)
    if ordinals == NULL:
        raise MemoryError
    try:
        is_every_column = ordinals_into(wanted_columns, columns, ordinals)
        is_every_group = ordinals_into(wanted_groups, groups, ordinals + width) and height == groups
        bits = <uint8_t*>(ordinals + width + height)
        batch = allocate_rows(width * height, &rows)
        set_ordinals(&rows, ordinals, width, ordinals + width, height)
        if crcs is None and is_every_column and is_every_group:
            if not take_run(&arrays, 0, width * height, &rows, 0):
                return None
        elif is_every_group:
            for index in range(width):
                if not take_run(&arrays, ordinals[index] * groups, groups, &rows, index * groups):
                    return None
                if crcs is not None:
                    expected = crcs[index]
                    if crc_of_rows(&rows, index * groups, groups, bits) != expected:
                        return None
        else:
            for index in range(width):
                for group in range(height):
                    if not take_run(&arrays, ordinals[index] * groups + ordinals[width + group], 1, &rows, index * height + group):
                        return None
            if crcs is not None:
                aside = allocate_rows(groups, &scratch)
                for index in range(width):
                    memset(scratch.has_dictionary, 0, groups // 8 + 1)
                    expected = crcs[index]
                    if not take_run(&arrays, ordinals[index] * groups, groups, &scratch, 0):
                        return None
                    if crc_of_rows(&scratch, 0, groups, bits) != expected:
                        return None
        whole, batch = batch, NULL
        return import_rows(whole, &rows, batch_type, schema)
    finally:
        free(ordinals)
        free(batch)
        free(aside)


def sum_columns(module, int64_t columns, int64_t groups):
    """The checksum of each column; None for what is left to Python."""
    cdef Lent lent = Lent(module)
    cdef Arrays arrays
    cdef Rows rows
    cdef Batch* batch
    cdef int64_t column
    cdef uint8_t* bits
    cdef list sums = []
    if not arrays_in(lent, columns, groups, &arrays):
        return None
    batch = allocate_rows(groups, &rows)
    bits = <uint8_t*>malloc(groups // 8 + 1)
    try:
        if bits == NULL:
            raise MemoryError
        for column in range(columns):
            memset(rows.has_dictionary, 0, groups // 8 + 1)
            if not take_run(&arrays, column * groups, groups, &rows, 0):
                return None
            sums.append(crc_of_rows(&rows, 0, groups, bits))
        return sums
    finally:
        free(bits)
        free(batch)
