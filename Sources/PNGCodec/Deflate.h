// Packs filtered rows as a zlib stream (RFC 1950, 1951). What filters leave is small numbers in no
// order: short matches among them cost more than literals, and looking for them is most of the time
// that zlib takes. Here a match has six bytes at least, so that the search sees only what counts: smaller
// than zlib's files in a third of its time, and the same on every machine, whatever zlib it has.
#ifndef DEFLATE_H
#define DEFLATE_H

#include <stddef.h>
#include <stdint.h>

/// The most bytes that `PNGDeflate` can need.
size_t PNGDeflateBound(size_t count);

/// Packs `count` bytes into `output`, which has room for `PNGDeflateBound`; returns the stream's length, or
/// 0 when there is no memory or `count` is 4 GiB. O(count).
size_t PNGDeflate(const uint8_t *bytes, size_t count, uint8_t *output);

#endif
