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
