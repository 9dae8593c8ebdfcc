# Part of packed.pyx: CRC-32 as zlib has it. Python's zlib takes one byte at a time of what is short, and on long pieces
# a tenth of the speed of a processor that multiplies polynomials.

cdef extern from *:
    """
    #if defined(__x86_64__) && defined(__GNUC__)
    #include <immintrin.h>

    static int may_fold(void) {
        return __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
    }

    #define CARRY_FORWARD(x, by) \\
        _mm_xor_si128(_mm_clmulepi64_si128(x, by, 0x00), _mm_clmulepi64_si128(x, by, 0x11))
    #define PIECE(p, index) _mm_loadu_si128((const __m128i *)(p) + (index))

    /* 16 bytes with the CRC of all of them; `size` is a multiple of 64, and not 0. A piece of 128 bits that is multiplied by
       x^n modulo the polynomial counts as if it lay n bits further on: the constants are x^(n+32) and x^(n-32), reflected. */
    __attribute__((target("pclmul,sse4.1")))
    static void fold_bytes(const unsigned char *p, long long size, unsigned int crc, unsigned char *out) {
        const __m128i by_512 = _mm_set_epi64x(0x01c6e41596, 0x0154442bd4);
        const __m128i by_128 = _mm_set_epi64x(0x00ccaa009e, 0x01751997d0);
        __m128i first = _mm_xor_si128(PIECE(p, 0), _mm_cvtsi32_si128((int)crc));
        __m128i second = PIECE(p, 1), third = PIECE(p, 2), fourth = PIECE(p, 3);
        for (p += 64, size -= 64; size; p += 64, size -= 64) {
            first = _mm_xor_si128(CARRY_FORWARD(first, by_512), PIECE(p, 0));
            second = _mm_xor_si128(CARRY_FORWARD(second, by_512), PIECE(p, 1));
            third = _mm_xor_si128(CARRY_FORWARD(third, by_512), PIECE(p, 2));
            fourth = _mm_xor_si128(CARRY_FORWARD(fourth, by_512), PIECE(p, 3));
        }
        second = _mm_xor_si128(CARRY_FORWARD(first, by_128), second);
        third = _mm_xor_si128(CARRY_FORWARD(second, by_128), third);
        fourth = _mm_xor_si128(CARRY_FORWARD(third, by_128), fourth);
        _mm_storeu_si128((__m128i *)out, fourth);
    }
    #else
    static int may_fold(void) { return 0; }
    static void fold_bytes(const unsigned char *p, long long size, unsigned int crc, unsigned char *out) {}
    #endif
    """
    bint may_fold() noexcept nogil
    void fold_bytes(const uint8_t* p, int64_t size, uint32_t crc, uint8_t* out) noexcept nogil

cdef enum:
    FOLDED = 256  # bytes from which on folding is worth its beginning and end

cdef uint32_t CRC_TABLE[8][256]
cdef bint FOLDS = may_fold()


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


cdef uint32_t compute_crc(const void* data, int64_t size, uint32_t before) noexcept nogil:
    cdef Bytes p = <Bytes>data
    cdef uint32_t crc = ~before
    cdef int64_t folded
    cdef uint8_t last[16]
    if FOLDS and size >= FOLDED:
        folded = size & ~<int64_t>63
        fold_bytes(p, folded, crc, last)
        crc = _add_to_crc(last, 16, 0)
        p += folded
        size -= folded
    return ~_add_to_crc(p, size, crc)


cdef uint32_t _add_to_crc(Bytes p, int64_t size, uint32_t crc) noexcept nogil:
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
    return crc


def compute_crc32(data, uint32_t before = 0):
    """As `zlib.crc32`."""
    cdef Lent lent = Lent(data)
    with nogil:
        before = compute_crc(lent.view.buf, lent.view.len, before)
    return before
