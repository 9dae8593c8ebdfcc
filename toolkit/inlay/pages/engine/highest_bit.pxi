# Part of native_zstd.pyx and native_inflate.pyx.

cdef extern from *:
    """
    /* The place of the highest one of a number above 0. */
    static inline int highest_bit(uint32_t number) {
    #if defined(__GNUC__)
        return 31 - __builtin_clz(number);
    #else
        int bit = 0;
        while (number >>= 1)
            bit++;
        return bit;
    #endif
    }
    """
    int highest_bit(uint32_t number) nogil
