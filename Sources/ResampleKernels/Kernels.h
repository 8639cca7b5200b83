#ifndef KERNELS_H
#define KERNELS_H

#include "ResampleKernels.h"

#include <string.h>

#if defined(__x86_64__)
#define RK_X86 1
#elif defined(__aarch64__)
#define RK_ARM 1
#endif

static inline int32_t pairOfWeights(const int16_t *weights) {
  int32_t pair;
  memcpy(&pair, weights, sizeof pair);
  return pair;
}

typedef void FilterHorizontally(
  const int16_t *quads, size_t quadStride, size_t quadCount, size_t channels,
  const RKWindows *windows, int16_t *partials);
typedef void Accumulate(
  const int16_t *partials, size_t quadCount, size_t count, const int16_t *weights, int32_t *sums);
typedef void HoldPartials(
  const int16_t *quads, size_t quadStride, size_t quadCount, size_t channels,
  const RKRanges *ranges, int16_t *partials);
typedef void WidenRange(
  const int16_t *partials, size_t count, int firstRow, int endRow, RKRange range);
typedef void HoldSums(
  int32_t *sums, size_t count, RKRange above, RKRange below, int32_t shift);

/// One processor's version of the loops.
typedef struct Kernel {
  const char *name;
  bool (*isSupported)(void);
  FilterHorizontally *filterHorizontally;
  Accumulate *accumulate;
  HoldPartials *holdPartials;
  WidenRange *widenRange;
  HoldSums *holdSums;
} Kernel;

extern const Kernel scalarKernel, sse41Kernel, avx2Kernel, avx512Kernel, neonKernel;

/// AVX-512's too, for which the rows are too short.
Accumulate accumulateAVX2;

/// Adds pairs `first` up to `count`: the last ones, which do not fill a vector.
void accumulateFrom(
  size_t first, const int16_t *partials, size_t quadCount, size_t count, const int16_t *weights,
  int32_t *sums);

#endif
