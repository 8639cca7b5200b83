#include "FileKind.h"

#include <stdbool.h>
#include <string.h>

static bool has(const uint8_t *bytes, size_t count, size_t offset, const char *text, size_t length) {
  return count >= offset + length && memcmp(bytes + offset, text, length) == 0;
}

/// SVG or XML, possibly after a byte order mark and white space; NULL for neither.
static const char *kindOfText(const uint8_t *bytes, size_t count) {
  size_t start = has(bytes, count, 0, "\xef\xbb\xbf", 3) ? 3 : 0;
  while (start < count && (bytes[start] == ' ' || (bytes[start] >= 9 && bytes[start] <= 13))) {
    start++;
  }
  if (has(bytes, count, start, "<svg", 4)) return "SVG";
  if (!has(bytes, count, start, "<?xml", 5) && !has(bytes, count, start, "<!", 2)) return NULL;
  for (size_t i = start; i + 4 < count && i < start + 4096; i++) {
    if (memcmp(bytes + i, "<svg", 4) == 0) return "SVG";
  }
  return "XML";
}

const char *PNGKindOfFile(const uint8_t *bytes, size_t count) {
  static const struct {
    const char *magic;
    size_t offset, length;
    const char *name;
  } kinds[] = {
    {"\xff\xd8\xff", 0, 3, "JPEG"},
    {"WEBP", 8, 4, "WebP"},
    {"GIF8", 0, 4, "GIF"},
    {"%PDF", 0, 4, "PDF"},
    {"%!PS", 0, 4, "PostScript"},
    {"\0\0\1\0", 0, 4, "ICO"},
    {"\0\0\2\0", 0, 4, "CUR"},
    {"icns", 0, 4, "ICNS"},
    {"ftypavif", 4, 8, "AVIF"},
    {"ftyphei", 4, 7, "HEIC"},
    {"ftyphev", 4, 7, "HEIC"},
    {"ftypmif1", 4, 8, "HEIC"},
    {"\xff\x0a", 0, 2, "JPEG XL"},
    {"\0\0\0\x0cJXL ", 0, 8, "JPEG XL"},
    {"\0\0\0\x0cjP  ", 0, 8, "JPEG 2000"},
    {"II*\0", 0, 4, "TIFF"},
    {"MM\0*", 0, 4, "TIFF"},
    {"8BPS", 0, 4, "Photoshop"},
    {"\x8aMNG", 0, 4, "MNG"},
    {"PK\3\4", 0, 4, "zip"},
    {"\x1f\x8b", 0, 2, "gzip"},
    {"BM", 0, 2, "BMP"},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (has(bytes, count, kinds[i].offset, kinds[i].magic, kinds[i].length)) return kinds[i].name;
  }
  return kindOfText(bytes, count);
}
