// What libFuzzer offers to programs with a main of their own (https://llvm.org/docs/LibFuzzer.html,
// "Using libFuzzer as a library"); no header comes with it.
#ifndef LIBFUZZER_H
#define LIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(
  int *_Nonnull argc, char *_Nullable *_Nullable *_Nonnull argv,
  int (*_Nonnull test)(const uint8_t *_Nullable data, size_t size));

size_t LLVMFuzzerMutate(uint8_t *_Nonnull data, size_t size, size_t limit);

#endif
