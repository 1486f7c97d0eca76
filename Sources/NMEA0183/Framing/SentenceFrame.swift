import LocationText

/// The bytes of one sentence, good or damaged. A damaged one states its fault.
///
/// A frame is lent to a closure, and its bytes are valid during that call only. It can neither be
/// copied nor kept.
public struct SentenceFrame: ~Copyable {
  // The bytes belong to the caller of `push` or to the framer's carry, and the notes belong to the
  // framer's call. All of them outlive the call that lends the frame.
  let base: UnsafePointer<UInt8>
  @usableFromInline let notes: UnsafeMutablePointer<FrameNotes>

  @inline(__always)
  init(base: UnsafePointer<UInt8>, notes: UnsafeMutablePointer<FrameNotes>) {
    self.base = base
    self.notes = notes
  }

  /// The number of its line, from 1, as an editor counts lines.
  public var line: Int { notes.pointee.line }

  /// The offset of its first byte from the start of the stream.
  public var offset: Int { notes.pointee.offset &+ (base - notes.pointee.start) }

  /// The damage; `nil` for a good frame.
  @inlinable
  public var fault: FrameFault? { notes.pointee.scan.fault }

  /// Its checksum. In a good frame it is verified or missing.
  public var checksum: FrameChecksum { notes.pointee.scan.checksum }

  /// The number of its bytes, from `$` or `!` to the checksum's end, without the end of line.
  public var count: Int { notes.pointee.scan.count }

  /// The TAG block directly before the sentence; `nil` if there is none.
  public var tag: TagBlock? { hasTag ? notes.pointee.tag : nil }

  @inline(__always)
  var hasTag: Bool { offset == notes.pointee.tagEnd }

  /// Whether it begins its line, apart from a TAG block.
  var beginsLine: Bool { hasTag || offset != notes.pointee.lineRest }

  /// The fields that were left out when the sentence was read, because they are malformed, out of range or cut
  /// off. Their values are `nil`. Empty before the sentence is read.
  public var leftOutFields: [SentenceError] { notes.pointee.leftOut }

  /// Whether there are ``leftOutFields``.
  public var hasLeftOutFields: Bool { !notes.pointee.leftOut.isEmpty }

  /// Leaves out the last field if the sentence, which has no checksum, has fewer fields than others of its form.
  @inline(never)
  func leaveOutCutField(of form: SentenceForm) {
    let fields = fields
    if fields.count < form.leastFieldCount { notes.pointee.leaveOutLastField(fields) }
  }

  /// Its fields, damaged or not.
  var fields: FieldReader {
    @inline(__always) get { notes.pointee.fields(of: base) }
  }

  /// Whether it begins with `$`, like almost all sentences of this library. Sentences of AIS begin
  /// with `!`.
  var isDollar: Bool { base[0] == Byte.dollar }

  /// Calls `body` with the frame's bytes.
  public func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: base, count: count).span)
  }

  /// The frame as text for messages; a byte that is not printable ASCII is `\xNN`. Allocates memory.
  public var text: String {
    var text = ""
    for index in 0..<count {
      let byte = base[index]
      if byte >= 0x20, byte < 0x7F {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "\\x" + byte.hexadecimal
      }
    }
    return text
  }
}

/// The state of a frame's checksum.
public enum FrameChecksum: Hashable, Sendable {
  /// The checksum is right.
  case verified(UInt8)
  /// The sentence has no checksum. Some receivers never send one.
  case missing
  /// The checksum is wrong, or the frame is damaged before it.
  case failed
}

/// The damage of a frame.
public enum FrameFault: Error, Hashable, Sendable {
  /// The checksum is wrong: the stated one, and the one computed from the bytes.
  case checksumMismatch(found: UInt8, computed: UInt8)
  /// Behind the `*` are fewer or more than two hexadecimal digits.
  case checksumMalformed
  /// Another sentence begins inside it.
  case interrupted
  /// The stream ends inside it.
  case truncated
  /// It holds a byte that is not printable ASCII.
  case unprintableByte(UInt8)
  /// It is longer than the framer's bound, in bytes.
  case tooLong(limit: Int)
}

extension FrameFault: CustomStringConvertible {
  /// The reason in words, as `checksum wrong: 5E found, 5C computed`.
  public var description: String {
    switch self {
    case .checksumMismatch(let found, let computed):
      "checksum wrong: \(found.hexadecimal) found, \(computed.hexadecimal) computed"
    case .checksumMalformed: "checksum malformed: exactly two hexadecimal digits must follow *"
    case .interrupted: "interrupted: another sentence begins inside it"
    case .truncated: "truncated: the data ends inside it"
    case .unprintableByte(let byte): "byte \(byte.hexadecimal) is not printable"
    case .tooLong(let limit): "longer than \(limit) bytes"
    }
  }
}
