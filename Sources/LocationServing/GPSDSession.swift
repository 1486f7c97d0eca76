import GPSDProtocol
import LocationCore
import LocationIO
import LocationText

/// What one client of gpsd's protocol has asked for, and how it is answered. It does no I/O.
package struct GPSDSession {
  /// What the client watches; `device` holds a device's path where it watches that one only.
  package private(set) var watch = WatchPolicy()
  private var requests = GPSDRequestReader()

  /// Whether a report is for this client.
  package func wants(_ kind: ServedReport.Kind) -> Bool {
    guard watch.enable else { return false }
    return switch kind {
    case .nmea: watch.nmea || watch.raw > 0
    case .position, .sky, .dilution: watch.json
    }
  }

  /// Takes what the client sent and writes the answers.
  package mutating func take(
    _ bytes: some Sequence<UInt8>, from daemon: GPSDDaemon, into text: inout ByteText
  ) {
    // Taken apart for the call: the reader and the policy are changed side by side.
    var requests = GPSDRequestReader()
    swap(&requests, &self.requests)
    requests.push(bytes) { answer($0, from: daemon, into: &text) }
    swap(&requests, &self.requests)
  }

  private mutating func answer(
    _ request: GPSDRequest, from daemon: GPSDDaemon, into text: inout ByteText
  ) {
    switch request {
    case .version: daemon.writeVersion(into: &text)
    case .devices: daemon.writeDevices(into: &text)
    case .poll: daemon.writePoll(isActive: watch.enable, into: &text)
    case .device(let path):
      guard path == nil || path == daemon.device.path else {
        return daemon.writeError("No such device as \(path ?? "")", into: &text)
      }
      daemon.writeDevice(into: &text)
    case .watch(let change):
      if let device = change?.device, !device.isEmpty, device != daemon.device.path {
        return daemon.writeError("No such device as \(device)", into: &text)
      }
      if let change { watch.apply(change) }
      daemon.writeDevices(into: &text)
      watch.write(into: &text)
    case .bad(let message): daemon.writeError(message, into: &text)
    }
  }
}

/// What a client watches, as gpsd keeps it.
package struct WatchPolicy: Equatable {
  package var enable = false
  package var json = false
  package var nmea = false
  /// 1 and 2 both are the receiver's sentences: there are no others.
  package var raw = 0
  /// What changes nothing here, and is only told back.
  package var scaled = false, timing = false, split24 = false, pps = false
  package var device: String?

  /// Changes it as gpsd does: a `WATCH` enables unless it says otherwise, what it does not say of
  /// the formats stays, and the rest goes back to its default.
  package mutating func apply(_ change: WatchChange) {
    enable = change.enable ?? true
    json = change.json ?? json
    nmea = change.nmea ?? nmea
    raw = change.raw ?? raw
    scaled = change.scaled ?? false
    timing = change.timing ?? false
    split24 = change.split24 ?? false
    pps = change.pps ?? false
    device = change.device.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Writes the policy as a `WATCH` object.
  package func write(into text: inout ByteText) {
    text.write(#"{"class":"WATCH""#)
    text.member(#","enable":"#, boolean: enable)
    text.member(#","json":"#, boolean: json)
    text.member(#","nmea":"#, boolean: nmea)
    text.member(#","raw":"#, integer: raw)
    text.member(#","scaled":"#, boolean: scaled)
    text.member(#","timing":"#, boolean: timing)
    text.member(#","split24":"#, boolean: split24)
    text.member(#","pps":"#, boolean: pps)
    text.member(#","device":"#, string: device)
    text.write("}\r\n")
  }
}
