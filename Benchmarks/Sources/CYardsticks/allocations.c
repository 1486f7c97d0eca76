// Stands in front of the C library's allocator, for the whole process.

#include "CYardsticks.h"

#if defined(__GLIBC__) || (defined(__linux__) && __has_include(<gnu/libc-version.h>))

#include <errno.h>

// glibc's own names for what is replaced here.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

// One for each thread, so that counting costs next to nothing.
static _Thread_local int64_t count;

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count++;
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  void *made = memalign(alignment, size);
  if (!made) return ENOMEM;
  *block = made;
  return 0;
}

int64_t yardstick_allocations(void) { return count; }

#else

int64_t yardstick_allocations(void) { return -1; }

#endif
