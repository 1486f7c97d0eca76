#include "CYardsticks.h"

#include <string.h>

static unsigned nibble(char digit) {
  return digit <= '9' ? (unsigned)(digit - '0') : ((unsigned)digit & 0xF) + 9;
}

size_t yardstick_checksums(const char *bytes, size_t count) {
  const char *end = bytes + count;
  size_t right = 0;
  const char *start = bytes;
  while (start < end) {
    unsigned char sum = 0;
    const char *at = start + 1;
    while (at < end && *at != '*' && *at != '\n') sum ^= (unsigned char)*at++;
    if (end - at > 2 && *at == '*' && (nibble(at[1]) << 4 | nibble(at[2])) == sum) right++;
    const char *newline = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    if (!newline) break;
    start = newline + 1;
  }
  return right;
}
