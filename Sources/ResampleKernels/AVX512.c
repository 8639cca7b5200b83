#include "Kernels.h"
#include "RangeLoops.h"

#if RK_X86
#include <immintrin.h>

// One vector holds a pair of columns, and VNNI multiplies and adds in one instruction: a fifth faster than
// AVX2. Two sums for each quad, because each addition waits for the one before.

#define AVX512 __attribute__((target("avx512bw,avx512vl,avx512vnni")))

AVX512 static void filterHorizontallyAVX512(
  const int16_t *quads, size_t quadStride, size_t quadCount, size_t channels,
  const RKWindows *windows, int16_t *partials) {
  size_t step = channels * 8;
  size_t nextPartials = windows->count * channels * 4;
  __m512i half = _mm512_set1_epi32(1 << windows->shift);
  __m128i shift = _mm_cvtsi32_si128(windows->shift + 1);
  __mmask16 lanes = channels == 4 ? 0xffff : 0x0fff;
  // If there is only one quad, it is computed twice.
  size_t second = quadCount == RKMostQuads ? quadStride : 0;
  for (size_t i = 0; i < windows->count; i++, partials += channels * 4) {
    const int16_t *weights = windows->weights + i * windows->taps;
    const int16_t *pair = quads + (size_t)windows->starts[i] / 2 * step;
    __m512i sum0 = half, sum1 = half, odd0 = _mm512_setzero_si512(), odd1 = odd0;
    size_t tap = 0;
    for (; tap + 4 <= windows->taps; tap += 4, pair += 2 * step) {
      __m512i weight = _mm512_set1_epi32(pairOfWeights(weights + tap));
      __m512i next = _mm512_set1_epi32(pairOfWeights(weights + tap + 2));
      sum0 = _mm512_dpwssd_epi32(sum0, weight, _mm512_loadu_si512(pair));
      sum1 = _mm512_dpwssd_epi32(sum1, weight, _mm512_loadu_si512(pair + second));
      odd0 = _mm512_dpwssd_epi32(odd0, next, _mm512_loadu_si512(pair + step));
      odd1 = _mm512_dpwssd_epi32(odd1, next, _mm512_loadu_si512(pair + step + second));
    }
    if (tap < windows->taps) {
      __m512i weight = _mm512_set1_epi32(pairOfWeights(weights + tap));
      sum0 = _mm512_dpwssd_epi32(sum0, weight, _mm512_loadu_si512(pair));
      sum1 = _mm512_dpwssd_epi32(sum1, weight, _mm512_loadu_si512(pair + second));
    }
    sum0 = _mm512_sra_epi32(_mm512_add_epi32(sum0, odd0), shift);
    sum1 = _mm512_sra_epi32(_mm512_add_epi32(sum1, odd1), shift);
    _mm512_mask_cvtsepi32_storeu_epi16(partials, lanes, sum0);
    if (second != 0) _mm512_mask_cvtsepi32_storeu_epi16(partials + nextPartials, lanes, sum1);
  }
}

static bool hasAVX512(void) {
  return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
    __builtin_cpu_supports("avx512vnni");
}

RANGE_FUNCTIONS(AVX512, AVX512)

const Kernel avx512Kernel = {
  "avx512", hasAVX512, filterHorizontallyAVX512, accumulateAVX2, holdPartialsAVX512,
  widenRangeAVX512, holdSumsAVX512,
};
#endif
