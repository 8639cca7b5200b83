#ifndef COLOR_CHUNKS_PRIVATE_H
#define COLOR_CHUNKS_PRIVATE_H

#include <png.h>

#include "include/ColorChunks.h"

/// Has libpng keep the colour chunks as bytes, because it knows some of them and judges these itself,
/// and pass over every other chunk that the pixels do not need.
/// Call before png_read_info, where the reader's setjmp stands.
void PNGKeepColorChunks(png_structp png);

/// Takes what png_read_info found. Chunks of a wrong length count as missing.
void PNGTakeColorChunks(png_structp png, png_infop info, PNGColorChunks *chunks);

void PNGFreeColorChunks(PNGColorChunks *chunks);

#endif
