/// The parts of a track file that are not read, counted by their names in the file.
///
/// Only the first names are kept, so that a file with many names cannot fill the memory.
package struct SkippedParts: Hashable, Sendable {
  private static let mostNames = 16
  private static let longestName = 64

  private struct Part: Hashable {
    let name: [UInt8]
    var count: Int
    let isFault: Bool

    var words: String {
      let name = String(decoding: name, as: UTF8.self)
      return count == 1 ? name : "\(name) (\(count))"
    }
  }

  private var parts: [Part] = []
  /// The number of parts with other names.
  private var others = 0

  package init() {}

  package var isEmpty: Bool { parts.isEmpty }

  private mutating func add(_ name: some Collection<UInt8>, count: Int, isFault: Bool) {
    for index in parts.indices where parts[index].name.elementsEqual(name) {
      parts[index].count += count
      return
    }
    if parts.count < Self.mostNames, name.count <= Self.longestName {
      parts.append(Part(name: Array(name), count: count, isFault: isFault))
    } else {
      others += count
    }
  }

  mutating func add(_ name: some Collection<UInt8>) { add(name, count: 1, isFault: false) }

  /// Counts a part, if there is one.
  package mutating func add(_ name: String, count: Int = 1) {
    if count > 0 { add(name.utf8, count: count, isFault: false) }
  }

  /// Counts a record that is damaged, if there is one.
  mutating func add(fault name: String, count: Int = 1) {
    if count > 0 { add(name.utf8, count: count, isFault: true) }
  }

  /// Counts a value that cannot be read.
  mutating func add(unreadable name: String) { add(fault: "unreadable " + name) }

  /// Counts a point, or another place, whose position is incomplete or not on the Earth. OpenTracks marks a pause
  /// with the latitude 100, and other programs write NaN.
  mutating func addImpossiblePosition() { add(fault: "point without a possible position") }

  /// Adds the parts of another file.
  package mutating func add(_ more: SkippedParts) {
    for part in more.parts { add(part.name, count: part.count, isFault: part.isFault) }
    others += more.others
  }

  /// The names, each with its number unless it is 1: `hr (120)`.
  package var names: [String] { parts.map(\.words) + (others > 0 ? ["\(others) more"] : []) }

  /// The names of what is damaged, without the parts that this reader only does not know.
  package var faults: [String] { parts.filter(\.isFault).map(\.words) }
}
