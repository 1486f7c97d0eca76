import LocationCore

/// The terminal of `locate view`: a screen with keys.
protocol ViewTerminal: Sendable {
  var usesColor: Bool { get }

  /// The present size.
  var size: ViewSize { get }

  /// What the user does, from ``begin()`` to ``end()``.
  var inputs: AsyncStream<ViewInput> { get }

  /// Takes the whole screen, which ``end()`` gives back.
  func begin() throws(CommandFailure)

  /// Restores the screen and the keyboard. Does nothing before ``begin()``, and at a second time.
  func end()

  /// Writes to the screen.
  func write(_ bytes: [UInt8]) throws(OutputError)
}

/// What the user of a ``ViewTerminal`` does.
enum ViewInput: Hashable, Sendable {
  case key(ViewKey)
  /// The terminal has another size.
  case resized
  /// The screen has other content, because another program used it.
  case lost
  /// The terminal is gone.
  case closed
}
