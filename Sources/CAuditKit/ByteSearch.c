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
  uint64_t high = 0;
  const uint8_t *at = start;
  for (; end - at >= 8; at += 8) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    high |= word;
  }
  for (; at < end; at++) high |= *at;
  return high & 0x8080808080808080 ? -1 : end - start;
}
