import FuzzingSupport
import NMEA0183

@testable import GPSDProtocol
@testable import LocateCommands
@testable import LocationCore
@testable import LocationServing
@testable import LocationSources
@testable import LocationText
@testable import LocationTracks
@testable import NMEALocation

/// Any data of a receiver can be written in every format.
func expectFormats(of bytes: UnsafeRawBufferPointer, template: String) {
  var updates: [LocationUpdate] = []
  var text = ByteText()
  let source = FixSource(kind: .live, name: "fuzz")
  var decoder = NMEALocationDecoder(source: source)
  let writers = ReportFormat.allCases.map(\.writer)
  func expectLine() {
    expect(text.bytes.last == 10, "a line without its end: \(text.string)")
    text.removeAll()
  }
  func inspect(_ frame: borrowing SentenceFrame, _: SentenceKind, _ fault: SentenceFault?) {
    for writer in writers {
      if let fault {
        writer.write(fault, of: frame, into: &text)
      } else if let sentence = try? Sentence(frame) {
        writer.write(sentence, of: frame, into: &text)
      }
      expectLine()
    }
  }
  func take(_ epoch: NavigationEpoch, _ satellites: [EpochSatellite], _ source: FixSource) {
    if let sky = SkyView(epoch, satellites: satellites, source: source) {
      updates.append(.sky(sky))
    }
    if let fix = Fix(epoch, source: source) { updates.append(.fix(fix)) }
  }
  decoder.decodeEpochs(bytes, inspect: inspect, take)
  decoder.finishEpochs(inspect: inspect, take)

  let now = Date(timeIntervalSince1970: 1.7e9)
  let formats = OutputFormat.names.compactMap { try? OutputFormat(argument: $0) }
  let templates = (try? Template(template)).map { [OutputFormat.track(.template($0))] } ?? []
  for format in formats + templates {
    for shape in format == .text ? [TrackWriter.Shape.single, .stream] : [.document] {
      var writer = format.writer(shape, terminalWidth: { 80 }, now: { now })
      for update in updates { writer.write(update.received(at: now)) }
      writer.end()
      if case .track(let track) = format, track.template != nil { continue }
      let bytes = writer.takeBytes()
      expect(String(validating: bytes, as: UTF8.self) != nil, "no UTF-8")
      guard format == .json else { continue }
      for line in bytes.split(separator: 10) {
        expect(
          (try? GPSDReport(utf8: Array(line), source: source)) != nil,
          "no JSON: \(String(decoding: line, as: UTF8.self))")
      }
    }
  }
}
