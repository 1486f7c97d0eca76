import LocationText

/// Decides which lines are believed, and which of them libgps may decode: a line must be one
/// complete JSON object of gpsd.
///
/// libgps does not report that a line is damaged. It loops forever on a line in which another
/// `"class":` follows an error, and it makes a date in 1900 of a text that is not a time.
struct ReportGate {
  /// A line that is believed.
  struct Passed: Equatable {
    /// How many objects are inside the object.
    let innerObjects: Int
    /// Whether libgps may decode the line, if it decodes that class.
    let isFitForLibgps: Bool
  }

  /// The first bytes of every object, as gpsd writes them.
  private static let opening: StaticString = #"{"class":""#

  /// Examines a line without its end.
  ///
  /// - Throws: what is wrong with the line.
  static func examine(_ line: UnsafeRawBufferPointer) throws(GPSDCounters.Damage) -> Passed {
    guard line.begins(with: opening) else { throw .notAnObject }
    var json = JSONScanner(line)
    var objects = 0
    var classes = 0
    var times = 0
    var timesAreValid = true
    // The scanner reads NaN as null; libgps must not see it.
    var hasNaN = false
    do throws(JSONScanner.Failure) {
      scan: while true {
        switch try json.next() {
        case .beginObject: objects += 1
        case .name:
          if json.isName("class") {
            classes += 1
          } else if json.isName("time") {
            times += 1
            timesAreValid = try json.readsTime(&objects) && timesAreValid
          }
        case .null: hasNaN = hasNaN || line[json.offset - 1] != UInt8(ascii: "l")
        case .end: break scan
        default: break
        }
      }
    } catch {
      throw .malformed
    }
    guard !hasNaN, json.isASCII || String(validating: line, as: UTF8.self) != nil else {
      throw .malformed
    }
    return Passed(
      innerObjects: objects - 1,
      isFitForLibgps: classes == 1 && times <= 1 && timesAreValid)
  }
}

extension JSONScanner {
  /// Whether libgps may take the last name for `text`. It searches for the text with its quotation
  /// marks, so that it also finds the end of a name with an escaped quotation mark.
  fileprivate func isName(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard contents.count >= length,
      contents.count == length || bytes[contents.upperBound - length - 1] == UInt8(ascii: "\"")
    else { return false }
    let end = UnsafeRawBufferPointer(rebasing: bytes[(contents.upperBound - length)...])
    return end.begins(with: text)
  }

  /// Reads a value, and returns whether it is an instant.
  fileprivate mutating func readsTime(_ objects: inout Int) throws(Failure) -> Bool {
    switch try next() {
    case .string:
      let text = UnsafeRawBufferPointer(rebasing: bytes[contents])
      guard ISO8601Time(text) != nil else { return false }
      // libgps does not know the hour 24.
      return !UnsafeRawBufferPointer(rebasing: text[11...]).begins(with: "24")
    case .beginObject:
      objects += 1
      return false
    default: return false
    }
  }
}

extension UnsafeRawBufferPointer {
  func begins(with text: StaticString) -> Bool {
    guard count >= text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount where self[index] != text.utf8Start[index] {
      return false
    }
    return true
  }
}

/// Recognizes a SKY whose satellites no subscription reads, so that it is not decoded.
///
/// Only the path of its receiver is read, from a line that ``ReportGate`` passed. A line that gpsd would
/// write differently is decoded like any other line.
enum SkippedSky {
  private static let opening: StaticString = #"{"class":"SKY","device":""#

  /// The path of the receiver; `nil` if the line must be decoded.
  static func device(of line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard line.begins(with: opening) else { return nil }
    let start = opening.utf8CodeUnitCount
    var end = start
    while end < line.count, line[end] != UInt8(ascii: "\"") {
      guard line[end] != UInt8(ascii: "\\") else { return nil }
      end += 1
    }
    guard end > start, end < line.count else { return nil }
    return UnsafeRawBufferPointer(rebasing: line[start..<end])
  }
}
