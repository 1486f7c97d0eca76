// `Date` is all this module needs, and FoundationEssentials starts three times as fast as
// Foundation on Linux; Apple's platforms have only the whole.
#if canImport(FoundationEssentials)
  @_exported import struct FoundationEssentials.Date
#else
  @_exported import struct Foundation.Date
#endif
