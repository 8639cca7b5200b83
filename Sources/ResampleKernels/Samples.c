// Converts between pixels and the fixed point that is filtered. Uses tables, because a look-up in the
// first-level cache is cheaper than arithmetic that gives the same bits; no gather instructions, which
// are slower on processors with mitigations for them.
#include "ResampleKernels.h"

#include <string.h>

enum { bias = 32768, opaque = 65535 };

/// Combines two neighbours into one word; the second follows the first in memory.
static void putPair(int16_t *to, uint16_t first, uint16_t second) {
  uint32_t pair = first | (uint32_t)second << 16;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  pair = second | (uint32_t)first << 16;
#endif
  memcpy(to, &pair, sizeof pair);
}

/// One row's two neighbours; `second` is `first` again past the end of an odd row.
static void splitPair8(
  const uint8_t *first, const uint8_t *second, size_t channels, const uint16_t *table,
  int16_t *to) {
  const uint16_t *full = table + 255 * 256;
  const uint16_t *one = channels == 4 ? table + first[3] * 256u : full;
  const uint16_t *other = channels == 4 ? table + second[3] * 256u : full;
  putPair(to, one[first[0]], other[second[0]]);
  putPair(to + 8, one[first[1]], other[second[1]]);
  putPair(to + 16, one[first[2]], other[second[2]]);
  if (channels == 4) {
    putPair(to + 24, (uint16_t)(first[3] * 257u ^ bias), (uint16_t)(second[3] * 257u ^ bias));
  }
}

static inline void splitRows8(
  const uint8_t *const *rows, size_t width, size_t channels, const uint16_t *table,
  int16_t *quad) {
  for (size_t x = 0; x + 2 <= width; x += 2, quad += channels * 8) {
    for (size_t row = 0; row < 4; row++) {
      const uint8_t *pixel = rows[row] + x * channels;
      splitPair8(pixel, pixel + channels, channels, table, quad + row * 2);
    }
  }
  if (width % 2 == 0) return;
  for (size_t row = 0; row < 4; row++) {
    const uint8_t *pixel = rows[row] + (width - 1) * channels;
    splitPair8(pixel, pixel, channels, table, quad + row * 2);
  }
}

void RKSplitRows8(
  const uint8_t *const *rows, size_t width, size_t channels, const uint16_t *table,
  int16_t *quad) {
  // One call per number of channels, so that it is a constant.
  if (channels == 4) {
    splitRows8(rows, width, 4, table, quad);
  } else {
    splitRows8(rows, width, 3, table, quad);
  }
}

static uint16_t premultiplied(uint32_t colour, uint32_t alpha) {
  return (uint16_t)((colour * alpha + opaque / 2) / opaque) ^ bias;
}

void RKSplitRows16(
  const uint16_t *const *rows, size_t width, size_t channels, const uint16_t *table,
  int16_t *quad) {
  for (size_t x = 0; x < width; x += 2, quad += channels * 8) {
    for (size_t row = 0; row < 4; row++) {
      const uint16_t *first = rows[row] + x * channels;
      const uint16_t *second = x + 1 < width ? first + channels : first;
      uint32_t one = channels == 4 ? first[3] : opaque, other = channels == 4 ? second[3] : opaque;
      int16_t *to = quad + row * 2;
      for (size_t c = 0; c < 3; c++) {
        putPair(
          to + c * 8, premultiplied(table[first[c]], one), premultiplied(table[second[c]], other));
      }
      if (channels == 4) putPair(to + 24, (uint16_t)(one ^ bias), (uint16_t)(other ^ bias));
    }
  }
}

/// Scales a pair's sum, 2^shift times half a sample's scale, to 0 to `limit`.
static uint32_t valueOf(const int32_t *pair, int32_t shift, uint32_t limit) {
  int32_t value = ((pair[0] + pair[1] + (1 << (shift - 2))) >> (shift - 1)) + bias;
  return value < 0 ? 0 : (uint32_t)value > limit ? limit : (uint32_t)value;
}

bool RKStoreRow(
  const int32_t *sums, size_t width, size_t channels, int32_t shift, const uint8_t *table,
  const uint16_t *background, uint8_t *pixels, size_t pixelChannels) {
  unsigned all = 255;
  for (size_t x = 0; x < width; x++, sums += channels * 2, pixels += pixelChannels) {
    uint32_t alpha = channels == 4 ? valueOf(sums + 6, shift, opaque) : opaque;
    unsigned code = background != NULL ? 255 : (alpha + 128) / 257;
    for (size_t c = 0; c < 3; c++) {
      uint32_t colour = valueOf(sums + c * 2, shift, alpha);
      if (alpha != opaque) {
        if (background != NULL) {
          colour += ((opaque - alpha) * background[c] + opaque / 2) / opaque;
        } else {
          colour = code == 0 ? 0 : (colour * opaque + alpha / 2) / alpha;
        }
      }
      pixels[c] = table[colour];
    }
    if (pixelChannels == 4) pixels[3] = (uint8_t)code;
    all &= code;
  }
  return all == 255;
}
