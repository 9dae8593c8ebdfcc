# Part of compact.pyx: the bytes of a decode, views of them, and what a mask wants of each struct.


@cython.final
cdef class Source:
    """The bytes of a lazy decode and what the pass has written down; shared by all its views."""

    def __cinit__(self):
        memset(&self.index, 0, sizeof(Index))

    def __dealloc__(self):
        release_index(&self.index)

    cdef Bytes begin(self):
        return <Bytes>PyBytes_AS_STRING(self.data)


@cython.final
cdef class View:
    """A source as a struct is to see it: as a whole, or through a node of a mask."""

    cdef View part(self, Node node):
        if node is None:
            return self if self.plain is None else self.plain
        found = self.parts.get(node) if self.parts is not None else None
        if found is None:
            found = make_view(self.source, node, self.part(None))
            if self.parts is None:
                self.parts = {}
            self.parts[node] = found
        return <View>found


cdef View make_view(Source source, Node node, View plain):
    cdef View view = View.__new__(View)
    view.source = source
    view.node = node
    view.plain = plain
    return view


@cython.final
cdef class Node:
    """What masks ask of one struct."""

    def __dealloc__(self):
        free(self.wanted)


@cython.final
cdef class Segments:
    """Of a list: positions, ascending and without gaps, and what is asked of the elements there."""

    cdef list ranges  # (start, end or -1, None for a whole element, a Node, or False for none)


cdef Node make_node(list masks, Plan* plan):
    """As `inlay_runtime.mask.prune` has it. Rejected where that would look into unions."""
    cdef Node node = Node.__new__(Node)
    cdef int at
    cdef Row* row
    node.plan = plan
    node.choices = []
    node.last = -1
    node.wanted = <uint8_t*>calloc(plan.count + 1, 1)
    if node.wanted == NULL:
        raise MemoryError
    left_out = []
    by_id = (<object>plan.schema).by_id
    for at in range(plan.count):
        row = &plan.rows[at]
        name = by_id[row.id].name
        chosen = [mask.selections[name] for mask in masks if name in mask.selections]
        node.choices.append(make_choice(chosen, row.type) if chosen else None)
        if chosen:
            node.last = at
            node.wanted[at] = ALL if node.choices[at] is True else PART
        else:
            left_out.append(<object>row.slot)
    node.extension = any("extension" in mask.selections for mask in masks)
    if not node.extension:
        left_out.append("extension")
    node.remainder = Remainder(undecoded=frozenset(left_out))
    return node


cdef object make_choice(list chosen, Type* type_):
    whole = [positions.ranges for selection in chosen for positions in selection.whole]
    parts = [(positions.ranges, mask) for selection in chosen for positions, mask in selection.parts]
    covers = any(found == ((0, None),) for found in whole)
    if type_.kind == K_STRUCT and not covers:
        return make_node([mask for _, mask in parts], type_.plan)
    if type_.kind != K_LIST or covers:
        return True
    if type_.element.kind == K_UNION:
        raise Rejected
    if type_.element.kind != K_STRUCT:
        return True
    bounds = {0}
    for ranges in [*whole, *(ranges for ranges, _ in parts)]:
        for start, end in ranges:
            bounds.update((start, start if end is None else end))
    cdef Segments segments = Segments.__new__(Segments)
    segments.ranges = []
    starts = sorted(bounds)
    if max(starts) >= 1 << 62:
        raise Rejected
    for start, end in zip(starts, [*starts[1:], -1]):
        if any(holds(ranges, start) for ranges in whole):
            wanted = None
        else:
            masks = [mask for ranges, mask in parts if holds(ranges, start)]
            wanted = make_node(masks, type_.element.plan) if masks else False
        segments.ranges.append((start, end, wanted))
    return segments


def holds(ranges, position):
    return any(start <= position and (end is None or position < end) for start, end in ranges)


cdef dict _placeholders = {}  # by plan number


cdef object placeholder_of(Plan* plan):
    """The instance that stands for every element which a mask leaves out."""
    found = _placeholders.get(plan.number)
    if found is None:
        found = make_record(plan)
        remainder = make_node([], plan).remainder
        store(found, plan.remainder_offset, remainder)
        (<Located>found).state = PLACEHOLDER
        _placeholders[plan.number] = found
    return found
