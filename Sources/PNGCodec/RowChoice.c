// The choice of row filters, by the least sum of absolute differences (PNG specification, 12.7).
#include "RowChoice.h"

#include "RowFilters.h"

#include <stdlib.h>
#include <string.h>

/// How many pixels at the ends of a row are equal. Icons have wide margins, in which every filter but None
/// gives zeros; filtering what is between them is enough.
typedef struct Margins {
  size_t left, right;
} Margins;

static inline uint64_t load64(const uint8_t *bytes) {
  uint64_t value;
  memcpy(&value, bytes, sizeof value);
  return value;
}

static Margins marginsOf(const uint8_t *row, size_t rowBytes, size_t step) {
  // Where every byte equals the one a pixel to its left.
  size_t left = step, right = rowBytes;
  while (left + 8 <= rowBytes && load64(row + left) == load64(row + left - step)) left += 8;
  while (left < rowBytes && row[left] == row[left - step]) left++;
  if (left == rowBytes) return (Margins){rowBytes / step, 0};
  while (right >= step + 8 && load64(row + right - 8) == load64(row + right - 8 - step)) right -= 8;
  while (right > step && row[right - 1] == row[right - 1 - step]) right--;
  return (Margins){left / step, (rowBytes - right) / step};
}

/// The margins of two rows of `width` pixels, one above the other.
static Margins common(Margins one, Margins other, size_t width) {
  // A row of one colour is a margin at either end of the other.
  if (one.left == width) return other.left == width ? (Margins){width - 2, 2} : other;
  if (other.left == width) return one;
  return (Margins){
    one.left < other.left ? one.left : other.left, one.right < other.right ? one.right : other.right};
}

/// Buffers for the rows of one image.
typedef struct RowChooser {
  size_t rowBytes, step;
  /// The row and the one above, without the middle of their margins.
  uint8_t *row, *prior;
  /// The cheapest so far, and the candidate.
  uint8_t *best, *candidate;
} RowChooser;

/// Copies the row without the pixels of its margins whose left neighbour's left neighbour is in the margin,
/// too: filtered, these are equal to the one before. Returns how many bytes remain.
static size_t shorten(const RowChooser *rows, const uint8_t *row, Margins margins, uint8_t *output) {
  size_t head = 2 * rows->step, left = margins.left * rows->step;
  size_t middle = rows->rowBytes - left - (margins.right - 2) * rows->step;
  memcpy(output, row, head);
  memcpy(output + head, row + left, middle);
  return head + middle;
}

/// Writes `count` copies of a pixel.
static uint8_t *repeat(const uint8_t *pixel, size_t step, size_t count, uint8_t *output) {
  size_t bytes = count * step;
  if (bytes == 0) return output;
  memcpy(output, pixel, step);
  for (size_t done = step; done < bytes; done *= 2) {
    memcpy(output + done, output, done < bytes - done ? done : bytes - done);
  }
  return output + bytes;
}

static uint64_t magnitude(const uint8_t *bytes, size_t count) {
  return png_row_cost(PNG_ROW_COST_MAGNITUDE, bytes, count, NULL);
}

/// Writes a row after its filter type, choosing the filter with the lowest cost, from the type `first` on.
static void filterRow(
  RowChooser *rows, const uint8_t *row, const uint8_t *prior, Margins margins, int first,
  uint8_t *output) {
  size_t step = rows->step, count = rows->rowBytes;
  bool isShortened = margins.left + margins.right >= 32 && margins.left >= 2 && margins.right >= 2;
  if (isShortened) {
    shorten(rows, prior, margins, rows->prior);
    count = shorten(rows, row, margins, rows->row);
    row = rows->row;
    prior = rows->prior;
  }
  uint64_t least = UINT64_MAX;
  // No cost is below zero.
  for (int type = first; type < PNG_ROW_FILTERS && least > 0; type++) {
    png_row_filter(type, step, count, prior, row, rows->candidate);
    uint64_t cost = magnitude(rows->candidate, count);
    if (isShortened) {
      cost += (margins.left - 2) * magnitude(rows->candidate + step, step);
      cost += (margins.right - 2) * magnitude(rows->candidate + count - step, step);
    }
    if (cost >= least) continue;
    least = cost;
    *output = (uint8_t)type;
    uint8_t *other = rows->best;
    rows->best = rows->candidate;
    rows->candidate = other;
  }
  output++;
  if (!isShortened) {
    memcpy(output, rows->best, count);
    return;
  }
  memcpy(output, rows->best, 2 * step);
  output = repeat(rows->best + step, step, margins.left - 2, output + 2 * step);
  memcpy(output, rows->best + 2 * step, count - 2 * step);
  repeat(rows->best + count - step, step, margins.right - 2, output + count - 2 * step);
}

/// An image's rows with their margins.
typedef struct RowSource {
  PNGImage image;
  size_t rowBytes;
  /// A row of margin, and two whose margins are filled already.
  uint8_t *margin, *rows[2];
} RowSource;

/// The row `y`; valid until the row after the next is asked for.
static const uint8_t *rowOf(const RowSource *source, size_t y) {
  PNGImage image = source->image;
  if (y < image.boxTop || y - image.boxTop >= image.boxHeight) return source->margin;
  size_t bytes = (size_t)image.boxWidth * image.channels;
  const uint8_t *pixels = image.pixels + (y - image.boxTop) * bytes;
  if (image.boxWidth == image.width) return pixels;
  uint8_t *row = source->rows[y % 2];
  memcpy(row + (size_t)image.boxLeft * image.channels, pixels, bytes);
  return row;
}

bool PNGFilterRows(PNGImage image, size_t first, size_t end, uint8_t *output) {
  size_t step = image.channels, rowBytes = image.width * step;
  uint8_t *memory = calloc(8, rowBytes);
  if (memory == NULL) return false;
  RowChooser rows = {
    .rowBytes = rowBytes,
    .step = step,
    .row = memory,
    .prior = memory + rowBytes,
    .best = memory + 2 * rowBytes,
    .candidate = memory + 3 * rowBytes,
  };
  RowSource source = {image, rowBytes, memory + 4 * rowBytes, {memory + 5 * rowBytes, memory + 6 * rowBytes}};
  repeat(image.margin, step, 3 * (size_t)image.width, source.margin);
  // Above the first row are zeros.
  const uint8_t *prior = first == 0 ? memory + 7 * rowBytes : rowOf(&source, first - 1);
  Margins above = marginsOf(prior, rowBytes, step);
  for (size_t y = first; y < end; y++) {
    const uint8_t *row = rowOf(&source, y);
    bool isEqual = row == prior || memcmp(row, prior, rowBytes) == 0;
    Margins own = isEqual ? above : marginsOf(row, rowBytes, step);
    // With Up, an equal row becomes all zeros, unless it is zeros itself.
    int firstType = y > 0 && row[0] != 0 && isEqual ? 2 : 0;
    filterRow(&rows, row, prior, common(own, above, image.width), firstType, output);
    output += rowBytes + 1;
    prior = row;
    above = own;
  }
  free(memory);
  return true;
}
