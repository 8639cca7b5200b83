#include "PNGCodec.h"

#include "ColorChunks.h"
#include "FileKind.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { inputBytes = 64 << 10 };

struct PNGReader {
  png_structp png;
  png_infop info;
  int descriptor;
  /// What is read in place of a file, and how much of it is left.
  const uint8_t *memory;
  size_t memoryLeft;
  PNGLimits limits;
  PNGHeader header;
  PNGColorChunks color;
  int passes;
  /// The whole picture, if interlaced; `row` of it was delivered.
  uint8_t *picture;
  size_t row;
  PNGStatus status;
  char message[200];
  /// What was read ahead: `start` to `end` is not consumed yet.
  size_t start;
  size_t end;
  uint8_t input[inputBytes];
  jmp_buf failed;
};

static PNGStatus fail(PNGReader *reader, PNGStatus status, const char *message) {
  reader->status = status;
  snprintf(reader->message, sizeof reader->message, "%s", message);
  return status;
}

// libpng calls these; neither returns into it.
static void onError(png_structp png, png_const_charp message) {
  PNGReader *reader = png_get_error_ptr(png);
  if (reader->status == PNGStatusOK) fail(reader, PNGStatusDamaged, message);
  longjmp(reader->failed, 1);
}

static void onWarning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

/// Fills the empty input buffer; at the end of the file it stays empty.
static bool refill(PNGReader *reader) {
  reader->start = 0;
  if (reader->memory != NULL) {
    reader->end = reader->memoryLeft < inputBytes ? reader->memoryLeft : inputBytes;
    memcpy(reader->input, reader->memory, reader->end);
    reader->memory += reader->end;
    reader->memoryLeft -= reader->end;
    return true;
  }
  ssize_t count;
  do {
    count = read(reader->descriptor, reader->input, inputBytes);
  } while (count < 0 && errno == EINTR);
  if (count < 0) {
    fail(reader, PNGStatusUnreadable, strerror(errno));
    return false;
  }
  reader->end = (size_t)count;
  return true;
}

static void onRead(png_structp png, png_bytep bytes, size_t count) {
  PNGReader *reader = png_get_io_ptr(png);
  while (count > 0) {
    if (reader->start == reader->end) {
      if (!refill(reader)) png_error(png, reader->message);
      if (reader->end == 0) {
        fail(reader, PNGStatusCutOff, "the file ends before the picture does");
        png_error(png, reader->message);
      }
    }
    size_t part = reader->end - reader->start;
    if (part > count) part = count;
    memcpy(bytes, reader->input + reader->start, part);
    reader->start += part;
    bytes += part;
    count -= part;
  }
}

PNGReader *PNGReaderCreate(int descriptor, PNGLimits limits) {
  PNGReader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->descriptor = descriptor;
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
  reader->memory = bytes;
  reader->memoryLeft = count;
  return reader;
}

const PNGColorChunks *PNGReaderColorChunks(const PNGReader *reader) { return &reader->color; }

void PNGReaderDestroy(PNGReader *reader) {
  if (reader == NULL) return;
  png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader->picture);
  PNGFreeColorChunks(&reader->color);
  free(reader);
}

const char *PNGReaderMessage(const PNGReader *reader) { return reader->message; }

/// Looks at the first bytes, so that a refusal can say what the file is instead.
static PNGStatus checkSignature(PNGReader *reader) {
  if (!refill(reader)) return reader->status;
  if (reader->end == 0) return fail(reader, PNGStatusEmpty, "the file is empty");
  size_t length = reader->end < 8 ? reader->end : 8;
  if (png_sig_cmp(reader->input, 0, length) == 0) {
    // Xcode's variant for devices: another byte order, premultiplied, deflate without its frame.
    if (reader->end >= 16 && memcmp(reader->input + 12, "CgBI", 4) == 0) {
      return fail(reader, PNGStatusNotPNG, "CgBI");
    }
    return PNGStatusOK;
  }
  const char *kind = PNGKindOfFile(reader->input, reader->end);
  return fail(reader, PNGStatusNotPNG, kind != NULL ? kind : "");
}

static PNGStatus allocateInterlaced(PNGReader *reader) {
  uint64_t bytes = (uint64_t)reader->header.rowBytes * reader->header.height;
  if (bytes > reader->limits.memoryBytes || bytes > SIZE_MAX) {
    snprintf(
      reader->message, sizeof reader->message,
      "the picture is interlaced and needs %llu bytes at once; at most %llu",
      (unsigned long long)bytes, (unsigned long long)reader->limits.memoryBytes);
    return reader->status = PNGStatusTooLarge;
  }
  reader->picture = malloc(bytes);
  if (reader->picture == NULL) return fail(reader, PNGStatusNoMemory, "there is no memory");
  return PNGStatusOK;
}

PNGStatus PNGReaderReadHeader(PNGReader *reader, PNGHeader *header) {
  png_structp png = reader->png;
  png_infop info = reader->info;
  if (checkSignature(reader) != PNGStatusOK) return reader->status;
  if (setjmp(reader->failed)) return reader->status;

  png_set_read_fn(png, reader, onRead);
  // Width and height each stay below the pixels; their product is checked below.
  uint64_t side = reader->limits.pixels < 0x7fffffff ? reader->limits.pixels : 0x7fffffff;
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  png_set_chunk_cache_max(png, 128);
  png_set_chunk_malloc_max(png, 8 << 20);
  PNGKeepColorChunks(png);
  png_read_info(png, info);
  PNGTakeColorChunks(png, info, &reader->color);

  PNGHeader *own = &reader->header;
  own->width = png_get_image_width(png, info);
  own->height = png_get_image_height(png, info);
  if (own->width > side || (uint64_t)own->width * own->height > reader->limits.pixels) {
    snprintf(
      reader->message, sizeof reader->message, "%u x %u pixels; at most %llu pixels",
      own->width, own->height, (unsigned long long)reader->limits.pixels);
    return reader->status = PNGStatusTooLarge;
  }

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

/// Every pass writes into the same rows: an interlaced picture is complete only after the last.
static void readInterlaced(PNGReader *reader) {
  size_t rowBytes = reader->header.rowBytes;
  for (int pass = 0; pass < reader->passes; pass++) {
    for (size_t row = 0; row < reader->header.height; row++) {
      png_read_row(reader->png, reader->picture + row * rowBytes, NULL);
    }
  }
}

PNGStatus PNGReaderReadRows(PNGReader *reader, uint8_t *rows, size_t count) {
  size_t rowBytes = reader->header.rowBytes;
  if (setjmp(reader->failed)) return reader->status;
  if (!reader->header.isInterlaced) {
    for (size_t i = 0; i < count; i++) png_read_row(reader->png, rows + i * rowBytes, NULL);
    return PNGStatusOK;
  }
  if (reader->row == 0) readInterlaced(reader);
  memcpy(rows, reader->picture + reader->row * rowBytes, count * rowBytes);
  reader->row += count;
  return PNGStatusOK;
}

PNGStatus PNGReaderFinish(PNGReader *reader) {
  if (setjmp(reader->failed)) return reader->status;
  png_read_end(reader->png, NULL);
  return PNGStatusOK;
}
