#ifndef COLOR_CHUNKS_PRIVATE_H
#define COLOR_CHUNKS_PRIVATE_H

#include <png.h>

#include "include/ColorChunks.h"

/// Makes libpng keep the colour chunks as bytes, without its own checks of those that it supports, and
/// skip every other chunk that the pixels do not need.
/// Call before png_read_info, with the reader's setjmp in place.
void PNGKeepColorChunks(png_structp png);

/// Reads the chunks that png_read_info found. Chunks of a wrong length count as missing.
void PNGTakeColorChunks(png_structp png, png_infop info, PNGColorChunks *chunks);

void PNGFreeColorChunks(PNGColorChunks *chunks);

#endif
