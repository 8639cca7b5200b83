// Reads the rows of the usual images (8 bit, not interlaced, grey or RGB, with alpha or without) with
// our own inflate and unfilter, which take a quarter of libpng's and zlib's time. libpng has read all
// chunks before the data, and those after it are checked by libpng's rules, with one difference: after
// the last row libpng checks only as much of the data as is in the same chunk, we check all of it and
// its checksum. Tests and a fuzzer compare the two.
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
  /// Whether the file is in Apple's undocumented variant, CgBI: a deflate stream without zlib's header
  /// and checksum, blue before red, colours premultiplied. Its rows are delivered like any others.
  bool isApples;
} PNGRowStreamShape;

/// Whether a row is short enough: a few of them are held in memory.
bool PNGRowStreamTakes(PNGRowStreamShape shape);

/// Begins at the current position of `input`, after the header of the first IDAT chunk, which has
/// `chunkBytes`. Returns NULL when there is no memory.
PNGRowStream *PNGRowStreamCreate(PNGInput *input, uint32_t chunkBytes, PNGRowStreamShape shape);
void PNGRowStreamDestroy(PNGRowStream *stream);

/// Delivers the next `count` rows.
PNGStatus PNGRowStreamRead(PNGRowStream *stream, uint8_t *rows, size_t count);

/// Reads what follows the last row, to the end of IEND.
PNGStatus PNGRowStreamFinish(PNGRowStream *stream);

/// The problem, as "CHUNK: problem"; valid as long as the program runs.
const char *PNGRowStreamProblem(const PNGRowStream *stream);

#endif
