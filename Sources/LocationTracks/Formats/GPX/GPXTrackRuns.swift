import LocationCore
import LocationIO
import LocationPOSIX

/// Where the points of each device are in a GPX file that is being recorded, so that the finished file has one
/// track for each device.
///
/// A file that grows has its points in the order of time, and begins a track whenever the device changes. The
/// points between two changes are a run.
struct GPXTrackRuns {
  private struct Run {
    let device: Int
    var offsets: Range<Int>
    /// Whether the device lost its location since its last run.
    let beginsSegment: Bool
  }

  private static let point = Array("<trkpt ".utf8)
  private static let segmentBorder = Array("</trkseg>\n<trkseg>\n".utf8)

  private var devices: [DeviceID: Int] = [:]
  /// What is before the first point of each device.
  private var headers: [[UInt8]] = []
  private var runs: [Run] = []
  /// The devices that lost their location since their last run.
  private var interrupted: Set<Int> = []

  /// Whether a device has several tracks.
  var isMixed: Bool { runs.count > headers.count }

  /// Notes that the file has one more point.
  ///
  /// - Parameters:
  ///   - text: the point, and what is before it, such as the end of another track.
  ///   - end: the offset of the end of the point.
  mutating func note(_ device: DeviceID, _ text: [UInt8], endingAt end: Int) {
    let header = text.offset(of: Self.point, from: 0) ?? 0
    let offsets = end - text.count + header..<end
    guard let index = devices[device] else {
      devices[device] = headers.count
      runs.append(Run(device: headers.count, offsets: offsets, beginsSegment: false))
      // The first one may end a track of a former recording; the others end the track of another device.
      let end = headers.isEmpty ? 0 : GPXRecordingText.trackEnd.count
      headers.append(Array(text[end..<header]))
      return
    }
    let isInterrupted = interrupted.remove(index) != nil
    if runs[runs.count - 1].device == index {
      runs[runs.count - 1].offsets = runs[runs.count - 1].offsets.lowerBound..<offsets.upperBound
    } else {
      runs.append(Run(device: index, offsets: offsets, beginsSegment: isInterrupted))
    }
  }

  /// Notes that a device lost its location, or all devices of a source, or with `nil` all of them.
  mutating func interrupt(_ lost: DeviceID?) {
    for (device, index) in devices {
      guard
        lost == nil || device == lost || lost?.device == nil && lost?.source == device.source
      else { continue }
      interrupted.insert(index)
    }
  }

  /// Writes the file with one track for each device.
  ///
  /// - Parameters:
  ///   - file: the file with the runs.
  ///   - path: its path, which refers to it until the new file is complete.
  func write(_ file: any WritableFile, to path: String) throws(SystemError) {
    guard let first = runs.first, let header = headers.first else { return }
    let new = try ReplacingFile(path: path)
    // What the file had before.
    try new.copy(0..<first.offsets.lowerBound - header.count, of: file)
    let runs = Dictionary(grouping: runs, by: \.device)
    for device in headers.indices {
      try new.write(headers[device])
      for run in runs[device] ?? [] {
        if run.beginsSegment { try new.write(Self.segmentBorder) }
        try new.copy(run.offsets, of: file)
      }
      try new.write(GPXRecordingText.trackEnd)
    }
    try new.write(GPXRecordingText.documentEnd)
    try new.commit()
  }
}

extension ReplacingFile {
  fileprivate func write(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Copies a part of another file.
  fileprivate func copy(_ offsets: Range<Int>, of file: any WritableFile) throws(SystemError) {
    var start = offsets.lowerBound
    while start < offsets.upperBound {
      let bytes = try file.read(min(1 << 16, offsets.upperBound - start), at: start)
      guard !bytes.isEmpty else { throw SystemError("read", EIO) }
      try write(bytes)
      start += bytes.count
    }
  }
}
