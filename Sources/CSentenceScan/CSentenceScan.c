// All there is stands in the header; a target has to have a source.
#include "CSentenceScan.h"
