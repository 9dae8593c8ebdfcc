# Part of native_checks.pyx: chunks whose statements are not surely free of contradictions.


cdef class Leaves:
    """What `check_statistics` asks of the leaves of a schema: worked out once for all footers that have it."""

    cdef Node* nodes
    cdef Kind* kinds
    cdef Py_ssize_t count

    def __cinit__(self, list leaves not None, list kinds not None):
        """Of each leaf its highest levels, its type, and the number of its kind; kinds are as `describe` gives them."""
        cdef Py_ssize_t at
        cdef Node* node
        self.count = len(leaves)
        self.nodes = <Node*>calloc(len(leaves) + 1, sizeof(Node))
        self.kinds = <Kind*>calloc(len(kinds) + 1, sizeof(Kind))
        if self.nodes == NULL or self.kinds == NULL:
            raise MemoryError
        for at in range(self.count):
            node = &self.nodes[at]
            node.definition, node.repetition, node.type, node.kind = leaves[at]
            if not 0 <= node.kind < len(kinds):
                raise IndexError(node.kind)
        for at in range(len(kinds)):
            take_kind(&self.kinds[at], kinds[at])

    def __dealloc__(self):
        free(self.nodes)
        free(self.kinds)

    def find_doubtful(self, bytes data not None, int depth):
        """The numbers of row group and leaf; None for a footer that has other columns, or none that is known here."""
        cdef Run r
        cdef Field fields[MOST_IDS]
        cdef Field of_chunk[MOST_IDS]
        cdef Bytes start = <Bytes>PyBytes_AS_STRING(data)
        cdef int64_t size = PyBytes_GET_SIZE(data)
        cdef int64_t groups = 0
        cdef int64_t columns = 0
        cdef int64_t group, rows
        cdef Py_ssize_t leaf
        cdef Bytes p
        cdef Bytes q
        cdef list doubtful = []
        cdef WrittenLists lists
        r.c = make_cursor(start, size, depth, size + 1, size + 1, 0)
        r.c.is_validated = True
        r.nodes, r.kinds = self.nodes, self.kinds
        lists = write_down_lists(&r.c)
        if locate_by(&r.c, OF_ROOT, MOST_IDS - 1, start, fields, True, &lists.index) == NULL:
            return None
        p = enter_structs(&r, fields[4].at, &groups)
        for group in range(groups):
            if p != NULL:
                p = locate_by(&r.c, OF_GROUP, MOST_IDS - 1, p, fields, True, &lists.index)
            if p == NULL:
                return None
            rows = number(&r, &fields[3], LARGEST)
            q = enter_structs(&r, fields[1].at, &columns)
            if q == NULL or columns != self.count:
                return None
            for leaf in range(self.count):
                q = locate(&r.c, OF_CHUNK, MOST_IDS - 1, q, of_chunk, True)
                if q == NULL:
                    return None
                if not is_free(&r, &of_chunk[3], &self.nodes[leaf], rows):
                    doubtful.append((group, leaf))
        return None if p == NULL else doubtful


cdef bint is_free(Run* r, const Field* meta, const Node* leaf, int64_t rows) noexcept nogil:
    """Whether the statements of a chunk surely have no contradiction."""
    cdef Field fields[MOST_IDS]
    cdef Said said
    cdef int64_t values
    if meta.at == NULL or locate(&r.c, OF_COLUMN, MOST_IDS - 1, meta.at, fields, True) == NULL:
        return False
    values = number(r, &fields[5], -1)
    if not 0 <= values < LARGEST:
        return False
    return check_statistics(r, fields[12].at, leaf, values, &said) and check_levels(
        r, fields[16].at, leaf, rows, values, &said
    )
