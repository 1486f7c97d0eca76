import LocationCore
import LocationDashboard
import LocationText
import LocationTracks

/// The first row: whether there is a location and how old it is, the source, and the pace of a recording.
struct ViewHeader {
  let state: ViewState
  let settings: ViewSettings

  func draw(into frame: inout ViewFrame, _ area: ViewArea) {
    let style = ViewStyle(
      color: state.hasFix ? .green : state.fix == nil ? .yellow : .red, isBold: true,
      isReversed: true)
    frame.fill(style, in: area, row: 0)
    var end = area.columns - 1
    let right = self.right
    if !right.isEmpty {
      let column = end - ViewText.columns(of: right, frame.encoding)
      frame.write(right, style, in: area, row: 0, column: column)
      end = column - 1
    }
    var left = area
    left.columns = end
    let column = frame.write(status, style, in: left, row: 0, column: 1)
    frame.write(name, style, in: left, row: 0, column: column + 2)
  }

  /// The device if there are several, and the source.
  private var name: String {
    let source = state.fix?.source.name ?? state.source
    let devices = state.devices
    guard devices.count > 1, let shown = state.device,
      let index = devices.firstIndex(where: { $0.id == shown.id })
    else { return source }
    return "\(state.dashboard.name(of: shown.id)) (\(index + 1) of \(devices.count))  \(source)"
  }

  /// Whether there is a location, and how old it is.
  private var status: String {
    guard let fix = state.fix else { return state.dashboard.hasEnded ? "no location" : "waiting" }
    if let loss = state.device?.lossText(at: state.now) { return loss }
    var text = ByteText()
    text.write(fix.dimensions == .threeD ? "3D fix" : "2D fix")
    if state.dashboard.hasEnded {
      text.write(", ended")
    } else if !text.write(", ", ageOf: fix, at: { [now = state.now] in now }),
      let arrival = state.device?.fixArrival, state.playback?.isPaused != true
    {
      // The time of a recording is not that of the host.
      let age = state.now.timeIntervalSince(arrival)
      if age >= 3, fix.source.kind != .remembered {
        text.write(", ")
        text.write(age: age)
        text.write(" ago")
      }
    }
    return text.string
  }

  /// The pace and the position of a recording, else the time of day.
  private var right: String {
    var text = ByteText()
    let isPaused = settings.isPaused || state.playback?.isPaused == true
    if isPaused { text.write("paused ") }
    if let playback = state.playback {
      if let factor = playback.factor {
        text.write("×")
        if let number = FixedPoint(factor, places: 3) { text.write(trimming: number) }
      } else {
        text.write("max")
      }
      if let position = playback.position {
        text.write(" ")
        text.write(text: ViewText.duration(position))
      }
    } else if !isPaused {
      text.write(clockOf: state.now, as: settings.presentation)
    }
    return text.string
  }
}
