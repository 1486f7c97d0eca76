import GPSDProtocol
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks

/// Where bytes go: standard output, standard error, a file, a test's memory.
package protocol OutputSink: Sendable {
  /// The columns of the terminal behind it; `nil` when there is none.
  var terminalWidth: Int? { get }

  /// Writes all of it.
  func write(_ bytes: [UInt8]) throws(OutputError)

  /// Writes all of it, which is only lent.
  func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError)
}

extension OutputSink {
  /// `nil`: there is no terminal behind it.
  package var terminalWidth: Int? { nil }

  /// Writes a copy.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    try write(Array(bytes))
  }
}

/// A file that takes its name only when it is complete.
package protocol OutputFile: OutputSink {
  /// Gives the file its name, in place of what had it before.
  func commit() throws(OutputError)

  /// Gives the file up; what had its name before is as it was. Does nothing after a commit.
  func discard()
}

/// Why output could not be written.
package enum OutputError: Error, Hashable {
  /// Its reader has gone: no failure, only nothing left to do.
  case closedPipe
  /// A file could not be made.
  case cannotCreate(path: String, reason: String)
  /// Writing failed.
  case failed(name: String, reason: String)
}

extension OutputSink {
  /// Says a line to the user, who may have gone: then there is nobody to tell.
  func say(_ line: String, as commandName: String) {
    var text = ByteText()
    text.write(text: commandName)
    text.write(": ")
    text.write(printable: line)
    text.write("\n")
    try? text.withBytes { bytes throws(OutputError) in try write(bytes) }
  }
}
