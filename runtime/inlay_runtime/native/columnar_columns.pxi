# Part of columnar.pyx: from buffers to columns.


cdef char* _UNSIGNED_BYTE = "B"


cdef class Memory:
    """Owns a buffer and shows it to Python."""

    cdef uint8_t* address
    cdef Py_ssize_t size

    def __dealloc__(self):
        free(self.address)

    def __getbuffer__(self, Py_buffer* view, int flags):
        if flags & 1:  # PyBUF_WRITABLE
            raise BufferError("it is read-only")
        view.buf = self.address
        view.len = self.size
        view.itemsize = 1
        view.readonly = 1
        view.format = NULL
        if flags & 4:  # PyBUF_FORMAT
            view.format = _UNSIGNED_BYTE
        view.ndim = 1
        view.shape = &self.size if flags & 8 else NULL
        view.strides = NULL
        view.suboffsets = NULL
        view.internal = NULL
        view.obj = self


cdef object hand_buffer(uint8_t** address, int64_t size):
    """A buffer that Python owns from here on. The room that no row has taken is free again."""
    if address[0] == NULL:
        return b""
    cdef Memory memory = Memory.__new__(Memory)
    cdef void* shrunk = realloc(address[0], max(size, 1))
    memory.address = address[0] if shrunk == NULL else <uint8_t*>shrunk
    memory.size = size
    address[0] = NULL
    return memoryview(memory)


cdef int64_t pack(uint8_t* flags, int64_t count) noexcept nogil:
    """Bytes that are 0 or 1 become bits, in place; returns how many of them are 1."""
    cdef int64_t ones = 0
    cdef int64_t at
    cdef uint64_t eight
    cdef uint8_t byte
    for at in range(count >> 3):
        memcpy(&eight, flags + 8 * at, 8)
        byte = <uint8_t>((eight * <uint64_t>0x0102040810204080) >> 56)
        ones += <int64_t>((eight * <uint64_t>0x0101010101010101) >> 56)
        flags[at] = byte
    if count & 7:
        byte = 0
        for at in range(count & 7):
            byte |= flags[(count & ~<int64_t>7) + at] << at
            ones += flags[(count & ~<int64_t>7) + at]
        flags[count >> 3] = byte
    return ones


cdef void add_up(int32_t* sizes, int64_t count) noexcept nogil:
    """Sizes become offsets, in place."""
    cdef int32_t offset = 0
    cdef int32_t size
    cdef int64_t at
    for at in range(count):
        size = sizes[at]
        sizes[at] = offset
        offset += size
    sizes[count] = offset


cdef class Extract:
    """The buffers of one call."""

    cdef Run run
    cdef Layout layout

    def __cinit__(self, Layout layout):
        memset(&self.run, 0, sizeof(Run))
        self.layout = layout
        self.run.layout = &layout.c
        self.run.columns = <Column*>calloc(layout.c.column_count + 1, sizeof(Column))
        self.run.levels = <Level*>calloc(layout.c.level_count, sizeof(Level))
        if self.run.columns == NULL or self.run.levels == NULL:
            raise MemoryError
        for at in range(layout.c.column_count):
            self.run.columns[at].rows = &self.run.levels[layout.c.columns[at].level].rows
            self.run.columns[at].width = layout.c.columns[at].width
            self.run.columns[at].stride = max(layout.c.columns[at].width, 0) or sizeof(int32_t)
        for at in range(layout.c.level_count):
            if layout.c.levels[at].depth:
                self.run.levels[at].ordinals = <int32_t**>calloc(layout.c.levels[at].depth, sizeof(int32_t*))
                if self.run.levels[at].ordinals == NULL:
                    raise MemoryError
            if not reserve(&self.run, at, 0):
                raise MemoryError

    def __dealloc__(self):
        cdef int at, level
        if self.run.columns != NULL:
            for at in range(self.run.layout.column_count):
                free(self.run.columns[at].valid)
                free(self.run.columns[at].values)
                free(self.run.columns[at].data)
        if self.run.levels != NULL:
            for level in range(self.run.layout.level_count):
                if self.run.levels[level].ordinals != NULL:
                    for at in range(self.run.layout.levels[level].depth):
                        free(self.run.levels[level].ordinals[at])
                free(self.run.levels[level].ordinals)
        free(self.run.columns)
        free(self.run.levels)
        release_index(&self.run.index)
        free(self.run.scripts)

    cdef object column(self, int number, object items, bint is_presence):
        """`items` are the elements of lists. Presence is False where there is nothing, and never null."""
        cdef Column* column = &self.run.columns[number]
        cdef int64_t rows = column.rows[0]
        cdef int64_t bits = (rows + 7) // 8
        cdef int64_t valid = 0
        kind = self.layout.columns[number] if items is None else items.kind
        offsets = None
        values = b""
        if column.valid != NULL:
            with nogil:
                valid = pack(column.valid, rows)
                if column.width <= TEXT:
                    add_up(<int32_t*>column.values, rows)
        elif not open_column(&self.run, number):
            raise MemoryError
        if is_presence:
            valid = rows
        if column.width <= TEXT:
            offsets = hand_buffer(&column.values, 4 * (rows + 1))
            values = hand_buffer(&column.data, column.used)
        elif kind is FlatKind.BOOL:
            pack(column.values, rows)
            values = hand_buffer(&column.values, bits)
        else:
            values = hand_buffer(&column.values, rows * column.width)
        validity = hand_buffer(&column.valid, bits) if valid < rows else None
        return FlatColumn(
            kind, rows, rows - valid, validity=validity, values=values, offsets=offsets, items=items
        )  # fmt: skip

    cdef object tables(self, object plan):
        """All tables; the buffers are given away. Columns of lists that several share are made once."""
        lists = {}
        tables = {}
        for table in plan.tables:
            level, outputs = self.layout.outputs[table.path]
            columns = {}
            for column in table.columns:
                outer, number = outputs[column.path]
                columns[column.path] = self.output(column, outer, number, lists)
            tables[table.path] = ExtractedTable(self.run.levels[<int>level].rows, self.ordinals(level), columns)
        return tables

    cdef object output(self, object plan, list outer, int number, dict lists):
        found = self.column(number, None, plan.measure is Measure.PRESENCE)
        for at in reversed(outer):
            if at in lists:
                made = lists[at]
                found = FlatColumn(
                    found.kind, made.length, made.null_count,
                    validity=made.validity, offsets=made.offsets, items=found,
                )  # fmt: skip
            else:
                found = lists[at] = self.column(at, found, False)
        return found

    cdef list ordinals(self, int number):
        cdef Level* level = &self.run.levels[number]
        return [
            FlatColumn(FlatKind.I32, level.rows, values=hand_buffer(<uint8_t**>&level.ordinals[at], 4 * level.rows))
            for at in range(self.run.layout.levels[number].depth)
        ]
