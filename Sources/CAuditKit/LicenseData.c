#include "CAuditKit.h"

// Scripts/spdx-license-data writes both files. They are embedded, so that neither a resource bundle
// nor a large literal is needed: the program stays one file and the compiler copies the bytes.
// #embed is C23; the rest of the C here is older, and clang accepts it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const uint8_t names[] = {
#embed "names.txt"
};

static const uint8_t sketches[] = {
#embed "sketches.bin"
};

const uint8_t *license_names(size_t *count) {
  *count = sizeof names;
  return names;
}

const uint8_t *license_sketches(size_t *count) {
  *count = sizeof sketches;
  return sketches;
}
