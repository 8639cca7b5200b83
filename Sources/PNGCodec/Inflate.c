#include "Inflate.h"

#include <libdeflate.h>
#include <string.h>

// An entry of a decoding table, indexed by the next bits of the stream:
//   bits 0-4    how many bits to consume: the code's and the extra bits after it
//   bits 8-11   how many of them are the code's; for a subtable, its number of index bits
//   bits 12-15  the kind of entry
//   bits 16-31  the literal, the base of a length or distance, or where the subtable begins
enum {
  isLiteral = 1 << 12,
  isSubtable = 1 << 13,
  isEnd = 1 << 14,
  isInvalid = 1 << 15,
  isSpecial = isSubtable | isEnd | isInvalid,
};

enum {
  literalBits = 11,
  distanceBits = 8,
  lengthBits = 7,
  longestCode = 15,
  literalSymbols = 288,
  distanceSymbols = 32,
  lengthSymbols = 19,
  endOfBlock = 256,
};

/// Base and extra bits of symbols 257 to 285 and of the distances (RFC 1951, 3.2.5).
static const uint16_t lengthBases[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                         31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t lengthExtras[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                         2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t distanceBases[30] = {1,   2,   3,   4,   5,   7,    9,    13,   17,   25,
                                           33,  49,  65,  97,  129, 193,  257,  385,  513,  769,
                                           1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
static const uint8_t distanceExtras[30] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                           6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

typedef uint32_t Describe(unsigned symbol);

static uint32_t describeLiteral(unsigned symbol) {
  if (symbol < endOfBlock) return symbol << 16 | isLiteral;
  if (symbol == endOfBlock) return isEnd;
  if (symbol > 285) return isInvalid;
  return (uint32_t)lengthBases[symbol - 257] << 16 | lengthExtras[symbol - 257];
}

static uint32_t describeDistance(unsigned symbol) {
  if (symbol > 29) return isInvalid;
  return (uint32_t)distanceBases[symbol] << 16 | distanceExtras[symbol];
}

static uint32_t describeLength(unsigned symbol) { return symbol << 16 | isLiteral; }

static unsigned reversed(unsigned code, unsigned length) {
  unsigned result = 0;
  for (unsigned i = 0; i < length; i++) result |= (code >> i & 1) << (length - 1 - i);
  return result;
}

/// Makes the table of a canonical code (RFC 1951, 3.2.2) whose symbols have `lengths`.
///
/// As zlib does, refuses an incomplete code, unless it has a single code of one bit or no code.
static bool makeTable(
  uint32_t *table, unsigned tableBits, const uint8_t *lengths, unsigned symbols, Describe *describe,
  bool mayBeIncomplete) {
  unsigned counts[longestCode + 1] = {0};
  for (unsigned symbol = 0; symbol < symbols; symbol++) counts[lengths[symbol]]++;
  unsigned longest = longestCode;
  while (longest > 0 && counts[longest] == 0) longest--;
  int left = 1;
  for (unsigned length = 1; length <= longestCode; length++) {
    left = left * 2 - (int)counts[length];
    if (left < 0) return false;
  }
  if (left > 0) {
    if (!mayBeIncomplete || longest > 1) return false;
    for (unsigned i = 0; i < 1u << tableBits; i++) table[i] = isInvalid;
  }

  // Symbols in the order of their codes.
  uint16_t starts[longestCode + 2], sorted[literalSymbols];
  starts[1] = 0;
  for (unsigned length = 1; length <= longestCode; length++) {
    starts[length + 1] = (uint16_t)(starts[length] + counts[length]);
  }
  for (unsigned symbol = 0; symbol < symbols; symbol++) {
    if (lengths[symbol] != 0) sorted[starts[lengths[symbol]]++] = (uint16_t)symbol;
  }

  unsigned code = 0, place = 0;
  unsigned end = 1u << tableBits;
  unsigned prefix = UINT32_MAX, subtable = 0, subtableBits = 0;
  for (unsigned length = 1; length <= longest; length++, code <<= 1) {
    for (unsigned rest = counts[length]; rest > 0; rest--, code++, place++) {
      uint32_t entry = describe(sorted[place]);
      unsigned bits = reversed(code, length);
      if (length <= tableBits) {
        entry += length << 8 | length;
        for (unsigned i = bits; i < 1u << tableBits; i += 1u << length) table[i] = entry;
        continue;
      }
      if ((bits & ((1u << tableBits) - 1)) != prefix) {
        prefix = bits & ((1u << tableBits) - 1);
        // As many index bits as the codes with this prefix need; these codes are consecutive.
        subtableBits = length - tableBits;
        int room = (1 << subtableBits) - (int)rest;
        while (room > 0 && subtableBits + tableBits < longest) {
          subtableBits++;
          room = room * 2 - (int)counts[subtableBits + tableBits];
        }
        subtable = end;
        end += 1u << subtableBits;
        table[prefix] = subtable << 16 | subtableBits << 8 | isSubtable | tableBits;
      }
      unsigned further = length - tableBits;
      entry += further << 8 | further;
      for (unsigned i = bits >> tableBits; i < 1u << subtableBits; i += 1u << further) {
        table[subtable + i] = entry;
      }
    }
  }
  return true;
}

static inline uint64_t load64(const uint8_t *bytes) {
  uint64_t value;
  memcpy(&value, bytes, sizeof value);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  value = __builtin_bswap64(value);
#endif
  return value;
}

// The bit buffer in local variables: at least 56 bits after REFILL, which reads eight bytes.
#define REFILL()                     \
  do {                               \
    bits |= load64(in) << bitCount;  \
    in += (63 - bitCount) >> 3;      \
    bitCount |= 56;                  \
  } while (0)
#define TAKE(n) (bits >>= (n), bitCount -= (n))
#define LOW(value, n) ((uint32_t)(value) & ((1u << (n)) - 1))
#define LOAD_STATE()                    \
  const uint8_t *in = inflater->in;     \
  uint64_t bits = inflater->bits;       \
  uint32_t bitCount = inflater->bitCount
#define SAVE_STATE() (inflater->in = in, inflater->bits = bits, inflater->bitCount = bitCount)

/// Whether bits past the end of the input were consumed; their values are arbitrary.
static inline bool isBehind(const uint8_t *in, const uint8_t *end, uint32_t bitCount) {
  return in > end && (size_t)(in - end) * 8 > bitCount;
}

static bool isOverrun(const PNGInflater *inflater) {
  return isBehind(inflater->in, inflater->inEnd, inflater->bitCount);
}

/// Returns the whole bytes in the bit buffer to the input.
static void returnBytes(PNGInflater *inflater) {
  inflater->in -= inflater->bitCount / 8;
  inflater->bitCount %= 8;
  inflater->bits = LOW(inflater->bits, inflater->bitCount);
}

/// Returns the whole bytes in the bit buffer to the input, and drops the rest of the current byte.
static void alignToByte(PNGInflater *inflater) {
  returnBytes(inflater);
  inflater->bits = 0;
  inflater->bitCount = 0;
}

static PNGInflateResult damaged(PNGInflater *inflater, const char *problem) {
  inflater->problem = problem;
  return PNGInflateDamaged;
}

static bool hasInput(const PNGInflater *inflater, size_t count) {
  return inflater->inEnd >= inflater->in && (size_t)(inflater->inEnd - inflater->in) >= count;
}

void PNGInflateReset(PNGInflater *inflater, bool hasFrame) {
  inflater->state = hasFrame ? InflateStart : InflateBlock;
  inflater->hasFrame = hasFrame;
  inflater->isLastBlock = false;
  inflater->storedLeft = 0;
  inflater->adler = 1;
  inflater->bits = 0;
  inflater->bitCount = 0;
  inflater->problem = NULL;
}

/// Reads the header (RFC 1950, 2.2). Its window size is not enforced: some writers name one too small,
/// and the checksum shows whether the data is right.
static PNGInflateResult readHeader(PNGInflater *inflater) {
  if (!hasInput(inflater, 2)) return PNGInflateCutOff;
  unsigned method = inflater->in[0], flags = inflater->in[1];
  if ((method << 8 | flags) % 31 != 0) return damaged(inflater, "incorrect header check");
  if ((method & 15) != 8) return damaged(inflater, "unknown compression method");
  if (method >> 4 > 7) return damaged(inflater, "invalid window size");
  if ((flags & 32) != 0) return damaged(inflater, "missing preset dictionary");
  inflater->in += 2;
  inflater->state = InflateBlock;
  return PNGInflateMore;
}

static void makeFixedTables(PNGInflater *inflater) {
  uint8_t lengths[literalSymbols];
  for (unsigned i = 0; i < literalSymbols; i++) {
    lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  }
  makeTable(
    inflater->literals, literalBits, lengths, literalSymbols, describeLiteral, false);
  memset(lengths, 5, distanceSymbols);
  makeTable(
    inflater->distances, distanceBits, lengths, distanceSymbols, describeDistance, false);
}

/// Reads the codes of a dynamic block (RFC 1951, 3.2.7).
static const char *readCodes(PNGInflater *inflater) {
#define REFUSE(problem)   \
  do {                    \
    SAVE_STATE();         \
    return problem;       \
  } while (0)
  static const uint8_t order[lengthSymbols] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                               11, 4,  12, 3, 13, 2, 14, 1, 15};
  LOAD_STATE();
  REFILL();
  unsigned literals = LOW(bits, 5) + 257, distances = LOW(bits >> 5, 5) + 1;
  unsigned count = LOW(bits >> 10, 4) + 4;
  TAKE(14);
  if (literals > 286 || distances > 30) REFUSE("too many length or distance symbols");
  uint8_t codeLengths[lengthSymbols] = {0};
  for (unsigned i = 0; i < count; i++) {
    REFILL();
    codeLengths[order[i]] = (uint8_t)LOW(bits, 3);
    TAKE(3);
  }
  uint32_t table[1 << lengthBits];
  if (!makeTable(table, lengthBits, codeLengths, lengthSymbols, describeLength, false)) {
    REFUSE("invalid code lengths set");
  }
  uint8_t lengths[literalSymbols + distanceSymbols];
  unsigned filled = 0;
  while (filled < literals + distances) {
    // Bytes past the input may decode as anything; stop after a few.
    if (in > inflater->inEnd + 16) REFUSE("ends in a block's header");
    REFILL();
    uint32_t entry = table[LOW(bits, lengthBits)];
    unsigned symbol = entry >> 16, repeats = 1;
    TAKE(entry & 31);
    uint8_t length = (uint8_t)symbol;
    if (symbol >= 16) {
      if (symbol == 16 && filled == 0) REFUSE("invalid bit length repeat");
      length = symbol == 16 ? lengths[filled - 1] : 0;
      unsigned extra = symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
      repeats = (symbol == 18 ? 11 : 3) + LOW(bits, extra);
      TAKE(extra);
      if (repeats > literals + distances - filled) REFUSE("invalid bit length repeat");
    }
    memset(lengths + filled, length, repeats);
    filled += repeats;
  }
#undef REFUSE
  SAVE_STATE();
  if (lengths[endOfBlock] == 0) return "invalid code -- missing end-of-block";
  if (!makeTable(inflater->literals, literalBits, lengths, literals, describeLiteral, true)) {
    return "invalid literal/lengths set";
  }
  if (!makeTable(
        inflater->distances, distanceBits, lengths + literals, distances, describeDistance, true)) {
    return "invalid distances set";
  }
  return NULL;
}

static PNGInflateResult readBlockHeader(PNGInflater *inflater) {
  LOAD_STATE();
  REFILL();
  inflater->isLastBlock = bits & 1;
  unsigned type = LOW(bits >> 1, 2);
  TAKE(3);
  SAVE_STATE();
  switch (type) {
    case 0:
      alignToByte(inflater);
      if (!hasInput(inflater, 4)) return PNGInflateCutOff;
      inflater->storedLeft = inflater->in[0] | (uint32_t)inflater->in[1] << 8;
      uint32_t complement = inflater->in[2] | (uint32_t)inflater->in[3] << 8;
      if (inflater->storedLeft != (complement ^ 0xffff)) {
        return damaged(inflater, "invalid stored block lengths");
      }
      inflater->in += 4;
      inflater->state = InflateStored;
      break;
    case 1:
      makeFixedTables(inflater);
      inflater->state = InflateCodes;
      break;
    case 2: {
      const char *problem = readCodes(inflater);
      if (isOverrun(inflater)) return PNGInflateCutOff;
      if (problem != NULL) return damaged(inflater, problem);
      inflater->state = InflateCodes;
      break;
    }
    default:
      return damaged(inflater, "invalid block type");
  }
  return isOverrun(inflater) ? PNGInflateCutOff : PNGInflateMore;
}

static PNGInflateResult copyStored(PNGInflater *inflater, bool isLast) {
  size_t count = (size_t)(inflater->inEnd - inflater->in);
  size_t room = (size_t)(inflater->outLimit - inflater->out);
  if (count > inflater->storedLeft) count = inflater->storedLeft;
  if (count > room) count = room;
  memcpy(inflater->out, inflater->in, count);
  inflater->in += count;
  inflater->out += count;
  inflater->storedLeft -= (uint32_t)count;
  if (inflater->storedLeft > 0) {
    if (inflater->out == inflater->outLimit) return PNGInflateFull;
    return isLast ? PNGInflateCutOff : PNGInflateMore;
  }
  inflater->state = inflater->isLastBlock ? InflateTrailer : InflateBlock;
  return PNGInflateMore;
}

/// Copies `length` bytes from `distance` before; may write up to 31 bytes more.
static inline uint8_t *copyMatch(uint8_t *out, size_t distance, size_t length) {
  uint8_t *end = out + length;
  if (distance < 16) {
    if (distance == 1) {
      memset(out, out[-1], length);
      return end;
    }
    // The first sixteen byte by byte; after them, several periods can be copied at once.
    const uint8_t *from = out - distance;
    for (size_t i = 0; i < 16; i++) out[i] = from[i];
    out += 16;
    distance *= (15 + distance) / distance;
  }
  while (out < end) {
    memcpy(out, out - distance, 16);
    out += 16;
  }
  return end;
}

/// Decodes literals and matches until the block ends or room or input runs out.
static PNGInflateResult decodeCodes(PNGInflater *inflater, bool isLast) {
  LOAD_STATE();
  uint8_t *out = inflater->out;
  const uint8_t *start = inflater->outStart, *limit = inflater->outLimit;
  // One iteration reads at most 15 bytes ahead. At the very end it may read bits past the input:
  // there it goes symbol by symbol, and a symbol that used such bits is undone.
  const uint8_t *end = inflater->inEnd;
  uint8_t *sound = out;
  const uint32_t *literals = inflater->literals, *distances = inflater->distances;
  PNGInflateResult result;
  for (;;) {
    if (out >= limit) {
      result = PNGInflateFull;
      break;
    }
    bool isNearEnd = end - in <= 16;
    if (isNearEnd) {
      if (!isLast) {
        result = PNGInflateMore;
        break;
      }
      if (isBehind(in, end, bitCount)) {
        out = sound;
        result = PNGInflateCutOff;
        break;
      }
      sound = out;
    }
    REFILL();
    uint32_t entry = literals[LOW(bits, literalBits)];
    if ((entry & isLiteral) != 0) {
      TAKE(entry & 31);
      *out++ = (uint8_t)(entry >> 16);
      if (isNearEnd) continue;
      entry = literals[LOW(bits, literalBits)];
      if ((entry & isLiteral) != 0) {
        TAKE(entry & 31);
        *out++ = (uint8_t)(entry >> 16);
        entry = literals[LOW(bits, literalBits)];
      }
    }
    // 34 bits are left at least, and a length takes 20.
    if ((entry & (isSpecial | isLiteral)) != 0) {
      if ((entry & isSubtable) != 0) {
        TAKE(entry & 31);
        entry = literals[(entry >> 16) + LOW(bits, entry >> 8 & 15)];
      }
      if ((entry & isLiteral) != 0) {
        TAKE(entry & 31);
        *out++ = (uint8_t)(entry >> 16);
        continue;
      }
      if ((entry & isEnd) != 0) {
        TAKE(entry & 31);
        inflater->state = inflater->isLastBlock ? InflateTrailer : InflateBlock;
        result = PNGInflateMore;
        break;
      }
      if ((entry & isInvalid) != 0) {
        result = damaged(inflater, "invalid literal/length code");
        break;
      }
    }
    uint64_t saved = bits;
    TAKE(entry & 31);
    unsigned codeBits = entry >> 8 & 15;
    size_t length = (entry >> 16) + LOW(saved >> codeBits, (entry & 31) - codeBits);

    REFILL();
    entry = distances[LOW(bits, distanceBits)];
    if ((entry & isSubtable) != 0) {
      TAKE(entry & 31);
      entry = distances[(entry >> 16) + LOW(bits, entry >> 8 & 15)];
    }
    if ((entry & isInvalid) != 0) {
      result = damaged(inflater, "invalid distance code");
      break;
    }
    saved = bits;
    TAKE(entry & 31);
    codeBits = entry >> 8 & 15;
    size_t distance = (entry >> 16) + LOW(saved >> codeBits, (entry & 31) - codeBits);
    if (distance > (size_t)(out - start)) {
      result = damaged(inflater, "invalid distance too far back");
      break;
    }
    out = copyMatch(out, distance, length);
  }
  SAVE_STATE();
  if (isOverrun(inflater)) {
    // The symbol that ended the loop used bits past the input.
    out = sound;
    result = PNGInflateCutOff;
  }
  inflater->out = out;
  return result;
}

/// Checks the checksum of the unpacked data (RFC 1950, 2.2), which the caller has kept up to date.
static PNGInflateResult readTrailer(PNGInflater *inflater) {
  if (!inflater->hasFrame) return PNGInflateEnd;
  alignToByte(inflater);
  if (!hasInput(inflater, 4)) return PNGInflateCutOff;
  const uint8_t *in = inflater->in;
  uint32_t sum = (uint32_t)in[0] << 24 | (uint32_t)in[1] << 16 | (uint32_t)in[2] << 8 | in[3];
  if (sum != inflater->adler) return damaged(inflater, "incorrect data check");
  inflater->in += 4;
  return PNGInflateEnd;
}

/// Everything unread must lie in the input: a stored block goes back to it, and the caller moves it.
static PNGInflateResult needMore(PNGInflater *inflater) {
  returnBytes(inflater);
  return PNGInflateMore;
}

PNGInflateResult PNGInflate(PNGInflater *inflater, bool isLast) {
  PNGInflateResult result = PNGInflateMore;
  while (result == PNGInflateMore) {
    bool isHeader = inflater->state != InflateCodes && inflater->state != InflateStored;
    if (!isLast && isHeader && !hasInput(inflater, PNGInflateMostInput)) return needMore(inflater);
    const uint8_t *in = inflater->in;
    uint8_t *out = inflater->out;
    PNGInflateState state = inflater->state;
    switch (state) {
      case InflateStart: result = readHeader(inflater); break;
      case InflateBlock: result = readBlockHeader(inflater); break;
      case InflateStored: result = copyStored(inflater, isLast); break;
      case InflateCodes: result = decodeCodes(inflater, isLast); break;
      case InflateTrailer: return readTrailer(inflater);
    }
    inflater->adler = libdeflate_adler32(inflater->adler, out, (size_t)(inflater->out - out));
    // No progress: more input is needed.
    if (result == PNGInflateMore && inflater->state == state && inflater->in == in &&
        inflater->out == out) {
      return needMore(inflater);
    }
  }
  return result;
}
