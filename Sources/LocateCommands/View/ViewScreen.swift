import LocationCore
import LocationPlaces
import LocationText
import LocationTracks

/// Draws a frame of `locate view`. It is a pure function: the same state, settings and size give the same
/// frame.
struct ViewScreen {
  static let leastSize = ViewSize(columns: 40, rows: 12)
  /// The columns from which the overview has two and three columns of panels.
  private static let twoColumns = 72
  private static let threeColumns = 116

  let state: ViewState
  let settings: ViewSettings
  let size: ViewSize
  let encoding: TextEncoding

  func frame() -> ViewFrame {
    var frame = ViewFrame(size, encoding: encoding)
    let whole = ViewArea(row: 0, column: 0, rows: size.rows, columns: size.columns)
    guard size.columns >= Self.leastSize.columns, size.rows >= Self.leastSize.rows else {
      frame.write("too small: \(size.columns)x\(size.rows)", in: whole, row: 0)
      frame.write(
        "needs \(Self.leastSize.columns)x\(Self.leastSize.rows); q quits", in: whole, row: 1)
      return frame
    }
    ViewHeader(state: state, settings: settings).draw(into: &frame, whole)
    drawFooter(into: &frame, whole)
    for panel in panels { draw(panel, into: &frame) }
    return frame
  }

  private func draw(_ panel: ViewLayout.Panel, into frame: inout ViewFrame) {
    let glyphs = ViewGlyphs(encoding)
    let line = String(repeating: glyphs.horizontal, count: panel.area.columns)
    frame.write(line, .dim, in: panel.area, row: 0)
    let room = max(panel.area.columns - 4, 0)
    let title = ViewText.fitted(panel.content.title, into: room, encoding)
    frame.write(" \(title) ", .bold, in: panel.area, row: 0, column: 1)
    var content = panel.area
    content.row += 1
    content.rows -= 1
    panel.content.draw(into: &frame, content)
  }

  private func drawFooter(into frame: inout ViewFrame, _ area: ViewArea) {
    let row = size.rows - 1
    var column = 0
    let isWide = size.columns >= Self.twoColumns
    for page in ViewSettings.Page.allCases {
      let isShown = page == settings.page && !settings.showsKeys
      // A device alone needs no list.
      if page == .devices, !isShown, state.devices.count < 2 { continue }
      let title =
        isWide || isShown ? " \(page.rawValue + 1) \(page.title) " : " \(page.rawValue + 1) "
      column = frame.write(title, isShown ? .reversed : .dim, in: area, row: row, column: column)
    }
    let all = "u units  space pause  ? keys  q quit"
    let keys = column + all.count < size.columns ? all : "? keys  q quit"
    frame.write(keys, .dim, in: area, row: row, column: size.columns - keys.count - 1)
  }

  // MARK: Pages

  private var panels: [ViewLayout.Panel] {
    if settings.showsKeys {
      let keys = KeyPanel(
        playback: state.playback, hasSeveralDevices: state.devices.count > 1)
      return column([keys], ranks: [0], 0..<size.columns)
    }
    switch settings.page {
    case .overview: return overview
    case .satellites:
      guard size.columns >= Self.twoColumns else {
        return column([detailedSatellites, sky], ranks: [0, 1], 0..<size.columns)
      }
      let middle = size.columns * 3 / 5
      return column([detailedSatellites], ranks: [0], 0..<middle)
        + column([sky], ranks: [0], (middle + 1)..<size.columns)
    case .track: return column([track], ranks: [0], 0..<size.columns)
    case .log:
      return column([allNear, events, detailedCounters], ranks: [1, 0, 2], 0..<size.columns)
    case .devices: return column([DevicePanel(state: state)], ranks: [0], 0..<size.columns)
    }
  }

  private var overview: [ViewLayout.Panel] {
    let width = size.columns
    if width >= Self.threeColumns {
      let (first, second) = (46, 46 + (width - 46) / 2)
      return column([position, near, events, counters], ranks: [0, 2, 1, 3], 0..<first)
        + column([sky, satellites], ranks: [1, 0], (first + 1)..<second)
        + column([track], ranks: [0], (second + 1)..<width)
    }
    if width >= Self.twoColumns {
      let middle = width * 11 / 20
      return column([position, satellites, counters], ranks: [0, 1, 2], 0..<middle)
        + column([sky, track, near, events], ranks: [1, 0, 2, 3], (middle + 1)..<width)
    }
    return column(
      [position, satellites, sky, track, near, events, counters],
      ranks: [0, 1, 3, 2, 4, 5, 6], 0..<width)
  }

  /// Panels below each other between the header and the footer.
  private func column(
    _ panels: [any ViewPanel], ranks: [Int], _ columns: Range<Int>
  ) -> [ViewLayout.Panel] {
    ViewLayout.stack(
      panels, ranks: ranks,
      in: ViewArea(
        row: 1, column: columns.lowerBound, rows: size.rows - 2, columns: columns.count))
  }

  // MARK: Panels

  private var units: UnitSystem { settings.presentation.units }
  private var list: SatelliteList { SatelliteList(state.device?.sky) }
  private var position: PositionPanel {
    PositionPanel(state: state, presentation: settings.presentation)
  }
  private var satellites: SatellitePanel { SatellitePanel(list: list) }
  private var detailedSatellites: SatellitePanel { SatellitePanel(list: list, isDetailed: true) }
  private var sky: SkyPanel { SkyPanel(list: list) }
  private var track: TrackPanel { TrackPanel(state: state, units: units) }
  private var nearby: NearbyPlaces { state.device?.nearby ?? NearbyPlaces([]) }
  private var near: PlacesPanel { PlacesPanel(places: nearby, units: units) }
  private var allNear: PlacesPanel { PlacesPanel(places: nearby, units: units, limit: .max) }
  private var events: EventPanel {
    EventPanel(events: state.dashboard.events, presentation: settings.presentation)
  }
  private var counters: CounterPanel { CounterPanel(state: state) }
  private var detailedCounters: CounterPanel { CounterPanel(state: state, isDetailed: true) }
}
