import LocationIO
import LocationPOSIX

/// Writes to standard output or standard error. It does not own the descriptor.
package struct DescriptorSink: OutputSink {
  private let descriptor: Int32
  private let name: String

  /// Writes to `descriptor`. Errors call it `name`.
  package init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  package var terminalWidth: Int? {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    do throws(SystemError) {
      try Descriptor.write(descriptor, bytes)
    } catch {
      throw OutputError(error, name: name)
    }
  }
}
