// libFuzzer's entry: decodes whatever it is given, as `assetkit icons` would, with tight limits.
#include <stdlib.h>

#include "PNGCodec.h"

#include "ColorProfiles.h"

/// Little CMS sees what an iCCP chunk holds; whether it can be used shows when it is.
static void useProfile(const PNGColorChunks *chunks) {
  const char *problem;
  CPProfile *profile =
    CPProfileOpen(chunks->profile, chunks->profileBytes, chunks->isGrey, &problem);
  if (profile == NULL) return;
  static double curve[1025];
  CPProfileCurve(profile, curve, 1025);
  CPTransform *transform = CPTransformCreate(profile, 4, 8);
  if (transform != NULL) {
    uint8_t pixel[4] = {1, 100, 200, 255};
    uint16_t linear[4];
    CPTransformRow(transform, pixel, linear, 1);
  }
  CPTransformDestroy(transform);
  CPProfileDestroy(profile);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  PNGReader *reader =
    PNGReaderCreateFromMemory(bytes, count, (PNGLimits){.pixels = 1 << 16, .memoryBytes = 1 << 20});
  if (reader == NULL) return 0;
  PNGHeader header;
  if (PNGReaderReadHeader(reader, &header) == PNGStatusOK) {
    if (PNGReaderColorChunks(reader)->hasICCP) useProfile(PNGReaderColorChunks(reader));
    uint8_t *rows = malloc(header.rowBytes);
    PNGStatus status = PNGStatusOK;
    for (uint32_t y = 0; y < header.height && status == PNGStatusOK; y++) {
      status = PNGReaderReadRows(reader, rows, 1);
    }
    if (status == PNGStatusOK) PNGReaderFinish(reader);
    free(rows);
  }
  PNGReaderDestroy(reader);
  return 0;
}

// Nearly every change of a byte breaks a checksum, and then nothing behind it is reached: this gives
// each chunk its right one again after a change. (libFuzzer calls it in place of its own mutation.)
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maximum);

static uint32_t checksum(const uint8_t *bytes, size_t count) {
  uint32_t sum = UINT32_MAX;
  for (size_t i = 0; i < count; i++) {
    sum ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) sum = sum & 1 ? sum >> 1 ^ 0xEDB88320u : sum >> 1;
  }
  return ~sum;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maximum, unsigned seed) {
  size = LLVMFuzzerMutate(data, size, maximum);
  // One in eight keeps its wrong checksums.
  if (seed % 8 == 0) return size;
  for (size_t at = 8; at + 12 <= size;) {
    uint32_t length = (uint32_t)data[at] << 24 | (uint32_t)data[at + 1] << 16 |
                      (uint32_t)data[at + 2] << 8 | data[at + 3];
    if (length > size - at - 12) break;
    uint32_t sum = checksum(data + at + 4, length + 4);
    for (int i = 0; i < 4; i++) data[at + 8 + length + i] = (uint8_t)(sum >> (24 - 8 * i));
    at += 12 + length;
  }
  return size;
}
