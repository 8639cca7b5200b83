#ifndef FILE_KIND_H
#define FILE_KIND_H

#include <stddef.h>
#include <stdint.h>

/// The format of a file that is not PNG, by its first bytes; NULL when they do not show it.
const char *PNGKindOfFile(const uint8_t *bytes, size_t count);

#endif
