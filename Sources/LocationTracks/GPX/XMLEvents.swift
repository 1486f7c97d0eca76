/// What is told of an XML document while it is read.
protocol XMLEvents: AnyObject {
  /// An element begins. Its name is without a prefix. `false` ends the reading.
  func begin(_ element: String, _ attributes: [String: String]) -> Bool
  /// An element ends.
  func end(_ element: String)
  /// Some of the text in an element.
  func text(_ text: String)
}

/// Why a document was not read to its end.
struct XMLFailure: Error {
  /// Where, from 1.
  var line: Int
  /// What the parser says; `nil` when it was told to stop.
  var text: String?
}

extension Expat {
  /// Reads a document and tells what is in it.
  func read(_ bytes: [UInt8], _ events: any XMLEvents) throws(XMLFailure) {
    guard let parser = create(nil) else { throw XMLFailure(line: 1, text: "out of memory") }
    defer { free(parser) }
    let reading = Reading(expat: self, parser: parser, events: events)
    let failure = withExtendedLifetime(reading) { () -> XMLFailure? in
      setUserData(parser, Unmanaged.passUnretained(reading).toOpaque())
      setElementHandler(
        parser, { Reading.of($0)?.begin($1, $2) }, { Reading.of($0)?.end($1) })
      setTextHandler(parser) { Reading.of($0)?.text($1, $2) }
      // An `int` bounds what one call takes.
      for start in stride(from: 0, through: bytes.count, by: 1 << 20) {
        let piece = bytes[start..<min(start + 1 << 20, bytes.count)]
        let isLast: CInt = start + piece.count == bytes.count ? 1 : 0
        let status = piece.withUnsafeBytes {
          parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), CInt($0.count), isLast)
        }
        if status == 1, isLast == 1 { return nil }
        if status == 1 { continue }
        let text = errorText(errorCode(parser)).map { String(cString: $0) }
        return XMLFailure(
          line: max(1, Int(line(parser))), text: reading.isStopped ? nil : text ?? "not XML")
      }
      return nil
    }
    if let failure { throw failure }
  }
}

/// A document that is being read: what Expat's callbacks get hold of.
private final class Reading {
  private let expat: Expat
  private let parser: Expat.Parser
  private let events: any XMLEvents
  private(set) var isStopped = false

  init(expat: Expat, parser: Expat.Parser, events: any XMLEvents) {
    self.expat = expat
    self.parser = parser
    self.events = events
  }

  static func of(_ pointer: UnsafeMutableRawPointer?) -> Reading? {
    pointer.map { Unmanaged<Reading>.fromOpaque($0).takeUnretainedValue() }
  }

  func begin(
    _ name: UnsafePointer<CChar>?, _ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard !isStopped else { return }
    var attributes: [String: String] = [:]
    var index = 0
    while let pairs, let key = pairs[index], let value = pairs[index + 1] {
      attributes[String(cString: key)] = String(cString: value)
      index += 2
    }
    if events.begin(Self.localName(name), attributes) { return }
    isStopped = true
    _ = expat.stop(parser, 0)
  }

  func end(_ name: UnsafePointer<CChar>?) {
    if !isStopped { events.end(Self.localName(name)) }
  }

  func text(_ start: UnsafePointer<CChar>?, _ count: CInt) {
    guard !isStopped, let start else { return }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(count))
    events.text(String(decoding: bytes, as: UTF8.self))
  }

  /// The name after its prefix.
  private static func localName(_ name: UnsafePointer<CChar>?) -> String {
    let whole = name.map { String(cString: $0) } ?? ""
    return whole.utf8.lastIndex(of: UInt8(ascii: ":")).map {
      String(whole[whole.utf8.index(after: $0)...])
    } ?? whole
  }
}
