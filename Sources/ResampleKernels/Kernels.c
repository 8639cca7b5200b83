// Picks the loops of one processor.
#include "Kernels.h"

typedef struct Loops {
  FilterHorizontally *filterHorizontally;
  Accumulate *accumulate;
} Loops;

static const Loops loops[] = {
  [RKKernelScalar] = {filterHorizontallyScalar, accumulateScalar},
#if RK_X86
  [RKKernelSSE41] = {filterHorizontallySSE41, accumulateSSE41},
  [RKKernelAVX2] = {filterHorizontallyAVX2, accumulateAVX2},
#elif RK_ARM
  [RKKernelNEON] = {filterHorizontallyNEON, accumulateNEON},
#endif
};

bool RKIsSupported(RKKernel kernel) {
  switch (kernel) {
    case RKKernelScalar:
      return true;
#if RK_X86
    case RKKernelSSE41:
      return __builtin_cpu_supports("sse4.1");
    case RKKernelAVX2:
      return __builtin_cpu_supports("avx2");
#elif RK_ARM
    case RKKernelNEON:
      return true;
#endif
    default:
      return false;
  }
}

void RKFilterHorizontally(
  RKKernel kernel, const int16_t *quads, size_t quadStride, size_t quadCount, size_t channels,
  const RKWindows *windows, int16_t *partials) {
  loops[kernel].filterHorizontally(quads, quadStride, quadCount, channels, windows, partials);
}

void RKAccumulate(
  RKKernel kernel, const int16_t *partials, size_t count, const int16_t *weights, int32_t *sums) {
  loops[kernel].accumulate(partials, count, weights, sums);
}
