// `Date` is all this module needs, and FoundationEssentials starts three times as fast as
// Foundation on Linux; Apple's platforms have only the whole.
//
// Exported, so that who imports this module can name a fix's time and ask it for its seconds. A
// type alias would do the first only: under MemberImportVisibility every file of every client
// would have to import what this file chooses.
#if canImport(FoundationEssentials)
  @_exported import struct FoundationEssentials.Date
#else
  @_exported import struct Foundation.Date
#endif
