// The choice of row filters, by the least sum of absolute differences (PNG specification, 12.7).
#ifndef ROW_CHOICE_H
#define ROW_CHOICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "include/PNGCodec.h"

/// Writes the rows `first` to `end` of an image, each behind its filter type; false when there is no memory.
/// The result does not depend on where the image is divided.
bool PNGFilterRows(PNGImage image, size_t first, size_t end, uint8_t *output);

#endif
