import LocationIO

/// Where and how a file can be continued.
struct RecordingContinuation {
  /// The size of the complete part of the file. Its footer is included, unless the file is cut off.
  let size: Int
  let text: any RecordingText
  /// Whether the file ends in the middle of something, which is removed.
  let isCutOff: Bool
  /// Whether the last line is not ended.
  let needsLineEnd: Bool

  /// More than two pages, which is the most that can follow the footer of a killed recorder. More than the
  /// system keeps in memory of a recording, which a power failure can damage.
  static let window = 1024 * 1024

  init(size: Int, text: any RecordingText, isCutOff: Bool = false, needsLineEnd: Bool = false) {
    self.size = size
    self.text = text
    self.isCutOff = isCutOff
    self.needsLineEnd = needsLineEnd
  }

  /// Examines a file; `nil` if it has other content than a recording with this text.
  init?(in file: any WritableFile, _ text: any RecordingText) throws(SystemError) {
    let size = try file.size()
    // Formats without a header begin with an empty file.
    if size == 0, text.empty.isEmpty {
      self.init(size: 0, text: text)
      return
    }
    let head = try file.read(Self.window, at: 0)
    let start = max(0, size - Self.window)
    let end = start == 0 ? head : try file.read(Self.window, at: start)
    guard text.begins(head), let continuation = try text.continuation(of: file, end, from: start)
    else {
      return nil
    }
    self = continuation
  }
}
