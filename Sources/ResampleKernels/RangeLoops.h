// The clamp to the range of the nearest samples, in vectors of any length: inlined into a function for one
// processor, the compiler splits them into that processor's. Minimum and maximum are exact in any order.
#ifndef RANGE_LOOPS_H
#define RANGE_LOOPS_H

#include "Kernels.h"

#define INLINED static inline __attribute__((always_inline))

/// A pair of columns of a quad: [channel][row][column]. With three channels, the last eight lanes
/// are the next pair's.
typedef int16_t PairLanes __attribute__((vector_size(64)));
typedef int32_t PairWords __attribute__((vector_size(64)));
/// One output column's partials: [channel][row].
typedef int16_t ColumnLanes __attribute__((vector_size(32)));
typedef int32_t ColumnWords __attribute__((vector_size(32)));
typedef uint32_t ColumnWordBits __attribute__((vector_size(32)));
typedef uint64_t ColumnRows __attribute__((vector_size(32)));

INLINED void loadPair(const int16_t *from, PairLanes *lanes) {
  __builtin_memcpy(lanes, from, sizeof *lanes);
}

/// The least and the greatest samples of a cell of columns, as partials.
typedef struct Cell {
  ColumnLanes low, high;
} Cell;

/// A sample as a partial: the result of a window of nothing but this sample; (sample + 1) / 2, rounded
/// down.
INLINED void makePartials(ColumnLanes *samples) { *samples = (*samples >> 1) + (*samples & 1); }

INLINED void findCell(
  const int16_t *quad, size_t step, const RKRanges *ranges, size_t cell, Cell *found) {
  // For each column: INT16_MIN changes no maximum; INT16_MAX leaves the column out.
  static const uint32_t bothCount = 0x80008000, secondCounts = 0x80007fff, firstCounts = 0x7fff8000;
  int32_t start = ranges->starts[cell], end = ranges->ends[cell];
  size_t first = (size_t)start / 2, last = (size_t)(end - 1) / 2;
  PairLanes left = (PairLanes)((PairWords){} + (int32_t)(start % 2 == 0 ? bothCount : secondCounts));
  PairLanes right = (PairLanes)((PairWords){} + (int32_t)(end % 2 == 0 ? bothCount : firstCounts));
  if (first == last) left = right = __builtin_elementwise_max(left, right);
  PairLanes one, other;
  loadPair(quad + first * step, &one);
  loadPair(quad + last * step, &other);
  PairLanes low = __builtin_elementwise_min(
    __builtin_elementwise_max(one, left), __builtin_elementwise_max(other, right));
  PairLanes high = __builtin_elementwise_max(
    __builtin_elementwise_min(one, ~left), __builtin_elementwise_min(other, ~right));
  for (size_t pair = first + 1; pair < last; pair++) {
    loadPair(quad + pair * step, &one);
    low = __builtin_elementwise_min(low, one);
    high = __builtin_elementwise_max(high, one);
  }
  // The second column of each pair is the upper half of a word.
  low = __builtin_elementwise_min(low, (PairLanes)((PairWords)low >> 16));
  high = __builtin_elementwise_max(high, (PairLanes)((PairWords)high >> 16));
#define FIRST_OF_EACH_PAIR(lanes)                                                                 \
  __builtin_shufflevector(                                                                        \
    lanes, lanes, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
  found->low = FIRST_OF_EACH_PAIR(low);
  found->high = FIRST_OF_EACH_PAIR(high);
#undef FIRST_OF_EACH_PAIR
  makePartials(&found->low);
  makePartials(&found->high);
}

INLINED void holdQuad(
  const int16_t *quad, size_t channels, const RKRanges *ranges, int16_t *partials) {
  size_t step = channels * 8, bytes = channels * 4 * sizeof *partials;
  Cell before, after;
  for (size_t i = 0; i < ranges->count; i++, partials += channels * 4) {
    if (i == 0 || ranges->step != 1) findCell(quad, step, ranges, i * ranges->step, &before);
    findCell(quad, step, ranges, i * ranges->step + 1, &after);
    ColumnLanes held;
    __builtin_memcpy(&held, partials, sizeof held);
    held = __builtin_elementwise_min(held, __builtin_elementwise_max(before.high, after.high));
    held = __builtin_elementwise_max(held, __builtin_elementwise_min(before.low, after.low));
    __builtin_memcpy(partials, &held, bytes);
    before = after;
  }
}

INLINED void holdQuads(
  const int16_t *quads, size_t quadStride, size_t quadCount, size_t channels,
  const RKRanges *ranges, int16_t *partials) {
  for (size_t i = 0; i < quadCount; i++, quads += quadStride) {
    // One call per number of channels, so that it is a constant.
    if (channels == 4) {
      holdQuad(quads, 4, ranges, partials);
    } else {
      holdQuad(quads, 3, ranges, partials);
    }
    partials += ranges->count * channels * 4;
  }
}

INLINED void widenLanes(
  const int16_t *partials, size_t count, int firstRow, int endRow, RKRange range) {
  // INT16_MIN changes no maximum; INT16_MAX leaves the row out.
  ColumnLanes outside;
  for (int lane = 0; lane < 16; lane++) {
    outside[lane] = lane % 4 >= firstRow && lane % 4 < endRow ? INT16_MIN : INT16_MAX;
  }
  for (size_t i = 0; i < count * 4; i += 16) {
    ColumnLanes values, low, high;
    __builtin_memcpy(&values, partials + i, sizeof values);
    __builtin_memcpy(&low, range.lows + i, sizeof low);
    __builtin_memcpy(&high, range.highs + i, sizeof high);
    low = __builtin_elementwise_min(low, __builtin_elementwise_max(values, outside));
    high = __builtin_elementwise_max(high, __builtin_elementwise_min(values, ~outside));
    __builtin_memcpy(range.lows + i, &low, sizeof low);
    __builtin_memcpy(range.highs + i, &high, sizeof high);
  }
}

/// The lesser of two cells' lows, or the greater of their highs when `isHigh`, over the four rows, times
/// 2^shift: in the first word of each pair.
INLINED void boundOfRows(
  const int16_t *one, const int16_t *other, bool isHigh, int32_t shift, ColumnWords *bound) {
  ColumnLanes lanes, next;
  __builtin_memcpy(&lanes, one, sizeof lanes);
  __builtin_memcpy(&next, other, sizeof next);
#define BOUND(a, b) (isHigh ? __builtin_elementwise_max(a, b) : __builtin_elementwise_min(a, b))
  lanes = BOUND(lanes, next);
  lanes = BOUND(lanes, (ColumnLanes)((ColumnRows)lanes >> 32));
  lanes = BOUND(lanes, (ColumnLanes)((ColumnWords)lanes >> 16));
#undef BOUND
  // The first lane of each word, with its sign, shifted.
  *bound = (ColumnWords)((ColumnWordBits)lanes << 16) >> (16 - shift);
}

INLINED void holdLanes(
  int32_t *sums, size_t count, RKRange above, RKRange below, int32_t shift) {
  for (size_t i = 0; i < count; i += 4) {
    ColumnWords low, high, sum;
    boundOfRows(above.lows + i * 4, below.lows + i * 4, false, shift, &low);
    boundOfRows(above.highs + i * 4, below.highs + i * 4, true, shift, &high);
    __builtin_memcpy(&sum, sums + i * 2, sizeof sum);
    sum += (ColumnWords)((ColumnRows)sum >> 32);
    sum = __builtin_elementwise_max(low, __builtin_elementwise_min(high, sum));
    // The second of each pair becomes zero.
    sum = (ColumnWords)((ColumnRows)sum << 32 >> 32);
    __builtin_memcpy(sums + i * 2, &sum, sizeof sum);
  }
}

/// The loops that are the same for every processor with vectors, as functions for one of them.
#define RANGE_FUNCTIONS(kernel, attributes)                                                        \
  attributes static void holdPartials##kernel(                                                     \
    const int16_t *quads, size_t quadStride, size_t quadCount, size_t channels,                    \
    const RKRanges *ranges, int16_t *partials) {                                                   \
    holdQuads(quads, quadStride, quadCount, channels, ranges, partials);                           \
  }                                                                                                \
  attributes static void widenRange##kernel(                                                       \
    const int16_t *partials, size_t count, int firstRow, int endRow, RKRange range) {              \
    widenLanes(partials, count, firstRow, endRow, range);                                          \
  }                                                                                                \
  attributes static void holdSums##kernel(                                                         \
    int32_t *sums, size_t count, RKRange above, RKRange below, int32_t shift) {                    \
    holdLanes(sums, count, above, below, shift);                                                   \
  }
#endif
