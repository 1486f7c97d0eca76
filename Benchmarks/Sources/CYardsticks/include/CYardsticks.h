// What the library is measured against, and with.

#ifndef CYARDSTICKS_H
#define CYARDSTICKS_H

#include <stddef.h>
#include <stdint.h>

/// The least that anybody must do with a file of NMEA: finds each sentence's end and folds its bytes
/// into a checksum, one after the other. Returns how many sentences state the checksum they have.
size_t yardstick_checksums(const char *bytes, size_t count);

/// How many blocks of memory this thread has been given so far: malloc, calloc, realloc and the
/// aligned ones, whoever called them. -1 where they can not be counted.
int64_t yardstick_allocations(void);

/// Has libgps decode each line, of a text that ends with a newline, and nothing more. Returns how many
/// of them had a position. The lines must be gpsd's own: libgps can loop for ever on others.
size_t yardstick_gps_unpack(const char *lines, size_t count);

#endif
