// Every kernel on the fourteen sizes of `classic`, clamped as they are by default: nanoseconds for each
// source pixel, and how many times faster than the scalar version. Usage: kernels SIDE [KERNEL], for
// instance under callgrind.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ResampleKernels.h"

static const int sizes[14] = {29, 58, 40, 80, 50, 100, 57, 114, 60, 120, 72, 144, 76, 152};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

/// Windows of the shape of Lanczos3; the values of the weights make no difference here.
static RKWindows windowsOf(int side, int size) {
  double scale = (double)side / size;
  int taps = ((int)(6 * scale) + 4) / 2 * 2;
  int32_t *starts = malloc(sizeof *starts * size);
  int16_t *weights = malloc(sizeof *weights * size * taps);
  for (int i = 0; i < size * taps; i++) weights[i] = (int16_t)(i * 7 % (32768 / taps));
  for (int i = 0; i < size; i++) {
    int start = (int)((i + 0.5) * scale - 3 * scale) & ~1;
    starts[i] = start < 0 ? 0 : start + taps > side ? side - taps : start;
  }
  return (RKWindows){starts, weights, (size_t)size, (size_t)taps, 15};
}

/// Cells from each output's centre to the next.
static RKRanges rangesOf(int side, int size) {
  int32_t *starts = malloc(sizeof *starts * (size + 1)), *ends = malloc(sizeof *ends * (size + 1));
  for (int i = 0; i <= size; i++) {
    starts[i] = i == 0 ? 0 : (int32_t)((i - 0.5) * side / size);
    ends[i] = i == size ? side : (int32_t)((i + 0.5) * side / size);
  }
  return (RKRanges){starts, ends, (size_t)size, 1};
}

int main(int count, char **arguments) {
  int side = count > 1 ? atoi(arguments[1]) : 4096;
  const char *only = count > 2 ? arguments[2] : NULL;
  if (side < 152) return 2;
  enum { channels = 4 };
  size_t stride = (size_t)side * channels * 4;
  uint8_t *row = malloc((size_t)side * channels);
  for (int i = 0; i < side * channels; i++) row[i] = i % 4 == 3 ? 255 : (uint8_t)(i * 31);
  const uint8_t *rows[4] = {row, row, row, row};
  uint16_t *table = malloc(65536 * sizeof *table);
  for (int i = 0; i < 65536; i++) table[i] = (uint16_t)(i * 257);
  int16_t *quads = aligned_alloc(64, (2 * stride + 2 * RKSlack) * sizeof *quads);
  int16_t *partials = malloc((2 * 152 * channels * 4 + RKSlack) * sizeof *partials);
  int32_t *sums = calloc(152 * channels * 2, sizeof *sums);
  int16_t *bounds = calloc(2 * 152 * channels * 4, sizeof *bounds);
  RKRange cell = {bounds, bounds + 152 * channels * 4};
  RKWindows windows[14];
  RKRanges ranges[14];
  for (int i = 0; i < 14; i++) {
    windows[i] = windowsOf(side, sizes[i]);
    ranges[i] = rangesOf(side, sizes[i]);
  }

  double scalar = 0;
  for (RKKernel kernel = 0; kernel < RKKernelCount(); kernel++) {
    const char *name = RKKernelName(kernel);
    if (!RKIsSupported(kernel) || (only != NULL && strcmp(only, name) != 0)) continue;
    int rounds = only != NULL ? 1 : (kernel == 0 ? 4000000 : 40000000) / side / 8 + 1;
    double start = now();
    for (int round = 0; round < rounds; round++) {
      RKSplitRows8(rows, (size_t)side, channels, table, quads);
      RKSplitRows8(rows, (size_t)side, channels, table, quads + stride);
      for (int i = 0; i < 14; i++) {
        RKFilterHorizontally(kernel, quads, stride, 2, channels, &windows[i], partials);
        RKHoldPartials(kernel, quads, stride, 2, channels, &ranges[i], partials);
        size_t pairs = windows[i].count * channels;
        for (size_t quad = 0; quad < 2; quad++) {
          RKWidenRange(kernel, partials + quad * pairs * 4, pairs, 0, 4, cell);
        }
        for (int open = 0; open < 7; open++) {
          RKAccumulate(
            kernel, partials, 2, pairs, (int16_t[8]){1, 2, 3, 4, 5, 6, 7, 8}, sums);
        }
      }
    }
    double each = (now() - start) / ((double)rounds * 8 * side) * 1e9;
    if (kernel == 0) scalar = each;
    printf("%-7s %7.2f ns a pixel", name, each);
    if (scalar > 0) printf("  %5.1f x scalar", scalar / each);
    printf("\n");
  }
  return 0;
}
