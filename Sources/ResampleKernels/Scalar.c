// What every other kernel must equal, bit for bit.
#include "Kernels.h"

void filterHorizontallyScalar(
  const int16_t *lines, size_t stride, size_t channels, bool isOpaque,
  const RKWindows *windows, int16_t *partials) {
  bool skipsAlpha = isOpaque && channels == 4;
  size_t filtered = skipsAlpha ? 3 : channels;
  for (size_t i = 0; i < windows->count; i++) {
    const int16_t *weights = windows->weights + i * windows->taps;
    for (size_t line = 0; line < filtered * 4; line++) {
      const int16_t *values = lines + line * stride + windows->starts[i];
      int32_t sum = 0;
      for (size_t tap = 0; tap < windows->taps; tap++) sum += weights[tap] * values[tap];
      *partials++ = partialOf(sum, windows->shift);
    }
    if (skipsAlpha) {
      putOpaque(partials);
      partials += 4;
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
