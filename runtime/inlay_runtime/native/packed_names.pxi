# Part of packed.pyx: names by their hash.

def name_hash(bytes name not None):
    cdef const uint8_t* p = <const uint8_t*>PyBytes_AS_STRING(name)
    cdef uint64_t value = <uint64_t>0xCBF29CE484222325
    cdef Py_ssize_t index
    cdef uint8_t byte
    for index in range(len(name)):
        byte = p[index]
        if c'A' <= byte <= c'Z':
            byte |= 0x20
        value = (value ^ byte) * <uint64_t>0x100000001B3
    return value


def probe(buffer, table, uint64_t value, int discriminator_bits, int ordinal_bits):
    cdef Lent lent = Lent(buffer)
    cdef Stream stream
    cdef uint64_t slot, ordinal
    cdef uint64_t discriminator
    cdef uint64_t step, mask
    cdef list ordinals = []
    if not 0 <= discriminator_bits <= 64 or not 0 <= ordinal_bits < 64 or not stream_in(lent, table, &stream):
        return None
    if stream.count <= 0 or stream.count & (stream.count - 1):
        return None
    discriminator = value >> (64 - discriminator_bits) if discriminator_bits else 0
    mask = (<uint64_t>1 << ordinal_bits) - 1
    for step in range(<uint64_t>stream.count):
        slot = unpack_at(&stream, <int64_t>((value + step) & <uint64_t>(stream.count - 1)))
        if slot == 0:
            break
        ordinal = slot & mask
        if slot >> ordinal_bits == discriminator and ordinal:
            ordinals.append(ordinal - 1)
    return ordinals
