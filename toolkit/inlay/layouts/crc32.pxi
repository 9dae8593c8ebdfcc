# Part of native_packed_layouts.pyx: CRC-32 as zlib has it, of pieces that are too short for a call into Python each.

cdef uint32_t CRC_TABLE[8][256]


cdef void _fill_crc_table() noexcept nogil:
    cdef uint32_t value
    cdef int index, step
    for index in range(256):
        value = index
        for step in range(8):
            value = value >> 1 ^ (<uint32_t>0xEDB88320 if value & 1 else 0)
        CRC_TABLE[0][index] = value
    for index in range(256):
        for step in range(1, 8):
            value = CRC_TABLE[step - 1][index]
            CRC_TABLE[step][index] = value >> 8 ^ CRC_TABLE[0][value & 0xFF]


_fill_crc_table()


cdef uint32_t crc_of(const void* data, int64_t size, uint32_t before) noexcept nogil:
    cdef Bytes p = <Bytes>data
    cdef uint32_t crc = ~before
    cdef uint64_t word
    while size >= 8:
        memcpy(&word, p, 8)
        word ^= crc
        crc = (
            CRC_TABLE[7][word & 0xFF]
            ^ CRC_TABLE[6][word >> 8 & 0xFF]
            ^ CRC_TABLE[5][word >> 16 & 0xFF]
            ^ CRC_TABLE[4][word >> 24 & 0xFF]
            ^ CRC_TABLE[3][word >> 32 & 0xFF]
            ^ CRC_TABLE[2][word >> 40 & 0xFF]
            ^ CRC_TABLE[1][word >> 48 & 0xFF]
            ^ CRC_TABLE[0][word >> 56]
        )
        p += 8
        size -= 8
    while size > 0:
        crc = crc >> 8 ^ CRC_TABLE[0][(crc ^ p[0]) & 0xFF]
        p += 1
        size -= 1
    return ~crc
