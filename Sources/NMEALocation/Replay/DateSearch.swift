import LocationCore
package import LocationIO
package import NMEA0183

/// Looks for the first dates of a recording, so that the positions before them have dates too.
///
/// It reads ahead until each device has stated a date, at most a megabyte: four hours of a receiver that sends GGA alone once a
/// second. The bytes are kept and read again. As when dates go on, a step of over a minute ends what a date is known
/// for.
package struct DateSearch {
  /// The times that lead to the first stated date of a device.
  private struct Run {
    var first: TimeOfDay
    var last: TimeOfDay
    /// The days from the first to the last time.
    var days = 0
  }

  private static let limit = 1024 * 1024
  /// Most recordings state the date in their first cycle, and no more is decoded twice.
  private static let piece = 4096

  private var decoder: NMEALocationDecoder
  private var head: [UInt8] = []
  /// The devices without a stated date so far.
  private var open: [String?: Run] = [:]
  private var starts: [String?: DatedTime] = [:]
  private var dated: Set<String?> = []

  /// - Parameter dates: what is known about the dates.
  package init(_ dates: KnownDates) {
    // Live, because times of receipt are no stated dates.
    decoder = NMEALocationDecoder(source: FixSource(kind: .live, name: ""), dates: dates)
  }

  /// Reads ahead.
  ///
  /// - Returns: a stream of the same bytes, and the first time of each device that leads to its first stated date.
  nonisolated(nonsending) package consuming func finished(
    of source: any ByteSource, _ stream: any ByteStream
  ) async -> (stream: any ByteStream, starts: [String?: DatedTime]) {
    var search = self
    var failure: UserLocationError?
    var isAtEnd = false
    while failure == nil, !isAtEnd, !search.isOver {
      do throws(UserLocationError) {
        try await stream.readChunk(upTo: Self.piece) { isAtEnd = search.take($0) }
      } catch {
        failure = error
      }
    }
    return search.result(of: source, stream, failure)
  }

  /// Reads ahead on this thread.
  package consuming func finished(
    of source: any ByteSource, _ stream: any ByteStream
  ) -> (stream: any ByteStream, starts: [String?: DatedTime]) {
    var search = self
    var failure: UserLocationError?
    var isAtEnd = false
    withUnsafeTemporaryAllocation(byteCount: Self.piece, alignment: 16) { buffer in
      while failure == nil, !isAtEnd, !search.isOver {
        do throws(UserLocationError) {
          let count = try stream.read(into: buffer)
          isAtEnd = search.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        } catch {
          failure = error
        }
      }
    }
    return search.result(of: source, stream, failure)
  }

  private func result(
    of source: any ByteSource, _ stream: any ByteStream, _ failure: UserLocationError?
  ) -> (stream: any ByteStream, starts: [String?: DatedTime]) {
    let opened = OpenedByteSource(source, stream: stream, head: head, failure: failure)
    return ((try? opened.open()) ?? stream, starts)
  }

  private var isOver: Bool {
    head.count >= Self.limit || !dated.isEmpty && open.isEmpty
  }

  /// Takes the next bytes. Returns whether they are the end.
  private mutating func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    head += bytes
    var epochs: [(NavigationEpoch, String?)] = []
    if bytes.isEmpty {
      // A live decoder drops the last epoch at the end, but not in a pause.
      Array("\n".utf8).withUnsafeBytes {
        decoder.decodeEpochs($0) { epochs.append(($0, $2.device)) }
      }
      decoder.flushEpochs { epochs.append(($0, $2.device)) }
    } else {
      decoder.decodeEpochs(bytes) { epochs.append(($0, $2.device)) }
    }
    for (epoch, device) in epochs where !dated.contains(device) { take(epoch, of: device) }
    return bytes.isEmpty
  }

  private mutating func take(_ epoch: NavigationEpoch, of device: String?) {
    // An update is of a time before. Autopilots repeat a position of long ago.
    guard let time = epoch.time, !epoch.isUpdate || epoch.date != nil else { return }
    var run = open[device] ?? Run(first: time, last: time)
    let (step, days) = run.last.step(to: time)
    if TimeOfDay.keepsDate(step) {
      run.last = time
      run.days += days
    } else {
      run = Run(first: time, last: time)
    }
    guard let date = epoch.date else { return open[device] = run }
    open[device] = nil
    dated.insert(device)
    if let first = date.adding(days: -run.days) { starts[device] = DatedTime(run.first, on: first) }
  }
}
