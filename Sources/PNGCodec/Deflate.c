#include "Deflate.h"

#include <stdlib.h>
#include <string.h>

enum {
  hashBits = 15,
  windowBytes = 32 << 10,
  shortestMatch = 6,
  longestMatch = 258,
  /// How many candidates are tried for one match; a quarter of that after a match of `goodMatch`.
  mostCandidates = 24,
  goodMatch = 32,
  /// The lengths of a match that no better one is tried for, and of one that ends the search.
  lazyMatch = 64,
  niceMatch = 200,
  /// What counts as a run, and how many positions at its end are entered in the hash table.
  longestRunPeriod = 4,
  runEnd = 16,
  blockSymbols = 16384,
  literalCodes = 286,
  distanceCodes = 30,
  lengthCodes = 19,
  endOfBlock = 256,
  longestCode = 15,
  longestLengthCode = 7,
  storedBytes = 65535,
};

/// A Huffman code: how its symbols are written, lowest bit first.
typedef struct Codes {
  uint8_t lengths[literalCodes];
  uint16_t bits[literalCodes];
} Codes;

typedef struct Packer {
  const uint8_t *bytes;
  size_t count;
  bool isLast;
  /// The last position plus one for each hash, and for each position the previous one with its hash.
  uint32_t heads[1 << hashBits];
  uint32_t previous[windowBytes];
  /// A literal, or length << 16 | distance.
  uint32_t symbols[blockSymbols];
  size_t symbolCount;
  /// The position where the current block begins.
  size_t blockStart;
  uint32_t literalCounts[literalCodes], distanceCounts[distanceCodes];
  uint8_t *out;
  uint64_t bits;
  unsigned bitCount;
} Packer;

// MARK: Codes

static unsigned log2Of(unsigned value) { return 31 - (unsigned)__builtin_clz(value); }

/// The symbol of a length or distance, and the number of extra bits above its base (RFC 1951, 3.2.5).
typedef struct Code {
  unsigned symbol, extraBits, extra;
} Code;

static inline Code codeOfLength(unsigned length) {
  if (length == longestMatch) return (Code){285, 0, 0};
  unsigned above = length - 3;
  if (above < 8) return (Code){257 + above, 0, 0};
  unsigned bits = log2Of(above) - 2;
  return (Code){257 + 4 * bits + (above >> bits), bits, above & ((1u << bits) - 1)};
}

static inline Code codeOfDistance(unsigned distance) {
  unsigned above = distance - 1;
  if (above < 4) return (Code){above, 0, 0};
  unsigned bits = log2Of(above) - 1;
  return (Code){2 * bits + (above >> bits), bits, above & ((1u << bits) - 1)};
}

typedef struct Leaf {
  uint32_t count;
  uint16_t symbol;
} Leaf;

static int compareLeaves(const void *left, const void *right) {
  const Leaf *one = left, *other = right;
  if (one->count != other->count) return one->count < other->count ? -1 : 1;
  return one->symbol < other->symbol ? -1 : 1;
}

/// Code lengths for symbols used `counts` times: Huffman's by Moffat and Katajainen (In-place
/// calculation of minimum-redundancy codes, 1995), then shortened to `longest` bits.
static void makeLengths(
  const uint32_t *counts, unsigned symbols, unsigned longest, uint8_t *lengths) {
  Leaf leaves[literalCodes];
  uint32_t depths[literalCodes];
  int used = 0;
  for (unsigned symbol = 0; symbol < symbols; symbol++) {
    lengths[symbol] = 0;
    if (counts[symbol] > 0) leaves[used++] = (Leaf){counts[symbol], (uint16_t)symbol};
  }
  if (used == 0) return;
  qsort(leaves, (size_t)used, sizeof *leaves, compareLeaves);
  if (used == 1) {
    lengths[leaves[0].symbol] = 1;
    return;
  }
  for (int i = 0; i < used; i++) depths[i] = leaves[i].count;

  // Weights become parents, parents depths of inner nodes, those depths of leaves.
  int root = 0, leaf = 0;
  for (int next = 0; next < used - 1; next++) {
    uint32_t sum = 0;
    for (int i = 0; i < 2; i++) {
      if (leaf >= used || (root < next && depths[root] < depths[leaf])) {
        sum += depths[root];
        depths[root++] = (uint32_t)next;
      } else {
        sum += depths[leaf++];
      }
    }
    depths[next] = sum;
  }
  depths[used - 2] = 0;
  for (int next = used - 3; next >= 0; next--) depths[next] = depths[depths[next]] + 1;
  unsigned ofLength[literalCodes + 1] = {0};
  int available = 1, inner = used - 2;
  for (unsigned depth = 0; available > 0; depth++) {
    int taken = 0;
    while (inner >= 0 && depths[inner] == depth) {
      taken++;
      inner--;
    }
    ofLength[depth < longest ? depth : longest] += (unsigned)(available - taken);
    available = 2 * taken;
  }

  // Too many codes of the longest length: make room by lengthening shorter ones.
  uint32_t total = 0;
  for (unsigned length = 1; length <= longest; length++) {
    total += ofLength[length] << (longest - length);
  }
  for (; total > 1u << longest; total--) {
    ofLength[longest]--;
    unsigned length = longest - 1;
    while (ofLength[length] == 0) length--;
    ofLength[length]--;
    ofLength[length + 1] += 2;
  }
  for (unsigned length = longest, place = 0; length >= 1; length--) {
    for (unsigned i = ofLength[length]; i > 0; i--) lengths[leaves[place++].symbol] = (uint8_t)length;
  }
}

/// The canonical code of these lengths (RFC 1951, 3.2.2).
static void makeBits(Codes *codes, unsigned symbols) {
  unsigned next[longestCode + 2] = {0}, counts[longestCode + 1] = {0};
  for (unsigned symbol = 0; symbol < symbols; symbol++) counts[codes->lengths[symbol]]++;
  counts[0] = 0;
  for (unsigned length = 1; length <= longestCode; length++) {
    next[length + 1] = (next[length] + counts[length]) << 1;
  }
  for (unsigned symbol = 0; symbol < symbols; symbol++) {
    unsigned length = codes->lengths[symbol], code = next[length]++, bits = 0;
    for (unsigned i = 0; i < length; i++) bits |= (code >> i & 1) << (length - 1 - i);
    codes->bits[symbol] = (uint16_t)bits;
  }
}

// MARK: Writing

static inline void put(Packer *packer, uint32_t bits, unsigned count) {
  packer->bits |= (uint64_t)bits << packer->bitCount;
  packer->bitCount += count;
  for (; packer->bitCount >= 8; packer->bitCount -= 8, packer->bits >>= 8) {
    *packer->out++ = (uint8_t)packer->bits;
  }
}

static inline void putSymbol(Packer *packer, const Codes *codes, unsigned symbol) {
  put(packer, codes->bits[symbol], codes->lengths[symbol]);
}

/// Run-length coded code lengths (RFC 1951, 3.2.7): a symbol, and its extra bits << 8.
static size_t shortenLengths(const uint8_t *lengths, size_t count, uint16_t *symbols) {
  size_t written = 0;
  for (size_t i = 0; i < count;) {
    size_t run = 1;
    while (i + run < count && lengths[i + run] == lengths[i]) run++;
    size_t rest = run;
    if (lengths[i] == 0) {
      while (rest >= 3) {
        size_t part = rest < 138 ? rest : 138;
        symbols[written++] =
          (uint16_t)(part < 11 ? 17 | (part - 3) << 8 : 18 | (part - 11) << 8);
        rest -= part;
      }
    } else {
      symbols[written++] = lengths[i];
      rest--;
      while (rest >= 3) {
        size_t part = rest < 6 ? rest : 6;
        symbols[written++] = (uint16_t)(16 | (part - 3) << 8);
        rest -= part;
      }
    }
    for (; rest > 0; rest--) symbols[written++] = lengths[i];
    i += run;
  }
  return written;
}

static unsigned extraBitsOfLength(unsigned symbol) {
  return symbol == 16 ? 2 : symbol == 17 ? 3 : symbol == 18 ? 7 : 0;
}

static void putStored(Packer *packer, size_t end, bool isLast) {
  size_t at = packer->blockStart;
  do {
    size_t part = end - at < storedBytes ? end - at : storedBytes;
    put(packer, isLast && at + part == end, 3);
    put(packer, 0, (8 - packer->bitCount) & 7);
    put(packer, (uint32_t)part, 16);
    put(packer, (uint32_t)part ^ 0xffff, 16);
    memcpy(packer->out, packer->bytes + at, part);
    packer->out += part;
    at += part;
  } while (at < end);
}

/// Writes the symbols that were collected as one block that ends at `end` of the input.
static void putBlock(Packer *packer, size_t end, bool isLast) {
  static const uint8_t order[lengthCodes] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                             11, 4,  12, 3, 13, 2, 14, 1, 15};
  Codes literals, distances, lengths;
  packer->literalCounts[endOfBlock] = 1;
  makeLengths(packer->literalCounts, literalCodes, longestCode, literals.lengths);
  makeLengths(packer->distanceCounts, distanceCodes, longestCode, distances.lengths);
  unsigned literalCount = literalCodes, distanceCount = distanceCodes;
  while (literals.lengths[literalCount - 1] == 0) literalCount--;
  while (distanceCount > 1 && distances.lengths[distanceCount - 1] == 0) distanceCount--;

  uint8_t both[literalCodes + distanceCodes];
  memcpy(both, literals.lengths, literalCount);
  memcpy(both + literalCount, distances.lengths, distanceCount);
  uint16_t shortened[literalCodes + distanceCodes];
  size_t shortenedCount = shortenLengths(both, literalCount + distanceCount, shortened);
  uint32_t lengthCounts[lengthCodes] = {0};
  for (size_t i = 0; i < shortenedCount; i++) lengthCounts[shortened[i] & 255]++;
  makeLengths(lengthCounts, lengthCodes, longestLengthCode, lengths.lengths);
  unsigned lengthCount = lengthCodes;
  while (lengthCount > 4 && lengths.lengths[order[lengthCount - 1]] == 0) lengthCount--;

  // The size of the compressed block; one that does not get smaller is stored.
  uint64_t size = 17 + 3 * lengthCount;
  for (size_t i = 0; i < shortenedCount; i++) {
    unsigned symbol = shortened[i] & 255;
    size += lengths.lengths[symbol] + extraBitsOfLength(symbol);
  }
  for (unsigned i = 0; i < literalCount; i++) {
    unsigned extra = i < 265 || i == 285 ? 0 : (i - 261) / 4;
    size += (uint64_t)packer->literalCounts[i] * (literals.lengths[i] + extra);
  }
  for (unsigned i = 0; i < distanceCount; i++) {
    unsigned extra = i < 4 ? 0 : i / 2 - 1;
    size += (uint64_t)packer->distanceCounts[i] * (distances.lengths[i] + extra);
  }
  if (size / 8 > end - packer->blockStart) {
    putStored(packer, end, isLast);
  } else {
    makeBits(&literals, literalCodes);
    makeBits(&distances, distanceCodes);
    makeBits(&lengths, lengthCodes);
    put(packer, isLast | 2 << 1, 3);
    put(packer, literalCount - 257, 5);
    put(packer, distanceCount - 1, 5);
    put(packer, lengthCount - 4, 4);
    for (unsigned i = 0; i < lengthCount; i++) put(packer, lengths.lengths[order[i]], 3);
    for (size_t i = 0; i < shortenedCount; i++) {
      unsigned symbol = shortened[i] & 255;
      putSymbol(packer, &lengths, symbol);
      put(packer, shortened[i] >> 8, extraBitsOfLength(symbol));
    }
    for (size_t i = 0; i < packer->symbolCount; i++) {
      uint32_t symbol = packer->symbols[i];
      if (symbol < 256) {
        putSymbol(packer, &literals, symbol);
        continue;
      }
      Code length = codeOfLength(symbol >> 16), distance = codeOfDistance(symbol & 0xffff);
      putSymbol(packer, &literals, length.symbol);
      put(packer, length.extra, length.extraBits);
      putSymbol(packer, &distances, distance.symbol);
      put(packer, distance.extra, distance.extraBits);
    }
    putSymbol(packer, &literals, endOfBlock);
  }
  packer->blockStart = end;
  packer->symbolCount = 0;
  memset(packer->literalCounts, 0, sizeof packer->literalCounts);
  memset(packer->distanceCounts, 0, sizeof packer->distanceCounts);
}

/// Adds a symbol that covers the input up to `end`.
static void take(Packer *packer, uint32_t symbol, size_t end) {
  packer->symbols[packer->symbolCount++] = symbol;
  if (symbol < 256) {
    packer->literalCounts[symbol]++;
  } else {
    packer->literalCounts[codeOfLength(symbol >> 16).symbol]++;
    packer->distanceCounts[codeOfDistance(symbol & 0xffff).symbol]++;
  }
  if (packer->symbolCount == blockSymbols) putBlock(packer, end, packer->isLast && end == packer->count);
}

// MARK: Matches

static inline uint64_t load64(const uint8_t *bytes) {
  uint64_t value;
  memcpy(&value, bytes, sizeof value);
  return value;
}

static inline uint32_t load32(const uint8_t *bytes) {
  uint32_t value;
  memcpy(&value, bytes, sizeof value);
  return value;
}

/// Enters the position `at` in the hash table, and returns the previous one with its hash, plus one.
static inline uint32_t insert(Packer *packer, size_t at) {
  if (packer->count - at < shortestMatch) return 0;
  uint64_t value = 0;
  memcpy(&value, packer->bytes + at, shortestMatch);
  size_t hash = (value * 0x9E3779B185EBCA87u) >> (64 - hashBits);
  uint32_t head = packer->heads[hash];
  packer->previous[at % windowBytes] = head;
  packer->heads[hash] = (uint32_t)at + 1;
  return head;
}

static inline size_t commonLength(const uint8_t *one, const uint8_t *other, size_t most) {
  size_t length = 0;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  for (; length + 8 <= most; length += 8) {
    uint64_t difference = load64(one + length) ^ load64(other + length);
    if (difference != 0) return length + (size_t)__builtin_ctzll(difference) / 8;
  }
#endif
  while (length < most && one[length] == other[length]) length++;
  return length;
}

typedef struct Match {
  size_t length, distance;
} Match;

/// The longest match at `at` that is longer than `shorter`, from the candidate `next` on.
static Match longestMatchAt(const Packer *packer, size_t at, uint32_t next, size_t shorter) {
  const uint8_t *here = packer->bytes + at;
  size_t most = packer->count - at < longestMatch ? packer->count - at : longestMatch;
  Match match = {shorter, 0};
  unsigned candidates = shorter >= goodMatch ? mostCandidates / 4 : mostCandidates;
  while (next != 0 && at - (next - 1) <= windowBytes && candidates-- > 0 && match.length < most) {
    const uint8_t *there = packer->bytes + next - 1;
    // Most candidates differ in the bytes that would make them longer.
    if (load32(there + match.length - 3) == load32(here + match.length - 3)) {
      size_t length = commonLength(there, here, most);
      if (length > match.length) {
        match = (Match){length, (size_t)(here - there)};
        if (length >= niceMatch) break;
      }
    }
    uint32_t before = packer->previous[(next - 1) % windowBytes];
    // An entry that was overwritten belongs to a later position.
    if (before >= next) break;
    next = before;
  }
  return match;
}

/// Finds literals and matches from `at` on. A match is deferred until the next position has no longer one.
static void findMatches(Packer *packer, size_t at) {
  const uint8_t *bytes = packer->bytes;
  size_t count = packer->count;
  Match waiting = {0, 0};
  for (; at < count; at++) {
    uint32_t next = insert(packer, at);
    Match match = {shortestMatch - 1, 0};
    if (waiting.length < lazyMatch) {
      size_t shorter = waiting.length < shortestMatch ? shortestMatch - 1 : waiting.length;
      match = longestMatchAt(packer, at, next, shorter);
    }
    if (waiting.length >= shortestMatch && match.distance == 0) {
      size_t end = at - 1 + waiting.length;
      // In a long run every position has the hash of one before it; its end is enough.
      bool isRun = waiting.distance <= longestRunPeriod && waiting.length == longestMatch;
      for (size_t i = isRun ? end - runEnd : at + 1; i < end; i++) insert(packer, i);
      take(packer, (uint32_t)(waiting.length << 16 | waiting.distance), end);
      at = end - 1;
      waiting.length = 0;
      continue;
    }
    // The deferred match is the shorter one.
    if (waiting.length != 0) take(packer, bytes[at - 1], at);
    waiting = match.distance != 0 ? match : (Match){1, 0};
  }
  if (waiting.length >= shortestMatch) {
    take(packer, (uint32_t)(waiting.length << 16 | waiting.distance), count);
  } else if (waiting.length == 1) {
    take(packer, bytes[count - 1], count);
  }
}

size_t PNGDeflateBound(size_t count) {
  // Stored blocks, each at least as long as the symbols of one block, and an empty one.
  return count + 8 * (count / blockSymbols + 2) + 16;
}

size_t PNGDeflatePart(
  const uint8_t *bytes, size_t before, size_t count, bool isLast, uint8_t *output) {
  // Positions are numbered in 32 bits.
  Packer *packer = before + count < UINT32_MAX ? calloc(1, sizeof *packer) : NULL;
  if (packer == NULL) return 0;
  packer->bytes = bytes;
  packer->count = before + count;
  packer->isLast = isLast;
  packer->blockStart = before;
  packer->out = output;
  for (size_t i = before < windowBytes ? 0 : before - windowBytes; i < before; i++) insert(packer, i);
  findMatches(packer, before);
  // If the last block was just full, it has ended the stream already.
  if (packer->symbolCount > 0 || (isLast && count == 0)) putBlock(packer, packer->count, isLast);
  // An empty stored block ends at a whole byte.
  if (!isLast) putStored(packer, packer->count, false);
  put(packer, 0, (8 - packer->bitCount) & 7);
  size_t length = (size_t)(packer->out - output);
  free(packer);
  return length;
}
