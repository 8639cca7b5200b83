#ifndef FILE_KIND_H
#define FILE_KIND_H

#include <stddef.h>
#include <stdint.h>

/// What a file that is not PNG is, by its first bytes; NULL when they say nothing.
const char *PNGKindOfFile(const uint8_t *bytes, size_t count);

#endif
