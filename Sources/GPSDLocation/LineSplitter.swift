#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Puts lines together from pieces as a socket gives them, and holds no more than one.
struct LineSplitter {
  /// What there is.
  enum Line {
    /// A line without its end, valid while it is looked at.
    case whole(UnsafeRawBufferPointer)
    /// One that was longer than allowed, and thrown away.
    case tooLong
  }

  private let limit: Int
  private var pending: [UInt8] = []
  private var isSkipping = false

  /// Makes a splitter for lines of up to `limit` bytes.
  init(limit: Int) { self.limit = limit }

  /// Whether there is a line without its end.
  var isWithinLine: Bool { isSkipping || !pending.isEmpty }

  /// Takes a piece, and shows each line that it completes.
  mutating func split(_ piece: UnsafeRawBufferPointer, _ show: (Line) -> Void) {
    var rest = piece
    while let start = rest.baseAddress, let end = memchr(start, 10, rest.count) {
      let length = UnsafeRawPointer(end) - start
      complete(with: UnsafeRawBufferPointer(rebasing: rest[..<length]), show)
      rest = UnsafeRawBufferPointer(rebasing: rest[(length + 1)...])
    }
    guard !isSkipping, !rest.isEmpty else { return }
    if pending.count + rest.count <= limit {
      pending.append(contentsOf: rest)
    } else {
      pending.removeAll()
      isSkipping = true
      show(.tooLong)
    }
  }

  private mutating func complete(with tail: UnsafeRawBufferPointer, _ show: (Line) -> Void) {
    if isSkipping {
      isSkipping = false
    } else if pending.count + tail.count > limit {
      pending.removeAll()
      show(.tooLong)
    } else if pending.isEmpty {
      Self.show(tail, show)
    } else {
      pending.append(contentsOf: tail)
      pending.withUnsafeBytes { Self.show($0, show) }
      pending.removeAll(keepingCapacity: true)
    }
  }

  /// Shows a line without its carriage return, unless it is empty.
  private static func show(_ line: UnsafeRawBufferPointer, _ show: (Line) -> Void) {
    let length = line.last == UInt8(ascii: "\r") ? line.count - 1 : line.count
    if length > 0 { show(.whole(UnsafeRawBufferPointer(rebasing: line[..<length]))) }
  }
}
