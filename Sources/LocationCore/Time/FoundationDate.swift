// This module needs only `Date`. On Linux, FoundationEssentials starts three times as fast as
// Foundation; Apple's platforms have only the whole Foundation.
//
// The import is exported, so that a client of this module can name a fix's time and read its
// seconds. With a type alias, a client could only name it: under MemberImportVisibility every file
// that calls a method of `Date` would have to import the module that this file chooses.
#if canImport(FoundationEssentials)
  @_exported import struct FoundationEssentials.Date
#else
  @_exported import struct Foundation.Date
#endif
