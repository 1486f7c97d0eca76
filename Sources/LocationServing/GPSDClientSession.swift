import GPSDProtocol
import LocationCore
import LocationText

/// The conversation with one client of gpsd's protocol: its requests, and the answers. It does no
/// I/O.
package struct GPSDClientSession {
  /// What the client receives; `device` is set if it watches that one device only.
  package private(set) var watch = GPSDWatch.nothing
  private var requests = GPSDRequestReader()

  /// Whether the client receives reports of a kind, of a device or of any. A level of `raw` other than 0 stands for the
  /// receiver's sentences, because a served source has no binary data.
  package func wants(_ kind: ServedReport.Kind, of device: String? = nil) -> Bool {
    guard watch.enable == true else { return false }
    if let watched = watch.device, let device, watched != device { return false }
    return switch kind {
    case .nmea: watch.nmea == true || watch.raw != 0
    case .position, .sky, .dilution: watch.json == true
    }
  }

  /// Takes bytes from the client and writes the answers.
  package mutating func take(
    _ bytes: some Sequence<UInt8>, from daemon: GPSDDaemon, into text: inout ByteText
  ) {
    // The answers change `self` while the reader runs, so the reader is not a part of it meanwhile.
    var requests = GPSDRequestReader()
    swap(&requests, &self.requests)
    requests.push(bytes) { answer($0, from: daemon, into: &text) }
    swap(&requests, &self.requests)
  }

  private mutating func answer(
    _ request: Result<GPSDRequest, GPSDRequestError>, from daemon: GPSDDaemon,
    into text: inout ByteText
  ) {
    switch request {
    case .success(let request): answer(request, from: daemon, into: &text)
    case .failure(let error): daemon.writeError(error.description, into: &text)
    }
  }

  private mutating func answer(
    _ request: GPSDRequest, from daemon: GPSDDaemon, into text: inout ByteText
  ) {
    switch request {
    case .version: daemon.writeVersion(into: &text)
    case .devices: daemon.writeDevices(into: &text)
    case .poll: daemon.writePoll(isActive: watch.enable == true, into: &text)
    case .device(let path?):
      guard daemon.hasDevice(path) else {
        return daemon.writeError("No such device as \(path)", into: &text)
      }
      daemon.writeDevice(path, into: &text)
    case .device(nil):
      guard let path = daemon.onlyDevice else {
        return daemon.writeError(
          "No path specified in DEVICE, but multiple devices are attached", into: &text)
      }
      daemon.writeDevice(path, into: &text)
    case .watch(let change):
      if let device = change?.device, !device.isEmpty, !daemon.hasDevice(device) {
        return daemon.writeError("No such device as \(device)", into: &text)
      }
      if let change { watch.apply(change) }
      daemon.writeDevices(into: &text)
      daemon.write(watch, into: &text)
    }
  }
}

extension GPSDWatch {
  /// What a new client receives: nothing.
  fileprivate static var nothing: GPSDWatch {
    var watch = GPSDWatch()
    (watch.enable, watch.json, watch.nmea, watch.raw) = (false, false, false, 0)
    (watch.scaled, watch.timing, watch.split24, watch.pps) = (false, false, false, false)
    return watch
  }

  /// Applies a request as gpsd does. A `WATCH` enables unless it says otherwise. Formats that it does
  /// not name stay as they are, and all other members return to their defaults.
  fileprivate mutating func apply(_ request: GPSDWatch) {
    enable = request.enable ?? true
    json = request.json ?? json
    nmea = request.nmea ?? nmea
    raw = request.raw ?? raw
    scaled = request.scaled ?? false
    timing = request.timing ?? false
    split24 = request.split24 ?? false
    pps = request.pps ?? false
    device = request.device.flatMap { $0.isEmpty ? nil : $0 }
  }
}
