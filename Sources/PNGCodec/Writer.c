// A small PNG writer: signature, IHDR, sRGB, IDAT, IEND.
#include "PNGCodec.h"

#include "Deflate.h"
#include "RowChoice.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

enum {
  signatureBytes = 8,
  chunkOverhead = 12,
  headerBytes = 13,
  windowBytes = 32 << 10,
  zlibOverhead = 6,
  /// About the filtered bytes of a part: enough that what a division costs, some ten bytes, does not matter.
  partBytes = 1 << 20,
};

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

static size_t rowBytes(PNGImage image) { return (size_t)image.width * image.channels; }

/// Rows of a part: a few more than a mebibyte has.
static size_t partRows(PNGImage image) {
  size_t count = PNGPartCount(image);
  return (image.height + count - 1) / count;
}

size_t PNGPartCount(PNGImage image) {
  size_t count = (rowBytes(image) + 1) * image.height / partBytes;
  return count > 1 ? count : 1;
}

size_t PNGPartBound(PNGImage image) {
  return PNGDeflateBound((rowBytes(image) + 1) * partRows(image));
}

size_t PNGEncodePart(PNGImage image, size_t part, uint8_t *output, uint32_t *checksum) {
  size_t row = rowBytes(image) + 1;
  size_t first = part * partRows(image), end = first + partRows(image);
  if (first > image.height) first = image.height;
  if (end > image.height) end = image.height;
  // The rows above whose bytes matches may use.
  size_t above = (windowBytes + row - 1) / row;
  if (above > first) above = first;
  size_t before = above * row, count = (end - first) * row;
  uint8_t *filtered = malloc(before + count);
  size_t length = 0;
  if (filtered != NULL &&
      PNGFilterRows(image, first - above, end, filtered)) {
    *checksum = libdeflate_adler32(1, filtered + before, count);
    length = PNGDeflatePart(filtered, before, count, part + 1 == PNGPartCount(image), output);
  }
  free(filtered);
  return length;
}

/// The checksum (RFC 1950, 9) of bytes with the checksum `one`, followed by `count` with `other`.
static uint32_t joinedChecksum(uint32_t one, uint32_t other, uint64_t count) {
  const uint32_t base = 65521;
  uint64_t a = (one & 0xffff) + (other & 0xffff) + base - 1;
  // Every byte of the second part adds the first one's low sum, without its initial 1.
  uint64_t b = (one >> 16) + (other >> 16) + count % base * ((one & 0xffff) + base - 1);
  return (uint32_t)(b % base) << 16 | (uint32_t)(a % base);
}

size_t PNGFileBytes(size_t dataBytes) {
  return signatureBytes + 4 * chunkOverhead + headerBytes + 1 + zlibOverhead + dataBytes;
}

void PNGWriteFile(
  PNGImage image, const uint8_t *data, size_t dataBytes, const uint32_t *checksums, uint8_t *output) {
  uint8_t *at = output;
  memcpy(at, "\x89PNG\r\n\x1a\n", signatureBytes);
  at += signatureBytes;
  uint8_t *header = put32(put32(at + 8, image.width), image.height);
  memcpy(header, (uint8_t[5]){8, image.channels == 1 ? 0 : image.channels == 4 ? 6 : 2, 0, 0, 0}, 5);
  at = putChunk(at, "IHDR", headerBytes);
  at[8] = 0;  // perceptual
  at = putChunk(at, "sRGB", 1);

  size_t row = rowBytes(image) + 1, left = row * image.height;
  // Deflate with the smallest window that holds everything; divisible by 31 (RFC 1950, 2.2).
  unsigned window = 0;
  while (window < 7 && (size_t)256 << window < left) window++;
  unsigned method = window << 4 | 8, level = 2 << 6;
  at[8] = (uint8_t)method;
  at[9] = (uint8_t)(level | (31 - (method << 8 | level) % 31));
  memcpy(at + 10, data, dataBytes);
  uint32_t checksum = 1;
  for (size_t i = 0; left > 0; i++) {
    size_t count = row * partRows(image) < left ? row * partRows(image) : left;
    checksum = joinedChecksum(checksum, checksums[i], count);
    left -= count;
  }
  put32(at + 10 + dataBytes, checksum);
  at = putChunk(at, "IDAT", (uint32_t)(dataBytes + zlibOverhead));
  putChunk(at, "IEND", 0);
}
