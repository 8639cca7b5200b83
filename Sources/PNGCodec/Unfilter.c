// Undoes row filters. Average and Paeth depend on each byte's left neighbour, so their speed is limited
// by the latency of one step; pixels of three and four bytes are processed as one vector.
#include "Unfilter.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// Two rows' one pixel each; lanes never mix.
typedef int16_t Lanes __attribute__((vector_size(16)));
typedef uint8_t Bytes __attribute__((vector_size(8)));

/// Loads `bytes` of each pixel, as a whole word where the bytes after it may be read too.
static inline Lanes widened(const uint8_t *first, const uint8_t *second, size_t bytes) {
  uint8_t both[8] = {0};
  if (first != NULL) memcpy(both, first, bytes);
  if (second != NULL) memcpy(both + 4, second, bytes);
  Bytes vector;
  memcpy(&vector, both, sizeof vector);
  return __builtin_convertvector(vector, Lanes);
}

static inline void store(uint8_t *first, uint8_t *second, size_t bytes, Lanes lanes) {
  Bytes vector = __builtin_convertvector(lanes, Bytes);
  uint8_t both[8];
  memcpy(both, &vector, sizeof both);
  if (first != NULL) memcpy(first, both, bytes);
  if (second != NULL) memcpy(second, both + 4, bytes);
}

static inline Lanes absolute(Lanes lanes) {
  Lanes sign = lanes >> 15;
  return (lanes ^ sign) - sign;
}

/// Of left, above and upper left the one nearest to left + above - upper left (9.4).
static inline Lanes nearest(Lanes left, Lanes above, Lanes upperLeft) {
  Lanes toLeft = above - upperLeft, toAbove = left - upperLeft;
  Lanes toUpperLeft = absolute(toLeft + toAbove);
  toLeft = absolute(toLeft);
  toAbove = absolute(toAbove);
  Lanes isNotAbove = toUpperLeft < toAbove;
  Lanes second = (upperLeft & isNotAbove) | (above & ~isNotAbove);
  Lanes isNotLeft = (toAbove < toLeft) | (toUpperLeft < toLeft);
  return (second & isNotLeft) | (left & ~isNotLeft);
}

static inline void paethPixels(
  size_t stride, size_t length, const uint8_t *filtered, const uint8_t *prior, uint8_t *row) {
  Lanes left = {0}, upperLeft = {0};
  for (size_t i = 0; i < length; i += stride) {
    Lanes above = widened(prior + i, NULL, stride);
    left = (widened(filtered + i, NULL, stride) + nearest(left, above, upperLeft)) & 255;
    upperLeft = above;
    store(row + i, NULL, stride, left);
  }
}

/// Four rows in parallel, each one pixel behind the row above. Paeth depends on its previous result, so
/// a single row leaves most of the processor idle.
typedef struct PaethRows {
  const uint8_t *filtered[4];
  const uint8_t *prior;
  uint8_t *rows[4];
  /// Rows 0 and 1, then rows 2 and 3: the last pixels, and what is above them.
  Lanes left[2], above[2];
} PaethRows;

/// One step: pixel `x` of row 0, x - stride of row 1, and so on. At the sides some rows have no such
/// pixel; their lanes stay zero, as the specification defines pixels left of a row.
static inline __attribute__((always_inline)) void paethStep(
  PaethRows *p, size_t x, size_t stride, size_t length, bool isInside) {
  // If every row has a pixel after this one, a whole word is within the rows.
  size_t bytes = isInside ? 4 : stride;
#define IS_IN(row) (isInside || (x >= (row) * stride && x - (row) * stride < length))
#define AT(pointer, row) (IS_IN(row) ? (pointer) + x - (row) * stride : NULL)
  Lanes top = widened(AT(p->prior, 0), NULL, bytes);
  Lanes above0 = __builtin_shufflevector(top, p->left[0], 0, 1, 2, 3, 8, 9, 10, 11);
  Lanes above1 = __builtin_shufflevector(p->left[0], p->left[1], 4, 5, 6, 7, 8, 9, 10, 11);
  Lanes filtered0 = widened(AT(p->filtered[0], 0), AT(p->filtered[1], 1), bytes);
  Lanes filtered1 = widened(AT(p->filtered[2], 2), AT(p->filtered[3], 3), bytes);
  p->left[0] = (filtered0 + nearest(p->left[0], above0, p->above[0])) & 255;
  p->left[1] = (filtered1 + nearest(p->left[1], above1, p->above[1])) & 255;
  p->above[0] = above0;
  p->above[1] = above1;
  store(AT(p->rows[0], 0), AT(p->rows[1], 1), bytes, p->left[0]);
  store(AT(p->rows[2], 2), AT(p->rows[3], 3), bytes, p->left[1]);
#undef AT
#undef IS_IN
}

static inline void paethRows(
  size_t stride, size_t length, const uint8_t *filtered, const uint8_t *prior, uint8_t *rows) {
  PaethRows p = {.prior = prior};
  for (size_t i = 0; i < 4; i++) {
    p.filtered[i] = filtered + i * (length + 1) + 1;
    p.rows[i] = rows + i * length;
  }
  size_t x = 0;
  for (; x < 3 * stride; x += stride) paethStep(&p, x, stride, length, false);
  for (; x + stride < length; x += stride) paethStep(&p, x, stride, length, true);
  for (; x < length + 3 * stride; x += stride) paethStep(&p, x, stride, length, false);
}

static inline void averagePixels(
  size_t stride, size_t length, const uint8_t *filtered, const uint8_t *prior, uint8_t *row) {
  Lanes left = {0};
  for (size_t i = 0; i < length; i += stride) {
    Lanes above = widened(prior + i, NULL, stride);
    left = (widened(filtered + i, NULL, stride) + ((left + above) >> 1)) & 255;
    store(row + i, NULL, stride, left);
  }
}

static inline void subPixels(
  size_t stride, size_t length, const uint8_t *filtered, uint8_t *row) {
  Lanes left = {0};
  for (size_t i = 0; i < length; i += stride) {
    left = (widened(filtered + i, NULL, stride) + left) & 255;
    store(row + i, NULL, stride, left);
  }
}

static uint8_t paeth(int left, int above, int upperLeft) {
  int toLeft = abs(above - upperLeft), toAbove = abs(left - upperLeft);
  int toUpperLeft = abs(left + above - 2 * upperLeft);
  if (toLeft <= toAbove && toLeft <= toUpperLeft) return (uint8_t)left;
  return (uint8_t)(toAbove <= toUpperLeft ? above : upperLeft);
}

/// Any stride, a byte at a time.
static void unfilterBytes(
  unsigned type, size_t stride, size_t length, const uint8_t *filtered, const uint8_t *prior,
  uint8_t *row) {
  for (size_t i = 0; i < length; i++) {
    int left = i >= stride ? row[i - stride] : 0;
    int upperLeft = i >= stride ? prior[i - stride] : 0;
    int predicted = type == 1   ? left
                    : type == 3 ? (left + prior[i]) / 2
                                : paeth(left, prior[i], upperLeft);
    row[i] = (uint8_t)(filtered[i] + predicted);
  }
}

static bool unfilterRow(
  unsigned type, size_t stride, size_t length, const uint8_t *filtered, const uint8_t *prior,
  uint8_t *row) {
  switch (type) {
    case 0:
      memcpy(row, filtered, length);
      return true;
    case 2:
      for (size_t i = 0; i < length; i++) row[i] = (uint8_t)(filtered[i] + prior[i]);
      return true;
    case 1:
      if (stride == 4) {
        subPixels(4, length, filtered, row);
      } else if (stride == 3) {
        subPixels(3, length, filtered, row);
      } else {
        break;
      }
      return true;
    case 3:
      if (stride == 4) {
        averagePixels(4, length, filtered, prior, row);
      } else if (stride == 3) {
        averagePixels(3, length, filtered, prior, row);
      } else {
        break;
      }
      return true;
    case 4:
      if (stride == 4) {
        paethPixels(4, length, filtered, prior, row);
      } else if (stride == 3) {
        paethPixels(3, length, filtered, prior, row);
      } else {
        break;
      }
      return true;
    default:
      return false;
  }
  unfilterBytes(type, stride, length, filtered, prior, row);
  return true;
}

size_t PNGUnfilterRows(
  size_t stride, size_t length, const uint8_t *filtered, const uint8_t *prior, uint8_t *rows,
  size_t count) {
  size_t step = length + 1;
  if (count >= 4 && filtered[0] == 4 && filtered[step] == 4 && filtered[2 * step] == 4 &&
      filtered[3 * step] == 4) {
    if (stride == 4) {
      paethRows(4, length, filtered, prior, rows);
      return 4;
    }
    if (stride == 3) {
      paethRows(3, length, filtered, prior, rows);
      return 4;
    }
  }
  return unfilterRow(filtered[0], stride, length, filtered + 1, prior, rows) ? 1 : 0;
}
