#include "Kernels.h"
#include "RangeLoops.h"

#if RK_X86
#include <immintrin.h>
#include <string.h>

// pmaddwd multiplies two neighbours by two weights and adds them, in every lane; one broadcast of
// the weights serves all lanes. All sums are exact, so the order of adding does not matter.
//
// With three channels the last vector holds lanes of the next pair of columns too; their sums are
// not stored, or are overwritten by the next output or fall into the slack.

#define SSE41 __attribute__((target("sse4.1")))
#define AVX2 __attribute__((target("avx2")))

SSE41 static void filterHorizontallySSE41(
  const int16_t *quads, size_t quadStride, size_t quadCount, size_t channels,
  const RKWindows *windows, int16_t *partials) {
  size_t step = channels * 8;
  __m128i half = _mm_set1_epi32(1 << windows->shift);
  __m128i shift = _mm_cvtsi32_si128(windows->shift + 1);
  for (size_t quad = 0; quad < quadCount; quad++, quads += quadStride) {
    for (size_t i = 0; i < windows->count; i++, partials += channels * 4) {
      const int16_t *weights = windows->weights + i * windows->taps;
      const __m128i *pair = (const __m128i *)(quads + (size_t)windows->starts[i] / 2 * step);
      __m128i sum0 = half, sum1 = half, sum2 = half, sum3 = half;
      for (size_t tap = 0; tap < windows->taps; tap += 2) {
        __m128i weight = _mm_set1_epi32(pairOfWeights(weights + tap));
        sum0 = _mm_add_epi32(sum0, _mm_madd_epi16(weight, _mm_loadu_si128(pair)));
        sum1 = _mm_add_epi32(sum1, _mm_madd_epi16(weight, _mm_loadu_si128(pair + 1)));
        sum2 = _mm_add_epi32(sum2, _mm_madd_epi16(weight, _mm_loadu_si128(pair + 2)));
        sum3 = _mm_add_epi32(sum3, _mm_madd_epi16(weight, _mm_loadu_si128(pair + 3)));
        pair = (const __m128i *)((const int16_t *)pair + step);
      }
      __m128i low = _mm_packs_epi32(_mm_sra_epi32(sum0, shift), _mm_sra_epi32(sum1, shift));
      __m128i high = _mm_packs_epi32(_mm_sra_epi32(sum2, shift), _mm_sra_epi32(sum3, shift));
      _mm_storeu_si128((__m128i *)partials, low);
      _mm_storeu_si128((__m128i *)(partials + 8), high);
    }
  }
}

SSE41 static inline __m128i rowWeightsSSE41(const int16_t *weights) {
  int64_t four;
  memcpy(&four, weights, sizeof four);
  return _mm_set1_epi64x(four);
}

SSE41 static void accumulateSSE41(
  const int16_t *partials, size_t quadCount, size_t count, const int16_t *weights, int32_t *sums) {
  // If there is only one quad, its neighbour's weights are zero.
  __m128i first = rowWeightsSSE41(weights);
  __m128i second = quadCount == 2 ? rowWeightsSSE41(weights + 4) : _mm_setzero_si128();
  const int16_t *next = quadCount == 2 ? partials + count * 4 : partials;
  size_t i = 0;
  for (; i + 2 <= count; i += 2) {
    __m128i *sum = (__m128i *)(sums + i * 2);
    __m128i one = _mm_madd_epi16(first, _mm_loadu_si128((const __m128i *)(partials + i * 4)));
    __m128i other = _mm_madd_epi16(second, _mm_loadu_si128((const __m128i *)(next + i * 4)));
    _mm_storeu_si128(sum, _mm_add_epi32(_mm_loadu_si128(sum), _mm_add_epi32(one, other)));
  }
  accumulateFrom(i, partials, quadCount, count, weights, sums);
}

static bool hasSSE41(void) { return __builtin_cpu_supports("sse4.1"); }

RANGE_FUNCTIONS(SSE41, SSE41)

const Kernel sse41Kernel = {
  "sse4.1", hasSSE41, filterHorizontallySSE41, accumulateSSE41, holdPartialsSSE41, widenRangeSSE41,
  holdSumsSSE41,
};

AVX2 static inline void storePartialsAVX2(
  __m256i low, __m256i high, __m128i shift, size_t channels, int16_t *partials) {
  __m256i packed = _mm256_packs_epi32(_mm256_sra_epi32(low, shift), _mm256_sra_epi32(high, shift));
  packed = _mm256_permute4x64_epi64(packed, 0xd8);
  if (channels == 4) {
    _mm256_storeu_si256((__m256i *)partials, packed);
  } else {
    // After the last output of the first quad come those of the second, which are stored already.
    _mm_storeu_si128((__m128i *)partials, _mm256_castsi256_si128(packed));
    _mm_storel_epi64((__m128i *)(partials + 8), _mm256_extracti128_si256(packed, 1));
  }
}

AVX2 static void filterHorizontallyAVX2(
  const int16_t *quads, size_t quadStride, size_t quadCount, size_t channels,
  const RKWindows *windows, int16_t *partials) {
  size_t step = channels * 8;
  size_t nextPartials = windows->count * channels * 4;
  __m256i half = _mm256_set1_epi32(1 << windows->shift);
  __m128i shift = _mm_cvtsi32_si128(windows->shift + 1);
  // If there is only one quad, it is computed twice.
  size_t second = quadCount == RKMostQuads ? quadStride : 0;
  for (size_t i = 0; i < windows->count; i++, partials += channels * 4) {
    const int16_t *weights = windows->weights + i * windows->taps;
    const int16_t *pair = quads + (size_t)windows->starts[i] / 2 * step;
    __m256i sum0 = half, sum1 = half, sum2 = half, sum3 = half;
    for (size_t tap = 0; tap < windows->taps; tap += 2, pair += step) {
      __m256i weight = _mm256_set1_epi32(pairOfWeights(weights + tap));
#define ADD(n, at)                                                                              \
  sum##n = _mm256_add_epi32(                                                                    \
    sum##n, _mm256_madd_epi16(weight, _mm256_loadu_si256((const __m256i *)(at))))
      ADD(0, pair);
      ADD(1, pair + 16);
      ADD(2, pair + second);
      ADD(3, pair + second + 16);
#undef ADD
    }
    storePartialsAVX2(sum0, sum1, shift, channels, partials);
    if (second != 0) {
      storePartialsAVX2(sum2, sum3, shift, channels, partials + nextPartials);
    }
  }
}

AVX2 void accumulateAVX2(
  const int16_t *partials, size_t quadCount, size_t count, const int16_t *weights, int32_t *sums) {
  __m256i first = _mm256_broadcastq_epi64(rowWeightsSSE41(weights));
  __m256i second =
    quadCount == 2 ? _mm256_broadcastq_epi64(rowWeightsSSE41(weights + 4)) : _mm256_setzero_si256();
  const int16_t *next = quadCount == 2 ? partials + count * 4 : partials;
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    __m256i *sum = (__m256i *)(sums + i * 2);
    __m256i one =
      _mm256_madd_epi16(first, _mm256_loadu_si256((const __m256i *)(partials + i * 4)));
    __m256i other = _mm256_madd_epi16(second, _mm256_loadu_si256((const __m256i *)(next + i * 4)));
    _mm256_storeu_si256(
      sum, _mm256_add_epi32(_mm256_loadu_si256(sum), _mm256_add_epi32(one, other)));
  }
  accumulateFrom(i, partials, quadCount, count, weights, sums);
}

static bool hasAVX2(void) { return __builtin_cpu_supports("avx2"); }

RANGE_FUNCTIONS(AVX2, AVX2)

const Kernel avx2Kernel = {
  "avx2", hasAVX2, filterHorizontallyAVX2, accumulateAVX2, holdPartialsAVX2, widenRangeAVX2,
  holdSumsAVX2,
};
#endif
