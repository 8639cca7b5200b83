#define _GNU_SOURCE
#include "CAuditKit.h"

#include <stdint.h>
#include <string.h>

const void *byte_search(
    const void *bytes, size_t count, const void *needle, size_t needle_count) {
  return memmem(bytes, count, needle, needle_count);
}

ptrdiff_t byte_plain_line(const void *bytes, size_t count) {
  const uint8_t *start = bytes;
  const uint8_t *end = memchr(start, '\n', count);
  if (!end) return -1;
  size_t length = end - start;
  size_t checked = length > 0 && end[-1] == '\r' ? length - 1 : length;
  uint8_t odd = 0;
  // Without a branch, so that compilers check many bytes at a time.
  for (size_t i = 0; i < checked; i++) {
    uint8_t byte = start[i];
    odd |= (uint8_t)((byte & 0x80) | ((byte < 0x20) & (byte != '\t') & (byte != '\f')));
  }
  return odd ? -1 : (ptrdiff_t)length;
}

/// `marked` for the gram at `bytes`, where four bytes can be read; `mask` leaves those of the gram.
static inline uint8_t mark_of_four(const uint8_t *marked, const uint8_t *bytes, uint32_t mask) {
  return marked[byte_gram_hash(byte_gram(bytes, 4) & mask)];
}

size_t byte_gram_search(
    const uint8_t *marked, size_t length, size_t stride, const uint8_t *bytes, size_t count,
    size_t start) {
  size_t at = start;
  uint32_t mask = UINT32_MAX >> 8 * (4 - length);
  // No step waits for the one before, so that a processor takes several at a time.
  while (count >= 4 + 3 * stride && at <= count - 4 - 3 * stride) {
    uint8_t first = mark_of_four(marked, bytes + at, mask);
    uint8_t second = mark_of_four(marked, bytes + at + stride, mask);
    uint8_t third = mark_of_four(marked, bytes + at + 2 * stride, mask);
    uint8_t fourth = mark_of_four(marked, bytes + at + 3 * stride, mask);
    if (first | second | third | fourth)
      return at + (first ? 0 : second ? stride : third ? 2 * stride : 3 * stride);
    at += 4 * stride;
  }
  for (; count >= length && at <= count - length; at += stride) {
    if (marked[byte_gram_hash(byte_gram(bytes + at, length))]) return at;
  }
  return count;
}
