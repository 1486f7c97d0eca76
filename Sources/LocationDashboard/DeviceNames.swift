package import LocationCore

/// The shortest names that tell devices apart, for people.
///
/// A name is made of the parts of a device's whole name, between slashes. Parts at the start and at the end that all
/// devices have in common are left out: `anna/phone` and `ben/phone` are `anna` and `ben`. Of what remains, each name
/// has as many of the last parts as make it the only one. A device alone has its last part.
package struct DeviceNames: Sendable {
  /// How many devices end with these parts.
  private var endings: [Substring: Int] = [:]
  private var first: [Substring]?
  /// How many parts at the start and at the end all devices have in common, and how many parts each has at least.
  private var (head, tail, least) = (0, 0, 0)

  package init() {}

  package mutating func add(_ id: DeviceID) {
    let name = Self.wholeName(id)
    let parts = Self.parts(name)
    for part in parts { endings[name[part.startIndex...], default: 0] += 1 }
    guard let first else {
      (head, tail, least) = (parts.count, parts.count, parts.count)
      return self.first = parts
    }
    head = min(head, zip(parts, first).prefix { $0 == $1 }.count)
    tail = min(tail, zip(parts.reversed(), first.reversed()).prefix { $0 == $1 }.count)
    least = min(least, parts.count)
  }

  /// Forgets a device. The names of the others stay as long as they are.
  package mutating func remove(_ id: DeviceID) {
    let name = Self.wholeName(id)
    for part in Self.parts(name) {
      let ending = name[part.startIndex...]
      guard let count = endings[ending] else { continue }
      endings[ending] = count > 1 ? count - 1 : nil
    }
    if endings.isEmpty { self = DeviceNames() }
  }

  /// The name of a device that was added.
  package subscript(id: DeviceID) -> String {
    let name = Self.wholeName(id)
    let parts = Self.parts(name)
    // At least one part of each device remains.
    let head = min(head, least - 1)
    let tail = min(tail, least - 1 - head)
    guard head >= 0, parts.count > head + tail else { return String(name) }
    let rest = parts[head..<(parts.count - tail)]
    let start = rest.last { endings[name[$0.startIndex...]] == 1 } ?? rest[head]
    return String(name[start.startIndex..<rest[rest.endIndex - 1].endIndex])
  }

  private static func wholeName(_ id: DeviceID) -> Substring { (id.device ?? id.source)[...] }

  /// The parts between the slashes; the name of a source is one part.
  private static func parts(_ name: Substring) -> [Substring] {
    name.contains("://") ? [name] : name.split(separator: "/")
  }
}

extension DeviceID {
  /// The text by which the page, the API and metrics know the device. It contains no local path.
  package var text: String {
    let name = FixSource.publicName(of: source)
    return device.map { "\(name) \($0)" } ?? name
  }
}
