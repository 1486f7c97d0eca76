// swift-tools-version: 6.2
import PackageDescription

// The name by which `make install` has libgps loaded when it is needed, in place of linking with it.
let loadedLibgps = Context.environment["LOCATE_LOADED_LIBGPS"]

let package = Package(
  name: "swift-location",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "LocationCore", targets: ["LocationCore"]),
    .library(name: "NMEA0183", targets: ["NMEA0183"]),
    .library(name: "NMEALocation", targets: ["NMEALocation"]),
    .library(name: "GPSDLocation", targets: ["GPSDLocation"]),
    .library(name: "LocationSimulation", targets: ["LocationSimulation", "GPXRoutes"]),
    .library(name: "LocationTesting", targets: ["LocationTesting"]),
    .executable(name: "locate", targets: ["locate"]),
  ],
  traits: [
    .trait(name: "GPSD", description: "Reads gpsd, which takes libgps-dev to build."),
    .default(enabledTraits: ["GPSD"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    // An arrow reads "may import"; there are no others, so a change stays in its room.
    .target(name: "LocationCore"),
    .target(name: "NMEA0183", dependencies: ["CSentenceScan"]),
    .target(name: "CSentenceScan"),
    .target(
      name: "LocationSystem",
      dependencies: ["LocationCore", .product(name: "Logging", package: "swift-log")]),
    .target(
      name: "NMEALocation",
      dependencies: [
        "LocationCore", "LocationSystem", "NMEA0183",
        .product(name: "Logging", package: "swift-log"),
      ]),
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
        "LocationCore", "LocationSystem", "CGPSShims",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .target(name: "LocationSimulation", dependencies: ["LocationCore", "NMEA0183"]),
    // On its own: LocationSimulation reads no files, and loads no XML parser.
    .target(
      name: "GPXRoutes", dependencies: ["LocationCore", "LocationSimulation", "LocationSystem"]),
    .target(name: "LocationTesting", dependencies: ["LocationCore"]),
    .target(
      name: "LocateCommands",
      dependencies: [
        "GPXRoutes", "LocationCore", "LocationSimulation", "LocationSystem", "NMEA0183",
        "NMEALocation",
        .target(name: "GPSDLocation", condition: .when(traits: ["GPSD"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .executableTarget(name: "locate", dependencies: ["LocateCommands"]),

    // Sockets, pseudo-terminals and receivers of tests; in no product.
    .target(
      name: "TestSupport", dependencies: ["LocationSimulation", "LocationSystem"],
      path: "Tests/Support"),
    .testTarget(
      name: "LocationCoreTests",
      dependencies: ["LocationCore", "LocationSimulation", "LocationTesting", "TestSupport"]),
    .testTarget(
      name: "NMEA0183Tests", dependencies: ["LocationSimulation", "NMEA0183", "TestSupport"]),
    .testTarget(
      name: "NMEALocationTests",
      dependencies: [
        "LocationCore", "LocationSimulation", "LocationSystem", "NMEA0183", "NMEALocation",
        "LocationTesting", "TestSupport",
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "LocationSimulationTests",
      dependencies: [
        "GPXRoutes", "LocationCore", "LocationSimulation", "LocationTesting", "NMEA0183",
        "NMEALocation",
      ]),
    .testTarget(
      name: "GPSDLocationTests",
      dependencies: [
        "GPSDLocation", "LocationCore", "LocationSimulation", "LocationSystem", "LocationTesting",
        "TestSupport",
      ]),
    .testTarget(
      name: "LocationTestingTests", dependencies: ["LocationCore", "LocationTesting"]),
    .testTarget(
      name: "LocateCommandsTests",
      dependencies: [
        "LocateCommands", "LocationCore", "NMEA0183", "NMEALocation", "LocationTesting",
        "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// The command's readers are no product; `Fuzzing`, a package of its own, reaches them so.
if Context.environment["LOCATE_FUZZING"] != nil {
  package.products.append(.library(name: "LocateCommands", targets: ["LocateCommands"]))
}
