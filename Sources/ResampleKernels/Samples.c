// Between pixels and the fixed point that is filtered. Tables, because a look-up in the first-level
// cache is cheaper than any arithmetic that gives the same bits; no gathers, which are slower still
// on the processors that need them made safe.
#include "ResampleKernels.h"

enum { bias = 32768, opaque = 65535 };

bool RKSplitRow8(
  const uint8_t *row, size_t width, size_t channels, const uint16_t *table, int16_t *lines,
  size_t stride) {
  int16_t *red = lines, *green = red + 4 * stride, *blue = green + 4 * stride;
  if (channels == 3) {
    const uint16_t *full = table + 255 * 256;
    for (size_t x = 0; x < width; x++, row += 3) {
      red[x] = (int16_t)(full[row[0]]);
      green[x] = (int16_t)(full[row[1]]);
      blue[x] = (int16_t)(full[row[2]]);
    }
    return true;
  }
  int16_t *alpha = blue + 4 * stride;
  unsigned all = 255;
  for (size_t x = 0; x < width; x++, row += 4) {
    const uint16_t *scaled = table + row[3] * 256u;
    red[x] = (int16_t)scaled[row[0]];
    green[x] = (int16_t)scaled[row[1]];
    blue[x] = (int16_t)scaled[row[2]];
    alpha[x] = (int16_t)(row[3] * 257 - bias);
    all &= row[3];
  }
  return all == 255;
}

static int16_t premultiplied(uint32_t colour, uint32_t alpha) {
  return (int16_t)((int32_t)((colour * alpha + opaque / 2) / opaque) - bias);
}

bool RKSplitRow16(
  const uint16_t *row, size_t width, size_t channels, const uint16_t *table, int16_t *lines,
  size_t stride) {
  int16_t *red = lines, *green = red + 4 * stride, *blue = green + 4 * stride;
  int16_t *alpha = blue + 4 * stride;
  unsigned all = opaque;
  for (size_t x = 0; x < width; x++, row += channels) {
    uint32_t cover = channels == 4 ? row[3] : opaque;
    red[x] = premultiplied(table[row[0]], cover);
    green[x] = premultiplied(table[row[1]], cover);
    blue[x] = premultiplied(table[row[2]], cover);
    if (channels == 4) alpha[x] = (int16_t)((int32_t)cover - bias);
    all &= cover;
  }
  return all == opaque;
}

/// A pair's sum, 2^shift times half a line's scale, becomes 0 to `limit`.
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
