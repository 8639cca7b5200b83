#ifndef KERNELS_H
#define KERNELS_H

#include "ResampleKernels.h"

#if defined(__x86_64__)
#define RK_X86 1
#elif defined(__aarch64__)
#define RK_ARM 1
#endif

typedef void FilterHorizontally(
  const int16_t *quads, size_t quadStride, size_t quadCount, size_t channels,
  const RKWindows *windows, int16_t *partials);
typedef void Accumulate(
  const int16_t *partials, size_t count, const int16_t *weights, int32_t *sums);

/// One processor's version of the loops.
typedef struct Kernel {
  const char *name;
  bool (*isSupported)(void);
  FilterHorizontally *filterHorizontally;
  Accumulate *accumulate;
} Kernel;

extern const Kernel scalarKernel, sse41Kernel, avx2Kernel, neonKernel;

/// For the last pairs, which do not fill a vector.
Accumulate accumulateScalar;

#endif
