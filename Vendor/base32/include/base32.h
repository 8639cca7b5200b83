// base32: RFC 4648, section 6.
// SPDX-License-Identifier: 0BSD
#ifndef BASE32_H
#define BASE32_H

#include <stddef.h>
#include <stdint.h>

/// How many characters `base32_encode` writes for `count` bytes, padding included.
size_t base32_encoded_length(size_t count);

/// Writes the encoding of `count` bytes to `text`, which has room for
/// `base32_encoded_length(count)` characters; no NUL is added.
void base32_encode(const uint8_t *bytes, size_t count, char *text);

/// Decodes `length` characters, padding included, to `bytes`, which has room for
/// `length / 8 * 5` bytes.
///
/// Returns the number of bytes, or -1 if the text is not the encoding of any.
ptrdiff_t base32_decode(const char *text, size_t length, uint8_t *bytes);

#endif
