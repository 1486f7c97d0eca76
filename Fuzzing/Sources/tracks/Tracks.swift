import FoundationEssentials
import FuzzingSupport
import LocationCore
import LocationIO
import LocationReplay
import LocationText

@testable import LocationTracks

/// The format whose parser is fuzzed. `Fuzzing/run` runs this program once for each format.
private let format: FileFormat = {
  let name = ProcessInfo.processInfo.environment["FORMAT"] ?? ""
  let known = FileFormat.all.first { $0.name == name }
  guard let known else { fatalError("FORMAT='\(name)' is no format") }
  return known
}()

/// Everything that is read from a track file is in its range, and the borders of pieces never matter.
@_cdecl("tracks_main")
func main() -> CInt {
  fuzz { start, count in
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    let (whole, failure) = items(bytes, pieceSize: 1 << 20)
    let (pieces, failureOfPieces) = items(bytes, pieceSize: 7)
    expect(whole == pieces, "\(whole.count) items, \(pieces.count) in pieces")
    // Expat's words and line of a syntax error depend on the pieces.
    expect(
      (failure == nil) == (failureOfPieces == nil),
      "\(failure ?? "no error"), in pieces \(failureOfPieces ?? "no error")")
    // Each fix, place and start of a route or of a segment is at least two bytes.
    expect(whole.count <= count + 1, "\(whole.count) items of \(count) bytes")
    for item in whole {
      guard let update = item.update else { continue }
      if format == .updates { expectRoundTrip(of: update) } else { update.expectInRange() }
    }
    let positions = whole.compactMap(\.position)
    expect(zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 }, "positions decrease")
    guard failure == nil else { return 0 }
    expect(whole.flatMap(\.bytes).elementsEqual(bytes), "the bytes of the items are not the file")
    return 0
  }
}

/// The format ``TrackFormat/updates`` replays the values of any provider, and writes what it reads.
private func expectRoundTrip(of update: LocationUpdate) {
  let first = reread(update)
  // A date with more decimals than the format has is rounded once.
  expect(first == reread(first), "\(first) reads back as \(reread(first))")
}

private func reread(_ update: LocationUpdate) -> LocationUpdate {
  var text = ByteText()
  var writer = UpdatesWriter(now: { Date(timeIntervalSince1970: 0) })
  writer.write(update, into: &text)
  guard case .update(_, let result) = try? text.bytes.withUnsafeBytes({ try UpdateLine($0) })
  else { fatalError("written text is not read: \(text.string)") }
  return result
}

/// The items of a file, and the error that ended it.
private func items(
  _ bytes: UnsafeRawBufferPointer, pieceSize: Int
) -> (items: [TrackItem], problem: String?) {
  let source = Pieces(bytes: Array(bytes), size: pieceSize)
  var items: [TrackItem] = []
  do throws(UserLocationError) {
    guard let parser = try format.parser(source: source.name, keepsBytes: true) else {
      fatalError("\(format) has no parser")
    }
    let reader = try ParsedTrackReader(source, TrackRequest(keepsBytes: true), parser: parser)
    while let item = try reader.blockingNext() { items.append(item) }
    return (items, nil)
  } catch {
    expect(!error.detail.isEmpty, "an error without words")
    return (items, (error.cause as? TrackFileError)?.problem ?? error.detail)
  }
}
