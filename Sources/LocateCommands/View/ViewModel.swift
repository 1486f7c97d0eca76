import LocationCore
import Synchronization

/// The state of a running `locate view`, which its tasks share.
final class ViewModel: Sendable {
  private struct Content {
    var state: ViewState
    var settings: ViewSettings
    /// What the screen shows while the user wants no changes; `nil` at other times.
    var frozen: ViewState?
    /// Whether the screen has to be drawn completely.
    var isScreenLost = true
  }

  private let content: Mutex<Content>
  /// Given after each change.
  let change = Signal()

  init(_ state: ViewState, _ settings: ViewSettings) {
    content = Mutex(Content(state: state, settings: settings))
    change.give()
  }

  func update(_ body: (inout ViewState) -> Void) {
    content.withLock { body(&$0.state) }
    change.give()
  }

  func choose(_ body: (inout ViewSettings) -> Void) {
    content.withLock { body(&$0.settings) }
    change.give()
  }

  /// Whether the user looks at the list of several devices.
  var showsDevices: Bool {
    content.withLock { content in
      content.settings.page == .devices && !content.settings.showsKeys
        && content.state.devices.count > 1
    }
  }

  /// Keeps the screen as it is, or lets it change again.
  func togglePause() {
    content.withLock { content in
      content.settings.isPaused.toggle()
      content.frozen = content.settings.isPaused ? content.state : nil
    }
    change.give()
  }

  /// The screen shows something else now.
  func loseScreen() {
    content.withLock { $0.isScreenLost = true }
    change.give()
  }

  /// Asks for a new frame, because time has passed.
  func tick() { change.give() }

  /// What to draw, and whether the screen has to be drawn completely.
  ///
  /// - Parameter refresh: writes what changes without an update, such as the time, into the state.
  func picture(
    _ refresh: (inout ViewState) -> Void
  ) -> (state: ViewState, settings: ViewSettings, isScreenLost: Bool) {
    content.withLock { content in
      refresh(&content.state)
      defer { content.isScreenLost = false }
      return (content.frozen ?? content.state, content.settings, content.isScreenLost)
    }
  }
}
