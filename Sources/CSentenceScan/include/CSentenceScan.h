// Scans a sentence sixteen bytes at a time. It is written in C because Swift does not compile a vector's
// bit mask to one instruction, and in a header so that it is inlined into Swift. Its twin in Swift,
// `BodyScan.init(portable:upTo:commas:)`, has the same results.
#ifndef CSENTENCESCAN_H
#define CSENTENCESCAN_H

#if defined(__SSE2__)

#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

// The result of `csentence_scan`.
typedef struct {
  size_t end;        // offset of the byte that ends the body, or the bound
  size_t commas;     // number of offsets written
  uint8_t checksum;  // of the bytes between the first and the end
} csentence_body;

// Scans a sentence's body: from the byte after `base` to the first byte that ends it (`*`, `$`, or a
// byte that is not printable ASCII), at most up to `bound`. Writes the offset of each comma, and
// up to three more offsets without a meaning. Reads nothing from `bound` on.
static inline csentence_body csentence_scan(
    const uint8_t *base, size_t bound, uint16_t *commas) {
  const __m128i places = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m128i zero = _mm_setzero_si128();
  __m128i sum = zero;
  size_t index = 1, found = 0;
  unsigned stop = 0;
  while (!stop && index + 16 <= bound) {
    __m128i block = _mm_loadu_si128((const __m128i *)(base + index));
    // The comparison is signed, so bytes from 0x80 on are below the blank too.
    __m128i unprintable = _mm_or_si128(
        _mm_cmplt_epi8(block, _mm_set1_epi8(0x20)), _mm_cmpeq_epi8(block, _mm_set1_epi8(0x7F)));
    __m128i ends = _mm_or_si128(
        _mm_cmpeq_epi8(block, _mm_set1_epi8('*')), _mm_cmpeq_epi8(block, _mm_set1_epi8('$')));
    __m128i is_comma = _mm_cmpeq_epi8(block, _mm_set1_epi8(','));
    stop = (unsigned)_mm_movemask_epi8(_mm_or_si128(unprintable, ends));
    unsigned length = 16;
    if (stop) {
      length = (unsigned)__builtin_ctz(stop);
      __m128i is_body = _mm_cmplt_epi8(places, _mm_set1_epi8((char)length));
      block = _mm_and_si128(block, is_body);
      is_comma = _mm_and_si128(is_comma, is_body);
    }
    sum = _mm_xor_si128(sum, block);
    // SSE2 has no instruction to count bits, but it can add bytes.
    __m128i counts = _mm_sad_epu8(_mm_sub_epi8(zero, is_comma), zero);
    unsigned count = (unsigned)(_mm_cvtsi128_si32(counts) + _mm_extract_epi16(counts, 4));
    // Four at a time, since few blocks have more. The bits above the block keep ctz defined.
    unsigned comma = (unsigned)_mm_movemask_epi8(is_comma) | 0xF0000;
    for (unsigned done = 0; done < count; done += 4) {
      for (unsigned step = 0; step < 4; step++) {
        commas[found + done + step] = (uint16_t)(index + (unsigned)__builtin_ctz(comma));
        comma &= comma - 1;
      }
    }
    found += count;
    index += length;
  }
  sum = _mm_xor_si128(sum, _mm_srli_si128(sum, 8));
  uint64_t folded = (uint64_t)_mm_cvtsi128_si64(sum);
  folded ^= folded >> 32;
  folded ^= folded >> 16;
  folded ^= folded >> 8;
  uint8_t checksum = (uint8_t)folded;
  // Less than a block is left before the bound.
  while (!stop && index < bound) {
    uint8_t byte = base[index];
    if (byte < 0x20 || byte == '*' || byte == '$' || byte > 0x7E) break;
    if (byte == ',') commas[found++] = (uint16_t)index;
    checksum ^= byte;
    index++;
  }
  return (csentence_body){index, found, checksum};
}

#endif
#endif
