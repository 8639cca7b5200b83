#include "PNGCodec.h"

#include <libdeflate.h>
#include <string.h>

size_t PNGProfileChunkBound(size_t profileBytes) {
  return 12 + 81 + libdeflate_zlib_compress_bound(NULL, profileBytes);
}

static void put32(uint8_t *to, uint32_t value) {
  for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> (24 - 8 * i));
}

size_t PNGProfileChunk(
  const char *name, const uint8_t *profile, size_t profileBytes, uint8_t *output) {
  struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(9);
  if (compressor == NULL) return 0;
  uint8_t *data = output + 8;
  // A keyword is 1 to 79 printable characters of Latin-1 (11.3.2.3); bytes beyond ASCII are dropped.
  size_t length = 0;
  for (const char *from = name; *from != 0 && length < 79; from++) {
    if (*from > ' ' || (*from == ' ' && length > 0 && data[length - 1] != ' ')) {
      data[length++] = (uint8_t)*from;
    }
  }
  while (length > 0 && data[length - 1] == ' ') length--;
  if (length == 0) {
    memcpy(data, "ICC", 3);
    length = 3;
  }
  data[length++] = 0;
  data[length++] = 0;
  size_t packed = libdeflate_zlib_compress(
    compressor, profile, profileBytes, data + length,
    libdeflate_zlib_compress_bound(NULL, profileBytes));
  libdeflate_free_compressor(compressor);
  if (packed == 0) return 0;
  length += packed;
  put32(output, (uint32_t)length);
  memcpy(output + 4, "iCCP", 4);
  put32(data + length, libdeflate_crc32(0, output + 4, length + 4));
  return length + 12;
}
