// A small PNG writer: signature, IHDR, sRGB, IDAT, IEND.
#include "PNGCodec.h"

#include "Deflate.h"

#include <libdeflate.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { signatureBytes = 8, chunkOverhead = 12, headerBytes = 13 };

static uint8_t *put32(uint8_t *to, uint32_t value) {
  to[0] = (uint8_t)(value >> 24);
  to[1] = (uint8_t)(value >> 16);
  to[2] = (uint8_t)(value >> 8);
  to[3] = (uint8_t)value;
  return to + 4;
}

/// Completes a chunk whose `count` bytes are already at `chunk + 8`; returns where the next one goes.
static uint8_t *putChunk(uint8_t *chunk, const char *type, uint32_t count) {
  put32(chunk, count);
  memcpy(chunk + 4, type, 4);
  return put32(chunk + 8 + count, libdeflate_crc32(0, chunk + 4, count + 4));
}

/// Writes each row after its filter type, choosing the filter with the lowest cost.
static bool filterImage(
  const uint8_t *pixels, size_t rowBytes, uint32_t height, size_t step, uint8_t *output) {
  // The cheapest so far, the candidate, and the row above the first.
  uint8_t *memory = calloc(3, rowBytes);
  if (memory == NULL) return false;
  uint8_t *best = memory, *candidate = memory + rowBytes;
  const uint8_t *prior = memory + 2 * rowBytes;
  for (uint32_t y = 0; y < height; y++) {
    const uint8_t *row = pixels + y * rowBytes;
    uint64_t least = UINT64_MAX;
    // In margins, a row equal to the one above becomes all zeros with Up, unless it is zeros itself.
    int type = y > 0 && row[0] != 0 && memcmp(row, prior, rowBytes) == 0 ? 2 : 0;
    // No cost is below zero.
    for (; type < PNG_ROW_FILTERS && least > 0; type++) {
      png_row_filter(type, step, rowBytes, prior, row, candidate);
      uint64_t cost = png_row_cost(PNG_ROW_COST_MAGNITUDE, candidate, rowBytes, NULL);
      if (cost >= least) continue;
      least = cost;
      *output = (uint8_t)type;
      uint8_t *other = best;
      best = candidate;
      candidate = other;
    }
    memcpy(output + 1, best, rowBytes);
    output += rowBytes + 1;
    prior = row;
  }
  free(memory);
  return true;
}

static size_t filteredBytes(uint32_t width, uint32_t height, uint32_t channels) {
  return ((size_t)width * channels + 1) * height;
}

size_t PNGEncodedBound(uint32_t width, uint32_t height, uint32_t channels) {
  return signatureBytes + (chunkOverhead + headerBytes) + (chunkOverhead + 1) +
         (chunkOverhead + PNGDeflateBound(filteredBytes(width, height, channels))) +
         chunkOverhead;
}

size_t PNGEncode(
  const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t channels, uint8_t *output) {
  size_t count = filteredBytes(width, height, channels);
  uint8_t *filtered = malloc(count);
  size_t length = 0;
  uint8_t *at = output;
  if (filtered != NULL &&
      filterImage(pixels, (size_t)width * channels, height, channels, filtered)) {
    memcpy(at, "\x89PNG\r\n\x1a\n", signatureBytes);
    at += signatureBytes;
    uint8_t *header = put32(put32(at + 8, width), height);
    memcpy(header, (uint8_t[5]){8, channels == 1 ? 0 : channels == 4 ? 6 : 2, 0, 0, 0}, 5);
    at = putChunk(at, "IHDR", headerBytes);
    at[8] = 0;  // perceptual
    at = putChunk(at, "sRGB", 1);
    length = PNGDeflate(filtered, count, at + 8);
  }
  free(filtered);
  if (length == 0) return 0;
  at = putChunk(at, "IDAT", (uint32_t)length);
  at = putChunk(at, "IEND", 0);
  return (size_t)(at - output);
}
