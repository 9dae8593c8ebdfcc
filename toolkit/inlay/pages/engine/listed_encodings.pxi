# Which encodings the chunks of a row group list: nearly always the same three, so that no chunk needs to be an object.


def list_encodings(bytes data not None, int64_t at):
    """The numbers of the encodings that the chunks of the row group at `at` list; None for a row group that is not plain."""
    cdef Cursor c = make_cursor(<Bytes>PyBytes_AS_STRING(data), PyBytes_GET_SIZE(data), DEEPEST, 0, 0, 0)
    cdef Group group
    cdef Chunk chunk
    cdef int64_t leaf
    cdef set numbers = set()
    c.container = c.binary = PyBytes_GET_SIZE(data)
    if not open_group(&c, c.begin + at, &group):
        return None
    at = group.first - c.begin
    for leaf in range(group.columns):
        at = read_chunk(&c, c.begin + at, &chunk)
        if at < 0 or not add_encodings(&c, chunk.meta[ENCODINGS].at, numbers):
            return None
    return numbers


cdef bint add_encodings(Cursor* c, Bytes p, set numbers) except -1:
    """Whether there is a list of numbers, which are in the set then."""
    cdef int64_t count = 0
    cdef int64_t number = 0
    cdef int64_t position
    cdef int element = 0
    if p == NULL:
        return False
    p = list_header(c, p, &count, &element)
    if p == NULL or element != WIRE_I32:
        return False
    for position in range(count):
        p = read_integer(c, p, WIRE_I32, 32, &number)
        if p == NULL:
            return False
        numbers.add(number)
    return True
