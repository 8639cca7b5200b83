// The C parts that differ by processor, compared with plain ones: a program of its own, so that it can be
// compiled for another processor and run in an emulator (Scripts/test-arm64). Swift's tests do the same
// for the processor that they run on.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Deflate.h"
#include "Inflate.h"
#include "ResampleKernels.h"
#include "RowFilters.h"
#include "Unfilter.h"

static uint64_t state = 1;

/// Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014).
static uint32_t below(uint32_t bound) {
  uint64_t z = state += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return (uint32_t)((z ^ z >> 31) % bound);
}

static int16_t anySample(void) { return (int16_t)below(65536); }

static int failures;

static void expect(bool isRight, const char *what) {
  if (isRight) return;
  printf("wrong: %s\n", what);
  failures++;
}

/// libdeflate's, which there is no need to have for that processor.
uint32_t libdeflate_adler32(uint32_t adler, const void *bytes, size_t count) {
  uint32_t a = adler & 0xffff, b = adler >> 16;
  for (size_t i = 0; i < count; i++) {
    a = (a + ((const uint8_t *)bytes)[i]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

static void filterHorizontally(RKKernel kernel, size_t channels, size_t quadCount) {
  static const int shapes[][3] = {{1, 2, 15}, {7, 46, 14}, {5, 160, 15}, {1, 510, 13}};
  for (size_t shape = 0; shape < 4; shape++) {
    size_t count = (size_t)shapes[shape][0], taps = (size_t)shapes[shape][1];
    size_t stride = (taps + count * 2) * channels * 4, size = quadCount * count * channels * 4;
    int16_t *samples = malloc((quadCount * stride + RKSlack) * sizeof *samples);
    for (size_t i = 0; i < quadCount * stride + RKSlack; i++) samples[i] = anySample();
    int16_t *weights = malloc(count * taps * sizeof *weights);
    uint32_t bound = taps > 2 ? 65000 / (uint32_t)taps : 32000;
    for (size_t i = 0; i < count * taps; i++) {
      weights[i] = (int16_t)((int32_t)below(2 * bound + 1) - (int32_t)bound);
    }
    int32_t starts[8];
    for (int i = 0; i < 8; i++) starts[i] = i * 2;
    RKWindows windows = {starts, weights, count, taps, shapes[shape][2]};
    int16_t *partials = malloc((size + RKSlack) * sizeof *partials);
    int16_t *expected = malloc((size + RKSlack) * sizeof *expected);
    RKFilterHorizontally(kernel, samples, stride, quadCount, channels, &windows, partials);
    RKFilterHorizontally(
      0, samples, stride, quadCount, channels, &windows, expected);
    expect(memcmp(partials, expected, size * sizeof *partials) == 0, "RKFilterHorizontally");
    free(samples);
    free(weights);
    free(partials);
    free(expected);
  }
}

static void accumulate(RKKernel kernel, size_t quadCount, size_t count) {
  static const int16_t weights[8] = {-6000, 5000, 1, 12766, 300, -2, 0, 9000};
  int16_t partials[2 * 456 * 4];
  int32_t sums[456 * 2], expected[456 * 2];
  for (size_t i = 0; i < quadCount * count * 4; i++) partials[i] = anySample();
  for (size_t i = 0; i < count * 2; i++) sums[i] = expected[i] = (int32_t)below(2000) - 1000;
  RKAccumulate(kernel, partials, quadCount, count, weights, sums);
  RKAccumulate(0, partials, quadCount, count, weights, expected);
  expect(memcmp(sums, expected, count * 2 * sizeof *sums) == 0, "RKAccumulate");
}

static void holdPartials(RKKernel kernel, size_t channels, size_t step) {
  enum { width = 38, outputs = 9, quads = 2 };
  size_t lanes = channels * 4;
  int16_t samples[quads * width * 16 + RKSlack];
  int16_t partials[quads * outputs * 16 + RKSlack], expected[quads * outputs * 16 + RKSlack];
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) samples[i] = anySample();
  int32_t starts[outputs * 2], ends[outputs * 2];
  for (int i = 0; i < outputs * 2; i++) {
    starts[i] = (int32_t)below(width);
    ends[i] = starts[i] + 1 + (int32_t)below(width - (uint32_t)starts[i]);
  }
  for (size_t i = 0; i < sizeof partials / sizeof *partials; i++) {
    partials[i] = expected[i] = anySample();
  }
  RKRanges ranges = {starts, ends, outputs, step};
  RKHoldPartials(kernel, samples, width * lanes, quads, channels, &ranges, partials);
  RKHoldPartials(0, samples, width * lanes, quads, channels, &ranges, expected);
  expect(memcmp(partials, expected, sizeof partials) == 0, "RKHoldPartials");
}

typedef struct Held {
  int16_t lows[2][456 * 4], highs[2][456 * 4];
  int32_t sums[456 * 2];
} Held;

/// Two cells of two quads, and the sums of a row between them.
static void holdSums(RKKernel kernel, size_t count) {
  static Held held[2];
  static int16_t partials[2][456 * 4 + RKSlack];
  int rows[2][2];
  for (size_t cell = 0; cell < 2; cell++) {
    for (size_t i = 0; i < count * 4; i++) {
      partials[cell][i] = anySample();
      held[0].lows[cell][i] = INT16_MAX;
      held[0].highs[cell][i] = INT16_MIN;
    }
    rows[cell][0] = (int)below(4);
    rows[cell][1] = rows[cell][0] + 1 + (int)below(4 - (uint32_t)rows[cell][0]);
  }
  for (size_t i = 0; i < count * 2; i++) {
    held[0].sums[i] = (int32_t)below(1u << 30) - (1 << 29);
  }
  held[1] = held[0];
  for (int i = 0; i < 2; i++) {
    RKRange cells[2];
    for (size_t cell = 0; cell < 2; cell++) {
      cells[cell] = (RKRange){held[i].lows[cell], held[i].highs[cell]};
      RKWidenRange(
        i == 0 ? 0 : kernel, partials[cell], count, rows[cell][0], rows[cell][1], cells[cell]);
    }
    RKHoldSums(i == 0 ? 0 : kernel, held[i].sums, count, cells[0], cells[1], 13);
  }
  expect(
    memcmp(held[0].lows, held[1].lows, count * 8) == 0 &&
      memcmp(held[0].highs, held[1].highs, count * 8) == 0,
    "RKWidenRange");
  expect(memcmp(held[0].sums, held[1].sums, count * 8) == 0, "RKHoldSums");
}

static void unfilterRows(size_t stride, size_t width) {
  size_t length = stride * width;
  uint8_t *rows = malloc(length * 9), *filtered = malloc((length + 1) * 8);
  uint8_t *result = malloc(length * 8);
  for (size_t i = 0; i < length * 9; i++) rows[i] = (uint8_t)below(256);
  for (int row = 0; row < 8; row++) {
    int type = row < 5 ? 4 : row - 5;
    filtered[(size_t)row * (length + 1)] = (uint8_t)type;
    png_row_filter(
      type, stride, length, rows + (size_t)row * length, rows + (size_t)(row + 1) * length,
      filtered + (size_t)row * (length + 1) + 1);
  }
  size_t done = 0;
  while (done < 8) {
    const uint8_t *prior = done == 0 ? rows : result + (done - 1) * length;
    size_t some = PNGUnfilterRows(
      stride, length, filtered + done * (length + 1), prior, result + done * length, 8 - done);
    if (some == 0) break;
    done += some;
  }
  expect(done == 8 && memcmp(result, rows + length, length * 8) == 0, "PNGUnfilterRows");
  free(rows);
  free(filtered);
  free(result);
}

static void pack(size_t count) {
  uint8_t *bytes = malloc(count + 1), *packed = calloc(1, PNGDeflateBound(count) + 64);
  uint8_t *result = malloc(count + PNGInflateOutputSlack);
  for (size_t i = 0; i < count; i++) {
    bytes[i] = i >= 300 && below(100) != 0 ? bytes[i - 300] : (uint8_t)below(256);
  }
  size_t length = PNGDeflatePart(bytes, 0, count, true, packed);
  PNGInflater *inflater = malloc(sizeof *inflater);
  PNGInflateReset(inflater, false);
  inflater->in = packed;
  inflater->inEnd = packed + length;
  inflater->out = inflater->outStart = result;
  // The end is behind the last byte.
  inflater->outLimit = result + count + 1;
  expect(
    PNGInflate(inflater, true) == PNGInflateEnd && inflater->out == result + count &&
      memcmp(result, bytes, count) == 0,
    "PNGDeflatePart and PNGInflate");
  free(bytes);
  free(packed);
  free(result);
  free(inflater);
}

int main(void) {
  int kernels = 0;
  // Kernel 0 is the scalar one.
  for (RKKernel kernel = 1; kernel < RKKernelCount(); kernel++) {
    if (!RKIsSupported(kernel)) continue;
    kernels++;
    printf("kernel %s\n", RKKernelName(kernel));
    for (int round = 0; round < 20; round++) {
      for (size_t channels = 3; channels <= 4; channels++) {
        filterHorizontally(kernel, channels, 1);
        filterHorizontally(kernel, channels, 2);
        holdPartials(kernel, channels, 1);
        holdPartials(kernel, channels, 2);
      }
      for (size_t count = 1; count <= 456; count += count < 20 ? 1 : 109) {
        accumulate(kernel, 1, count);
        accumulate(kernel, 2, count);
        holdSums(kernel, count);
      }
    }
  }
  for (size_t stride = 1; stride <= 8; stride++) {
    for (size_t width = 1; width < 40; width++) unfilterRows(stride, width);
  }
  for (size_t count = 0; count < 100000; count = count * 2 + 1) pack(count);
  printf(
    "%d kernel%s compared with the scalar one, %d difference%s\n", kernels, kernels == 1 ? "" : "s",
    failures, failures == 1 ? "" : "s");
  return failures == 0 && kernels > 0 ? 0 : 1;
}
