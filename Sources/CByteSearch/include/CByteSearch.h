#ifndef C_BYTE_SEARCH_H
#define C_BYTE_SEARCH_H

#include <stddef.h>

/// Where `needle` begins in `bytes`, NULL if it does not occur: the system's memmem, which Swift
/// cannot see on Linux because the C library hides it from standard C.
const void *_Nullable byte_search(
    const void *_Nonnull bytes, size_t count, const void *_Nonnull needle, size_t needle_count);

/// The number of bytes before the first line feed; -1 if there is none or one of those bytes is not
/// ASCII.
ptrdiff_t byte_plain_line(const void *_Nonnull bytes, size_t count);

#endif
