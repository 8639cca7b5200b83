#ifndef ROW_FILTERS_H
#define ROW_FILTERS_H

#include <stddef.h>
#include <stdint.h>

/// The five filter types of the PNG specification (third edition, section 9.2), by their number there.
enum { PNG_ROW_FILTERS = 5 };

/// Filters one row.
///
/// `row` and `prior` hold `length` bytes of packed samples; `prior` is the row above as it was before
/// filtering, all zero for the first row. `stride` is the whole number of bytes from a sample to the
/// one to its left: 1 for less than eight bits a pixel. `out` receives `length` bytes and overlaps neither.
void png_row_filter(int type, size_t stride, size_t length, const uint8_t *prior, const uint8_t *row,
                    uint8_t *out);

/// How expensive a filtered row looks to the compressor, by four rules of thumb; the smaller the better.
/// All are whole numbers, so every machine makes the same choice.
enum {
  /// Sum of the bytes' absolute values taken as signed: what libpng and the specification propose.
  PNG_ROW_COST_MAGNITUDE,
  /// Shannon entropy of the bytes, times the length.
  PNG_ROW_COST_ENTROPY,
  /// Number of different pairs of neighbouring bytes.
  PNG_ROW_COST_BIGRAMS,
  /// Shannon entropy of the pairs of neighbouring bytes, times their number.
  PNG_ROW_COST_BIGRAM_ENTROPY,
};

/// Room that `png_row_cost` works in, zeroed before the first call and left zeroed by each.
enum { PNG_ROW_COST_SCRATCH = 65536 };

/// The cost of a filtered row of `length` bytes by one of the rules above. O(length).
uint64_t png_row_cost(int rule, const uint8_t *filtered, size_t length, uint32_t *scratch);

#endif
