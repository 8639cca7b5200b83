#ifndef KERNELS_H
#define KERNELS_H

#include "ResampleKernels.h"

#if defined(__x86_64__)
#define RK_X86 1
#elif defined(__aarch64__)
#define RK_ARM 1
#endif

typedef void FilterHorizontally(
  const int16_t *lines, size_t stride, size_t channels, bool isOpaque,
  const RKWindows *windows, int16_t *partials);
typedef void Accumulate(
  const int16_t *partials, size_t count, const int16_t *weights, int32_t *sums);

FilterHorizontally filterHorizontallyScalar, filterHorizontallySSE41, filterHorizontallyAVX2,
  filterHorizontallyNEON;
Accumulate accumulateScalar, accumulateSSE41, accumulateAVX2, accumulateNEON;

/// A sum of weight × line value, 2^(shift + 15) strong, becomes a partial.
static inline int16_t partialOf(int32_t sum, int32_t shift) {
  int32_t value = (sum + (1 << shift)) >> (shift + 1);
  return (int16_t)(value < INT16_MIN ? INT16_MIN : value > INT16_MAX ? INT16_MAX : value);
}

/// The partials of full alpha: what `partialOf` makes of INT16_MAX × 2^shift, whatever the shift.
static inline void putOpaque(int16_t *partials) {
  for (int row = 0; row < 4; row++) partials[row] = 16384;
}

#endif
