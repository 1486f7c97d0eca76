import Synchronization

/// The only component that writes to the user's terminal, from any thread.
///
/// The last line of the terminal may change: a status line, or the latest location. Any other output
/// erases that line, is written, and the line is drawn again. So nothing overwrites anything else.
///
/// If both standard output and standard error are terminals, they are taken for the same one.
package final class Terminal: Sendable {
  /// The last line, which changes.
  private struct ChangingLine {
    let bytes: [UInt8]
    let sink: any OutputSink
    let isStatus: Bool
  }

  /// The destination of data.
  package let output: any OutputSink
  /// The destination of text for people that a command was asked for.
  package let textOutput: any OutputSink
  /// The destination of messages.
  package let errorOutput: any OutputSink
  /// The encoding of text for people.
  package let encoding: TextEncoding
  /// Whether there is a place for a status line: standard error is a terminal.
  package let showsStatus: Bool

  private let data: any OutputSink
  private let messages: any OutputSink
  private let state: Shared

  /// Takes over the two outputs of a process.
  package init(output: any OutputSink, errorOutput: any OutputSink, encoding: TextEncoding) {
    let state = Shared()
    data = output
    messages = errorOutput
    self.state = state
    self.encoding = encoding
    showsStatus = errorOutput.terminalWidth != nil
    let ordered: any OutputSink =
      output.terminalWidth == nil ? output : OrderedSink(base: output, state: state)
    // Data that programs read stays as it is.
    self.output = output.terminalWidth == nil ? output : PrintableSink(base: ordered)
    textOutput = EncodingSink(base: ordered, encoding: encoding)
    self.errorOutput = EncodingSink(
      base: showsStatus ? OrderedSink(base: errorOutput, state: state) : errorOutput,
      encoding: encoding)
  }

  /// The destination of text lines: on a terminal, one line that always shows the latest of them.
  package var latestLineOutput: any OutputSink {
    data.terminalWidth == nil
      ? textOutput
      : EncodingSink(base: LatestLineSink(base: data, state: state), encoding: encoding)
  }

  /// Shows a status line, or removes it. The latest location stays above it.
  ///
  /// - Parameter status: returns words, separated by commas, or `nil` for no line. On a narrow terminal
  ///   the last words are left out. It runs while nothing else is written, so an output that came before
  ///   is not followed by a status from before that output.
  package func update(status: () -> String?) {
    guard let width = messages.terminalWidth else { return }
    state.update(messages) { status().map { fit($0, into: width) } }
  }

  /// Removes the status line.
  package func clearStatus() { update { nil } }

  /// Runs `body`, in which the user types an answer. Meanwhile no status line is shown, because it would
  /// cover the answer.
  package func asking<Value>(_ body: () async -> Value) async -> Value {
    state.allowStatus(false)
    defer { state.allowStatus(true) }
    return await body()
  }

  /// As many of the words as fit, in the terminal's encoding.
  private func fit(_ status: String, into width: Int) -> [UInt8] {
    var words = PrintableText.line(status)[...]
    while true {
      let (bytes, columns) = Array(words.utf8).withUnsafeBytes {
        (encoding.encode($0), encoding.columns(of: $0))
      }
      if columns < width { return bytes }
      guard let comma = words.lastIndex(of: ",") else { return [] }
      words = words[..<comma]
    }
  }

  /// Runs `body`, which has the whole screen. Meanwhile messages that would appear there are passed to
  /// `receive` as lines.
  package func diverting<Value>(
    _ receive: @escaping @Sendable (String) -> Void, during body: () async throws -> Value
  ) async throws -> Value {
    state.divert(to: receive)
    defer { state.divert(to: nil) }
    return try await body()
  }

  /// Ends the changing line. The latest location stays, and a status line is removed.
  package func endLine() { state.endLine() }

  /// The state that the sinks share.
  private final class Shared: Sendable {
    private let line = Mutex<ChangingLine?>(nil)
    /// Changes only while `line` is locked.
    private let allowsStatus = Atomic(true)
    /// Receives what is written; `nil` if the terminal does.
    private let receiver = Mutex<(@Sendable (String) -> Void)?>(nil)

    func divert(to receive: (@Sendable (String) -> Void)?) {
      receiver.withLock { $0 = receive }
    }

    func allowStatus(_ isAllowed: Bool) {
      line.withLock { line in
        if !isAllowed { Self.eraseStatus(&line) }
        allowsStatus.store(isAllowed, ordering: .relaxed)
      }
    }

    func write(_ bytes: UnsafeRawBufferPointer, to sink: any OutputSink) throws(OutputError) {
      if let receive = receiver.withLock({ $0 }) {
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
          receive(String(line))
        }
        return
      }
      try line.withLock { line throws(OutputError) in
        guard let shown = line else { return try sink.write(bytes) }
        try? shown.sink.write(Self.erasure)
        try sink.write(bytes)
        if bytes.last == UInt8(ascii: "\n") {
          try? Self.draw(shown)
        } else {
          line = nil
        }
      }
    }

    func update(_ sink: any OutputSink, status: () -> [UInt8]?) {
      line.withLock { line in
        guard let status = status() else { return Self.eraseStatus(&line) }
        guard allowsStatus.load(ordering: .relaxed) else { return }
        if let shown = line, !shown.isStatus { try? shown.sink.write([UInt8(ascii: "\n")]) }
        let new = ChangingLine(bytes: status, sink: sink, isStatus: true)
        // A closed terminal does not matter for a status.
        try? Self.draw(new)
        line = new
      }
    }

    func show(latest bytes: [UInt8], _ sink: any OutputSink) throws(OutputError) {
      try line.withLock { line throws(OutputError) in
        let new = ChangingLine(bytes: bytes, sink: sink, isStatus: false)
        try Self.draw(new)
        line = new
      }
    }

    func endLine() {
      line.withLock { line in
        guard let shown = line.take() else { return }
        try? shown.sink.write(shown.isStatus ? Self.erasure : [UInt8(ascii: "\n")])
      }
    }

    private static func eraseStatus(_ line: inout ChangingLine?) {
      guard let shown = line, shown.isStatus else { return }
      try? shown.sink.write(erasure)
      line = nil
    }

    private static let eraseRest = Array("\u{1B}[K".utf8)
    private static let erasure = [UInt8(ascii: "\r")] + eraseRest

    private static func draw(_ line: ChangingLine) throws(OutputError) {
      try line.sink.write([UInt8(ascii: "\r")] + line.bytes + eraseRest)
    }
  }

  /// A sink whose bytes go above the changing line.
  private struct OrderedSink: OutputSink {
    let base: any OutputSink
    let state: Shared

    var terminalWidth: Int? { base.terminalWidth }

    func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
      try state.write(bytes, to: base)
    }
  }

  /// A sink that shows the last line of each write.
  private struct LatestLineSink: OutputSink {
    let base: any OutputSink
    let state: Shared

    var terminalWidth: Int? { base.terminalWidth }

    func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
      guard let last = bytes.split(separator: UInt8(ascii: "\n")).last else { return }
      try state.show(latest: Array(last), base)
    }
  }
}
