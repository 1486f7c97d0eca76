// What the usual program needs, with one import. Swift has no other word for this yet than `@_exported`.
@_exported public import LocationCore
@_exported public import LocationIO
@_exported public import LocationReplay
@_exported public import LocationTracks
@_exported public import NMEA0183
@_exported public import NMEALocation
