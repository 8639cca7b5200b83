#include "RowStream.h"

#include "Inflate.h"
#include "Unfilter.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

enum {
  packedBytes = 64 << 10,
  /// Bytes unpacked ahead of the delivered row; together with the window they fit the second-level cache.
  aheadBytes = 128 << 10,
  longestRow = 1 << 20,
};

struct PNGRowStream {
  PNGInput *input;
  PNGRowStreamShape shape;
  /// Bytes of a row in the file, without its filter type.
  size_t rowBytes;

  /// How many bytes of the current chunk are unread, and the checksum of those read.
  uint32_t chunkLeft, checksum;
  /// The header of the chunk after the last IDAT, once `hasAllData`.
  uint8_t nextHeader[8];
  /// Whether all consecutive IDAT chunks were read.
  bool hasAllData;
  /// Whether the file ended within them.
  bool isCutOff;
  bool hasStreamEnded;

  PNGStatus status;
  const char *problem;

  /// The inflater's window: bytes that matches may copy, then rows that are not delivered yet.
  uint8_t *window;
  /// The next row's filter number.
  uint8_t *filtered;
  /// The row above, then room for a grey row before it becomes RGB.
  uint8_t *lines;
  PNGInflater inflater;
  uint8_t packed[packedBytes + PNGInflateInputSlack];
};

static bool fail(PNGRowStream *stream, PNGStatus status, const char *problem) {
  stream->status = status;
  stream->problem = problem;
  return false;
}

/// The input ended, or could not be read.
static bool failCutOff(PNGRowStream *stream) {
  if (stream->input->error != 0) {
    return fail(stream, PNGStatusUnreadable, strerror(stream->input->error));
  }
  return fail(stream, PNGStatusCutOff, "the file ends before the image data does");
}

// MARK: Chunks

static uint32_t get32(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static bool isNamed(const uint8_t *header, const char *name) {
  return memcmp(header + 4, name, 4) == 0;
}

/// Begins the chunk with this header (PNG specification, 5.3).
static bool beginChunk(PNGRowStream *stream, const uint8_t *header) {
  stream->chunkLeft = get32(header);
  stream->checksum = libdeflate_crc32(0, header + 4, 4);
  if (stream->chunkLeft > INT32_MAX) {
    return fail(stream, PNGStatusDamaged, "PNG unsigned integer out of range");
  }
  for (int i = 4; i < 8; i++) {
    uint8_t letter = header[i] | 32;
    if (letter < 'a' || letter > 'z') {
      return fail(stream, PNGStatusDamaged, "a chunk's name is not made of letters");
    }
  }
  return true;
}

/// Skips the rest of the chunk. The checksum of a critical chunk must be right.
static bool endChunk(PNGRowStream *stream, bool isCritical) {
  PNGInput *input = stream->input;
  while (stream->chunkLeft > 0) {
    if (input->start == input->end && !PNGInputRefill(input)) return failCutOff(stream);
    size_t part = input->end - input->start;
    if (part > stream->chunkLeft) part = stream->chunkLeft;
    stream->checksum = libdeflate_crc32(stream->checksum, input->bytes + input->start, part);
    input->start += part;
    stream->chunkLeft -= (uint32_t)part;
  }
  uint8_t sum[4];
  if (!PNGInputTake(input, sum, sizeof sum)) return failCutOff(stream);
  if (isCritical && get32(sum) != stream->checksum) {
    return fail(stream, PNGStatusDamaged, "a chunk's checksum is wrong (CRC error)");
  }
  return true;
}

/// From one IDAT chunk to the next, or to `nextHeader`.
static bool nextDataChunk(PNGRowStream *stream) {
  if (!endChunk(stream, true)) return false;
  if (!PNGInputTake(stream->input, stream->nextHeader, 8)) return failCutOff(stream);
  stream->hasAllData = !isNamed(stream->nextHeader, "IDAT");
  return beginChunk(stream, stream->nextHeader);
}

/// Reads more of the IDAT chunks, after the input that the inflater has not consumed yet.
static bool fillPacked(PNGRowStream *stream) {
  PNGInflater *inflater = &stream->inflater;
  size_t end = (size_t)(inflater->inEnd - inflater->in);
  memmove(stream->packed, inflater->in, end);
  while (end < packedBytes && !stream->hasAllData) {
    if (stream->chunkLeft == 0) {
      if (nextDataChunk(stream)) continue;
      // The data read so far may still give some rows.
      if (stream->status != PNGStatusCutOff) return false;
      stream->hasAllData = stream->isCutOff = true;
      break;
    }
    PNGInput *input = stream->input;
    if (input->start == input->end && !PNGInputRefill(input)) {
      if (input->error != 0) return failCutOff(stream);
      stream->hasAllData = stream->isCutOff = true;
      break;
    }
    size_t part = input->end - input->start;
    if (part > stream->chunkLeft) part = stream->chunkLeft;
    if (part > packedBytes - end) part = packedBytes - end;
    const uint8_t *from = input->bytes + input->start;
    memcpy(stream->packed + end, from, part);
    stream->checksum = libdeflate_crc32(stream->checksum, from, part);
    stream->chunkLeft -= (uint32_t)part;
    input->start += part;
    end += part;
  }
  inflater->in = stream->packed;
  inflater->inEnd = stream->packed + end;
  memset(stream->packed + end, 0, PNGInflateInputSlack);
  return true;
}

// MARK: Rows

/// Makes room after the unpacked bytes, keeping those not delivered yet and those that matches may copy.
static void moveWindow(PNGRowStream *stream) {
  PNGInflater *inflater = &stream->inflater;
  uint8_t *first = stream->filtered;
  if (inflater->out - stream->window <= PNGInflateWindow) return;
  if (inflater->out - first < PNGInflateWindow) first = inflater->out - PNGInflateWindow;
  size_t by = (size_t)(first - stream->window);
  memmove(stream->window, first, (size_t)(inflater->out - first));
  stream->filtered -= by;
  inflater->out -= by;
}

/// Unpacks some more.
static bool unpack(PNGRowStream *stream) {
  PNGInflater *inflater = &stream->inflater;
  if (stream->status != PNGStatusOK) return false;
  if (stream->hasStreamEnded) {
    return fail(stream, PNGStatusDamaged, "IDAT: not enough image data");
  }
  if (inflater->out >= inflater->outLimit) moveWindow(stream);
  switch (PNGInflate(inflater, stream->hasAllData)) {
    case PNGInflateMore:
      return fillPacked(stream);
    case PNGInflateFull:
      return true;
    case PNGInflateEnd:
      stream->hasStreamEnded = true;
      return true;
    case PNGInflateCutOff:
      if (stream->isCutOff) return failCutOff(stream);
      return fail(stream, PNGStatusDamaged, "IDAT: not enough image data");
    case PNGInflateDamaged:
      return fail(stream, PNGStatusDamaged, inflater->problem);
  }
  return false;
}

static void expandGrey(const uint8_t *grey, uint32_t width, bool hasAlpha, uint8_t *row) {
  if (hasAlpha) {
    for (uint32_t x = 0; x < width; x++, grey += 2, row += 4) {
      row[0] = row[1] = row[2] = grey[0];
      row[3] = grey[1];
    }
  } else {
    for (uint32_t x = 0; x < width; x++, row += 3) row[0] = row[1] = row[2] = grey[x];
  }
}

/// How many of the next `count` rows are unpacked; damage after a row does not withhold it.
static size_t unpackedRows(PNGRowStream *stream, size_t count) {
  size_t each = stream->rowBytes + 1;
  while ((size_t)(stream->inflater.out - stream->filtered) < count * each && unpack(stream)) {}
  size_t rows = (size_t)(stream->inflater.out - stream->filtered) / each;
  return rows < count ? rows : count;
}

/// Undoes the filters of the next rows and returns how many, at most `count`; 0 says that it failed.
static size_t unfilterRows(
  PNGRowStream *stream, const uint8_t *prior, uint8_t *rows, size_t count) {
  count = unpackedRows(stream, count < PNGUnfilterMostRows ? count : PNGUnfilterMostRows);
  if (count == 0) return 0;
  size_t done = PNGUnfilterRows(
    stream->shape.fileChannels, stream->rowBytes, stream->filtered, prior, rows, count);
  if (done == 0) fail(stream, PNGStatusDamaged, "IDAT: bad adaptive filter value");
  stream->filtered += done * (stream->rowBytes + 1);
  return done;
}

/// Converts a row from premultiplied blue, green, red.
static void convertApples(uint8_t *pixels, size_t count, size_t channels) {
  for (size_t i = 0; i < count; i++, pixels += channels) {
    uint8_t blue = pixels[0];
    pixels[0] = pixels[2];
    pixels[2] = blue;
    unsigned alpha = channels == 4 ? pixels[3] : 255;
    for (size_t c = 0; c < 3 && alpha > 0; c++) {
      unsigned colour = (pixels[c] * 255u + alpha / 2) / alpha;
      pixels[c] = (uint8_t)(colour < 255 ? colour : 255);
    }
  }
}

static bool readColour(PNGRowStream *stream, uint8_t *rows, size_t count) {
  size_t rowBytes = stream->rowBytes, channels = stream->shape.fileChannels;
  size_t pixels = stream->shape.width * count;
  uint8_t *first = rows;
  const uint8_t *prior = stream->lines;
  while (count > 0) {
    size_t done = unfilterRows(stream, prior, rows, count);
    if (done == 0) return false;
    count -= done;
    rows += done * rowBytes;
    prior = rows - rowBytes;
  }
  memmove(stream->lines, prior, rowBytes);
  if (stream->shape.isApples) convertApples(first, pixels, channels);
  return true;
}

/// Grey rows are unfiltered in two alternating lines, and delivered as RGB.
static bool readGrey(PNGRowStream *stream, uint8_t *rows, size_t count) {
  uint8_t *prior = stream->lines, *row = prior + stream->rowBytes;
  uint32_t width = stream->shape.width;
  bool hasAlpha = stream->shape.fileChannels == 2;
  for (size_t i = 0; i < count; i++, rows += (size_t)width * (hasAlpha ? 4 : 3)) {
    if (unfilterRows(stream, prior, row, 1) == 0) return false;
    expandGrey(row, width, hasAlpha, rows);
    uint8_t *other = prior;
    prior = row;
    row = other;
  }
  if (prior != stream->lines) memcpy(stream->lines, prior, stream->rowBytes);
  return true;
}

PNGStatus PNGRowStreamRead(PNGRowStream *stream, uint8_t *rows, size_t count) {
  bool isRead = stream->shape.fileChannels < 3 ? readGrey(stream, rows, count)
                                               : readColour(stream, rows, count);
  return isRead ? PNGStatusOK : stream->status;
}

// MARK: The end

/// Reads the chunks between the image data and the end of the file.
static bool readTail(PNGRowStream *stream) {
  uint8_t *header = stream->nextHeader;
  for (;;) {
    // Ancillary chunks are skipped; their checksums do not matter to the pixels.
    bool isCritical = (header[4] & 32) == 0;
    bool isPalette = isNamed(header, "PLTE");
    if (isNamed(header, "IHDR") || (isPalette && stream->shape.hasPalette)) {
      return fail(stream, PNGStatusDamaged, isPalette ? "PLTE appears twice" : "IHDR appears twice");
    }
    if (!endChunk(stream, isCritical)) return false;
    if (isNamed(header, "IEND")) return true;
    if (isCritical && !isPalette && !isNamed(header, "IDAT")) {
      return fail(stream, PNGStatusDamaged, "it contains an unknown critical chunk");
    }
    if (!PNGInputTake(stream->input, header, 8)) return failCutOff(stream);
    if (!beginChunk(stream, header)) return false;
  }
}

PNGStatus PNGRowStreamFinish(PNGRowStream *stream) {
  if (stream->status != PNGStatusOK) return stream->status;
  // Data after the last row is allowed, but must be intact to its end.
  while (!stream->hasStreamEnded) {
    stream->filtered = stream->inflater.out;
    if (!unpack(stream)) return stream->status;
  }
  while (!stream->hasAllData) {
    if (!nextDataChunk(stream)) return stream->status;
  }
  if (stream->isCutOff) {
    failCutOff(stream);
  } else {
    readTail(stream);
  }
  return stream->status;
}

// MARK: Creating and destroying

bool PNGRowStreamTakes(PNGRowStreamShape shape) {
  if (shape.isApples && shape.fileChannels < 3) return false;
  return (uint64_t)shape.width * shape.fileChannels <= longestRow;
}

PNGRowStream *PNGRowStreamCreate(PNGInput *input, uint32_t chunkBytes, PNGRowStreamShape shape) {
  size_t rowBytes = (size_t)shape.width * shape.fileChannels;
  size_t room = PNGInflateWindow + aheadBytes + PNGUnfilterMostRows * (rowBytes + 1);
  PNGRowStream *stream = malloc(sizeof *stream);
  uint8_t *window = malloc(room + PNGInflateOutputSlack);
  uint8_t *lines = calloc(2, rowBytes);
  if (stream == NULL || window == NULL || lines == NULL) {
    free(stream);
    free(window);
    free(lines);
    return NULL;
  }
  stream->input = input;
  stream->shape = shape;
  stream->rowBytes = rowBytes;
  stream->chunkLeft = chunkBytes;
  stream->checksum = libdeflate_crc32(0, "IDAT", 4);
  stream->hasAllData = stream->isCutOff = stream->hasStreamEnded = false;
  stream->status = PNGStatusOK;
  stream->problem = "";
  stream->window = stream->filtered = window;
  stream->lines = lines;
  PNGInflateReset(&stream->inflater, !shape.isApples);
  stream->inflater.in = stream->inflater.inEnd = stream->packed;
  stream->inflater.out = stream->inflater.outStart = window;
  stream->inflater.outLimit = window + room;
  return stream;
}

void PNGRowStreamDestroy(PNGRowStream *stream) {
  if (stream == NULL) return;
  free(stream->window);
  free(stream->lines);
  free(stream);
}

const char *PNGRowStreamProblem(const PNGRowStream *stream) { return stream->problem; }
