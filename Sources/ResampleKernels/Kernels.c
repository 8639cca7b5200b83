// The table of kernels, and the calls through it.
#include "Kernels.h"

/// The scalar kernel, which all others must equal, then those of this processor's family from the
/// slowest to the fastest.
static const Kernel *const kernels[] = {
  &scalarKernel,
#if RK_X86
  &sse41Kernel,
  &avx2Kernel,
  &avx512Kernel,
#elif RK_ARM
  &neonKernel,
#endif
};

int32_t RKKernelCount(void) { return sizeof kernels / sizeof *kernels; }

const char *RKKernelName(RKKernel kernel) { return kernels[kernel]->name; }

bool RKIsSupported(RKKernel kernel) { return kernels[kernel]->isSupported(); }

void RKFilterHorizontally(
  RKKernel kernel, const int16_t *quads, size_t quadStride, size_t quadCount, size_t channels,
  const RKWindows *windows, int16_t *partials) {
  kernels[kernel]->filterHorizontally(quads, quadStride, quadCount, channels, windows, partials);
}

void RKAccumulate(
  RKKernel kernel, const int16_t *partials, size_t quadCount, size_t count,
  const int16_t *weights, int32_t *sums) {
  kernels[kernel]->accumulate(partials, quadCount, count, weights, sums);
}

void RKHoldPartials(
  RKKernel kernel, const int16_t *quads, size_t quadStride, size_t quadCount, size_t channels,
  const RKRanges *ranges, int16_t *partials) {
  kernels[kernel]->holdPartials(quads, quadStride, quadCount, channels, ranges, partials);
}

void RKWidenRange(
  RKKernel kernel, const int16_t *partials, size_t count, int firstRow, int endRow,
  RKRange range) {
  kernels[kernel]->widenRange(partials, count, firstRow, endRow, range);
}

void RKHoldSums(
  RKKernel kernel, int32_t *sums, size_t count, RKRange above, RKRange below, int32_t shift) {
  kernels[kernel]->holdSums(sums, count, above, below, shift);
}
