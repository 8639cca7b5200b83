#include "Kernels.h"

#if RK_ARM
#include <arm_neon.h>

void filterHorizontallyNEON(
  const int16_t *lines, size_t stride, size_t channels, bool isOpaque,
  const RKWindows *windows, int16_t *partials) {
  bool skipsAlpha = isOpaque && channels == 4;
  size_t filtered = skipsAlpha ? 3 : channels;
  int32x4_t half = vdupq_n_s32(1 << windows->shift);
  int32x4_t right = vdupq_n_s32(-(windows->shift + 1));
  for (size_t i = 0; i < windows->count; i++) {
    const int16_t *weights = windows->weights + i * windows->taps;
    for (size_t channel = 0; channel < filtered; channel++, partials += 4) {
      const int16_t *values = lines + channel * 4 * stride + windows->starts[i];
      int32x4_t sum[4] = {vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0), vdupq_n_s32(0)};
      for (size_t tap = 0; tap < windows->taps; tap += 8) {
        int16x8_t weight = vld1q_s16(weights + tap);
        for (int row = 0; row < 4; row++) {
          int16x8_t value = vld1q_s16(values + (size_t)row * stride + tap);
          sum[row] = vmlal_s16(sum[row], vget_low_s16(weight), vget_low_s16(value));
          sum[row] = vmlal_high_s16(sum[row], weight, value);
        }
      }
      int32x4_t sums = vpaddq_s32(vpaddq_s32(sum[0], sum[1]), vpaddq_s32(sum[2], sum[3]));
      vst1_s16(partials, vqmovn_s32(vshlq_s32(vaddq_s32(sums, half), right)));
    }
    if (skipsAlpha) {
      putOpaque(partials);
      partials += 4;
    }
  }
}

void accumulateNEON(
  const int16_t *partials, size_t count, const int16_t *weights, int32_t *sums) {
  int16x4_t weight = vld1_s16(weights);
  size_t i = 0;
  for (; i + 2 <= count; i += 2) {
    int32x4_t first = vmull_s16(vld1_s16(partials + i * 4), weight);
    int32x4_t second = vmull_s16(vld1_s16(partials + i * 4 + 4), weight);
    vst1q_s32(sums + i * 2, vaddq_s32(vld1q_s32(sums + i * 2), vpaddq_s32(first, second)));
  }
  accumulateScalar(partials + i * 4, count - i, weights, sums + i * 2);
}
#endif
