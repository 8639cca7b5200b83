// The reference kernel, which every other one must equal bit for bit.
#include "Kernels.h"

static void filterHorizontallyScalar(
  const int16_t *quads, size_t quadStride, size_t quadCount, size_t channels,
  const RKWindows *windows, int16_t *partials) {
  size_t lanes = channels * 4;
  for (size_t quad = 0; quad < quadCount; quad++, quads += quadStride) {
    for (size_t i = 0; i < windows->count; i++) {
      const int16_t *weights = windows->weights + i * windows->taps;
      const int16_t *pairs = quads + (size_t)windows->starts[i] * lanes;
      for (size_t lane = 0; lane < lanes; lane++) {
        int32_t sum = 0;
        for (size_t tap = 0; tap < windows->taps; tap += 2) {
          const int16_t *pair = pairs + tap * lanes + lane * 2;
          sum += weights[tap] * pair[0] + weights[tap + 1] * pair[1];
        }
        int32_t value = (sum + (1 << windows->shift)) >> (windows->shift + 1);
        *partials++ = (int16_t)(value < INT16_MIN ? INT16_MIN : value > INT16_MAX ? INT16_MAX : value);
      }
    }
  }
}

void accumulateFrom(
  size_t first, const int16_t *partials, size_t quadCount, size_t count, const int16_t *weights,
  int32_t *sums) {
  for (size_t quad = 0; quad < quadCount; quad++, partials += count * 4, weights += 4) {
    for (size_t i = first; i < count; i++) {
      const int16_t *four = partials + i * 4;
      sums[i * 2] += four[0] * weights[0] + four[1] * weights[1];
      sums[i * 2 + 1] += four[2] * weights[2] + four[3] * weights[3];
    }
  }
}

static void accumulateScalar(
  const int16_t *partials, size_t quadCount, size_t count, const int16_t *weights, int32_t *sums) {
  accumulateFrom(0, partials, quadCount, count, weights, sums);
}

static inline int16_t least(int16_t one, int16_t other) { return one < other ? one : other; }
static inline int16_t greatest(int16_t one, int16_t other) { return one > other ? one : other; }

/// A sample as a partial: the result of a window of nothing but this sample.
static inline int16_t partialOf(int16_t sample) { return (int16_t)((sample + 1) >> 1); }

static void holdPartialsScalar(
  const int16_t *quads, size_t quadStride, size_t quadCount, size_t channels,
  const RKRanges *ranges, int16_t *partials) {
  size_t lanes = channels * 4;
  for (size_t quad = 0; quad < quadCount; quad++, quads += quadStride) {
    for (size_t i = 0; i < ranges->count * lanes; i++) {
      size_t lane = i % lanes;
      int16_t low = INT16_MAX, high = INT16_MIN;
      for (size_t cell = i / lanes * ranges->step, end = cell + 2; cell < end; cell++) {
        for (int32_t column = ranges->starts[cell]; column < ranges->ends[cell]; column++) {
          int16_t sample = quads[((size_t)column / 2 * lanes + lane) * 2 + (size_t)column % 2];
          low = least(low, sample);
          high = greatest(high, sample);
        }
      }
      *partials = greatest(partialOf(low), least(partialOf(high), *partials));
      partials++;
    }
  }
}

static void widenRangeScalar(
  const int16_t *partials, size_t count, int firstRow, int endRow, RKRange range) {
  for (size_t i = 0; i < count * 4; i++) {
    if ((int)(i % 4) < firstRow || (int)(i % 4) >= endRow) continue;
    range.lows[i] = least(range.lows[i], partials[i]);
    range.highs[i] = greatest(range.highs[i], partials[i]);
  }
}

static void holdSumsScalar(
  int32_t *sums, size_t count, RKRange above, RKRange below, int32_t shift) {
  for (size_t i = 0; i < count; i++) {
    int16_t lowest = INT16_MAX, highest = INT16_MIN;
    for (size_t row = i * 4; row < i * 4 + 4; row++) {
      lowest = least(lowest, least(above.lows[row], below.lows[row]));
      highest = greatest(highest, greatest(above.highs[row], below.highs[row]));
    }
    int32_t low = lowest * (1 << shift), high = highest * (1 << shift);
    int32_t sum = sums[i * 2] + sums[i * 2 + 1];
    sums[i * 2] = sum < low ? low : sum > high ? high : sum;
    sums[i * 2 + 1] = 0;
  }
}

static bool isSupported(void) { return true; }

const Kernel scalarKernel = {
  "scalar", isSupported, filterHorizontallyScalar, accumulateScalar, holdPartialsScalar,
  widenRangeScalar, holdSumsScalar,
};
