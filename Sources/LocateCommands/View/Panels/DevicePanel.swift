import LocationCore
import LocationDashboard
import LocationText

/// All devices of the source, the one that is shown in the middle.
struct DevicePanel: ViewPanel {
  /// The columns of a name.
  private static let names = 4...24

  let state: ViewState

  var title: String { "Devices" }

  func rows(in columns: Int) -> ClosedRange<Int>? {
    let count = state.devices.count
    return count == 0 ? nil : 1...count
  }

  func draw(into frame: inout ViewFrame, _ area: ViewArea) {
    let (devices, shown) = (state.devices, state.device?.id)
    let middle = devices.firstIndex { $0.id == shown } ?? 0
    let start = max(0, min(middle - area.rows / 2, devices.count - area.rows))
    let rows = devices[start...].prefix(area.rows)
    let names = rows.map { state.dashboard.name(of: $0.id) }
    let longest = names.map { ViewText.columns(of: $0, frame.encoding) }.max() ?? 0
    let width = min(max(longest, Self.names.lowerBound), Self.names.upperBound)
    let glyphs = ViewGlyphs(frame.encoding)
    for (row, (device, name)) in zip(rows, names).enumerated() {
      let style = ViewStyle(color: device.hasFix ? .green : .red, isBold: device.id == shown)
      if device.id == shown { frame.write(glyphs.place, style, in: area, row: row) }
      frame.write(
        name, device.id == shown ? .bold : .plain,
        in: area.part(row: row, column: 2, columns: width), row: 0)
      frame.write(text(of: device), style, in: area, row: row, column: width + 4)
    }
  }

  private func text(of device: DeviceState) -> String {
    if let loss = device.lossText(at: state.now) { return loss }
    guard let fix = device.fix, let arrival = device.fixArrival else { return "no location yet" }
    var text = ByteText()
    for (separator, degrees) in [("", fix.coordinate.latitude), (", ", fix.coordinate.longitude)] {
      text.write(text: separator)
      if let number = FixedPoint(degrees, places: 5) { text.write(number) }
    }
    let age = state.now.timeIntervalSince(arrival)
    if age >= 3 { text.write(text: "  \(ViewText.duration(.seconds(age))) ago") }
    return text.string
  }
}

extension DeviceState {
  /// Why there is no location, and for how long: "no fix for 12 s". `nil` while there is one.
  func lossText(at now: Date) -> String? {
    loss.map { reason, since in
      let age = ViewText.duration(.seconds(now.timeIntervalSince(since)))
      return "\(reason.description) for \(age)"
    }
  }
}
