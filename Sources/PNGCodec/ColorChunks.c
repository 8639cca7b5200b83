#include "ColorChunks.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

/// The largest profile accepted. Real ones have a few kilobytes, those of printers a few megabytes.
enum { maximumProfileBytes = 32 << 20 };

void PNGKeepColorChunks(png_structp png) {
  // All other chunks that the pixels do not need are skipped unread: for a text or calibration chunk
  // libpng would allocate the length that it claims, up to 2 GiB, before reading any of it.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  static const png_byte names[] = "cICP\0iCCP\0sRGB\0gAMA\0cHRM\0acTL";
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, names, 6);
}

static uint32_t get32(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

uint32_t PNGColorChunkNamed(const uint8_t *name) {
  static const char names[] = "cICPiCCPsRGBgAMAcHRM";
  for (unsigned i = 0; i < 5; i++) {
    if (memcmp(name, names + 4 * i, 4) == 0) return 1u << i;
  }
  return 0;
}

/// Unpacks a zlib stream of unknown length; NULL when it is damaged or too long.
static uint8_t *unpack(const uint8_t *packed, size_t packedBytes, size_t *bytes) {
  struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
  uint8_t *output = NULL;
  enum libdeflate_result result = LIBDEFLATE_INSUFFICIENT_SPACE;
  for (size_t room = 8192; room <= maximumProfileBytes && decompressor != NULL; room *= 4) {
    free(output);
    output = malloc(room);
    if (output == NULL) break;
    result = libdeflate_zlib_decompress(decompressor, packed, packedBytes, output, room, bytes);
    if (result != LIBDEFLATE_INSUFFICIENT_SPACE) break;
  }
  libdeflate_free_decompressor(decompressor);
  if (result == LIBDEFLATE_SUCCESS) return output;
  free(output);
  *bytes = 0;
  return NULL;
}

/// Name, 0, compression method 0, zlib stream (PNG specification, 11.3.2.3).
static void takeProfile(const png_unknown_chunk *chunk, PNGColorChunks *chunks) {
  size_t limit = chunk->size < 80 ? chunk->size : 80;
  size_t length = 0;
  while (length < limit && chunk->data[length] != 0) length++;
  chunks->hasICCP = true;
  memcpy(chunks->profileName, chunk->data, length < 79 ? length : 79);
  if (length == 0 || length >= 80 || length + 2 >= chunk->size) return;
  if (chunk->data[length + 1] != 0) return;
  chunks->profile = unpack(
    chunk->data + length + 2, chunk->size - length - 2, &chunks->profileBytes);
}

/// Whether the chunk could be read.
static bool take(const png_unknown_chunk *chunk, PNGColorChunks *chunks) {
  const uint8_t *data = chunk->data;
  switch (PNGColorChunkNamed(chunk->name)) {
    case PNGColorChunkCICP:
      if (chunk->size != 4) return false;
      chunks->hasCICP = true;
      memcpy(chunks->cicp, data, 4);
      return true;
    case PNGColorChunkICCP:
      if (chunk->size == 0) return false;
      if (!chunks->hasICCP) takeProfile(chunk, chunks);
      return true;
    case PNGColorChunkSRGB:
      if (chunk->size != 1 || data[0] > 3) return false;
      return chunks->hasSRGB = true;
    case PNGColorChunkGAMA:
      if (chunk->size != 4) return false;
      chunks->gamma = get32(data);
      return chunks->hasGamma = true;
    case PNGColorChunkCHRM:
      if (chunk->size != 32) return false;
      for (int i = 0; i < 8; i++) chunks->chromaticities[i] = get32(data + 4 * i);
      return chunks->hasChromaticities = true;
    default: return false;
  }
}

void PNGTakeColorChunks(
  png_structp png, png_infop info, uint32_t intact, PNGColorChunks *chunks) {
  png_unknown_chunkp list = NULL;
  int count = png_get_unknown_chunks(png, info, &list);
  for (int i = 0; i < count; i++) {
    uint32_t chunk = PNGColorChunkNamed(list[i].name);
    if (memcmp(list[i].name, "acTL", 4) == 0) chunks->isAnimated = true;
    if ((intact & chunk) != 0 && take(&list[i], chunks)) chunks->damaged &= ~chunk;
  }
  chunks->isGrey = (png_get_color_type(png, info) & PNG_COLOR_MASK_COLOR) == 0;
}

void PNGFreeColorChunks(PNGColorChunks *chunks) {
  free(chunks->profile);
  chunks->profile = NULL;
}
