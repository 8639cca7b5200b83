// The rows of the usual pictures (8 bit, not interlaced, grey or RGB, with alpha or without), read
// by our own inflate and unfilter, which take a quarter of libpng's and zlib's time. libpng has read all
// that comes before, and what follows is judged by its rules, with one difference: behind the last row
// libpng looks at as much of the data as happens to be in the same chunk, we at all of it and at its
// checksum. Tests and a fuzzer hold the two against each other.
#ifndef ROW_STREAM_H
#define ROW_STREAM_H

#include "Input.h"
#include "PNGCodec.h"

typedef struct PNGRowStream PNGRowStream;

typedef struct PNGRowStreamShape {
  uint32_t width, height;
  /// Samples of a pixel in the file, one byte each; grey is delivered as RGB.
  uint32_t fileChannels;
  /// Whether there was a PLTE chunk.
  bool hasPalette;
  /// Whether it is of Apple's variant, CgBI, which nobody has specified: the deflate stream without zlib's
  /// header and checksum, blue before red, colours premultiplied. Delivered as any other.
  bool isApples;
} PNGRowStreamShape;

/// Whether a row is short enough: a few of them are held in memory.
bool PNGRowStreamTakes(PNGRowStreamShape shape);

/// Goes on where `input` stands, behind the header of the first IDAT chunk, which has `chunkBytes`.
/// Returns NULL when there is no memory.
PNGRowStream *PNGRowStreamCreate(PNGInput *input, uint32_t chunkBytes, PNGRowStreamShape shape);
void PNGRowStreamDestroy(PNGRowStream *stream);

/// Delivers the next `count` rows.
PNGStatus PNGRowStreamRead(PNGRowStream *stream, uint8_t *rows, size_t count);

/// Reads what follows the last row, to the end of IEND.
PNGStatus PNGRowStreamFinish(PNGRowStream *stream);

/// What was wrong, as "CHUNK: what"; lives as long as the program.
const char *PNGRowStreamProblem(const PNGRowStream *stream);

#endif
