#if Web
  import LocationText

  /// Makes Server-Sent Events (HTML, section 9.2), and keeps the latest ones for clients that reconnect.
  struct EventFrames: Sendable {
    /// How much is kept.
    static let countLimit = 256
    static let sizeLimit = 128 * 1024

    /// Distinguishes the numbers of this server from those of one before.
    private let instance: String
    private var last = 0
    private var frames: [(number: Int, bytes: [UInt8])] = []
    private var size = 0

    init(instance: String) { self.instance = instance }

    /// The id of the last event.
    var lastID: String { "\(instance)-\(last)" }

    /// Makes an event with the next number, and keeps it.
    mutating func add(_ name: StaticString, _ data: (inout ByteText) -> Void) -> [UInt8] {
      last += 1
      let bytes = frame(name, data)
      frames.append((last, bytes))
      size += bytes.count
      // One of several is removed each time, so this is short.
      while frames.count > Self.countLimit || size > Self.sizeLimit, !frames.isEmpty {
        size -= frames.removeFirst().bytes.count
      }
      return bytes
    }

    /// Makes an event that has the number of the last one, because it contains all of them.
    func frame(_ name: StaticString, _ data: (inout ByteText) -> Void) -> [UInt8] {
      var text = ByteText()
      text.write("id: ")
      text.write(text: lastID)
      text.write("\nevent: ")
      text.write(name)
      text.write("\ndata: ")
      data(&text)
      text.write("\n\n")
      return text.bytes
    }

    /// The events after the one with an id; `nil` if they are not all there any more.
    func events(after id: String) -> [UInt8]? {
      let parts = id.split(separator: "-", maxSplits: 1)
      guard parts.count == 2, parts[0] == instance, let number = Int(parts[1]), number <= last,
        number >= (frames.first?.number ?? last + 1) - 1
      else { return nil }
      return frames.filter { $0.number > number }.flatMap(\.bytes)
    }
  }

  /// Joins the events that follow another one soon, so that they are one write.
  struct EventBatch: Sendable {
    /// The events since the last write; `nil` if the next one is written at once.
    private var bytes: [UInt8]?

    /// Adds an event.
    ///
    /// - Returns: whether the caller writes the event now, and calls ``take()`` after a time. Otherwise it waits here.
    mutating func add(_ event: [UInt8]) -> Bool {
      guard bytes != nil else {
        bytes = []
        return true
      }
      bytes?.append(contentsOf: event)
      return false
    }

    /// What waits, to be written now; the caller calls this again after a time. `nil` if nothing waits, and the next
    /// event does not either.
    mutating func take() -> [UInt8]? {
      guard let bytes, !bytes.isEmpty else {
        self.bytes = nil
        return nil
      }
      self.bytes = []
      return bytes
    }
  }
#endif
