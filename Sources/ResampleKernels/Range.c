// Clamps filtered values to the range of their nearest samples, so that sharp filters cannot ring.
// Minimum and maximum are exact in any order, so plain loops, which the compiler vectorises, give the
// same bits on every processor.
#include "ResampleKernels.h"

enum { rows = 4, mostLanes = 2 * 4 * rows };

static inline int16_t least(int16_t one, int16_t other) { return one < other ? one : other; }
static inline int16_t greatest(int16_t one, int16_t other) { return one > other ? one : other; }

/// A sample as a partial: the result of a window of nothing but this sample.
static inline int16_t partialOf(int16_t sample) { return (int16_t)((sample + 1) >> 1); }

static inline void holdPartials(
  const int16_t *quad, const RKRanges *ranges, size_t channels, int16_t *partials) {
  size_t lanes = channels * rows;
  for (size_t i = 0; i < ranges->count; i++, partials += lanes) {
    int16_t low[mostLanes], high[mostLanes];
    for (size_t lane = 0; lane < mostLanes; lane++) {
      low[lane] = INT16_MAX;
      high[lane] = INT16_MIN;
    }
    size_t first = (size_t)ranges->starts[i], end = (size_t)ranges->ends[i];
    // First columns in pairs, then single ones at the sides.
    for (size_t pair = (first + 1) / 2; pair < end / 2; pair++) {
      const int16_t *samples = quad + pair * lanes * 2;
      for (size_t lane = 0; lane < lanes * 2; lane++) {
        low[lane] = least(low[lane], samples[lane]);
        high[lane] = greatest(high[lane], samples[lane]);
      }
    }
    for (size_t side = 0; side < 2; side++) {
      size_t column = side == 0 ? first : end - 1;
      if (side == 0 ? first % 2 == 0 : end % 2 == 0) continue;
      const int16_t *samples = quad + column / 2 * lanes * 2 + column % 2;
      for (size_t lane = 0; lane < lanes; lane++) {
        low[lane * 2] = least(low[lane * 2], samples[lane * 2]);
        high[lane * 2] = greatest(high[lane * 2], samples[lane * 2]);
      }
    }
    for (size_t lane = 0; lane < lanes; lane++) {
      int16_t lowest = partialOf(least(low[lane * 2], low[lane * 2 + 1]));
      int16_t highest = partialOf(greatest(high[lane * 2], high[lane * 2 + 1]));
      partials[lane] = greatest(lowest, least(highest, partials[lane]));
    }
  }
}

void RKHoldPartials(
  const int16_t *quads, size_t quadStride, size_t quadCount, size_t channels,
  const RKRanges *ranges, int16_t *partials) {
  for (size_t i = 0; i < quadCount; i++, quads += quadStride) {
    // One call per number of channels, so that it is a constant.
    if (channels == 4) {
      holdPartials(quads, ranges, 4, partials);
    } else {
      holdPartials(quads, ranges, 3, partials);
    }
    partials += ranges->count * channels * rows;
  }
}

void RKWidenRange(
  const int16_t *partials, size_t count, int firstRow, int endRow, int16_t *lows, int16_t *highs) {
  // Rows outside the range change neither.
  int16_t above[rows], below[rows], keep[rows];
  for (int row = 0; row < rows; row++) {
    bool isInside = row >= firstRow && row < endRow;
    keep[row] = isInside ? -1 : 0;
    above[row] = isInside ? 0 : INT16_MAX;
    below[row] = isInside ? 0 : INT16_MIN;
  }
  for (size_t i = 0; i < count * rows; i += rows) {
    for (size_t row = 0; row < rows; row++) {
      int16_t value = (int16_t)(partials[i + row] & keep[row]);
      lows[i + row] = least(lows[i + row], (int16_t)(value | above[row]));
      highs[i + row] = greatest(highs[i + row], (int16_t)(value | below[row]));
    }
  }
}

void RKHoldSums(
  int32_t *sums, size_t count, const int16_t *lows, const int16_t *highs, int32_t shift) {
  for (size_t i = 0; i < count; i++, sums += 2, lows += rows, highs += rows) {
    int32_t low = least(least(lows[0], lows[1]), least(lows[2], lows[3])) * (1 << shift);
    int32_t high =
      greatest(greatest(highs[0], highs[1]), greatest(highs[2], highs[3])) * (1 << shift);
    int32_t sum = sums[0] + sums[1];
    sums[0] = sum < low ? low : sum > high ? high : sum;
    sums[1] = 0;
  }
}
