// Compresses filtered rows to a zlib stream (RFC 1950, 1951). Filtered rows are small numbers in no
// order: short matches among them cost more than literals, and searching them takes most of zlib's
// time. Here a match has at least six bytes, so only useful ones are searched: the files are smaller
// than zlib's, take a third of its time, and are the same on every machine, whatever its zlib.
#ifndef DEFLATE_H
#define DEFLATE_H

#include <stddef.h>
#include <stdint.h>

/// The most bytes that `PNGDeflate` can need.
size_t PNGDeflateBound(size_t count);

/// Compresses `count` bytes into `output`, which has room for `PNGDeflateBound`; returns the stream's length,
/// or 0 when there is no memory or `count` is 4 GiB. O(count).
size_t PNGDeflate(const uint8_t *bytes, size_t count, uint8_t *output);

#endif
