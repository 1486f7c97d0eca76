// swift-tools-version: 6.2
import PackageDescription

// Programs that use only the products of the library, like its users.
let package = Package(
  name: "examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-location", path: "..")],
  targets: [
    .executableTarget(
      name: "write-gpx",
      dependencies: [
        .product(name: "LocationCore", package: "swift-location"),
        .product(name: "NMEALocation", package: "swift-location"),
        .product(name: "LocationTracks", package: "swift-location"),
      ]),
    .executableTarget(
      name: "serve-locations",
      dependencies: [
        .product(name: "LocationCore", package: "swift-location"),
        .product(name: "NMEALocation", package: "swift-location"),
        .product(name: "LocationServing", package: "swift-location"),
      ]),
    .executableTarget(
      name: "read-source",
      dependencies: [
        .product(name: "LocationCore", package: "swift-location"),
        .product(name: "LocationSources", package: "swift-location"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
