#include "CAuditKit.h"

#include <string.h>

static int is_blank(uint8_t byte) { return byte == ' ' || byte == '\t' || byte == '\r'; }

// Without a branch, so that compilers check many bytes at a time.
static uint8_t odd(const uint8_t *bytes, size_t count) {
  uint8_t odd = 0;
  for (size_t i = 0; i < count; i++) {
    uint8_t byte = bytes[i];
    odd |= (uint8_t)((byte & 0x80) |
                     ((byte < 0x20) & (byte != '\t') & (byte != '\f') & (byte != '\n')));
  }
  return odd;
}

static int begins_with_mark(const uint8_t *line, size_t count, const uint8_t *marks) {
  size_t i = 0;
  while (i < count && is_blank(line[i])) i++;
  return i < count && strchr((const char *)marks, line[i]);
}

// Among `fewest` bytes in a row are three of every `fewest / 3`-th.
static int may_have_blanks(const uint8_t *line, size_t count, size_t fewest) {
  size_t stride = fewest / 3, found = 0;
  for (size_t i = stride - 1; i < count; i += stride) {
    found = is_blank(line[i]) ? found + 1 : 0;
    if (found == 3) return 1;
  }
  return 0;
}

size_t byte_plain_lines(const void *bytes, size_t count, struct byte_lines *lines) {
  enum { block = 1024 };
  const uint8_t *start = bytes;
  const uint8_t *const end = start + count;
  // What is before it has been checked.
  const uint8_t *plain = start;
  const uint8_t *feed;
  while (start < end && (feed = memchr(start, '\n', (size_t)(end - start)))) {
    size_t length = (size_t)(feed - start);
    if (length > lines->limit) break;
    while (plain < feed) {
      size_t next = (size_t)(end - plain) < block ? (size_t)(end - plain) : block;
      if (odd(plain, next)) break;
      plain += next;
    }
    if (plain < feed) {
      // Only this line, perhaps without the carriage return at its end.
      size_t checked = length > 0 && feed[-1] == '\r' ? length - 1 : length;
      if (odd(start, checked)) break;
    }
    if (length < lines->mark_limit && begins_with_mark(start, length, lines->marks)) break;
    if (lines->fewest_blanks >= 3 && length >= lines->fewest_blanks &&
        may_have_blanks(start, length, lines->fewest_blanks))
      break;
    lines->count++;
    if (length > lines->longest) lines->longest = length;
    start = feed + 1;
    if (plain < start) plain = start;
  }
  return (size_t)(start - (const uint8_t *)bytes);
}

size_t byte_line_feeds(const void *bytes, size_t count) {
  const uint8_t *byte = bytes;
  size_t feeds = 0;
  while (count > 0) {
    // Sums of so few fit into a byte, so that compilers add many at a time.
    size_t part = count < 255 ? count : 255;
    uint8_t sum = 0;
    for (size_t i = 0; i < part; i++) sum += byte[i] == '\n';
    feeds += sum;
    byte += part;
    count -= part;
  }
  return feeds;
}
