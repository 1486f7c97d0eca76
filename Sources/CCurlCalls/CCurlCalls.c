// A target needs a source file. The functions are in the header, so that they are inlined into Swift.
#include "CCurlCalls.h"
