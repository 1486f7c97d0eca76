import LocationCore
import LocationTesting
import TestTurns
import Testing

@Suite(.inTurn) struct DeviceShareTests {
  private func share(_ number: Int, of count: Int) throws -> DeviceShare {
    try #require(DeviceShare(number, of: count))
  }

  @Test(arguments: [1, 2, 8, 100])
  func eachDeviceIsInOnePartAndThePartsAreAlike(count: Int) throws {
    let shares = try (1...count).map { try share($0, of: count) }
    var sizes = Array(repeating: 0, count: count)
    for device in 0..<10_000 {
      let parts = shares.indices.filter { shares[$0].contains("fleet/\(device)") }
      #expect(parts.count == 1)
      sizes[parts.first ?? 0] += 1
    }
    let mean = 10_000 / count
    #expect(sizes.allSatisfy { abs($0 - mean) < mean / 2 })
  }

  /// Computed with another implementation of FNV-1a, because programs in other languages may share the work.
  @Test(
    arguments: [("anna/phone", 1), ("joe/car", 5), ("/dev/ttyACM0", 1), (nil, 6)]
      as [(String?, Int)])
  func thePartOfADeviceIsAlwaysTheSame(device: String?, part: Int) throws {
    #expect(try share(part, of: 8).contains(device))
  }

  @Test(arguments: [(0, 8), (9, 8), (1, 0), (-1, 2)])
  func anotherNumberNamesNoPart(number: Int, count: Int) {
    #expect(DeviceShare(number, of: count) == nil)
  }

  @Test func aProviderHasOnlyTheDevicesOfItsPartAndTheLossesOfTheSource() async throws {
    func source(_ device: String?) -> FixSource {
      FixSource(kind: .live, name: "test", device: device)
    }
    func fix(_ device: String) throws -> LocationUpdate {
      var fix = try Fix.munich()
      fix.source = source(device)
      return .fix(fix)
    }
    func loss(_ device: String?) -> LocationUpdate {
      .fixLost(FixLoss(reason: .disconnected, source: source(device)))
    }
    let own = try [fix("anna/phone"), loss("anna/phone"), loss(nil)]
    let others = try [
      fix("joe/car"), loss("joe/car"), .sky(SkyView(satellites: [], source: source("joe/car"))),
    ]
    let mock = LocationProviderMock(
      script: zip(own, others).flatMap { [.update($0), .update($1)] } + [.end])
    let part = try #require(
      (1...8).compactMap { DeviceShare($0, of: 8) }.first { $0.contains("anna/phone") })
    #expect(!part.contains("joe/car"))
    let seen = try await mock.sharing(part).startUpdatingLocation().reduce(into: []) {
      $0.append($1)
    }
    #expect(seen == own)
  }
}
