# Part of native_pages.pyx: what a Bloom filter is asked by. `xxh64.py` and `bloom_filter.py` say what both are.

cdef enum:
    BLOCK = 32  # bytes: eight words

cdef extern from *:
    """
    #define FIRST_PRIME 0x9E3779B185EBCA87ULL
    #define SECOND_PRIME 0xC2B2AE3D27D4EB4FULL
    #define THIRD_PRIME 0x165667B19E3779F9ULL
    #define FOURTH_PRIME 0x85EBCA77C2B2AE63ULL
    #define FIFTH_PRIME 0x27D4EB2F165667C5ULL
    """
    const uint64_t FIRST_PRIME
    const uint64_t SECOND_PRIME
    const uint64_t THIRD_PRIME
    const uint64_t FOURTH_PRIME
    const uint64_t FIFTH_PRIME


cdef inline uint64_t _rotate(uint64_t value, int by) noexcept nogil:
    return value << by | value >> (64 - by)


cdef inline uint64_t _round(uint64_t lane, uint64_t word) noexcept nogil:
    return _rotate(lane + word * SECOND_PRIME, 31) * FIRST_PRIME


cdef inline uint64_t _mix(uint64_t hashed) noexcept nogil:
    hashed = (hashed ^ hashed >> 33) * SECOND_PRIME
    hashed = (hashed ^ hashed >> 29) * THIRD_PRIME
    return hashed ^ hashed >> 32


cdef inline uint64_t _hash_of(const uint8_t* at, int64_t size) noexcept nogil:
    cdef int64_t left = size
    cdef uint64_t hashed = FIFTH_PRIME
    cdef uint64_t word
    cdef uint32_t half
    cdef uint64_t[4] lanes
    cdef int lane
    if left >= 32:
        lanes[0], lanes[1], lanes[2], lanes[3] = FIRST_PRIME + SECOND_PRIME, SECOND_PRIME, 0, 0 - FIRST_PRIME
        while left >= 32:
            for lane in range(4):
                memcpy(&word, at, 8)
                lanes[lane] = _round(lanes[lane], word)
                at += 8
            left -= 32
        hashed = _rotate(lanes[0], 1) + _rotate(lanes[1], 7) + _rotate(lanes[2], 12) + _rotate(lanes[3], 18)
        for lane in range(4):
            hashed = (hashed ^ _round(0, lanes[lane])) * FIRST_PRIME + FOURTH_PRIME
    hashed += <uint64_t> size
    while left >= 8:
        memcpy(&word, at, 8)
        hashed = _rotate(hashed ^ _round(0, word), 27) * FIRST_PRIME + FOURTH_PRIME
        at += 8
        left -= 8
    if left >= 4:
        memcpy(&half, at, 4)
        hashed = _rotate(hashed ^ half * FIRST_PRIME, 23) * SECOND_PRIME + THIRD_PRIME
        at += 4
        left -= 4
    while left > 0:
        hashed = _rotate(hashed ^ at[0] * FIFTH_PRIME, 11) * FIRST_PRIME
        at += 1
        left -= 1
    return _mix(hashed)


def hash_bytes(bytes data not None):
    """XXH64 with seed 0."""
    return _hash_of(<const uint8_t*> PyBytes_AS_STRING(data), len(data))


cdef enum:
    PAIRS = 1 << 16  # values that two bytes can have
    BATCH = 64  # values whose blocks are fetched while others are hashed

cdef extern from *:
    """
    /* The first of `count` hashes whose block lacks a bit, or -1. Without AVX2 the eight bits are looked at one by one. */
    static const uint32_t SALTS[8] = {
        0x47B6137BU, 0x44974D91U, 0x8824AD5BU, 0xA2B7289DU, 0x705495C7U, 0x2DF1424BU, 0x9EFC4947U, 0x5C6BFB31U};

    static int64_t find_lacking_plainly(
        const uint8_t *blocks, const uint64_t *numbers, const uint64_t *hashes, int64_t count) {
        for (int64_t at = 0; at < count; at++) {
            uint32_t words[8], bits = 1;
            memcpy(words, blocks + 32 * numbers[at], 32);
            for (int word = 0; word < 8; word++) bits &= words[word] >> (((uint32_t)hashes[at] * SALTS[word]) >> 27);
            if (!bits) return at;
        }
        return -1;
    }

    static void set_bits_plainly(uint8_t *blocks, const uint64_t *numbers, const uint64_t *hashes, int64_t count) {
        for (int64_t at = 0; at < count; at++) {
            uint32_t words[8];
            memcpy(words, blocks + 32 * numbers[at], 32);
            for (int word = 0; word < 8; word++) words[word] |= 1U << (((uint32_t)hashes[at] * SALTS[word]) >> 27);
            memcpy(blocks + 32 * numbers[at], words, 32);
        }
    }

    static int64_t count_set(const uint8_t *bytes, int64_t size) {
        int64_t set = 0;
        for (int64_t at = 0; at < size; at += 8) {
            uint64_t word = 0;
            memcpy(&word, bytes + at, size - at < 8 ? size - at : 8);
            word -= word >> 1 & 0x5555555555555555ULL;
            word = (word & 0x3333333333333333ULL) + (word >> 2 & 0x3333333333333333ULL);
            set += ((word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL >> 56;
        }
        return set;
    }

    #if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    #include <immintrin.h>
    #define BY_FOURS __attribute__((target("avx2"))) static

    BY_FOURS int64_t find_lacking_by_eights(
        const uint8_t *blocks, const uint64_t *numbers, const uint64_t *hashes, int64_t count) {
        const __m256i salts = _mm256_loadu_si256((const __m256i *)SALTS), ones = _mm256_set1_epi32(1);
        __m256i lacking = _mm256_setzero_si256();
        for (int64_t at = 0; at < count; at++) { /* mostly none is, so it is asked once, of all */
            __m256i places = _mm256_srli_epi32(_mm256_mullo_epi32(_mm256_set1_epi32((int)hashes[at]), salts), 27);
            __m256i block = _mm256_loadu_si256((const __m256i *)(blocks + 32 * numbers[at]));
            lacking = _mm256_or_si256(lacking, _mm256_andnot_si256(block, _mm256_sllv_epi32(ones, places)));
        }
        return _mm256_testz_si256(lacking, lacking) ? -1 : find_lacking_plainly(blocks, numbers, hashes, count);
    }

    BY_FOURS void set_bits_by_eights(uint8_t *blocks, const uint64_t *numbers, const uint64_t *hashes, int64_t count) {
        const __m256i salts = _mm256_loadu_si256((const __m256i *)SALTS), ones = _mm256_set1_epi32(1);
        for (int64_t at = 0; at < count; at++) {
            __m256i places = _mm256_srli_epi32(_mm256_mullo_epi32(_mm256_set1_epi32((int)hashes[at]), salts), 27);
            __m256i *block = (__m256i *)(blocks + 32 * numbers[at]);
            _mm256_storeu_si256(block, _mm256_or_si256(_mm256_loadu_si256(block), _mm256_sllv_epi32(ones, places)));
        }
    }

    BY_FOURS inline __m256i multiply(__m256i words, uint64_t by) {
        __m256i low = _mm256_set1_epi64x((int64_t)(by & 0xFFFFFFFFU)), high = _mm256_set1_epi64x((int64_t)(by >> 32));
        __m256i crossed = _mm256_add_epi64(
            _mm256_mul_epu32(words, high), _mm256_mul_epu32(_mm256_srli_epi64(words, 32), low));
        return _mm256_add_epi64(_mm256_mul_epu32(words, low), _mm256_slli_epi64(crossed, 32));
    }

    BY_FOURS inline __m256i rotate(__m256i words, int by) {
        return _mm256_or_si256(_mm256_slli_epi64(words, by), _mm256_srli_epi64(words, 64 - by));
    }

    /* XXH64 of four values at once, `count` in all, which four divides; and the block of each, of `total`. A value has a word of eight
       bytes, half a word, or the one and then the other: what it has not is NULL. */
    BY_FOURS void hash_by_fours(
        const uint64_t *words, const uint32_t *halves, int64_t count, uint64_t total, uint64_t *numbers, uint64_t *hashes) {
        const __m256i begin = _mm256_set1_epi64x((int64_t)(FIFTH_PRIME + (words ? 8 : 0) + (halves ? 4 : 0)));
        const __m256i blocks = _mm256_set1_epi64x((int64_t)total);
        for (int64_t at = 0; at < count; at += 4) {
            __m256i hash = begin;
            if (words) {
                __m256i word = _mm256_loadu_si256((const __m256i *)(words + at));
                word = multiply(rotate(multiply(word, SECOND_PRIME), 31), FIRST_PRIME);
                hash = multiply(rotate(_mm256_xor_si256(hash, word), 27), FIRST_PRIME);
                hash = _mm256_add_epi64(hash, _mm256_set1_epi64x((int64_t)FOURTH_PRIME));
            }
            if (halves) {
                __m256i half = _mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)(halves + at)));
                hash = multiply(rotate(_mm256_xor_si256(hash, multiply(half, FIRST_PRIME)), 23), SECOND_PRIME);
                hash = _mm256_add_epi64(hash, _mm256_set1_epi64x((int64_t)THIRD_PRIME));
            }
            hash = multiply(_mm256_xor_si256(hash, _mm256_srli_epi64(hash, 33)), SECOND_PRIME);
            hash = multiply(_mm256_xor_si256(hash, _mm256_srli_epi64(hash, 29)), THIRD_PRIME);
            __m256i high = _mm256_srli_epi64(hash, 32);
            _mm256_storeu_si256((__m256i *)(hashes + at), _mm256_xor_si256(hash, high));
            _mm256_storeu_si256((__m256i *)(numbers + at), _mm256_srli_epi64(_mm256_mul_epu32(high, blocks), 32));
        }
    }

    #define BY_EIGHTS __attribute__((target("avx512f,avx512dq"))) static

    /* The same of eight at once, which eight divides: AVX-512 multiplies words of 64 bits. */
    BY_EIGHTS void hash_by_eights(
        const uint64_t *words, const uint32_t *halves, int64_t count, uint64_t total, uint64_t *numbers, uint64_t *hashes) {
        const __m512i first = _mm512_set1_epi64((int64_t)FIRST_PRIME), second = _mm512_set1_epi64((int64_t)SECOND_PRIME);
        const __m512i third = _mm512_set1_epi64((int64_t)THIRD_PRIME), fourth = _mm512_set1_epi64((int64_t)FOURTH_PRIME);
        const __m512i begin = _mm512_set1_epi64((int64_t)(FIFTH_PRIME + (words ? 8 : 0) + (halves ? 4 : 0)));
        const __m512i blocks = _mm512_set1_epi64((int64_t)total);
        for (int64_t at = 0; at < count; at += 8) {
            __m512i hash = begin;
            if (words) {
                __m512i word = _mm512_mullo_epi64(_mm512_loadu_si512(words + at), second);
                word = _mm512_mullo_epi64(_mm512_rol_epi64(word, 31), first);
                hash = _mm512_mullo_epi64(_mm512_rol_epi64(_mm512_xor_si512(hash, word), 27), first);
                hash = _mm512_add_epi64(hash, fourth);
            }
            if (halves) {
                __m512i half = _mm512_cvtepu32_epi64(_mm256_loadu_si256((const __m256i *)(halves + at)));
                hash = _mm512_rol_epi64(_mm512_xor_si512(hash, _mm512_mullo_epi64(half, first)), 23);
                hash = _mm512_add_epi64(_mm512_mullo_epi64(hash, second), third);
            }
            hash = _mm512_mullo_epi64(_mm512_xor_si512(hash, _mm512_srli_epi64(hash, 33)), second);
            hash = _mm512_mullo_epi64(_mm512_xor_si512(hash, _mm512_srli_epi64(hash, 29)), third);
            __m512i high = _mm512_srli_epi64(hash, 32);
            _mm512_storeu_si512(hashes + at, _mm512_xor_si512(hash, high));
            _mm512_storeu_si512(numbers + at, _mm512_srli_epi64(_mm512_mul_epu32(high, blocks), 32));
        }
    }

    static int64_t find_lacking(const uint8_t *blocks, const uint64_t *numbers, const uint64_t *hashes, int64_t count) {
        return __builtin_cpu_supports("avx2") ? find_lacking_by_eights(blocks, numbers, hashes, count)
                                              : find_lacking_plainly(blocks, numbers, hashes, count);
    }
    static void set_bits(uint8_t *blocks, const uint64_t *numbers, const uint64_t *hashes, int64_t count) {
        if (__builtin_cpu_supports("avx2")) set_bits_by_eights(blocks, numbers, hashes, count);
        else set_bits_plainly(blocks, numbers, hashes, count);
    }
    /* Whether they were hashed. */
    static int hash_at_once(
        const uint64_t *words, const uint32_t *halves, int64_t count, uint64_t total, uint64_t *numbers, uint64_t *hashes) {
        if (__builtin_cpu_supports("avx512dq")) hash_by_eights(words, halves, count, total, numbers, hashes);
        else if (__builtin_cpu_supports("avx2")) hash_by_fours(words, halves, count, total, numbers, hashes);
        else return 0;
        return 1;
    }
    #else
    #define find_lacking find_lacking_plainly
    #define set_bits set_bits_plainly
    #define hash_at_once(words, halves, count, total, numbers, hashes) 0
    #endif
    """
    const uint32_t SALTS[8]
    int64_t find_lacking(const uint8_t* blocks, const uint64_t* numbers, const uint64_t* hashes, int64_t count) nogil
    void set_bits(uint8_t* blocks, const uint64_t* numbers, const uint64_t* hashes, int64_t count) nogil
    int64_t count_set(const uint8_t* bytes, int64_t size) nogil
    bint hash_at_once(
        const uint64_t* words, const uint32_t* halves, int64_t count, uint64_t total, uint64_t* numbers, uint64_t* hashes
    ) nogil
    void __builtin_prefetch(const void*) nogil


def has_bits(bytes blocks not None, uint64_t hashed):
    """Whether the block of a hash has all of its bits; False where there are no whole blocks."""
    cdef const uint8_t* bits = <const uint8_t*> PyBytes_AS_STRING(blocks)
    cdef uint64_t count = <uint64_t> len(blocks) // BLOCK
    if count == 0 or count >> 32:
        return False
    count = ((hashed >> 32) * count) >> 32
    return find_lacking(bits, &count, &hashed, 1) < 0


cdef void _hash_batch(
    const uint8_t* values,
    const int32_t* ends,
    int64_t width,
    int64_t first,
    int64_t count,
    uint64_t total,
    uint64_t* numbers,
    uint64_t* hashes,
) noexcept nogil:
    """Of so many values, which are at most a batch; and the block of each."""
    cdef int64_t at
    cdef const uint8_t* value = values + width * first
    cdef uint64_t[BATCH] words
    cdef uint32_t[BATCH] halves
    if ends == NULL and count == BATCH:
        if width == 8 and hash_at_once(<const uint64_t*> value, NULL, count, total, numbers, hashes):
            return
        if width == 4 and hash_at_once(NULL, <const uint32_t*> value, count, total, numbers, hashes):
            return
        if width == 12:
            for at in range(BATCH):
                memcpy(&words[at], value + 12 * at, 8)
                memcpy(&halves[at], value + 12 * at + 8, 4)
            if hash_at_once(words, halves, count, total, numbers, hashes):
                return
    for at in range(count):
        if ends != NULL:
            hashes[at] = _hash_of(values + ends[first + at], ends[first + at + 1] - ends[first + at])
        else:
            hashes[at] = _hash_of(values + width * (first + at), width)
        numbers[at] = ((hashes[at] >> 32) * total) >> 32


cdef int64_t _find_absent(
    const uint8_t* values,
    const int32_t* ends,
    int64_t width,
    int64_t first,
    int64_t count,
    const uint8_t* blocks,
    uint64_t begin,
    uint64_t here,
    uint64_t total,
) noexcept nogil:
    """A batch is hashed before the last one is looked up, so that its blocks are there."""
    cdef uint64_t[2][BATCH] numbers
    cdef uint64_t[2][BATCH] hashes
    cdef int64_t start = first, end = first + count, last = first, size, chosen = 0, before
    cdef int side = 0
    while start < end or chosen:
        size = min(<int64_t> BATCH, end - start)
        before = chosen
        _hash_batch(values, ends, width, start, size, total, numbers[side], hashes[side])
        chosen = _choose_blocks(blocks, begin, here, total, size, numbers[side], hashes[side])
        side ^= 1
        if find_lacking(blocks, numbers[side], hashes[side], before) >= 0:
            return _find_first_absent(values, ends, width, last, start, blocks, begin, here, total)
        last = start
        start += size
    return -1


cdef int64_t _find_first_absent(
    const uint8_t* values,
    const int32_t* ends,
    int64_t width,
    int64_t first,
    int64_t end,
    const uint8_t* blocks,
    uint64_t begin,
    uint64_t here,
    uint64_t total,
) noexcept nogil:
    """It is one of few: they are looked up one by one."""
    cdef int64_t at
    cdef uint64_t number = 0, hashed = 0
    for at in range(first, end):
        _hash_batch(values, ends, width, at, 1, total, &number, &hashed)
        number -= begin
        if number < here and find_lacking(blocks, &number, &hashed, 1) >= 0:
            return at
    return -1


cdef inline void _call_for(const uint8_t* block) noexcept nogil:
    """Half of the blocks of a filter that lies anywhere are in two lines of the cache."""
    __builtin_prefetch(block)
    __builtin_prefetch(block + BLOCK - 1)


cdef int64_t _choose_blocks(
    const uint8_t* blocks, uint64_t begin, uint64_t here, uint64_t total, int64_t count, uint64_t* numbers, uint64_t* hashes
) noexcept nogil:
    """Of a batch, those that are here, which are called for; how many."""
    cdef int64_t at, chosen = 0
    cdef uint64_t number
    if here == total:
        for at in range(count):
            _call_for(blocks + numbers[at] * BLOCK)
        return count
    for at in range(count):
        number = numbers[at] - begin
        if number < here:
            _call_for(blocks + number * BLOCK)
            numbers[chosen] = number
            hashes[chosen] = hashes[at]
            chosen += 1
    return chosen


cdef int64_t _find_absent_pair(
    const uint16_t* values, int64_t first, int64_t count, const uint8_t* blocks, uint64_t begin, uint64_t here, uint64_t total
) noexcept nogil:
    """Of values of two bytes there are few that differ: which are there is marked, and each is asked for once."""
    cdef uint8_t[PAIRS] marks
    cdef uint16_t pair
    cdef int64_t at
    cdef uint64_t number = 0, hashed = 0
    cdef bint is_any = False
    memset(marks, 0, PAIRS)
    for at in range(first, first + count):
        marks[values[at]] = 1
    for at in range(PAIRS):
        if marks[at]:
            pair = <uint16_t> at
            _hash_batch(<const uint8_t*> &pair, NULL, 2, 0, 1, total, &number, &hashed)
            number -= begin
            marks[at] = number < here and find_lacking(blocks, &number, &hashed, 1) >= 0
            is_any = is_any or marks[at]
    if is_any:
        for at in range(first, first + count):
            if marks[values[at]]:
                return at
    return -1


def find_absent(values, offsets, int64_t width, int64_t first, int64_t count, blocks, int64_t begin, int64_t total):
    """The place of the first of so many values that a filter does not have, -1 where it has all. `blocks` are those of its `total` from
    `begin` on: values of others are left alone. Values have `width` bytes, or are byte arrays by their offsets, which are trusted."""
    cdef Lent data = Lent(values), bits = Lent(blocks), places = Lent(offsets if offsets is not None else b"")
    cdef const uint8_t* at = begin_of(data)
    cdef const uint8_t* filter = begin_of(bits)
    cdef const int32_t* ends = NULL if offsets is None else <const int32_t*> places.view.buf
    cdef int64_t room = data.view.len // max(width, 1) if offsets is None else places.view.len // 4 - 1
    cdef int64_t here = bits.view.len // BLOCK, absent
    if first < 0 or count < 0 or first + count > room or total <= 0 or total >> 32 or begin < 0:
        raise IndexError(first)
    if offsets is None and width < 1:
        raise ValueError(width)
    with nogil:
        if ends == NULL and width == 2 and count > PAIRS // 2:
            absent = _find_absent_pair(<const uint16_t*> at, first, count, filter, begin, here, total)
        else:
            absent = _find_absent(at, ends, width, first, count, filter, begin, here, total)
    return absent


cdef void _add_values(
    const uint8_t* values,
    const int32_t* ends,
    int64_t width,
    int64_t first,
    int64_t count,
    uint8_t* blocks,
    uint64_t total,
) noexcept nogil:
    cdef uint64_t[BATCH] numbers
    cdef uint64_t[BATCH] hashes
    cdef int64_t start = first, end = first + count, size, at
    while start < end:
        size = min(<int64_t> BATCH, end - start)
        _hash_batch(values, ends, width, start, size, total, numbers, hashes)
        for at in range(size):
            _call_for(blocks + numbers[at] * BLOCK)
        set_bits(blocks, numbers, hashes, size)
        start += size


def add_values(values, offsets, int64_t width, int64_t first, int64_t count, bytearray blocks not None):
    """Sets the bits of so many values in a whole filter. Values are as `find_absent` takes them."""
    cdef Lent data = Lent(values), bits = Lent(blocks), places = Lent(offsets if offsets is not None else b"")
    cdef const uint8_t* at = begin_of(data)
    cdef const int32_t* ends = NULL if offsets is None else <const int32_t*> places.view.buf
    cdef int64_t room = data.view.len // max(width, 1) if offsets is None else places.view.len // 4 - 1
    cdef int64_t total = bits.view.len // BLOCK
    if first < 0 or count < 0 or first + count > room or total <= 0 or total >> 32:
        raise IndexError(first)
    if offsets is None and width < 1:
        raise ValueError(width)
    with nogil:
        _add_values(at, ends, width, first, count, <uint8_t*> bits.view.buf, total)


cdef fused real_number:
    float
    double


cdef void _find_odd(const real_number* values, int64_t count, bint* has_zero, bint* has_nan) noexcept nogil:
    cdef int64_t at
    for at in range(count):
        has_zero[0] |= values[at] == 0
        has_nan[0] |= values[at] != values[at]


def find_odd_reals(bytes values not None, int width):
    """Whether a zero is among floating-point numbers of 4 or 8 bytes, and whether a NaN."""
    cdef bint has_zero = False, has_nan = False
    cdef int64_t size = len(values)
    cdef const char* begin = PyBytes_AS_STRING(values)
    if width not in (4, 8):
        raise ValueError(width)
    with nogil:
        if width == 4:
            _find_odd(<const float*> begin, size // 4, &has_zero, &has_nan)
        else:
            _find_odd(<const double*> begin, size // 8, &has_zero, &has_nan)
    return has_zero, has_nan


def build_blocks(numbers, bytes header not None):
    """Filters of one block, each behind the header: of the numbers in each of these bytes, which have 4 or 8 bytes, and whether they are
    floating-point. Where one of those is a zero, both are added, and both quiet NaNs where one is NaN."""
    cdef uint64_t[4] odd
    cdef int64_t size, start = len(header)
    cdef int width, count
    cdef bint is_float, has_zero, has_nan
    cdef const uint8_t* at
    cdef uint8_t* block
    cdef bytes values, filter_
    cdef list built = []
    for values, width, is_float in numbers:
        if width not in (4, 8):
            raise ValueError(width)
        size = len(values) // width  # before a pointer is taken, which None has not
        at = <const uint8_t*> PyBytes_AS_STRING(values)
        filter_ = PyBytes_FromStringAndSize(NULL, start + BLOCK)
        block = <uint8_t*> PyBytes_AS_STRING(filter_)
        memcpy(block, PyBytes_AS_STRING(header), start)
        block += start
        memset(block, 0, BLOCK)
        _add_values(at, NULL, width, 0, size, block, 1)
        has_zero = has_nan = False
        if is_float and width == 4:
            _find_odd(<const float*> at, size, &has_zero, &has_nan)
        elif is_float:
            _find_odd(<const double*> at, size, &has_zero, &has_nan)
        count = 0
        if has_zero:
            _store_odd(odd, &count, width, 0)
        if has_nan:
            _store_odd(odd, &count, width, <uint64_t> 0x7FC00000 if width == 4 else <uint64_t> 0x7FF8000000000000)
        _add_values(<const uint8_t*> odd, NULL, width, 0, count, block, 1)
        built.append(filter_)
    return built


cdef void _store_odd(uint64_t* odd, int* count, int width, uint64_t value) noexcept nogil:
    """The number with these bits, and that with the other sign."""
    cdef uint8_t* to = <uint8_t*> odd + count[0] * width
    memcpy(to, &value, width)
    value |= <uint64_t> 1 << (8 * width - 1)
    memcpy(to + width, &value, width)
    count[0] += 2


def fold_blocks(bytearray blocks not None, int64_t by):
    """Puts each `by` blocks that follow each other into one: what a filter of as many fewer blocks would have."""
    cdef Lent bits = Lent(blocks)
    cdef uint64_t* words = <uint64_t*> bits.view.buf
    cdef int64_t count = bits.view.len // BLOCK, at, word
    if by < 1 or count % by:
        raise ValueError(by)
    with nogil:
        for at in range(count):
            for word in range(4):
                if at % by == 0:
                    words[at // by * 4 + word] = words[at * 4 + word]
                else:
                    words[at // by * 4 + word] |= words[at * 4 + word]


def count_bits(data):
    """How many are set."""
    cdef Lent bits = Lent(data)
    cdef int64_t size = bits.view.len, count
    cdef const uint8_t* at = begin_of(bits)
    with nogil:
        count = count_set(at, size)
    return count
