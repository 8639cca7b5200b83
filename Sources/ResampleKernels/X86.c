#include "Kernels.h"

#if RK_X86
#include <immintrin.h>
#include <string.h>

// pmaddwd multiplies two neighbours by two weights and adds them, in every lane; one broadcast of
// the weights serves all lanes. All sums are exact, so the order of adding does not matter.
//
// With three channels the last vector of a quad holds lanes of the next pair too; their sums are
// stored and then overwritten by the next output, or fall into the slack.

#define SSE41 __attribute__((target("sse4.1")))
#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512vnni")))

static inline int32_t pairOfWeights(const int16_t *weights) {
  int32_t pair;
  memcpy(&pair, weights, sizeof pair);
  return pair;
}

SSE41 void filterHorizontallySSE41(
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

SSE41 void accumulateSSE41(
  const int16_t *partials, size_t count, const int16_t *weights, int32_t *sums) {
  int64_t four;
  memcpy(&four, weights, sizeof four);
  __m128i weight = _mm_set1_epi64x(four);
  size_t i = 0;
  for (; i + 2 <= count; i += 2) {
    __m128i *sum = (__m128i *)(sums + i * 2);
    __m128i product =
      _mm_madd_epi16(weight, _mm_loadu_si128((const __m128i *)(partials + i * 4)));
    _mm_storeu_si128(sum, _mm_add_epi32(_mm_loadu_si128(sum), product));
  }
  accumulateScalar(partials + i * 4, count - i, weights, sums + i * 2);
}

AVX2 static inline void storePartialsAVX2(
  __m256i low, __m256i high, __m128i shift, int16_t *partials) {
  __m256i packed = _mm256_packs_epi32(_mm256_sra_epi32(low, shift), _mm256_sra_epi32(high, shift));
  _mm256_storeu_si256((__m256i *)partials, _mm256_permute4x64_epi64(packed, 0xd8));
}

AVX2 void filterHorizontallyAVX2(
  const int16_t *quads, size_t quadStride, size_t quadCount, size_t channels,
  const RKWindows *windows, int16_t *partials) {
  size_t step = channels * 8;
  size_t nextPartials = windows->count * channels * 4;
  __m256i half = _mm256_set1_epi32(1 << windows->shift);
  __m128i shift = _mm_cvtsi32_si128(windows->shift + 1);
  // Of two quads the second is computed again where there is only one.
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
    storePartialsAVX2(sum0, sum1, shift, partials);
    if (second != 0) storePartialsAVX2(sum2, sum3, shift, partials + nextPartials);
  }
}

AVX2 void accumulateAVX2(
  const int16_t *partials, size_t count, const int16_t *weights, int32_t *sums) {
  int64_t four;
  memcpy(&four, weights, sizeof four);
  __m256i weight = _mm256_set1_epi64x(four);
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    __m256i *sum = (__m256i *)(sums + i * 2);
    __m256i product =
      _mm256_madd_epi16(weight, _mm256_loadu_si256((const __m256i *)(partials + i * 4)));
    _mm256_storeu_si256(sum, _mm256_add_epi32(_mm256_loadu_si256(sum), product));
  }
  accumulateScalar(partials + i * 4, count - i, weights, sums + i * 2);
}

AVX512 void filterHorizontallyAVX512(
  const int16_t *quads, size_t quadStride, size_t quadCount, size_t channels,
  const RKWindows *windows, int16_t *partials) {
  size_t step = channels * 8;
  size_t nextPartials = windows->count * channels * 4;
  __m512i half = _mm512_set1_epi32(1 << windows->shift);
  __m128i shift = _mm_cvtsi32_si128(windows->shift + 1);
  size_t second = quadCount == RKMostQuads ? quadStride : 0;
  for (size_t i = 0; i < windows->count; i++, partials += channels * 4) {
    const int16_t *weights = windows->weights + i * windows->taps;
    const int16_t *pair = quads + (size_t)windows->starts[i] / 2 * step;
    __m512i zero = _mm512_setzero_si512();
    // The multiply-add takes five cycles and two can start in each: eight sums keep it busy.
    __m512i sum0 = half, sum1 = half, sum2 = zero, sum3 = zero;
    __m512i sum4 = zero, sum5 = zero, sum6 = zero, sum7 = zero;
#define ADD(first, other, n)                                                                    \
  do {                                                                                          \
    __m512i weight = _mm512_set1_epi32(pairOfWeights(weights + tap + 2 * n));                   \
    first = _mm512_dpwssd_epi32(first, weight, _mm512_loadu_si512(pair + n * step));            \
    other = _mm512_dpwssd_epi32(other, weight, _mm512_loadu_si512(pair + n * step + second));   \
  } while (0)
    size_t tap = 0;
    for (; tap + 8 <= windows->taps; tap += 8, pair += 4 * step) {
      ADD(sum0, sum1, 0);
      ADD(sum2, sum3, 1);
      ADD(sum4, sum5, 2);
      ADD(sum6, sum7, 3);
    }
    for (; tap < windows->taps; tap += 2, pair += step) ADD(sum0, sum1, 0);
#undef ADD
    sum0 = _mm512_add_epi32(_mm512_add_epi32(sum0, sum2), _mm512_add_epi32(sum4, sum6));
    sum1 = _mm512_add_epi32(_mm512_add_epi32(sum1, sum3), _mm512_add_epi32(sum5, sum7));
    _mm256_storeu_si256(
      (__m256i *)partials, _mm512_cvtsepi32_epi16(_mm512_sra_epi32(sum0, shift)));
    if (second != 0) {
      _mm256_storeu_si256(
        (__m256i *)(partials + nextPartials),
        _mm512_cvtsepi32_epi16(_mm512_sra_epi32(sum1, shift)));
    }
  }
}
#endif
