# cython: language_level=3
"""What glibc is asked of its memory; of another C library nothing is. See `inlay.ground.free_memory`."""

cdef extern from *:
    """
    #include <stdlib.h>
    #ifdef __GLIBC__
    #include <malloc.h>
    static void give_back_free(void) { malloc_trim(0); }
    static int keep_apart_from(int size) { return mallopt(M_MMAP_THRESHOLD, size); }
    #else
    static void give_back_free(void) { }
    static int keep_apart_from(int size) { (void) size; return 0; }
    #endif
    """
    void give_back_free() nogil
    bint keep_apart_from(int size) nogil


def trim():
    """What is free goes to the system."""
    with nogil:
        give_back_free()


def keep_apart(int size):
    """From now on, a piece of so many bytes is not put between smaller ones. False where nobody can be asked for that."""
    return keep_apart_from(size)
