import LocationCore
import LocationTracks

/// What the user of `locate view` has chosen with keys and options.
struct ViewSettings: Sendable {
  /// A page that the user can look at.
  enum Page: Int, CaseIterable, Sendable {
    case overview, satellites, track, log, devices

    var title: String {
      switch self {
      case .overview: "Overview"
      case .satellites: "Satellites"
      case .track: "Track"
      case .log: "Log"
      case .devices: "Devices"
      }
    }
  }

  var presentation = Presentation.standard
  var page = Page.overview
  /// Whether the keys are shown in place of the page.
  var showsKeys = false
  /// Whether the user wants no changes on the screen.
  var isPaused = false

  /// Goes to a neighboring page.
  ///
  /// - Parameter step: 1 for the next page, −1 for the one before.
  mutating func turn(by step: Int) {
    let count = Page.allCases.count
    page = Page.allCases[(page.rawValue + step + count) % count]
    showsKeys = false
  }

  /// Takes the next system of units.
  mutating func changeUnits() {
    presentation.units = UnitSystem.allCases.following(presentation.units)
  }

  /// Takes the next notation of coordinates.
  mutating func changeNotation() {
    presentation.notation = CoordinateNotation.allCases.following(presentation.notation)
  }
}

extension Array where Element: Equatable {
  /// The element after another one; the first one after the last.
  fileprivate func following(_ element: Element) -> Element {
    let next = firstIndex(of: element).map { $0 + 1 } ?? 0
    return self[next == count ? 0 : next]
  }
}
