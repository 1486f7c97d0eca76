// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of the library never build the code for fuzzing. Build it with
// `Fuzzing/run`, which has the flags, and not with a plain `swift build`.
let library = "swift-location"

/// A program that libFuzzer drives.
func target(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .executableTarget(name: name, dependencies: ["FuzzingSupport"] + dependencies)
}

let package = Package(
  name: "fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: library, path: "..")],
  targets: [
    .systemLibrary(name: "LibFuzzer"),
    .target(
      name: "FuzzingSupport",
      dependencies: [
        "LibFuzzer", .product(name: "LocationCore", package: library),
        .product(name: "LocationSimulation", package: library),
      ]),
    target(
      "nmea", .product(name: "NMEA0183", package: library),
      .product(name: "NMEALocation", package: library)),
    target("paths", .product(name: "NMEA0183", package: library)),
    target("gpsd", .product(name: "GPSDLocation", package: library)),
    target("scenario", .product(name: "LocationSimulation", package: library)),
    target(
      "routes", .product(name: "LocationIO", package: library),
      .product(name: "LocationSimulation", package: library),
      .product(name: "LocationSources", package: library)),
    target(
      "tracks", .product(name: "LocationIO", package: library),
      .product(name: "LocationReplay", package: library),
      .product(name: "LocationTracks", package: library)),
    target(
      "commands", .product(name: "GPSDProtocol", package: library),
      .product(name: "LocateCommands", package: library),
      .product(name: "LocationServing", package: library),
      .product(name: "LocationSources", package: library),
      .product(name: "LocationTracks", package: library),
      .product(name: "NMEA0183", package: library),
      .product(name: "NMEALocation", package: library)),
  ],
  swiftLanguageModes: [.v6]
)
