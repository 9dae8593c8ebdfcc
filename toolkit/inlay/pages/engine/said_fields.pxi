# Part of native_plain_chunk.pyx: which statements there are of chunks. See `inlay.pages.engine.said_fields`.


def mark_said_fields(chunks):
    """Of each chunk with metadata a number with a bit for each field that is there; -1 of one with geometries."""
    cdef list marks = []
    cdef int mark
    for chunk in chunks:
        meta = chunk.meta_data
        if meta.geospatial_statistics is not None:
            marks.append(-1)
            continue
        mark = chunk.offset_index_offset is not None
        mark |= (chunk.column_index_offset is not None) << 1
        mark |= (meta.bloom_filter_offset is not None) << 2
        mark |= (meta.size_statistics is not None) << 3
        mark |= bool(meta.encoding_stats) << 4
        said = meta.statistics
        if said is not None:
            mark |= 1 << 5
            mark |= (said.null_count is not None) << 6
            mark |= (said.nan_count is not None) << 7
            mark |= (said.min_value is not None) << 8
            mark |= (said.max_value is not None) << 9
            mark |= (said.is_min_value_exact is not None) << 10
            mark |= (said.is_max_value_exact is not None) << 11
        marks.append(mark)
    return marks
