// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of the library never fetch swift-syntax. `make mutation` builds it.
let package = Package(
  name: "sites",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1")],
  targets: [
    .executableTarget(
      name: "sites",
      dependencies: ["SwiftOperators", "SwiftParser", "SwiftSyntax"].map {
        .product(name: $0, package: "swift-syntax")
      })
  ],
  swiftLanguageModes: [.v6]
)
