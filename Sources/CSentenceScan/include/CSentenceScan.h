// Scans a sentence sixteen bytes at a time. It is written in C because Swift does not compile a vector's
// bit mask to one instruction, and in a header so that it is inlined into Swift. Its twin in Swift,
// `BodyScan.init(portable:upTo:separators:)`, has the same results.
#ifndef CSENTENCESCAN_H
#define CSENTENCESCAN_H

#if defined(__SSE2__)

#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

// The result of `csentence_scan`.
typedef struct {
  size_t end;        // offset of the byte that ends the body, or the bound
  uint8_t checksum;  // of the bytes before the end
} csentence_body;

// Scans a sentence's body: from its first byte to the first byte that ends it (`*`, `$`, or a byte that
// is not printable ASCII), at most up to `bound`. Writes a bit for each byte: 1 for a comma and for the
// end, 0 for the others, the first byte in the lowest bit of the first word. Reads nothing from
// `bound` on.
static inline csentence_body csentence_scan(
    const uint8_t *body, size_t bound, uint64_t *separators) {
  // The sixteen bytes that begin n before the middle keep the first n bytes of a block.
  static const uint8_t kept[32] = {
    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
  __m128i sum = _mm_setzero_si128();
  uint64_t word = 0;
  size_t index = 0;
  unsigned stop = 0;
  while (index + 16 <= bound) {
    __m128i block = _mm_loadu_si128((const __m128i *)(body + index));
    unsigned commas = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(block, _mm_set1_epi8(',')));
    // The comparisons are signed: one more than 0x7F is the least number, and so on up to 0xFF.
    __m128i next = _mm_add_epi8(block, _mm_set1_epi8(1));
    // No digit, letter, comma or point is up to `*`, so most blocks need no further look.
    if (_mm_movemask_epi8(_mm_cmplt_epi8(next, _mm_set1_epi8('*' + 2)))) {
      __m128i unprintable = _mm_cmplt_epi8(next, _mm_set1_epi8(0x21));
      __m128i ends = _mm_or_si128(
          _mm_cmpeq_epi8(block, _mm_set1_epi8('*')), _mm_cmpeq_epi8(block, _mm_set1_epi8('$')));
      stop = (unsigned)_mm_movemask_epi8(_mm_or_si128(unprintable, ends));
    }
    if (stop) {
      unsigned length = (unsigned)__builtin_ctz(stop);
      // The lowest bit of `stop` is the end. Bits above it belong to bytes behind the end.
      word |= (uint64_t)((commas & ((1u << length) - 1)) | (stop & -stop)) << (index & 48);
      block = _mm_and_si128(block, _mm_loadu_si128((const __m128i *)(kept + 16 - length)));
      sum = _mm_xor_si128(sum, block);
      separators[index >> 6] = word;
      index += length;
      break;
    }
    sum = _mm_xor_si128(sum, block);
    word |= (uint64_t)commas << (index & 48);
    index += 16;
    if ((index & 48) == 0) {
      separators[(index >> 6) - 1] = word;
      word = 0;
    }
  }
  sum = _mm_xor_si128(sum, _mm_srli_si128(sum, 8));
  uint64_t folded = (uint64_t)_mm_cvtsi128_si64(sum);
  folded ^= folded >> 32;
  folded ^= folded >> 16;
  folded ^= folded >> 8;
  uint8_t checksum = (uint8_t)folded;
  if (!stop) {
    // Less than a block is left before the bound.
    while (index < bound) {
      uint8_t byte = body[index];
      if (byte < 0x20 || byte == '*' || byte == '$' || byte > 0x7E) break;
      if (byte == ',') word |= (uint64_t)1 << (index & 63);
      checksum ^= byte;
      index++;
      if ((index & 63) == 0) {
        separators[(index >> 6) - 1] = word;
        word = 0;
      }
    }
    separators[index >> 6] = word | (uint64_t)1 << (index & 63);
  }
  return (csentence_body){index, checksum};
}

#endif
#endif
