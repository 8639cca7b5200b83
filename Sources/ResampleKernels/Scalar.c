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

void accumulateScalar(
  const int16_t *partials, size_t count, const int16_t *weights, int32_t *sums) {
  for (size_t i = 0; i < count; i++, partials += 4, sums += 2) {
    sums[0] += partials[0] * weights[0] + partials[1] * weights[1];
    sums[1] += partials[2] * weights[2] + partials[3] * weights[3];
  }
}

static bool isSupported(void) { return true; }

const Kernel scalarKernel = {"scalar", isSupported, filterHorizontallyScalar, accumulateScalar};
