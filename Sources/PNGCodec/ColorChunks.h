#ifndef COLOR_CHUNKS_PRIVATE_H
#define COLOR_CHUNKS_PRIVATE_H

#include <png.h>

#include "include/ColorChunks.h"

/// Makes libpng keep the colour chunks as bytes, without its own checks of those that it supports, and
/// skip every other chunk that the pixels do not need.
/// Call before png_read_info, with the reader's setjmp in place.
void PNGKeepColorChunks(png_structp png);

/// The bit of the colour chunk of this name, four letters; 0 for another one.
uint32_t PNGColorChunkNamed(const uint8_t *name);

/// Reads the chunks that png_read_info found. Those of a wrong length are not taken, nor those that are not
/// `intact`, a set of bits.
void PNGTakeColorChunks(
  png_structp png, png_infop info, uint32_t intact, PNGColorChunks *chunks);

void PNGFreeColorChunks(PNGColorChunks *chunks);

#endif
