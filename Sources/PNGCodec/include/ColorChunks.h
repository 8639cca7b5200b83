// The colour chunks of a PNG file, uninterpreted. Which of them applies is decided by the caller.
#ifndef PNG_COLOR_CHUNKS_H
#define PNG_COLOR_CHUNKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The largest iCCP chunk that is read. Profiles of displays have a few kilobytes, those of printers a few
/// megabytes.
enum { PNGMostProfileBytes = 8 << 20 };

/// The colour chunks, as bits of `damaged`.
enum {
  PNGColorChunkCICP = 1,
  PNGColorChunkICCP = 2,
  PNGColorChunkSRGB = 4,
  PNGColorChunkGAMA = 8,
  PNGColorChunkCHRM = 16,
};

typedef struct PNGColorChunks {
  /// The chunks that the file has and that could not be read: of a wrong length or checksum, or, of an
  /// iCCP, more than `PNGMostProfileBytes` before it is unpacked.
  uint32_t damaged;

  /// cICP: primaries, transfer function, matrix, full range (PNG third edition, 11.3.2.6).
  bool hasCICP;
  uint8_t cicp[4];
  /// iCCP: the name, and the profile unpacked; no bytes where it could not be unpacked.
  bool hasICCP;
  char profileName[80];
  uint8_t *_Nullable profile;
  size_t profileBytes;
  bool hasSRGB;
  /// gAMA, times 100000.
  bool hasGamma;
  uint32_t gamma;
  /// cHRM, times 100000: white x, y, red x, y, green x, y, blue x, y.
  bool hasChromaticities;
  uint32_t chromaticities[8];
  /// acTL: what follows is an animation, of which the image is the fallback for programs without animation.
  bool isAnimated;
  /// Whether the samples are grey, and so a profile must be one for grey.
  bool isGrey;
} PNGColorChunks;

#endif
