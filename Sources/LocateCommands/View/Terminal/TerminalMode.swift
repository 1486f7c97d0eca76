import LocationPOSIX

/// The mode of a keyboard, and the mode before the program changed it.
struct TerminalMode: Sendable {
  let descriptor: Int32
  private let original: termios

  /// Remembers the mode; `nil` if the descriptor is no terminal.
  init?(of descriptor: Int32) {
    var mode = termios()
    guard descriptor >= 0, tcgetattr(descriptor, &mode) == 0 else { return nil }
    self.descriptor = descriptor
    original = mode
  }

  /// Each key arrives at once and is not shown. Ctrl-C and Ctrl-Z still send their signals. Ctrl-\ does
  /// not, because it would end the program without restoring the terminal.
  func makeRaw() {
    var mode = original
    mode.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
    mode.c_iflag &= ~tcflag_t(IXON | ICRNL)
    withUnsafeMutableBytes(of: &mode.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
      characters[Int(VQUIT)] = 0
    }
    _ = tcsetattr(descriptor, TCSADRAIN, &mode)
  }

  /// Restores the mode.
  ///
  /// - Parameter when: `TCSAFLUSH` waits until all output is shown, and drops keys that nobody has read.
  func restore(_ when: Int32 = TCSAFLUSH) {
    var mode = original
    _ = tcsetattr(descriptor, when, &mode)
  }
}
