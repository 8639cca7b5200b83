#include "PNGCodec.h"

#include <libdeflate.h>
#include <string.h>
#include <unistd.h>

enum {
  /// The first directory is near the beginning; thumbnails and the like follow it.
  mostExifBytes = 64 << 10,
  /// Files have a chunk for every 8 KiB or more; a file of tiny chunks is not searched to its end.
  mostChunks = 1 << 20,
  orientationTag = 0x0112,
  shortType = 3,
};

static uint32_t number(const uint8_t *bytes, size_t count, bool isBig) {
  uint32_t value = 0;
  for (size_t i = 0; i < count; i++) value |= (uint32_t)bytes[i] << 8 * (isBig ? count - 1 - i : i);
  return value;
}

/// The orientation in the first directory of a TIFF structure (Exif 3.0, 4.6.2); 0 where it has none.
static unsigned orientation(const uint8_t *tiff, size_t count) {
  bool isBig = memcmp(tiff, "MM\0*", 4) == 0;
  if (!isBig && memcmp(tiff, "II*\0", 4) != 0) return 0;
  size_t place = number(tiff + 4, 4, isBig);
  if (place > count - 2) return 0;
  size_t entries = number(tiff + place, 2, isBig);
  for (place += 2; entries > 0 && place + 12 <= count; entries--, place += 12) {
    if (number(tiff + place, 2, isBig) != orientationTag) continue;
    uint32_t value = number(tiff + place + 8, 2, isBig);
    return number(tiff + place + 2, 2, isBig) == shortType && value <= 8 ? value : 0;
  }
  return 0;
}

/// Whether all `count` bytes could be read.
static bool readAt(int descriptor, off_t offset, uint8_t *bytes, size_t count) {
  return pread(descriptor, bytes, count, offset) == (ssize_t)count;
}

unsigned PNGOrientation(int descriptor) {
  off_t place = 8;
  uint8_t chunk[8 + mostExifBytes + 4];
  for (int i = 0; i < mostChunks && readAt(descriptor, place, chunk, 8); i++) {
    size_t length = number(chunk, 4, true);
    if (memcmp(chunk + 4, "IEND", 4) == 0) return 0;
    if (memcmp(chunk + 4, "eXIf", 4) == 0) {
      bool isIntact = length >= 8 && length <= mostExifBytes &&
                      readAt(descriptor, place + 8, chunk + 8, length + 4) &&
                      libdeflate_crc32(0, chunk + 4, length + 4) == number(chunk + 8 + length, 4, true);
      return isIntact ? orientation(chunk + 8, length) : 0;
    }
    place += (off_t)length + 12;
  }
  return 0;
}
