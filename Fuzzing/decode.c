// The entry point of libFuzzer: decodes its input as `assetkit icons` would, with tight limits, and
// again with libpng alone.
#include <stdlib.h>
#include <string.h>

#include "PNGCodec.h"

#include "ColorProfiles.h"

/// Passes the contents of an iCCP chunk to Little CMS, and uses the profile if it is accepted.
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

/// The result of decoding a file.
typedef struct Outcome {
  PNGStatus status;
  /// Every row, NULL unless all could be read.
  uint8_t *rows;
  size_t count;
} Outcome;

static Outcome decode(const uint8_t *bytes, size_t count, bool byLibPNG, size_t rowsAtOnce) {
  Outcome outcome = {.status = PNGStatusNoMemory};
  PNGReader *reader =
    PNGReaderCreateFromMemory(bytes, count, (PNGLimits){.pixels = 1 << 16, .memoryBytes = 1 << 20});
  if (reader == NULL) return outcome;
  if (byLibPNG) PNGReaderLeaveAllToLibPNG(reader);
  PNGHeader header;
  outcome.status = PNGReaderReadHeader(reader, &header);
  if (outcome.status == PNGStatusOK) {
    if (!byLibPNG && PNGReaderColorChunks(reader)->hasICCP) useProfile(PNGReaderColorChunks(reader));
    outcome.count = header.rowBytes * header.height;
    outcome.rows = malloc(outcome.count);
    for (size_t y = 0; y < header.height && outcome.status == PNGStatusOK; y += rowsAtOnce) {
      size_t part = header.height - y < rowsAtOnce ? header.height - y : rowsAtOnce;
      outcome.status = PNGReaderReadRows(reader, outcome.rows + y * header.rowBytes, part);
    }
    if (outcome.status == PNGStatusOK) {
      outcome.status = PNGReaderFinish(reader);
    } else {
      free(outcome.rows);
      outcome.rows = NULL;
    }
  }
  PNGReaderDestroy(reader);
  return outcome;
}

/// Our decoder and libpng must agree on the rows; only data after the last row may be refused by ours
/// alone, because libpng does not read all of it.
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  Outcome usual = decode(bytes, count, false, 1 + count % 7);
  Outcome libpng = decode(bytes, count, true, 1);
  bool isApples = count >= 16 && memcmp(bytes + 12, "CgBI", 4) == 0;
  if (libpng.status == PNGStatusOK) {
    if (usual.rows == NULL || memcmp(usual.rows, libpng.rows, libpng.count) != 0) abort();
  } else if (usual.status == PNGStatusOK && !isApples) {
    abort();
  }
  free(usual.rows);
  free(libpng.rows);
  return 0;
}

// Nearly every changed byte breaks a checksum, and the data after it is then never reached: this
// corrects the checksum of each chunk after a change. (libFuzzer calls it in place of its own mutation.)
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
  // One input in eight keeps its wrong checksums.
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
