#include "CAuditKit.h"

// The sketches are embedded from a binary file, so that neither a resource bundle nor a large
// literal is needed: the program stays one file and the compiler copies the bytes as they are.
// #embed is C23; the rest of the C here is older, and clang accepts it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const uint8_t sketches[] = {
#embed "sketches.bin"
};

const uint8_t *license_sketches(size_t *count) {
  *count = sizeof sketches;
  return sketches;
}
