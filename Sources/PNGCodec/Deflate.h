// Compresses filtered rows (RFC 1951). These are small numbers in no
// order: short matches among them cost more than literals, and searching them takes most of zlib's
// time. Here a match has at least six bytes, so only useful ones are searched: the files are smaller
// than zlib's, take a third of its time, and are the same on every machine, whatever its zlib.
#ifndef DEFLATE_H
#define DEFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The most bytes that `PNGDeflatePart` can need.
size_t PNGDeflateBound(size_t count);

/// Compresses one part of a stream: the `count` bytes behind the first `before`, which belong to the part
/// before and of which matches use the last 32 KiB. Parts that are written one after the other are one
/// stream of blocks; all but the last end at a whole byte.
///
/// `output` has room for `PNGDeflateBound(count)`. Returns the part's length, or 0 when there is no memory or
/// the bytes are 4 GiB. O(before + count).
size_t PNGDeflatePart(
  const uint8_t *bytes, size_t before, size_t count, bool isLast, uint8_t *output);

#endif
