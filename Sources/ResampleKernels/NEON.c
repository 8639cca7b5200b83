#include "Kernels.h"
#include "RangeLoops.h"

#if RK_ARM
#include <arm_neon.h>
#include <string.h>

static void filterHorizontallyNEON(
  const int16_t *quads, size_t quadStride, size_t quadCount, size_t channels,
  const RKWindows *windows, int16_t *partials) {
  size_t step = channels * 8;
  int32x4_t half = vdupq_n_s32(1 << windows->shift);
  int32x4_t right = vdupq_n_s32(-(windows->shift + 1));
  for (size_t quad = 0; quad < quadCount; quad++, quads += quadStride) {
    for (size_t i = 0; i < windows->count; i++) {
      const int16_t *weights = windows->weights + i * windows->taps;
      const int16_t *pair = quads + (size_t)windows->starts[i] / 2 * step;
      // Two sums for each lane, one for each neighbour.
      int32x4_t sums[4][2];
      for (size_t c = 0; c < 4; c++) sums[c][0] = sums[c][1] = vdupq_n_s32(0);
      for (size_t tap = 0; tap < windows->taps; tap += 2, pair += step) {
        int32_t two;
        memcpy(&two, weights + tap, sizeof two);
        int16x8_t weight = vreinterpretq_s16_s32(vdupq_n_s32(two));
        for (size_t c = 0; c < channels; c++) {
          int16x8_t lanes = vld1q_s16(pair + c * 8);
          sums[c][0] = vmlal_s16(sums[c][0], vget_low_s16(lanes), vget_low_s16(weight));
          sums[c][1] = vmlal_high_s16(sums[c][1], lanes, weight);
        }
      }
      for (size_t c = 0; c < channels; c++, partials += 4) {
        int32x4_t sum = vaddq_s32(vpaddq_s32(sums[c][0], sums[c][1]), half);
        vst1_s16(partials, vqmovn_s32(vshlq_s32(sum, right)));
      }
    }
  }
}

static void accumulateNEON(
  const int16_t *partials, size_t quadCount, size_t count, const int16_t *weights, int32_t *sums) {
  for (size_t quad = 0; quad < quadCount; quad++, partials += count * 4, weights += 4) {
    int16x4_t weight = vld1_s16(weights);
    size_t i = 0;
    for (; i + 2 <= count; i += 2) {
      int32x4_t first = vmull_s16(vld1_s16(partials + i * 4), weight);
      int32x4_t second = vmull_s16(vld1_s16(partials + i * 4 + 4), weight);
      vst1q_s32(sums + i * 2, vaddq_s32(vld1q_s32(sums + i * 2), vpaddq_s32(first, second)));
    }
    accumulateFrom(i, partials, 1, count, weights, sums);
  }
}

RANGE_FUNCTIONS(NEON, )

static bool isSupported(void) { return true; }

const Kernel neonKernel = {
  "neon", isSupported, filterHorizontallyNEON, accumulateNEON, holdPartialsNEON, widenRangeNEON,
  holdSumsNEON,
};
#endif
