#ifndef UNFILTER_H
#define UNFILTER_H

#include <stddef.h>
#include <stdint.h>

enum { PNGUnfilterMostRows = 4 };

/// Undoes the row filters (PNG specification, third edition, 9.2) of up to `PNGUnfilterMostRows` rows of
/// `length` bytes, because four rows of Paeth in step cost little more than one.
///
/// `filtered` has each row behind the number of its filter, `rows` takes them one after the other.
/// `stride` is the bytes of a pixel, `prior` the row above as it was before filtering, all zero for the
/// first row. Nothing overlaps, and nothing has room to spare.
/// Returns how many rows are done, of `count`; 0 for a filter that does not exist.
size_t PNGUnfilterRows(
  size_t stride, size_t length, const uint8_t *filtered, const uint8_t *prior, uint8_t *rows,
  size_t count);

#endif
