#ifndef C_AUDIT_KIT_H
#define C_AUDIT_KIT_H

#include <stddef.h>
#include <stdint.h>

/// Where `needle` begins in `bytes`, NULL if it does not occur: the system's memmem, which Swift
/// cannot see on Linux because the C library hides it from standard C.
const void *_Nullable byte_search(
    const void *_Nonnull bytes, size_t count, const void *_Nonnull needle, size_t needle_count);

/// The number of bytes before the first line feed; -1 if there is none, or one of those bytes is not
/// ASCII or is a control character other than a tab, a form feed and a carriage return at the end.
ptrdiff_t byte_plain_line(const void *_Nonnull bytes, size_t count);

/// The number of hashes of grams, which are runs of two to four bytes.
#define BYTE_GRAM_HASHES (1 << 15)

/// The gram of `length` bytes at `bytes`, as a number.
static inline uint32_t byte_gram(const uint8_t *_Nonnull bytes, size_t length) {
  uint32_t gram = 0;
  for (size_t i = 0; i < length; i++) gram |= (uint32_t)bytes[i] << 8 * i;
  return gram;
}

/// The hash of a gram.
static inline uint32_t byte_gram_hash(uint32_t gram) { return gram * 0x9E3779B1u >> 17; }

/// The first of the positions `start`, `start + stride`, … where the gram of `length` bytes has a hash
/// that is marked with 1 in `marked`, which has `BYTE_GRAM_HASHES` bytes of 0 and 1; `count` if there
/// is none.
size_t byte_gram_search(
    const uint8_t *_Nonnull marked, size_t length, size_t stride, const uint8_t *_Nonnull bytes,
    size_t count, size_t start);

/// How many line feeds there are.
size_t byte_line_feeds(const void *_Nonnull bytes, size_t count);

/// What byte_plain_lines looks for, and what it found.
struct byte_lines {
  /// The most bytes of a line that is passed.
  size_t limit;
  /// Lines of fewer bytes that begin, after blanks, with one of `marks`, which a NUL ends, are not
  /// passed.
  size_t mark_limit;
  const uint8_t *_Nonnull marks;
  /// Lines that may have so many blanks in a row are not passed; fewer than 3 for any.
  size_t fewest_blanks;
  /// How many lines were passed, and the bytes of the longest.
  size_t count, longest;
};

/// How many bytes the first lines have that are complete and plain as byte_plain_line has it, and in
/// which `lines` looks for nothing.
size_t byte_plain_lines(
    const void *_Nonnull bytes, size_t count, struct byte_lines *_Nonnull lines);

/// The release of the SPDX licence list, its licences and its exceptions: an identifier a line, that of
/// a licence with its full name after a tab; an empty line between the three parts, `~` before a
/// deprecated identifier.
const uint8_t *_Nonnull license_names(size_t *_Nonnull count);

/// The sketches of the SPDX licence list: numbers and identifiers, no text.
///
/// Written by Scripts/spdx-license-data; LicenseSketchTable.swift describes the format.
const uint8_t *_Nonnull license_sketches(size_t *_Nonnull count);

#endif
