#ifndef LICENSE_SKETCHES_H
#define LICENSE_SKETCHES_H

#include <stddef.h>
#include <stdint.h>

/// The sketches of the SPDX licence list: numbers and identifiers, no text.
///
/// Written by Scripts/spdx-license-data; LicenseSketchTable.swift says what the bytes mean.
const uint8_t *_Nonnull license_sketches(size_t *_Nonnull count);

#endif
