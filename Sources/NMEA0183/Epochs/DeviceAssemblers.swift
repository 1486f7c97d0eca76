/// Assembles the epochs of each device of a stream apart.
///
/// A gateway that passes on the sentences of several devices names the device of each one in its TAG block
/// (`s`). All sentences without a name are of one more device. A sentence is left out if its device is not
/// known: because its TAG block is damaged and the stream has named devices, or because there are too many.
package struct DeviceAssemblers: Sendable {
  private struct Device {
    let name: ShortName?
    var assembler: EpochAssembler
    /// The last group of its sentences. Only the first sentence of a group names the device.
    var group: Int?
  }

  /// More devices than a gateway has, so that a stream that invents names cannot fill the memory.
  static let limit = 256

  /// An assembler at the start of a stream.
  private let fresh: EpochAssembler
  /// The first one has no name.
  private var devices: [Device]
  /// See ``expect(_:)``.
  private var starts: [String?: DatedTime] = [:]
  /// The device of the last sentence.
  private var selected = 0
  /// Sentences whose device is not known.
  package private(set) var leftOut = 0

  /// - Parameter assembler: an assembler at the start of a stream.
  package init(_ assembler: EpochAssembler) {
    fresh = assembler
    devices = [Device(name: nil, assembler: assembler)]
  }

  /// Takes note of the first times that lead to the first stated date of each device.
  package mutating func expect(_ starts: [String?: DatedTime]) {
    self.starts = starts
    for index in devices.indices {
      devices[index].assembler.expect(starts[devices[index].name.map { "\($0)" }])
    }
  }

  /// Whether all sentences so far of the last sentence's device are of epochs that were completed.
  package var isBetweenEpochs: Bool { devices[selected].assembler.isBetweenEpochs }

  /// The number of devices so far.
  package var count: Int { devices.count }

  /// The name of a device, 0 ..< ``count``; `nil` for the first one.
  package func name(_ device: Int) -> ShortName? { devices[device].name }

  /// Reads a good frame of a kind, and keeps the epochs that it completes until ``handOn(_:)``.
  ///
  /// - Returns: whether they must be handed on before the next sentence.
  package mutating func collect(
    _ frame: borrowing SentenceFrame, of kind: SentenceKind, _ talker: Talker
  ) throws(SentenceError) -> Bool {
    // AIS has thousands of stations, and their sentences are not read.
    guard kind != .unknown else { return false }
    guard select(frame) else {
      // It is bad or good whatever its device is.
      _ = try Sentence(frame)
      return false
    }
    let isFull = try devices[selected].assembler.collect(frame, of: kind, talker)
    // The epochs of several devices come in the order of the stream.
    return isFull || devices.count > 1
  }

  /// Takes a sentence that its user's own decoder read from a frame; see ``collect(_:of:_:)``.
  package mutating func collect(
    _ sentence: Sentence, from frame: borrowing SentenceFrame
  ) -> Bool {
    if case .unknown = sentence.payload { return false }
    guard select(frame) else { return false }
    let isFull = devices[selected].assembler.collect(sentence, from: frame)
    return isFull || devices.count > 1
  }

  /// Selects the device of a sentence; returns `false` if it is not known.
  private mutating func select(_ frame: borrowing SentenceFrame) -> Bool {
    let tag = frame.tag
    if let name = tag?.source {
      guard let device = index(ofName: name) else {
        leftOut += 1
        return false
      }
      selected = device
    } else if let group = tag?.group?.id,
      let device = devices.firstIndex(where: { $0.group == group })
    {
      selected = device
    } else {
      selected = 0
      // If the block is not even recognized, its rest is before the sentence.
      if devices.count > 1, tag?.isDamaged ?? !frame.beginsLine {
        leftOut += 1
        return false
      }
    }
    if let group = tag?.group?.id, devices[selected].group != group {
      for index in devices.indices where devices[index].group == group {
        devices[index].group = nil
      }
      devices[selected].group = group
    }
    return true
  }

  /// The index of a device; `nil` if there are too many devices.
  private mutating func index(ofName name: ShortName) -> Int? {
    if let index = devices.firstIndex(where: { $0.name == name }) { return index }
    guard devices.count < Self.limit else { return nil }
    var assembler = fresh
    assembler.expect(starts["\(name)"])
    devices.append(Device(name: name, assembler: assembler))
    return devices.count - 1
  }

  /// Hands on the epochs that were completed, each with the index of its device.
  package mutating func handOn(_ body: (NavigationEpoch, [EpochSatellite], Int) -> Void) {
    for device in devices.indices { devices[device].assembler.handOn { body($0, $1, device) } }
  }

  /// Hands on the running epochs of all devices; see ``EpochAssembler/finish(_:)`` for the end of the stream, and
  /// ``EpochAssembler/flush(_:)`` otherwise.
  package mutating func handOnRunning(
    isAtEnd: Bool, _ body: (NavigationEpoch, [EpochSatellite], Int) -> Void
  ) {
    for device in devices.indices {
      if isAtEnd {
        devices[device].assembler.finish { body($0, $1, device) }
      } else {
        devices[device].assembler.flush { body($0, $1, device) }
      }
    }
  }
}
