// swift-tools-version: 6.2
import PackageDescription

let core = Target.Dependency.product(name: "LocationCore", package: "swift-location")
let places = Target.Dependency.product(name: "LocationPlaces", package: "swift-location")
let testing = Target.Dependency.product(name: "LocationTesting", package: "swift-location")

/// An app whose code is on the main actor unless it says otherwise.
let onMainActor = [SwiftSetting.defaultIsolation(MainActor.self)]

// Programs and parts of apps that use only the products of the library, like its users.
let package = Package(
  name: "examples",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "swift-location", path: "..")],
  targets: [
    // Commands
    .executableTarget(
      name: "follow-gpsd",
      dependencies: [core, .product(name: "LocationSources", package: "swift-location")]),
    .executableTarget(
      name: "read-source",
      dependencies: [core, .product(name: "LocationSources", package: "swift-location")]),
    .executableTarget(
      name: "serve-locations",
      dependencies: [
        core, .product(name: "NMEALocation", package: "swift-location"),
        .product(name: "LocationServing", package: "swift-location"),
      ]),
    .executableTarget(
      name: "write-gpx",
      dependencies: [
        core, .product(name: "NMEALocation", package: "swift-location"),
        .product(name: "LocationTracks", package: "swift-location"),
      ]),

    // Parts of apps, with their tests
    .target(name: "PlaceControllers", dependencies: [core]),
    .testTarget(name: "PlaceControllersTests", dependencies: ["PlaceControllers", core, testing]),
    .testTarget(name: "ServiceTests", dependencies: [core, testing]),
    .testTarget(
      name: "RecordedFailureTests",
      dependencies: [
        core, testing, .product(name: "LocationTracks", package: "swift-location"),
      ], exclude: ["unplugged.updates"]),
    .target(name: "Tracking", dependencies: [core], swiftSettings: onMainActor),
    .testTarget(
      name: "TrackingTests",
      dependencies: [
        "Tracking", core, testing,
        .product(name: "LocationNotifications", package: "swift-location"),
      ], swiftSettings: onMainActor),
    .target(
      name: "Assembling",
      dependencies: [
        "PlaceControllers", core, .product(name: "LocationSources", package: "swift-location"),
      ]),
    .testTarget(
      name: "AssemblingTests",
      dependencies: [
        "Assembling", "PlaceControllers", core, testing,
        .product(name: "LocationIO", package: "swift-location"),
        .product(name: "LocationSources", package: "swift-location"),
      ]),
    .target(name: "VendorLocation", dependencies: [core]),
    .testTarget(name: "VendorLocationTests", dependencies: ["VendorLocation", core, testing]),
    .target(
      name: "WebTransport", dependencies: [.product(name: "LocationIO", package: "swift-location")]),
    .testTarget(
      name: "WebTransportTests",
      dependencies: [
        "WebTransport", core, testing, .product(name: "LocationIO", package: "swift-location"),
        .product(name: "NetworkLocation", package: "swift-location"),
      ]),
    .target(name: "PlaceList", dependencies: [places]),
    .testTarget(name: "PlaceListTests", dependencies: ["PlaceList", core, places, testing]),
    .testTarget(
      name: "ReceiverFixtureTests",
      dependencies: [core, .product(name: "LocationSources", package: "swift-location")]),
    .testTarget(
      name: "OtherProgramsTests",
      dependencies: [
        core, testing, .product(name: "LocationServing", package: "swift-location"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
