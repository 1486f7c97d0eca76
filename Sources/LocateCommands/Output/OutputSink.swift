import LocationIO
import LocationPOSIX
import LocationText

/// A destination of bytes: standard output, standard error, a file, or a test's memory.
package protocol OutputSink: Sendable {
  /// The columns of the terminal that shows the bytes; `nil` if it is not a terminal.
  var terminalWidth: Int? { get }

  /// Writes all bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError)
}

extension OutputSink {
  /// `nil`: the destination is not a terminal.
  package var terminalWidth: Int? { nil }

  package func write(_ bytes: [UInt8]) throws(OutputError) {
    try bytes.withBytes { bytes throws(OutputError) in try write(bytes) }
  }

  /// Writes a message for the user as one line. A failure is ignored, because there is no other place
  /// to report it.
  func say(_ line: String, as commandName: String? = nil) {
    var text = ByteText()
    if let commandName { text.write(text: "\(commandName): ") }
    text.write(printable: line.printablePath)
    text.write("\n")
    try? text.withBytes { bytes throws(OutputError) in try write(bytes) }
  }
}

/// A file that gets its name only when it is complete.
package protocol OutputFile: OutputSink {
  /// Gives the file its name and replaces the former file of that name.
  func commit() throws(OutputError)

  /// Deletes the incomplete file. The former file is unchanged. Does nothing after ``commit()``.
  func discard()
}

/// Output could not be written.
package enum OutputError: Error, Hashable {
  /// The reader closed the pipe. This is not a failure: the command just stops.
  case closedPipe
  /// A file could not be created.
  case cannotCreate(path: String, reason: String)
  /// A write failed.
  case failed(name: String, reason: String)
}

extension OutputError {
  /// A failed write to `name`.
  init(_ error: SystemError, name: String) {
    self =
      switch error.number {
      case EPIPE: .closedPipe
      case EBADF: .failed(name: name, reason: "it is closed")
      default: .failed(name: name, reason: error.clause)
      }
  }
}
