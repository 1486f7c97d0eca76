// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of the library never resolve the dependencies of benchmarks.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-location", path: "..")],
  targets: [
    .executableTarget(
      name: "gpsd-callback",
      dependencies: [
        .product(name: "LocationCore", package: "swift-location"),
        .product(name: "GPSDLocation", package: "swift-location"),
      ]),
    .executableTarget(
      name: "road",
      dependencies: [
        "CYardsticks",
        .product(name: "LocationCore", package: "swift-location"),
        .product(name: "LocationIO", package: "swift-location"),
        .product(name: "GPSDProtocol", package: "swift-location"),
        .product(name: "NMEA0183", package: "swift-location"),
        .product(name: "NMEALocation", package: "swift-location"),
        .product(name: "GPSDLocation", package: "swift-location"),
      ]),
    .target(name: "CYardsticks", linkerSettings: [.linkedLibrary("gps")]),
  ],
  swiftLanguageModes: [.v6]
)
