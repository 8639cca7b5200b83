#include "Kernels.h"

#if RK_X86
#include <immintrin.h>
#include <string.h>

// pmaddwd multiplies Int16 pairs into one Int32; one load of weights serves the four rows of a
// quad (eight lines with AVX2). All sums are exact, so the order of adding does not matter.

#define SSE41 __attribute__((target("sse4.1")))
#define AVX2 __attribute__((target("avx2")))

SSE41 static inline void filterFourSSE41(
  const int16_t *values, size_t stride, const int16_t *weights, size_t taps, int32_t shift,
  int16_t *partials) {
  __m128i sum0 = _mm_setzero_si128(), sum1 = sum0, sum2 = sum0, sum3 = sum0;
  for (size_t tap = 0; tap < taps; tap += 8) {
    __m128i weight = _mm_loadu_si128((const __m128i *)(weights + tap));
    const int16_t *at = values + tap;
#define ADD(n)                                                                                  \
  sum##n = _mm_add_epi32(                                                                       \
    sum##n, _mm_madd_epi16(weight, _mm_loadu_si128((const __m128i *)(at + n * stride))))
    ADD(0);
    ADD(1);
    ADD(2);
    ADD(3);
#undef ADD
  }
  __m128i sums = _mm_hadd_epi32(_mm_hadd_epi32(sum0, sum1), _mm_hadd_epi32(sum2, sum3));
  sums = _mm_add_epi32(sums, _mm_set1_epi32(1 << shift));
  sums = _mm_sra_epi32(sums, _mm_cvtsi32_si128(shift + 1));
  _mm_storel_epi64((__m128i *)partials, _mm_packs_epi32(sums, sums));
}

SSE41 void filterHorizontallySSE41(
  const int16_t *lines, size_t stride, size_t channels, bool isOpaque,
  const RKWindows *windows, int16_t *partials) {
  bool skipsAlpha = isOpaque && channels == 4;
  size_t filtered = skipsAlpha ? 3 : channels;
  for (size_t i = 0; i < windows->count; i++) {
    const int16_t *values = lines + windows->starts[i];
    const int16_t *weights = windows->weights + i * windows->taps;
    for (size_t channel = 0; channel < filtered; channel++, partials += 4) {
      filterFourSSE41(
        values + channel * 4 * stride, stride, weights, windows->taps, windows->shift, partials);
    }
    if (skipsAlpha) {
      putOpaque(partials);
      partials += 4;
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

/// Filters `2 * n` channels' worth of four lines; the partials of one channel are four in a row.
AVX2 static inline void filterEightAVX2(
  const int16_t *values, size_t stride, const int16_t *weights, size_t taps, int32_t shift,
  int16_t *partials) {
  __m256i sum0 = _mm256_setzero_si256(), sum1 = sum0, sum2 = sum0, sum3 = sum0;
  __m256i sum4 = sum0, sum5 = sum0, sum6 = sum0, sum7 = sum0;
  for (size_t tap = 0; tap < taps; tap += 16) {
    __m256i weight = _mm256_loadu_si256((const __m256i *)(weights + tap));
    const int16_t *at = values + tap;
#define ADD(n)                                                                                  \
  sum##n = _mm256_add_epi32(                                                                    \
    sum##n, _mm256_madd_epi16(weight, _mm256_loadu_si256((const __m256i *)(at + n * stride))))
    ADD(0);
    ADD(1);
    ADD(2);
    ADD(3);
    ADD(4);
    ADD(5);
    ADD(6);
    ADD(7);
#undef ADD
  }
  __m256i first = _mm256_hadd_epi32(_mm256_hadd_epi32(sum0, sum1), _mm256_hadd_epi32(sum2, sum3));
  __m256i second = _mm256_hadd_epi32(_mm256_hadd_epi32(sum4, sum5), _mm256_hadd_epi32(sum6, sum7));
  // Each half holds half of every sum.
  __m256i sums = _mm256_add_epi32(
    _mm256_permute2x128_si256(first, second, 0x20), _mm256_permute2x128_si256(first, second, 0x31));
  sums = _mm256_add_epi32(sums, _mm256_set1_epi32(1 << shift));
  sums = _mm256_sra_epi32(sums, _mm_cvtsi32_si128(shift + 1));
  _mm_storeu_si128(
    (__m128i *)partials,
    _mm_packs_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1)));
}

AVX2 static inline void filterFourAVX2(
  const int16_t *values, size_t stride, const int16_t *weights, size_t taps, int32_t shift,
  int16_t *partials) {
  __m256i sum0 = _mm256_setzero_si256(), sum1 = sum0, sum2 = sum0, sum3 = sum0;
  for (size_t tap = 0; tap < taps; tap += 16) {
    __m256i weight = _mm256_loadu_si256((const __m256i *)(weights + tap));
    const int16_t *at = values + tap;
#define ADD(n)                                                                                  \
  sum##n = _mm256_add_epi32(                                                                    \
    sum##n, _mm256_madd_epi16(weight, _mm256_loadu_si256((const __m256i *)(at + n * stride))))
    ADD(0);
    ADD(1);
    ADD(2);
    ADD(3);
#undef ADD
  }
  __m256i both = _mm256_hadd_epi32(_mm256_hadd_epi32(sum0, sum1), _mm256_hadd_epi32(sum2, sum3));
  __m128i sums = _mm_add_epi32(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
  sums = _mm_add_epi32(sums, _mm_set1_epi32(1 << shift));
  sums = _mm_sra_epi32(sums, _mm_cvtsi32_si128(shift + 1));
  _mm_storel_epi64((__m128i *)partials, _mm_packs_epi32(sums, sums));
}

AVX2 void filterHorizontallyAVX2(
  const int16_t *lines, size_t stride, size_t channels, bool isOpaque,
  const RKWindows *windows, int16_t *partials) {
  bool skipsAlpha = isOpaque && channels == 4;
  size_t filtered = skipsAlpha ? 3 : channels;
  size_t taps = windows->taps;
  for (size_t i = 0; i < windows->count; i++) {
    const int16_t *values = lines + windows->starts[i];
    const int16_t *weights = windows->weights + i * taps;
    size_t channel = 0;
    for (; channel + 2 <= filtered; channel += 2, partials += 8) {
      filterEightAVX2(
        values + channel * 4 * stride, stride, weights, taps, windows->shift, partials);
    }
    for (; channel < filtered; channel++, partials += 4) {
      filterFourAVX2(
        values + channel * 4 * stride, stride, weights, taps, windows->shift, partials);
    }
    if (skipsAlpha) {
      putOpaque(partials);
      partials += 4;
    }
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
#endif
