// base32: RFC 4648, section 6.
// SPDX-License-Identifier: 0BSD
#include "base32.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

size_t base32_encoded_length(size_t count) {
  return count / 5 * 8 + (count % 5 != 0 ? 8 : 0);
}

void base32_encode(const uint8_t *bytes, size_t count, char *text) {
  uint64_t bits = 0;
  unsigned held = 0;
  size_t written = 0;
  for (size_t i = 0; i < count; i++) {
    bits = bits << 8 | bytes[i];
    held += 8;
    while (held >= 5) {
      held -= 5;
      text[written++] = alphabet[bits >> held & 31];
    }
  }
  if (held > 0) {
    text[written++] = alphabet[bits << (5 - held) & 31];
  }
  while (written % 8 != 0) {
    text[written++] = '=';
  }
}

static int value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a';
  if (c >= '2' && c <= '7') return c - '2' + 26;
  return -1;
}

ptrdiff_t base32_decode(const char *text, size_t length, uint8_t *bytes) {
  if (length % 8 != 0) return -1;
  size_t padding = 0;
  while (padding < length && text[length - 1 - padding] == '=') padding++;
  // 1, 3, 4 or 6 characters of padding stand for 4, 3, 2 or 1 bytes in the last group.
  if (padding > 6 || padding == 2 || padding == 5) return -1;

  uint64_t bits = 0;
  unsigned held = 0;
  ptrdiff_t written = 0;
  for (size_t i = 0; i < length - padding; i++) {
    int digit = value(text[i]);
    if (digit < 0) return -1;
    bits = bits << 5 | (unsigned)digit;
    held += 5;
    if (held >= 8) {
      held -= 8;
      bytes[written++] = (uint8_t)(bits >> held);
    }
  }
  // Two texts must not stand for the same bytes: what is left over is zero.
  if ((bits & ((UINT64_C(1) << held) - 1)) != 0) return -1;
  return written;
}
