#include "CYardsticks.h"

#include <gps.h>
#include <stdlib.h>
#include <string.h>

size_t yardstick_gps_unpack(const char *lines, size_t count) {
  struct gps_data_t *data = calloc(1, sizeof *data);
  // libgps wants a string, and of one that it may write to in its older releases.
  char *line = malloc(count + 1);
  size_t positions = 0;
  const char *end = lines + count;
  while (data && line && lines < end) {
    const char *newline = memchr(lines, '\n', (size_t)(end - lines));
    if (!newline) break;
    size_t length = (size_t)(newline - lines);
    memcpy(line, lines, length);
    line[length] = 0;
    data->set = 0;
    gps_unpack(line, data);
    if (data->set & LATLON_SET) positions++;
    lines = newline + 1;
  }
  free(line);
  free(data);
  return positions;
}
