// Tells ThreadSanitizer of what it can not see: where `Mutex` of Swift's Synchronization is contended,
// its library locks and unlocks by a system call, and the library is not instrumented. Without this
// every value behind a contended lock is reported as a race. (What is not contended is inlined, and
// seen.)
//
// Preloaded, it comes before the library's functions and calls them; `make sanitize` builds it. Their
// names and what they are passed are Swift's ABI of 6.0 and later on Linux.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Absent in programs without ThreadSanitizer, which may be started with this as well.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

static void *next(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) abort();
  return function;
}

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"

SWIFT void lock(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void lock(uint32_t thread, SELF void *mutex) {
  ((SWIFT void (*)(uint32_t, SELF void *))next(LOCK))(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlock(SELF void *mutex) __asm__(UNLOCK);
SWIFT void unlock(SELF void *mutex) {
  if (__tsan_release) __tsan_release(mutex);
  ((SWIFT void (*)(SELF void *))next(UNLOCK))(mutex);
}

SWIFT _Bool try_lock(SELF void *mutex) __asm__(TRY_LOCK);
SWIFT _Bool try_lock(SELF void *mutex) {
  const _Bool locked = ((SWIFT _Bool (*)(SELF void *))next(TRY_LOCK))(mutex);
  if (locked && __tsan_acquire) __tsan_acquire(mutex);
  return locked;
}
