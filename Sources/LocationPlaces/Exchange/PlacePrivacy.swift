import LocationCore
import LocationText

/// What a file says about whether a place is private. All formats are read with the same words.
///
/// What might be private is private: a place is not private only if the file says nothing about it, or denies it in a
/// known word. Spreadsheets write `TRUE` and `1`, `ogr2ogr` makes texts of booleans, and people write `Private` and `yes`.
package struct PlacePrivacy {
  private static let names: Set<String> = ["private", "isprivate"]
  private static let zoneName = "privacyzone"
  private static let denials: Set<String> = [
    "", "false", "f", "no", "n", "off", "0", "none", "null", "public",
  ]

  /// Whether the place is private.
  package private(set) var isPrivate = false
  /// The text of its privacy zone; `nil` if there is none.
  package private(set) var zone: String?

  /// Reads the members of a place; one without a value says nothing.
  package init(_ members: some Sequence<(name: String, value: String?)>) {
    var isStated = false
    for (name, value) in members {
      guard Self.isAbout(name), let value = value.map(Place.trimmed) else { continue }
      if Self.key(name) == Self.zoneName {
        if !value.isEmpty { zone = zone ?? value }
      } else if !value.isEmpty {
        isStated = true
        isPrivate = isPrivate || !Self.isDenial(value)
      }
    }
    // Only a private place has a zone.
    if !isStated { isPrivate = zone != nil }
    if !isPrivate { zone = nil }
  }

  /// Whether a member says something about the privacy of a place.
  static func isAbout(_ name: String) -> Bool {
    let key = key(name)
    return names.contains(key) || key == zoneName
  }

  /// `is_private` and `Is private` are the same name.
  private static func key(_ name: String) -> String { name.lowercased().filter(\.isLetter) }

  private static func isDenial(_ value: String) -> Bool {
    denials.contains(value.lowercased()) || Double(value) == 0
  }
}

extension PlacePrivacy {
  /// Reads the members of JSON objects.
  init(_ objects: [JSONObject]) {
    self.init(
      objects.flatMap(\.members).map { member in
        switch member.value.content {
        case .null: (member.name, nil)
        case .string(let text): (member.name, text)
        default: (member.name, member.value.summary)
        }
      })
  }
}

extension Place {
  /// A length in meters in a text; `nil` for something else.
  package static func meters(_ text: String) -> Double? {
    Double(trimmed(text)).flatMap { $0.isFinite ? $0 : nil }
  }
}
