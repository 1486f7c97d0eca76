// swift-tools-version: 6.2
import PackageDescription

// The name of libgps if `make install` wants it loaded on first use instead of linked.
let loadedLibgps = Context.environment["LOCATE_LOADED_LIBGPS"]

/// The parts of swift-nio, which only the trait Web uses.
let nio = ["NIOCore", "NIOHTTP1", "NIOPosix"].map {
  Target.Dependency.product(name: $0, package: "swift-nio", condition: .when(traits: ["Web"]))
}

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
  name: "swift-location",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "SwiftLocation", targets: ["SwiftLocation"]),
    .library(name: "LocationCore", targets: ["LocationCore"]),
    .library(name: "LocationIO", targets: ["LocationIO"]),
    .library(name: "LocationReplay", targets: ["LocationReplay"]),
    .library(name: "NMEA0183", targets: ["NMEA0183"]),
    .library(name: "NMEALocation", targets: ["NMEALocation"]),
    .library(name: "GPSDProtocol", targets: ["GPSDProtocol"]),
    .library(name: "GPSDLocation", targets: ["GPSDLocation"]),
    .library(name: "NetworkLocation", targets: ["NetworkLocation"]),
    .library(name: "GeoClueLocation", targets: ["GeoClueLocation"]),
    .library(name: "LocationSimulation", targets: ["LocationSimulation"]),
    .library(name: "AppleLocation", targets: ["AppleLocation"]),
    .library(name: "LocationTracks", targets: ["LocationTracks"]),
    .library(name: "LocationPlaces", targets: ["LocationPlaces"]),
    .library(name: "LocationServing", targets: ["LocationServing"]),
    .library(name: "LocationPublishing", targets: ["LocationPublishing"]),
    .library(name: "LocationSources", targets: ["LocationSources"]),
    .library(name: "LocationNotifications", targets: ["LocationNotifications"]),
    .library(name: "LocationTesting", targets: ["LocationTesting"]),
    .executable(name: "locate", targets: ["locate"]),
    .executable(name: "locate-web", targets: ["locate-web"]),
  ],
  traits: [
    .trait(name: "GPSD", description: "Reads gpsd, which takes libgps-dev to build."),
    .trait(name: "Command", description: "Builds the command, which takes swift-argument-parser."),
    .trait(name: "Web", description: "Builds the page of locate-web, which takes swift-nio."),
    .default(enabledTraits: ["GPSD", "Command"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    // Glibc, Musl or Darwin under one name; in no product.
    .target(name: "LocationPOSIX"),
    .target(name: "LocationCore", dependencies: ["LocationPOSIX"]),
    .target(name: "LocationText"),
    .target(name: "CSentenceScan"),
    .target(name: "NMEA0183", dependencies: ["CSentenceScan", "LocationText"]),
    .target(name: "GPSDProtocol", dependencies: ["LocationCore", "LocationText"]),
    .target(name: "CCurlCalls"),
    .target(
      name: "LocationIO",
      dependencies: ["CCurlCalls", "LocationCore", "LocationPOSIX", "LocationText", logging]),
    .target(name: "LocationReplay", dependencies: ["LocationCore"]),
    .target(
      name: "NMEALocation",
      dependencies: ["LocationCore", "LocationIO", "LocationReplay", "NMEA0183", logging]),
    .systemLibrary(
      name: "CLibgps", pkgConfig: "libgps", providers: [.apt(["libgps-dev"]), .brew(["gpsd"])]),
    .target(
      name: "CGPSShims",
      dependencies: loadedLibgps == nil
        ? [.target(name: "CLibgps", condition: .when(traits: ["GPSD"]))] : [],
      cSettings: [.define("GPSD", .when(traits: ["GPSD"]))]
        + (loadedLibgps.map { [.define("CGPS_SONAME", to: "\"\($0)\"")] } ?? []),
      linkerSettings: loadedLibgps == nil
        ? [.linkedLibrary("gps", .when(traits: ["GPSD"]))] : []),
    .target(
      name: "GPSDLocation",
      dependencies: [
        "CGPSShims", "GPSDProtocol", "LocationCore", "LocationIO", "LocationText", logging,
      ]),
    .target(name: "GeoClueLocation", dependencies: ["LocationCore", "LocationIO", logging]),
    .target(
      name: "LocationSimulation",
      dependencies: ["LocationCore", "LocationPOSIX", "LocationReplay", "LocationText", "NMEA0183"]),
    .target(
      name: "NetworkLocation",
      dependencies: ["LocationCore", "LocationIO", "LocationPOSIX", "LocationText", logging]),
    // Empty where CoreLocation is missing; `make apple` checks it there.
    .target(name: "AppleLocation", dependencies: ["LocationCore"]),
    .target(
      name: "LocationTracks",
      dependencies: [
        "GPSDProtocol", "LocationCore", "LocationIO", "LocationPOSIX", "LocationPlaces",
        "LocationReplay", "LocationText", "NMEA0183", "NMEALocation", logging,
      ]),
    .target(
      name: "LocationPlaces",
      dependencies: ["LocationCore", "LocationIO", "LocationPOSIX", "LocationText", logging]),
    .target(
      name: "LocationDashboard",
      dependencies: ["LocationCore", "LocationPlaces", "LocationReplay", "LocationText"]),
    .target(
      name: "LocationServing",
      dependencies: [
        "GPSDProtocol", "LocationCore", "LocationIO", "LocationPOSIX", "LocationReplay",
        "LocationText",
        "NMEALocation",
      ]),
    .target(
      name: "LocationPublishing",
      dependencies: [
        "GPSDProtocol", "LocationCore", "LocationIO", "LocationPOSIX", "LocationPlaces",
        "LocationText",
      ]),
    .target(
      name: "LocationSources",
      dependencies: [
        "GPSDProtocol", "GeoClueLocation", "LocationCore", "LocationIO", "LocationPOSIX",
        "LocationPublishing", "LocationReplay", "LocationSimulation", "LocationText",
        "LocationTracks", "NMEALocation", "NetworkLocation",
        .target(name: "GPSDLocation", condition: .when(traits: ["GPSD"])), logging,
      ]),
    // One import for the usual program.
    .target(
      name: "SwiftLocation",
      dependencies: [
        "LocationCore", "LocationIO", "LocationReplay", "LocationTracks", "NMEA0183",
        "NMEALocation",
      ]),
    // Apart from the core, because it needs the whole Foundation.
    .target(name: "LocationNotifications", dependencies: ["LocationCore"]),
    .target(
      name: "LocationTesting",
      dependencies: [
        "LocationCore", "LocationIO", "LocationPlaces", "LocationReplay", "NetworkLocation",
      ]),
    .target(
      name: "LocateCommands",
      dependencies: [
        "GPSDProtocol", "GeoClueLocation", "LocationCore", "LocationDashboard", "LocationIO",
        "LocationPOSIX", "LocationPlaces", "LocationPublishing", "LocationReplay",
        "LocationServing", "LocationSimulation", "LocationSources", "LocationText",
        "LocationTracks", "NMEA0183", "NMEALocation", "NetworkLocation",
        .target(name: "GPSDLocation", condition: .when(traits: ["GPSD"])),
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["Command"])), logging,
      ]),
    .executableTarget(name: "locate", dependencies: ["LocateCommands", "LocationPOSIX"]),
    // The files of the page as arrays of bytes.
    .target(name: "CWebPage", exclude: ["Page"]),
    // Without the trait Web it is empty, and its program says so.
    .target(
      name: "LocationWeb",
      dependencies: [
        "CWebPage", "GPSDProtocol", "LocationCore", "LocationDashboard", "LocationIO",
        "LocationPOSIX", "LocationPlaces", "LocationReplay", "LocationText", "LocationTracks",
      ] + nio),
    .executableTarget(
      name: "locate-web",
      dependencies: [
        "LocateCommands", "LocationPOSIX",
        .target(name: "LocationWeb", condition: .when(traits: ["Web"])),
      ]),

    // What tests of the codec need. It depends on few modules, so that these tests build soon.
    .target(
      name: "TestValues", dependencies: ["LocationSimulation", "LocationText"], path: "Tests/Values"
    ),
    // Sockets, pseudo-terminals and receivers of tests; in no product.
    .target(
      name: "TestSupport",
      dependencies: [
        "LocationCore", "LocationIO", "LocationSimulation", "LocationText", "LocationTracks",
        "TestValues",
      ],
      path: "Tests/Support"),
    // Simulated receivers with known truth. The program `truth` runs many of them, the tests a few.
    .target(
      name: "ReceiverTruth",
      dependencies: ["LocationCore", "LocationSimulation", "NMEA0183", "NMEALocation"],
      path: "Tests/Truth/Model"),
    .executableTarget(
      name: "truth", dependencies: ["ReceiverTruth"], path: "Tests/Truth/Program"),
    .testTarget(
      name: "LocationCoreTests",
      dependencies: [
        "LocationCore", "LocationSimulation", "LocationTesting", "SmoothingQuality", "TestSupport",
      ]),
    .testTarget(
      name: "LocationNotificationsTests",
      dependencies: ["LocationCore", "LocationNotifications", "LocationTesting"]),
    .testTarget(name: "LocationTextTests", dependencies: ["LocationText"]),
    .testTarget(
      name: "GPSDProtocolTests",
      dependencies: ["GPSDProtocol", "LocationCore", "LocationText", "TestSupport"]),
    .testTarget(
      name: "LocationIOTests",
      dependencies: ["LocationCore", "LocationIO", "LocationPOSIX", "TestSupport"]),
    .testTarget(
      name: "LocationReplayTests",
      dependencies: ["LocationCore", "LocationReplay", "LocationTesting"]),
    .testTarget(
      name: "NMEA0183Tests",
      dependencies: ["LocationSimulation", "LocationText", "NMEA0183", "TestValues"]),
    .testTarget(
      name: "NMEALocationTests",
      dependencies: [
        "LocationCore", "LocationIO", "LocationReplay", "LocationSimulation", "LocationTesting",
        "NMEA0183", "NMEALocation", "ReceiverTruth", "TestSupport", logging,
        .product(name: "InMemoryLogging", package: "swift-log"),
      ]),
    .testTarget(
      name: "NetworkLocationTests",
      dependencies: [
        "LocationCore", "LocationIO", "LocationTesting", "NetworkLocation", "TestSupport",
      ]),
    .testTarget(
      name: "LocationSimulationTests",
      dependencies: [
        "LocationCore", "LocationReplay", "LocationSimulation", "LocationSources",
        "LocationTesting", "NMEA0183", "NMEALocation",
      ]),
    .testTarget(
      name: "GPSDLocationTests",
      dependencies: [
        "GPSDLocation", "GPSDProtocol", "LocationCore", "LocationIO", "LocationSimulation",
        "LocationTesting", "TestSupport",
      ]),
    .testTarget(
      name: "GeoClueLocationTests",
      dependencies: [
        "GeoClueLocation", "LocationCore", "LocationIO", "LocationServing", "LocationTesting",
        "TestSupport",
      ]),
    // Writes to a file until a test kills it.
    .executableTarget(
      name: "killed-writer",
      dependencies: [
        "LocationCore", "LocationPOSIX", "LocationPlaces", "LocationPublishing", "LocationTracks",
      ],
      path: "Tests/KilledWriter"),
    .testTarget(
      name: "LocationTracksTests",
      dependencies: [
        "GPSDProtocol", "LocationCore", "LocationIO", "LocationPOSIX", "LocationPlaces",
        "LocationReplay", "LocationTesting", "LocationText", "LocationTracks", "NMEALocation",
        "TestSupport", "killed-writer",
      ]),
    // Receivers near borders, and drives past many places. The program `borders` measures a thousand of
    // them, the tests check a few.
    .target(
      name: "BorderRuns",
      dependencies: ["LocationCore", "LocationPlaces", "LocationReplay", "LocationSimulation"],
      path: "Tests/Borders/Model"),
    .executableTarget(
      name: "borders", dependencies: ["BorderRuns", "LocationCore", "LocationPlaces"],
      path: "Tests/Borders/Program"),
    // What smoothing achieves. The program `quality` measures many simulated receivers, the tests a few.
    .target(
      name: "SmoothingQuality",
      dependencies: ["LocationCore", "LocationSimulation", "LocationTracks"],
      path: "Tests/Quality/Model"),
    .executableTarget(
      name: "quality", dependencies: ["LocationCore", "SmoothingQuality"],
      path: "Tests/Quality/Program"),
    .testTarget(
      name: "LocationPlacesTests",
      dependencies: [
        "BorderRuns", "LocationCore", "LocationIO", "LocationPlaces", "LocationReplay",
        "LocationSimulation", "LocationTesting", "LocationText", "TestSupport", "killed-writer",
        logging, .product(name: "InMemoryLogging", package: "swift-log"),
      ]),
    .testTarget(
      name: "LocationDashboardTests",
      dependencies: [
        "LocationCore", "LocationDashboard", "LocationPlaces", "LocationReplay", "LocationTesting",
        "LocationText", "TestSupport",
      ]),
    .testTarget(
      name: "LocationServingTests",
      dependencies: [
        "GPSDProtocol", "LocationCore", "LocationIO", "LocationServing", "LocationTesting",
        "LocationText", "LocationTracks", "NMEALocation", "TestSupport",
      ]),
    .testTarget(
      name: "LocationPublishingTests",
      dependencies: [
        "LocationCore", "LocationIO", "LocationPOSIX", "LocationPlaces", "LocationPublishing",
        "LocationSimulation", "LocationTesting", "LocationText", "TestSupport", "killed-writer",
      ]),
    .testTarget(
      name: "LocationSourcesTests",
      dependencies: [
        "LocationCore", "LocationIO", "LocationSimulation", "LocationSources", "LocationTesting",
        "LocationTracks", "NMEALocation", "NetworkLocation", "TestSupport",
      ]),
    .testTarget(
      name: "LocationTestingTests",
      dependencies: [
        "LocationCore", "LocationPlaces", "LocationReplay", "LocationTesting", "TestSupport",
      ]),
    .testTarget(
      name: "LocateCommandsTests",
      dependencies: [
        "GPSDProtocol", "GeoClueLocation", "LocateCommands", "LocationCore", "LocationIO",
        "LocationPlaces", "LocationPublishing", "LocationReplay", "LocationServing",
        "LocationSources", "LocationTesting", "LocationText",
        "LocationTracks",
        "NMEA0183", "NMEALocation", "NetworkLocation", "TestSupport", logging,
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["Command"])),
      ]),
    .testTarget(
      name: "LocationWebTests",
      dependencies: [
        "LocationCore", "LocationDashboard", "LocationIO", "LocationPlaces", "LocationReplay",
        "LocationTesting", "LocationText", "LocationWeb", "NetworkLocation", "TestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// The tests of a process run one after another.
package.targets.append(.target(name: "TestTurns", path: "Tests/Turns"))
for target in package.targets where target.type == .test { target.dependencies.append("TestTurns") }

// With LOCATE_TESTS=NMEA0183Tests,LocationIOTests the test bundle has only these targets, which is built much sooner.
if let chosen = Context.environment["LOCATE_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
}

// The separate package `Fuzzing` tests the command's readers, which are in no product.
if Context.environment["LOCATE_FUZZING"] != nil {
  package.products.append(.library(name: "LocateCommands", targets: ["LocateCommands"]))
}
