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
  /// How much of the file was read.
  off_t offset;
  /// What is read in place of a file, and how much of it is left.
  const uint8_t *memory;
  size_t memoryLeft;
  /// Why the operating system could not read; 0 where it could.
  int error;
  /// What was read ahead: `start` to `end` is not consumed yet.
  size_t start, end;
  uint8_t bytes[PNGInputBytes];
} PNGInput;

/// Fills the empty buffer. False at the end of the file, and where `error` says that it failed.
bool PNGInputRefill(PNGInput *input);

/// Takes `count` bytes into `bytes`; false if there are fewer.
bool PNGInputTake(PNGInput *input, uint8_t *bytes, size_t count);

#endif
