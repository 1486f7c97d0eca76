import GPSDProtocol
import LocationCore

/// gpsd's reports (gpsd_json(5)), one JSON object on a line, as `gpspipe -w` and `locate --json` write them.
///
/// TPV and SKY become updates, also in the answer to a poll. A DEVICE that gpsd gave up and an empty list
/// of DEVICES are lost fixes. Other reports, and sentences that `gpspipe -r -w` writes between them, have
/// no item.
struct GPSDJSONLines: LineFormat {
  private let source: FixSource

  init(source: FixSource) { self.source = source }

  mutating func read(
    _ line: NumberedLines.Line, into items: inout ParsedItems
  ) throws(TrackFileError) {
    guard let first = line.bytes.first(where: { $0 != 0x20 && $0 != 0x09 }),
      first != UInt8(ascii: "$"), first != UInt8(ascii: "!")
    else { return }
    switch try report(line, receivedAt: items.receipt) {
    case .update(let update): items.append(update, endingAt: line.end)
    case .poll(let poll):
      for update in poll.positions { items.append(update, endingAt: line.end) }
      for sky in poll.skies { items.append(.sky(sky), endingAt: line.end) }
    case .device(let device):
      guard let device, device.activation == .givenUp else { break }
      append(.deviceRemoved, of: device.path, to: &items, endingAt: line.end)
    case .devices(let devices):
      if devices.isEmpty { append(.noDevice, of: nil, to: &items, endingAt: line.end) }
    case .version, .watch, .error, .other: break
    }
  }

  func finish(afterLines lines: Int) {}

  private func report(
    _ line: NumberedLines.Line, receivedAt receipt: Date?
  ) throws(TrackFileError) -> GPSDReport {
    do throws(GPSDReportError) {
      return try GPSDReport(line.bytes, source: source, receivedAt: receipt)
    } catch {
      throw TrackFileError(line: line.number, problem: "expected a report of gpsd: \(error)")
    }
  }

  private func append(
    _ reason: FixLoss.Reason, of device: String?, to items: inout ParsedItems,
    endingAt offset: Int
  ) {
    var loss = FixLoss(reason: reason, source: source)
    loss.source.device = device
    loss.receivedAt = items.receipt
    items.append(.fixLost(loss), endingAt: offset)
  }
}
