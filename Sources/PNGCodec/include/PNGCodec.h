// Reading and writing PNG for Swift, which cannot use setjmp. Every function that can fail returns a
// status and sets a message; none of them ends the process, whatever the input.
#ifndef PNG_CODEC_H
#define PNG_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ColorChunks.h"
#include "RowFilters.h"

/// How a call ended.
typedef enum __attribute__((enum_extensibility(closed))) PNGStatus : int32_t {
  PNGStatusOK = 0,
  /// The file has no bytes at all.
  PNGStatusEmpty,
  /// The file does not start as a PNG does; the message names its format if its first bytes show it.
  PNGStatusNotPNG,
  /// The file ends before the image does.
  PNGStatusCutOff,
  /// The bytes break the PNG specification; the message says how.
  PNGStatusDamaged,
  /// The image exceeds one of the caller's limits.
  PNGStatusTooLarge,
  /// The operating system could not read; the message is its reason.
  PNGStatusUnreadable,
  PNGStatusNoMemory,
} PNGStatus;

/// The limits of an image, checked before anything of that size is allocated.
typedef struct PNGLimits {
  /// The most pixels, width × height.
  uint64_t pixels;
  /// The most bytes of memory for one image; only interlaced images are held whole.
  uint64_t memoryBytes;
} PNGLimits;

/// The size and format of an image and of its delivered rows.
typedef struct PNGHeader {
  uint32_t width;
  uint32_t height;
  /// 3 (RGB) or 4 (RGBA, not premultiplied): grey and palettes are expanded.
  uint32_t channels;
  /// 8 or 16; 16 is delivered in the processor's byte order.
  uint32_t bitDepth;
  /// Bytes of one delivered row: width × channels × bitDepth / 8.
  size_t rowBytes;
  bool isInterlaced;
} PNGHeader;

typedef struct PNGReader PNGReader;

/// Prepares to read the PNG file `descriptor` from its beginning, whatever the current offset. The caller
/// keeps the descriptor; several readers may share it. Returns NULL when there is no memory.
PNGReader *_Nullable PNGReaderCreate(int descriptor, PNGLimits limits);

/// The same for a file in memory, which must outlive the reader.
PNGReader *_Nullable PNGReaderCreateFromMemory(
  const uint8_t *_Nonnull bytes, size_t count, PNGLimits limits);

/// Makes libpng read the rows of every image, for tests that compare our own reader with it.
/// Call before reading the header.
void PNGReaderLeaveAllToLibPNG(PNGReader *_Nonnull reader);

void PNGReaderDestroy(PNGReader *_Nullable reader);

/// Reads everything before the pixels.
PNGStatus PNGReaderReadHeader(PNGReader *_Nonnull reader, PNGHeader *_Nonnull header);

/// The file's colour chunks; complete once the header is read, valid as long as the reader.
const PNGColorChunks *_Nonnull PNGReaderColorChunks(const PNGReader *_Nonnull reader);

/// How the file's eXIf chunk, before or behind the pixels, says that the image is to be turned: 1 (not at
/// all) to 8 (Exif 3.0, 4.6.5.1.6); 0 where the file does not say it, or is damaged.
unsigned PNGOrientation(int descriptor);

/// Reads the next `count` rows, rowBytes each, one after the other, from the top.
PNGStatus PNGReaderReadRows(PNGReader *_Nonnull reader, uint8_t *_Nonnull rows, size_t count);

/// Reads what follows the pixels, so that a file truncated there is noticed too.
PNGStatus PNGReaderFinish(PNGReader *_Nonnull reader);

/// Why the last call failed; valid as long as the reader.
const char *_Nonnull PNGReaderMessage(const PNGReader *_Nonnull reader);

/// An image to write, of 8 bit grey (1 channel), RGB (3) or RGBA (4): a box of pixels, and a margin of one
/// colour around it.
typedef struct PNGImage {
  /// boxHeight × boxWidth × channels.
  const uint8_t *_Nonnull pixels;
  uint32_t width, height, channels;
  uint32_t boxLeft, boxTop, boxWidth, boxHeight;
  uint8_t margin[4];
} PNGImage;

/// How many parts an image is compressed in, which may be done side by side: one for each mebibyte. It depends
/// on nothing but the size.
size_t PNGPartCount(PNGImage image);

/// The most bytes that `PNGEncodePart` can need.
size_t PNGPartBound(PNGImage image);

/// Filters and compresses one part of the image to `output`, and sets the checksum of what was compressed.
///
/// Row filters are chosen by the least sum of absolute differences (PNG specification, 12.7).
/// The same pixels give the same bytes on every machine. Returns the part's bytes, or 0 when there is no
/// memory.
size_t PNGEncodePart(
  PNGImage image, size_t part, uint8_t *_Nonnull output, uint32_t *_Nonnull checksum);

/// The bytes of a file whose compressed parts have `dataBytes` together.
size_t PNGFileBytes(size_t dataBytes);

/// Writes a PNG file with an sRGB chunk and nothing else besides the pixels to `output`, which holds
/// `PNGFileBytes`. `data` are the parts of the image in their order, `checksums` those of each.
void PNGWriteFile(
  PNGImage image, const uint8_t *_Nonnull data, size_t dataBytes, const uint32_t *_Nonnull checksums,
  uint8_t *_Nonnull output);

/// The most bytes that `PNGProfileChunk` can need.
size_t PNGProfileChunkBound(size_t profileBytes);

/// Writes an iCCP chunk with its length and checksum; returns its bytes, 0 when there is no memory.
size_t PNGProfileChunk(
  const char *_Nonnull name, const uint8_t *_Nonnull profile, size_t profileBytes,
  uint8_t *_Nonnull output);

#endif
