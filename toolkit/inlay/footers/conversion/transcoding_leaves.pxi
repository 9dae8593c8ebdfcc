# The tree of a schema and the paths of its leaves: see `leaves.py`, which says the same of records.


cdef struct Places:  # slots of an element
    int type
    int name
    int num_children
    int order


cdef struct Text:
    const uint8_t* data
    Py_ssize_t size


cdef struct Group:
    Py_ssize_t parent  # -1 for none
    int64_t missing  # children that are still to come
    int64_t depth
    Text name


cdef struct Tip:  # a leaf of the tree
    Py_ssize_t element  # where the vector of elements has its offset
    Py_ssize_t group
    int64_t depth
    int type
    Text name


cdef struct Tree:
    Group* groups
    Py_ssize_t group_count
    Py_ssize_t group  # the innermost one that is not closed, or -1
    Tip* tips
    Py_ssize_t tip_count
    int64_t depths  # of all leaves
    bint adds_up
    bint has_orders


cdef bint plant(Run* r, Tree* tree, const Places* places, Py_ssize_t at, Py_ssize_t number, bint is_tolerant) noexcept nogil:
    """Puts an element into the tree; False for what is left to the records."""
    cdef Here here
    cdef Text name
    cdef Group* group
    cdef Tip* tip
    cdef Py_ssize_t place, order
    cdef int64_t children = 0
    if not find(r, follow(r, at), &here):
        return False
    place = place_of(r, &here, places.name)
    if place == 0 or not find_bytes(r, place, &name.data, &name.size) or not is_utf8(name.data, name.data + name.size):
        return False
    place = place_of(r, &here, places.num_children)
    if place:
        if not locate_target(r, place, 4):
            return False
        children = number_at(r.data + place, 4)
    while tree.group >= 0 and tree.groups[tree.group].missing == 0:
        tree.group = tree.groups[tree.group].parent
    if tree.group >= 0:
        tree.groups[tree.group].missing -= 1
    elif number:
        tree.adds_up = False
    order = place_of(r, &here, places.order - 1)
    if order and not locate_target(r, order, 1):
        return False
    place = place_of(r, &here, places.type)
    if order and r.data[order]:
        if place == 0 and not is_tolerant:
            return False
        tree.has_orders = True
    if place:
        if not locate_target(r, place, 1):
            return False
        tip = &tree.tips[tree.tip_count]
        tree.tip_count += 1
        tip.element, tip.group, tip.name = at, tree.group, name
        tip.type = <int>number_at(r.data + place, 1)
        tip.depth = tree.groups[tree.group].depth + 1 if tree.group >= 0 else 0
        tree.depths += tip.depth
    if children > 0:
        group = &tree.groups[tree.group_count]
        group.parent, group.missing, group.name = tree.group, children, name
        group.depth = tree.groups[tree.group].depth + 1 if tree.group >= 0 else 0
        tree.group = tree.group_count
        tree.group_count += 1
    return True


cdef void close_groups(Tree* tree) noexcept nogil:
    while tree.group >= 0:
        if tree.groups[tree.group].missing:
            tree.adds_up = False
        tree.group = tree.groups[tree.group].parent


cdef Leaves list_leaves(const Tree* tree, int64_t bytes_left):
    """None where the paths take too much."""
    cdef Py_ssize_t number, group
    cdef const Tip* tip
    cdef Leaf* leaf
    cdef size_t size, in_all = 0
    cdef Leaves leaves = Leaves.__new__(Leaves)
    leaves.allocate(tree.tip_count)
    for number in range(tree.tip_count):
        tip, leaf = &tree.tips[number], &leaves.leaves[number]
        leaf.type, leaf.depth = tip.type, tip.depth
        if not tree.adds_up:
            continue
        size = 1 if tip.depth < 15 else 1 + size_of_varint(tip.depth)
        if tip.group >= 0:
            size += size_of_varint(tip.name.size) + tip.name.size
            leaf.characters += characters_of(&tip.name)
        group = tip.group
        while group >= 0 and tree.groups[group].parent >= 0:
            size += size_of_varint(tree.groups[group].name.size) + tree.groups[group].name.size
            leaf.characters += characters_of(&tree.groups[group].name)
            bytes_left -= 1
            group = tree.groups[group].parent
            if <int64_t>size > bytes_left:
                return None
        bytes_left -= size
        if bytes_left < 0:
            return None
        leaf.size = size
        in_all += size
    if tree.adds_up:
        leaves.paths = <uint8_t*>malloc(in_all + 1)
        if leaves.paths == NULL:
            raise MemoryError
        in_all = 0
        for number in range(tree.tip_count):
            leaf = &leaves.leaves[number]
            leaf.path = leaves.paths + in_all
            in_all += leaf.size
            put_path(leaves.paths + in_all, leaf.size, tree, &tree.tips[number])
    return leaves


cdef void put_path(uint8_t* end, size_t size, const Tree* tree, const Tip* tip) noexcept nogil:
    """A list of names as Thrift has it, put together from the end."""
    cdef uint8_t* to = end
    cdef Py_ssize_t group = tip.group
    if group >= 0:
        to = put_name(to, &tip.name)
        while tree.groups[group].parent >= 0:
            to = put_name(to, &tree.groups[group].name)
            group = tree.groups[group].parent
    store_list_header(end - size, tip.depth, WIRE_BINARY)


cdef inline uint8_t* put_name(uint8_t* end, const Text* name) noexcept nogil:
    """In front of `end`; gives the new one."""
    end -= name.size
    memcpy(end, name.data, name.size)
    end -= size_of_varint(name.size)
    store_varint(end, name.size)
    return end


cdef int64_t characters_of(const Text* name) noexcept nogil:
    """Of text that is UTF-8."""
    cdef Py_ssize_t at
    cdef int64_t count = 0
    for at in range(name.size):
        count += name.data[at] & 0xC0 != 0x80
    return count
