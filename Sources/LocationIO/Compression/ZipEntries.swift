import LocationCore

/// The entries in a zip archive whose names have a given ending, one after the other.
struct ZipEntries: Decompressor {
  private enum State {
    case signature
    case header
    case name(ZipEntryHeader)
    /// Bytes that are not used.
    case skipped(count: Int, then: Content)
    case content(Content)
    /// The sizes and the checksum after an entry that is not wanted.
    case descriptor
    /// The end of the wanted entry, whose checksum is compared.
    case checksum
    case end
  }

  /// What follows the header of an entry.
  private enum Content {
    case stored(left: Int)
    case deflated
    /// A deflated entry of unknown size that is not wanted.
    case ignored
    /// Only the sizes and the checksum.
    case descriptor
    /// Nothing: the next header follows.
    case none
  }

  private var input: CompressedInput
  private let ending: String
  private var state = State.signature
  /// The wanted entry that is being read.
  private var wanted: ZipEntryHeader?
  private var hasEntry = false
  /// The checksum of that entry so far.
  private var checksum: UInt32 = 0

  /// - Parameter ending: the ending of the name of the entry, in lower case.
  init(_ input: CompressedInput, ending: String) {
    self.input = input
    self.ending = ending
  }

  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, timeout: Duration?
  ) throws(UserLocationError) -> Int? {
    while true {
      if case .end = state { return 0 }
      if input.ahead.count < bytesNeeded {
        switch try input.fill(timeout: timeout) {
        case .silent: return nil
        case .more: continue
        // The list at the end of the archive says nothing new.
        case .end where hasEntry && wanted == nil: state = .end
        case .end: throw problem("it is cut off", cause: CompressedDataEnd())
        }
      }
      let count = try step(into: buffer)
      if count > 0 { return count }
    }
  }

  /// The number of bytes that the next step needs.
  private var bytesNeeded: Int {
    switch state {
    case .signature: 4
    case .header: ZipEntryHeader.size
    case .name(let header): ZipEntryHeader.size + header.nameLength
    case .skipped(let count, _): min(count, 1)
    case .content(.stored(let left)): min(left, 1)
    case .content(.descriptor), .content(.none), .end: 0
    case .content(.deflated), .content(.ignored): input.hasMore ? 0 : 1
    case .descriptor: 4
    case .checksum: wanted?.hasDescriptor == true ? 8 : 0
    }
  }

  /// Continues by one step. Returns the number of bytes that it wrote.
  private mutating func step(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError)
    -> Int
  {
    switch state {
    case .signature: try checkSignature()
    case .header: state = .name(input.ahead.withBytes { ZipEntryHeader($0) })
    case .name(let header): try choose(header)
    case .skipped(let count, let content): skip(count, then: content)
    case .content(.stored(let left)): return try copyStored(left, into: buffer)
    case .content(.deflated): return try inflate(into: buffer)
    case .content(.ignored):
      _ = try withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 16) {
        scratch throws(UserLocationError) in try inflate(into: scratch)
      }
    case .content(.descriptor): state = .descriptor
    case .content(.none): state = .signature
    case .descriptor: findSignature()
    case .checksum: try compareChecksum()
    case .end: break
    }
    return 0
  }

  private mutating func checkSignature() throws(UserLocationError) {
    let signature = input.ahead.withBytes { $0.littleEndian32(at: 0) }
    guard signature == ZipEntryHeader.signature else {
      if hasEntry {
        state = .end
        return
      }
      throw ZipEntryHeader.listSignatures.contains(signature)
        ? problem("it has no file whose name ends with \(ending)")
        : problem("expected an entry")
    }
    state = .header
  }

  /// Decides what to do with an entry whose header and name were read.
  private mutating func choose(_ header: ZipEntryHeader) throws(UserLocationError) {
    let end = ZipEntryHeader.size + header.nameLength
    let name = input.ahead.withBytes {
      String(decoding: $0[ZipEntryHeader.size..<end], as: UTF8.self)
    }
    input.ahead.drop(end)
    let content: Content
    if isWanted(name) {
      content = try self.content(of: header, name)
      (wanted, hasEntry, checksum) = (header, true, 0)
    } else if let size = header.compressedSize {
      let rest: Content = header.hasDescriptor ? .descriptor : .none
      state = .skipped(count: header.extraLength + size, then: rest)
      return
    } else if header.method == 8, !header.isEncrypted {
      content = .ignored
    } else {
      throw problem("\(name) has no size")
    }
    state = .skipped(count: header.extraLength, then: content)
  }

  /// Whether this is the entry to read. Archives from macOS have entries with its own data beside each file.
  private func isWanted(_ name: String) -> Bool {
    let file = name.split(separator: "/").last ?? ""
    return name.lowercased().hasSuffix(ending) && !file.hasPrefix("._")
  }

  private func content(
    of header: ZipEntryHeader, _ name: String
  ) throws(UserLocationError) -> Content {
    if header.isEncrypted { throw problem("\(name) is encrypted") }
    switch (header.method, header.compressedSize) {
    case (8, _): return .deflated
    case (0, let size?): return .stored(left: size)
    case (0, nil): throw problem("\(name) has no size")
    case (let method, _):
      throw problem("\(name) is compressed with method \(method); only 0 and 8 are read")
    }
  }

  private mutating func skip(_ count: Int, then content: Content) {
    let part = min(count, input.ahead.count)
    input.ahead.drop(part)
    state = part < count ? .skipped(count: count - part, then: content) : .content(content)
  }

  private mutating func copyStored(
    _ left: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(UserLocationError) -> Int {
    let count = min(left, input.ahead.count, buffer.count)
    input.ahead.withBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count]))
    }
    input.ahead.drop(count)
    add(buffer, count)
    state = count == left ? .checksum : .content(.stored(left: left - count))
    return count
  }

  private mutating func inflate(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(UserLocationError) -> Int {
    let step: Inflater.Step
    do throws(Inflater.Damage) {
      step = try input.inflate(into: buffer)
    } catch {
      throw problem(error.words)
    }
    if wanted != nil { add(buffer, step.produced) }
    if step.isAtEnd {
      input.inflater.reset()
      state = wanted != nil ? .checksum : .descriptor
    }
    return step.produced
  }

  private mutating func add(_ buffer: UnsafeMutableRawBufferPointer, _ count: Int) {
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    checksum = input.inflater.checksum(checksum, of: bytes)
  }

  private mutating func compareChecksum() throws(UserLocationError) {
    guard let wanted else { return }
    var stated = [wanted.checksum]
    if wanted.hasDescriptor {
      // The descriptor begins with the checksum, or with a signature before it.
      stated = input.ahead.withBytes { [$0.littleEndian32(at: 0), $0.littleEndian32(at: 4)] }
    }
    guard stated.contains(checksum) else { throw problem("wrong checksum") }
    state = wanted.hasDescriptor ? .descriptor : .signature
    self.wanted = nil
  }

  /// Looks for the next signature after a descriptor, which has four different layouts.
  private mutating func findSignature() {
    let signature = input.ahead.withBytes { $0.littleEndian32(at: 0) }
    if signature == ZipEntryHeader.signature || ZipEntryHeader.listSignatures.contains(signature) {
      state = .signature
    } else {
      input.ahead.drop(1)
    }
  }

  private func problem(_ problem: String, cause: CompressedDataEnd? = nil) -> UserLocationError {
    UserLocationError(
      .badData, source: input.source, detail: "zip archive, byte \(input.ahead.offset): \(problem)",
      cause: cause)
  }
}
