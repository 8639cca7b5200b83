// The reference for correct pixels in double precision: slow, plain, and written independently of
// IconKit. In C only because a debug build of Swift would take minutes over it.
#ifndef RESAMPLE_ORACLE_H
#define RESAMPLE_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

/// Resamples RGBA samples, 0 to `maximum`, sRGB, not premultiplied, height × width × 4, to 8 bit.
/// Returns false, and writes nothing, where `filter` is not the name of a filter.
///
/// Separable filter stretched by the scale, cut at the edge and normalised; linear light,
/// premultiplied, clamped to [0, alpha]; over `background` (8 bit sRGB, NULL for none),
/// unpremultiplied, sRGB, rounded. Where nothing `rings`, each pass is clamped to the range of the inputs
/// whose centres are at most one output pixel (or one input, if that is more) away. Unless it `isLinear`, the
/// codes themselves are filtered and mixed.
bool oracleResample(
  const uint16_t *_Nonnull samples, int maximum, int width, int height,
  const char *_Nonnull filter, bool rings, bool isLinear, int outWidth, int outHeight,
  const uint8_t *_Nullable background, uint8_t *_Nonnull output);

#endif
