// A zlib stream (RFC 1950, 1951) unpacked piece by piece, several times as fast as zlib where a
// picture has long runs: the tables, the bit buffer and the wide copies are those that libdeflate made
// popular. libdeflate itself wants the whole stream and the whole picture in memory at once.
#ifndef INFLATE_H
#define INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  /// How far a match may reach back; so much must stay in front of `out` when a buffer is moved.
  PNGInflateWindow = 32 << 10,
  /// Bytes that may be written behind `outLimit`: a match, literals before it, and a wide store.
  PNGInflateOutputSlack = 512,
  /// Bytes behind `inEnd` that may be read, though they do not count.
  PNGInflateInputSlack = 64,
  /// Input that is enough for the longest block header; with less it asks for more.
  PNGInflateMostInput = 1024,
};

typedef enum PNGInflateResult {
  /// Wants input behind `in`; whoever moves what is left there moves `in` along.
  PNGInflateMore,
  /// `out` has reached `outLimit`, and may have passed it.
  PNGInflateFull,
  /// The stream has ended as it should.
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
  /// What was written since `outStart` can be copied from.
  uint8_t *out, *outStart, *outLimit;
  const char *problem;

  // The rest is its own.
  PNGInflateState state;
  bool hasFrame;
  bool isLastBlock;
  uint32_t storedLeft;
  uint32_t adler;
  /// Unread bits, the next lowest; above `bitCount` are copies of bits that are not taken yet.
  uint64_t bits;
  uint32_t bitCount;
  uint32_t literals[2342];
  uint32_t distances[402];
} PNGInflater;

/// Prepares for a new stream, with zlib's header and checksum or bare; `in` to `outLimit` are the caller's to
/// set.
void PNGInflateReset(PNGInflater *inflater, bool hasFrame);

/// Unpacks until one of the results. `isLast` says that nothing will follow what is there.
PNGInflateResult PNGInflate(PNGInflater *inflater, bool isLast);

#endif
