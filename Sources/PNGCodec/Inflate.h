// Unpacks a zlib stream (RFC 1950, 1951) piece by piece, several times as fast as zlib for images with
// long runs: the tables, the bit buffer and the wide copies are those that libdeflate made popular.
// libdeflate itself requires the whole stream and the whole image in memory at once.
#ifndef INFLATE_H
#define INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  /// How far back a match may reach; that much must stay before `out` when a buffer is moved.
  PNGInflateWindow = 32 << 10,
  /// Bytes that may be written past `outLimit`: a match, literals before it, and a wide store.
  PNGInflateOutputSlack = 512,
  /// Bytes past `inEnd` that may be read; their values do not matter.
  PNGInflateInputSlack = 64,
  /// Input that is enough for the longest block header; with less it asks for more.
  PNGInflateMostInput = 1024,
};

typedef enum PNGInflateResult {
  /// Needs more input after `in`, from which everything is unread: a caller that moves that input must move `in`
  /// with it.
  PNGInflateMore,
  /// `out` has reached `outLimit`, and may have passed it.
  PNGInflateFull,
  /// The stream has ended correctly.
  PNGInflateEnd,
  /// The input ended before the stream.
  PNGInflateCutOff,
  /// `problem` says what is wrong.
  PNGInflateDamaged,
} PNGInflateResult;

typedef enum PNGInflateState {
  InflateStart,
  InflateBlock,
  InflateStored,
  InflateCodes,
  InflateTrailer,
} PNGInflateState;

typedef struct PNGInflater {
  const uint8_t *in, *inEnd;
  /// Matches may copy from the bytes written since `outStart`.
  uint8_t *out, *outStart, *outLimit;
  const char *problem;

  // The rest is private.
  PNGInflateState state;
  bool hasFrame;
  bool isLastBlock;
  uint32_t storedLeft;
  uint32_t adler;
  /// Unread bits, the next one lowest; above `bitCount` are copies of bits that are still in the input.
  uint64_t bits;
  uint32_t bitCount;
  uint32_t literals[2342];
  uint32_t distances[402];
} PNGInflater;

/// Prepares for a new stream, with zlib's header and checksum or bare; `in` to `outLimit` are the caller's to
/// set.
void PNGInflateReset(PNGInflater *inflater, bool hasFrame);

/// Unpacks until one of the results. `isLast` says that no more input will follow.
PNGInflateResult PNGInflate(PNGInflater *inflater, bool isLast);

#endif
