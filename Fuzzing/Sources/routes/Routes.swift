import FuzzingSupport
import LocationCore
import LocationIO
import LocationReplay
import LocationSimulation
import LocationSources
import LocationTracks

/// Everything that is read from a GPX file is on Earth, and a receiver can travel its routes.
@_cdecl("routes_main")
func main() -> CInt {
  fuzz { start, count in
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    expectSameItemsOfPieces(bytes)
    expectRoute(Array(bytes))
    return 0
  }
}

private func expectSameItemsOfPieces(_ bytes: UnsafeRawBufferPointer) {
  let (whole, failure) = items(bytes, pieceSize: 1 << 20)
  let (pieces, failureOfPieces) = items(bytes, pieceSize: 7)
  expect(whole == pieces, "\(whole.count) items, \(pieces.count) in pieces")
  // Expat's words and line of a syntax error depend on the pieces.
  expect(
    (failure == nil) == (failureOfPieces == nil), "\(String(describing: failureOfPieces)) in pieces"
  )
  for item in whole { item.update?.expectInRange() }
  let positions = whole.compactMap(\.position)
  expect(zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 }, "positions decrease")
  guard failure == nil else { return }
  expect(whole.flatMap(\.bytes).elementsEqual(bytes), "the bytes of the items are not the file")
}

/// The items of a file, and the error that ended it.
private func items(
  _ bytes: UnsafeRawBufferPointer, pieceSize: Int
) -> (items: [TrackItem], problem: String?) {
  let source = Pieces(bytes: Array(bytes), size: pieceSize)
  var items: [TrackItem] = []
  do throws(UserLocationError) {
    let reader = try GPXReader(source, TrackRequest(keepsBytes: true))
    while let item = try reader.blockingNext() { items.append(item) }
    return (items, nil)
  } catch {
    expect(!error.detail.isEmpty, "an error without words")
    return (items, (error.cause as? TrackFileError)?.problem ?? error.detail)
  }
}

/// Bytes that are read in pieces of a fixed size.
private struct Pieces: ByteSource {
  let bytes: [UInt8]
  let size: Int
  var name: String { "fuzz" }
  var isLive: Bool { false }

  func open() throws(UserLocationError) -> any ByteStream {
    Stream(try DataByteSource(bytes: bytes).open(), size)
  }

  private final class Stream: ByteStream {
    private let base: any ByteStream
    private let size: Int

    init(_ base: any ByteStream, _ size: Int) {
      self.base = base
      self.size = size
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int {
      try base.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(size)))
    }

    func close() { base.close() }
  }
}

private func expectRoute(_ bytes: [UInt8]) {
  let waypoints: [Waypoint]
  do throws(ScenarioError) {
    waypoints = try Waypoint.waypoints(of: DataByteSource(bytes: bytes))
  } catch {
    expect(!error.problem.isEmpty, "no words")
    expect((error.line ?? 1) >= 1, "line \(error.line ?? 0)")
    return
  }
  expect(!waypoints.isEmpty, "no waypoints, and no error")
  // The shortest point is `<wpt lat="" lon=""/>`.
  expect(waypoints.count <= bytes.count / 16, "\(waypoints.count) waypoints")
  for waypoint in waypoints {
    expect(abs(waypoint.coordinate.latitude) <= 90, "\(waypoint)")
    expect(abs(waypoint.coordinate.longitude) <= 180, "\(waypoint)")
    expect(waypoint.altitude?.isFinite ?? true, "\(waypoint)")
  }
  travel(try? Route(waypoints, speed: nil, ending: .stop))
  travel(try? Route(waypoints, speed: .constant(30), turnRate: 20, ending: .loop))
  travel(
    try? Route(waypoints, speed: .constant(8), acceleration: 1, turnRate: 20, ending: .return))
}

private func travel(_ route: Route?) {
  guard let route else { return }
  var scenario = Scenario(name: "fuzz", motion: .route(route))
  scenario.rate = 2
  // Its path does not depend on satellites, and computing them takes long.
  scenario.systems = []
  for step in SimulatedReceiver(scenario: scenario).prefix(12) {
    let truth = step.truth
    expect(truth.altitude.isFinite && truth.speed.isFinite && truth.climb.isFinite, "\(truth)")
    expect((0..<360).contains(truth.course), "\(truth)")
    expect(abs(truth.coordinate.latitude) <= 90, "\(truth)")
    expect(abs(truth.coordinate.longitude) <= 180, "\(truth)")
    for update in step.updates { update.expectInRange() }
  }
}
