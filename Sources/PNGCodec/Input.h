// The bytes of a PNG file, from a descriptor or from memory, a buffer at a time.
#ifndef INPUT_H
#define INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { PNGInputBytes = 64 << 10 };

typedef struct PNGInput {
  int descriptor;
  /// How many bytes of the file were read.
  off_t offset;
  /// The memory that is read instead of a file, and how many bytes of it are left.
  const uint8_t *memory;
  size_t memoryLeft;
  /// The errno of a failed read; 0 if none failed.
  int error;
  /// The bytes that were read ahead: `start` to `end` are not consumed yet.
  size_t start, end;
  uint8_t bytes[PNGInputBytes];
} PNGInput;

/// Fills the empty buffer. False at the end of the file, or when reading failed and `error` is set.
bool PNGInputRefill(PNGInput *input);

/// Copies the next `count` bytes to `bytes`; false if there are fewer.
bool PNGInputTake(PNGInput *input, uint8_t *bytes, size_t count);

#endif
