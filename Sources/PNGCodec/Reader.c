#include "PNGCodec.h"

#include "ColorChunks.h"
#include "FileKind.h"
#include "Input.h"
#include "RowStream.h"

#include <libdeflate.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct PNGReader {
  png_structp png;
  png_infop info;
  PNGLimits limits;
  PNGHeader header;
  PNGColorChunks color;
  int passes;
  /// The whole image, if interlaced; `row` rows of it were delivered.
  uint8_t *image;
  size_t row;
  /// Delivers the rows instead of libpng, if the image is of a usual kind; else NULL.
  PNGRowStream *stream;
  bool leavesAllToLibPNG;
  /// The header of the chunk that libpng reads, and how many bytes it last asked for.
  uint8_t chunkHeader[8];
  size_t lastCount;
  /// The colour chunk that libpng reads, 0 for another one, its checksum so far, and how much is left of it.
  uint32_t colorChunk, checksum;
  size_t chunkLeft;
  uint32_t intactChunks;
  bool hasPalette;
  /// Whether the file is in Apple's variant, CgBI.
  bool isApples;
  PNGStatus status;
  char message[200];
  PNGInput input;
  jmp_buf failed;
};

static PNGStatus fail(PNGReader *reader, PNGStatus status, const char *message) {
  reader->status = status;
  snprintf(reader->message, sizeof reader->message, "%s", message);
  return status;
}

// libpng calls these; neither returns to it.
static void onError(png_structp png, png_const_charp message) {
  PNGReader *reader = png_get_error_ptr(png);
  if (reader->status == PNGStatusOK) fail(reader, PNGStatusDamaged, message);
  longjmp(reader->failed, 1);
}

static void onWarning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

/// libpng does not compare the checksums of chunks that it only keeps.
static void checkColorChunk(PNGReader *reader, const uint8_t *bytes, size_t count) {
  if (reader->chunkLeft > 0) {
    reader->checksum = libdeflate_crc32(reader->checksum, bytes, count);
    reader->chunkLeft -= count < reader->chunkLeft ? count : reader->chunkLeft;
    return;
  }
  if (count == 4 && png_get_uint_32(bytes) == reader->checksum) reader->intactChunks |= reader->colorChunk;
  reader->colorChunk = 0;
}

static void onRead(png_structp png, png_bytep bytes, size_t count) {
  PNGReader *reader = png_get_io_ptr(png);
  if (!PNGInputTake(&reader->input, bytes, count)) {
    if (reader->input.error != 0) {
      fail(reader, PNGStatusUnreadable, strerror(reader->input.error));
    } else {
      fail(reader, PNGStatusCutOff, "the file ends before the image data does");
    }
    png_error(png, reader->message);
  }
  // The eight bytes after the four of a checksum are a chunk's header.
  if (count == 8 && reader->lastCount == 4) {
    memcpy(reader->chunkHeader, bytes, 8);
    if (memcmp(bytes + 4, "PLTE", 4) == 0) reader->hasPalette = true;
    reader->colorChunk = PNGColorChunkNamed(bytes + 4);
    reader->color.damaged |= reader->colorChunk;
    reader->checksum = libdeflate_crc32(0, bytes + 4, 4);
    reader->chunkLeft = png_get_uint_32(bytes);
  } else if (reader->colorChunk != 0) {
    checkColorChunk(reader, bytes, count);
  }
  reader->lastCount = count;
}

PNGReader *PNGReaderCreate(int descriptor, PNGLimits limits) {
  PNGReader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->input.descriptor = descriptor;
  reader->limits = limits;
  reader->png =
    png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, onError, onWarning);
  if (reader->png != NULL) reader->info = png_create_info_struct(reader->png);
  if (reader->info == NULL) {
    PNGReaderDestroy(reader);
    return NULL;
  }
  return reader;
}

PNGReader *PNGReaderCreateFromMemory(const uint8_t *bytes, size_t count, PNGLimits limits) {
  PNGReader *reader = PNGReaderCreate(-1, limits);
  if (reader == NULL) return NULL;
  reader->input.memory = bytes;
  reader->input.memoryLeft = count;
  return reader;
}

void PNGReaderLeaveAllToLibPNG(PNGReader *reader) { reader->leavesAllToLibPNG = true; }

const PNGColorChunks *PNGReaderColorChunks(const PNGReader *reader) { return &reader->color; }

void PNGReaderDestroy(PNGReader *reader) {
  if (reader == NULL) return;
  png_destroy_read_struct(&reader->png, &reader->info, NULL);
  PNGRowStreamDestroy(reader->stream);
  free(reader->image);
  PNGFreeColorChunks(&reader->color);
  free(reader);
}

const char *PNGReaderMessage(const PNGReader *reader) { return reader->message; }

/// Xcode's variant for devices has an extra chunk before the header. Without that chunk libpng can read
/// the header; the rows are read by our own code.
static PNGStatus removeAppleChunk(PNGReader *reader) {
  uint8_t *chunk = reader->input.bytes + 8;
  size_t count = reader->input.end - 8;
  if (reader->input.end < 16 || memcmp(chunk + 4, "CgBI", 4) != 0) return PNGStatusOK;
  size_t length = 12 + (size_t)png_get_uint_32(chunk);
  if (length > count) return fail(reader, PNGStatusNotPNG, "CgBI");
  memmove(chunk, chunk + length, count - length);
  reader->input.end -= length;
  reader->isApples = true;
  return PNGStatusOK;
}

/// Checks the first bytes, so that a refusal can name the file's actual format.
static PNGStatus checkSignature(PNGReader *reader) {
  const uint8_t *bytes = reader->input.bytes;
  if (!PNGInputRefill(&reader->input)) {
    int error = reader->input.error;
    if (error != 0) return fail(reader, PNGStatusUnreadable, strerror(error));
    return fail(reader, PNGStatusEmpty, "the file is empty");
  }
  size_t count = reader->input.end;
  if (png_sig_cmp(bytes, 0, count < 8 ? count : 8) == 0) {
    return removeAppleChunk(reader);
  }
  const char *kind = PNGKindOfFile(bytes, count);
  return fail(reader, PNGStatusNotPNG, kind != NULL ? kind : "");
}

/// Takes over reading the rows from libpng, if the image is of a usual kind.
static PNGStatus takeOver(PNGReader *reader) {
  png_structp png = reader->png;
  png_infop info = reader->info;
  PNGRowStreamShape shape = {
    .width = reader->header.width,
    .height = reader->header.height,
    .fileChannels = png_get_channels(png, info),
    .hasPalette = reader->hasPalette,
    .isApples = reader->isApples,
  };
  if (reader->leavesAllToLibPNG || png_get_bit_depth(png, info) != 8 ||
      png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE ||
      png_get_interlace_type(png, info) != PNG_INTERLACE_NONE ||
      png_get_valid(png, info, PNG_INFO_tRNS) != 0 || !PNGRowStreamTakes(shape) ||
      memcmp(reader->chunkHeader + 4, "IDAT", 4) != 0) {
    return reader->isApples ? fail(reader, PNGStatusNotPNG, "CgBI") : PNGStatusOK;
  }
  uint32_t chunkBytes = png_get_uint_32(reader->chunkHeader);
  reader->stream = PNGRowStreamCreate(&reader->input, chunkBytes, shape);
  return reader->stream != NULL ? PNGStatusOK : fail(reader, PNGStatusNoMemory, "no memory");
}

static PNGStatus allocateInterlaced(PNGReader *reader) {
  uint64_t bytes = (uint64_t)reader->header.rowBytes * reader->header.height;
  if (bytes > reader->limits.memoryBytes || bytes > SIZE_MAX) {
    snprintf(
      reader->message, sizeof reader->message,
      "the image is interlaced and needs %llu bytes of memory; the limit is %llu",
      (unsigned long long)bytes, (unsigned long long)reader->limits.memoryBytes);
    return reader->status = PNGStatusTooLarge;
  }
  reader->image = malloc(bytes);
  if (reader->image == NULL) return fail(reader, PNGStatusNoMemory, "there is no memory");
  return PNGStatusOK;
}

PNGStatus PNGReaderReadHeader(PNGReader *reader, PNGHeader *header) {
  png_structp png = reader->png;
  png_infop info = reader->info;
  if (checkSignature(reader) != PNGStatusOK) return reader->status;
  if (setjmp(reader->failed)) return reader->status;

  png_set_read_fn(png, reader, onRead);
  // Neither width nor height can exceed the pixel limit; their product is checked below.
  uint64_t side = reader->limits.pixels < 0x7fffffff ? reader->limits.pixels : 0x7fffffff;
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  png_set_chunk_cache_max(png, 128);
  png_set_chunk_malloc_max(png, PNGMostProfileBytes);
#ifdef PNG_MAXIMUM_INFLATE_WINDOW
  // Some streams name too small a window in their header; their checksum shows whether they are intact.
  png_set_option(png, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
#endif
  PNGKeepColorChunks(png);
  png_read_info(png, info);
  PNGTakeColorChunks(png, info, reader->intactChunks, &reader->color);

  PNGHeader *own = &reader->header;
  own->width = png_get_image_width(png, info);
  own->height = png_get_image_height(png, info);
  if (own->width > side || (uint64_t)own->width * own->height > reader->limits.pixels) {
    snprintf(
      reader->message, sizeof reader->message, "%u × %u pixels; the limit is %llu pixels",
      own->width, own->height, (unsigned long long)reader->limits.pixels);
    return reader->status = PNGStatusTooLarge;
  }

  if (takeOver(reader) != PNGStatusOK) return reader->status;
  png_set_expand(png);
  png_set_gray_to_rgb(png);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (png_get_bit_depth(png, info) == 16) png_set_swap(png);
#endif
  reader->passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);

  own->channels = png_get_channels(png, info);
  own->bitDepth = png_get_bit_depth(png, info);
  own->rowBytes = png_get_rowbytes(png, info);
  own->isInterlaced = reader->passes > 1;
  *header = *own;
  return own->isInterlaced ? allocateInterlaced(reader) : PNGStatusOK;
}

/// Every pass writes into the same rows: an interlaced image is complete only after the last.
static void readInterlaced(PNGReader *reader) {
  size_t rowBytes = reader->header.rowBytes;
  for (int pass = 0; pass < reader->passes; pass++) {
    for (size_t row = 0; row < reader->header.height; row++) {
      png_read_row(reader->png, reader->image + row * rowBytes, NULL);
    }
  }
}

/// Copies the status and message of the row stream.
static PNGStatus told(PNGReader *reader, PNGStatus status) {
  if (status == PNGStatusOK) return status;
  return fail(reader, status, PNGRowStreamProblem(reader->stream));
}

PNGStatus PNGReaderReadRows(PNGReader *reader, uint8_t *rows, size_t count) {
  if (reader->stream != NULL) return told(reader, PNGRowStreamRead(reader->stream, rows, count));
  size_t rowBytes = reader->header.rowBytes;
  if (setjmp(reader->failed)) return reader->status;
  if (!reader->header.isInterlaced) {
    for (size_t i = 0; i < count; i++) png_read_row(reader->png, rows + i * rowBytes, NULL);
    return PNGStatusOK;
  }
  if (reader->row == 0) readInterlaced(reader);
  memcpy(rows, reader->image + reader->row * rowBytes, count * rowBytes);
  reader->row += count;
  return PNGStatusOK;
}

PNGStatus PNGReaderFinish(PNGReader *reader) {
  if (reader->stream != NULL) return told(reader, PNGRowStreamFinish(reader->stream));
  if (setjmp(reader->failed)) return reader->status;
  png_read_end(reader->png, reader->info);
  return PNGStatusOK;
}
