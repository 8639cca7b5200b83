#include "RowFilters.h"

#include <stdlib.h>
#include <string.h>

/// The Paeth predictor: of left, above and upper left the one nearest to left + above - upper left.
static inline uint8_t paeth(uint8_t left, uint8_t above, uint8_t upper_left) {
  int estimate_left = abs(above - upper_left);
  int estimate_above = abs(left - upper_left);
  int estimate_upper_left = abs(left + above - 2 * upper_left);
  if (estimate_left <= estimate_above && estimate_left <= estimate_upper_left) return left;
  return estimate_above <= estimate_upper_left ? above : upper_left;
}

void png_row_filter(int type, size_t stride, size_t length, const uint8_t *prior, const uint8_t *row,
                    uint8_t *out) {
  size_t head = stride < length ? stride : length;
  switch (type) {
    case 1:  // Sub
      memcpy(out, row, head);
      for (size_t i = head; i < length; i++) out[i] = (uint8_t)(row[i] - row[i - stride]);
      break;
    case 2:  // Up
      for (size_t i = 0; i < length; i++) out[i] = (uint8_t)(row[i] - prior[i]);
      break;
    case 3:  // Average
      for (size_t i = 0; i < head; i++) out[i] = (uint8_t)(row[i] - prior[i] / 2);
      for (size_t i = head; i < length; i++)
        out[i] = (uint8_t)(row[i] - (row[i - stride] + prior[i]) / 2);
      break;
    case 4:  // Paeth
      for (size_t i = 0; i < head; i++) out[i] = (uint8_t)(row[i] - prior[i]);
      for (size_t i = head; i < length; i++)
        out[i] = (uint8_t)(row[i] - paeth(row[i - stride], prior[i], prior[i - stride]));
      break;
    default:  // None
      memcpy(out, row, length);
  }
}

/// 16 × n × log2(n), between powers of two along the chord: monotonic, and the same on every machine.
static inline uint64_t n_log_n(uint32_t n) {
  if (n < 2) return 0;
  unsigned exponent = 31 - (unsigned)__builtin_clz(n);
  return 16 * ((uint64_t)n * exponent + 2 * (uint64_t)(n - (1u << exponent)));
}

static uint64_t magnitude(const uint8_t *bytes, size_t length) {
  uint64_t sum = 0;
  // In parts whose sum fits 32 bits, so that the compiler can take many bytes at a time.
  while (length > 0) {
    size_t part = length < 1 << 20 ? length : 1 << 20;
    uint32_t partSum = 0;
    for (size_t i = 0; i < part; i++) {
      uint8_t negated = (uint8_t)-bytes[i];
      partSum += bytes[i] < negated ? bytes[i] : negated;
    }
    sum += partSum;
    bytes += part;
    length -= part;
  }
  return sum;
}

static uint64_t entropy(const uint8_t *bytes, size_t length) {
  uint32_t counts[256] = {0};
  for (size_t i = 0; i < length; i++) counts[bytes[i]]++;
  uint64_t cost = n_log_n((uint32_t)length);
  for (int value = 0; value < 256; value++) cost -= n_log_n(counts[value]);
  return cost;
}

static inline uint32_t pair(const uint8_t *bytes, size_t i) {
  return (uint32_t)bytes[i] << 8 | bytes[i + 1];
}

static uint64_t bigrams(const uint8_t *bytes, size_t length, uint32_t *counts, int weigh) {
  uint64_t distinct = 0;
  uint64_t cost = length > 1 ? n_log_n((uint32_t)(length - 1)) : 0;
  for (size_t i = 0; i + 1 < length; i++) distinct += counts[pair(bytes, i)]++ == 0;
  for (size_t i = 0; i + 1 < length; i++) {
    uint32_t which = pair(bytes, i);
    cost -= n_log_n(counts[which]);
    counts[which] = 0;
  }
  return weigh ? cost : distinct;
}

uint64_t png_row_cost(int rule, const uint8_t *filtered, size_t length, uint32_t *scratch) {
  switch (rule) {
    case PNG_ROW_COST_ENTROPY: return entropy(filtered, length);
    case PNG_ROW_COST_BIGRAMS: return bigrams(filtered, length, scratch, 0);
    case PNG_ROW_COST_BIGRAM_ENTROPY: return bigrams(filtered, length, scratch, 1);
    default: return magnitude(filtered, length);
  }
}
